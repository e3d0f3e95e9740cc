"""A report file as an event of the desk, the facts from which it follows; and an event of the desk as a report file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from ronda import registry
from ronda.core import (
    Book,
    Bye,
    OptionValue,
    Penalty,
    Player,
    Refusal,
    Result,
    Round,
    Setup,
    Table,
    Tournament,
    open_book,
    replace,
)
from ronda.core.facts import Fact
from ronda.core.penalty_effects import in_force, kept_as, points_taken
from ronda.core.text_rules import visible_text
from ronda.formats.fact_text import facts_of_state
from ronda.formats.trf.fields import Collector
from ronda.formats.trf.reading import Note, Reading, ranges, read_trf
from ronda.formats.trf.round_to_pair import BAKU, paired, points_beside
from ronda.formats.trf.values import (
    PENDING,
    REQUESTED,
    TENTHS,
    TEXTS,
    Abnormal,
    Forbidden,
    RequestedBye,
    TrfEvent,
    TrfHead,
    TrfPlayer,
    VirtualPoints,
    scoring,
)
from ronda.formats.trf.writing import Dialect, NotWritable, accelerated, write_trf
from ronda.systems import system
from ronda.systems.exchange import ReportTerms
from ronda.systems.system import Forms, Results
from ronda.tiebreaks.chart import letter
from ronda.tiebreaks.codes import parse

PENALTY_RECORD = "299"  # the rule of a penalty that a file gives
# records about the event that are kept as they are
_KEPT = ("022", "032", "042", "052", "102", "122", "222")
_HEAD = dict(sorted(({code: TEXTS[code] for code in _KEPT} | {"132": "round_days"}).items()))


class Reporting(Protocol):
    """The module `report` of a system: what its events are called, and its options from the terms and back."""

    TYPE_CODE: str  # record 192
    TYPE_TEXT: str  # record 092
    FAMILY: str  # how all codes of the system begin

    def options(self, terms: ReportTerms) -> Mapping[str, OptionValue]: ...

    def terms(self, book: Book) -> ReportTerms: ...


class Taken(NamedTuple):
    """The facts of a report file, and what is worth telling about how it was read."""

    facts: list[Fact]
    notes: tuple[Note, ...]


def facts_of(data: bytes | str) -> Taken:
    """The event in the file. Raises Unreadable."""
    return taken(read_trf(data))


def taken(reading: Reading) -> Taken:
    """The same of a file that was read before. What cannot be kept here is refused."""
    event = reading.event
    name, reporting = _system_of(event)
    declared = system(name)
    _refuse_unkept(event, declared.forms)
    order = event.pairing_numbers()
    setup = Setup(
        name,
        event.head.name,
        reporting.options(terms_of(_in_pairing_order(event, order))),
        len(event.players),  # a seed: nothing is drawn but the initial colour, and the same file gives the same event
        penalties=tuple(_penalties(event)),
    )
    national = {one.player: one.rating for one in event.national}
    asked: dict[int, list[tuple[int, Any]]] = {}
    for bye in event.byes:
        asked.setdefault(bye.player, []).append((bye.round, bye.kind))
    titles = _choices(declared.forms, "title")
    players = [
        _player(player, order.get(player.number, player.number), national, asked.get(player.number, []), titles)
        for player in event.players
    ]
    rounds = list(_rounds(event, order, declared.rules.results, setup))
    notes = [*reading.notes, *_notes(event, name, reporting)]
    return Taken(facts_of_state(setup, players, rounds, {}), tuple(notes))


def _system_of(event: TrfEvent) -> tuple[str, Reporting]:
    """The system that the type code names, or the one that reads report files at all."""
    found = [(name, reporting_of(name)) for name in registry.reporting()]
    fitting = [one for one in found if event.type_code.upper().startswith(one[1].FAMILY)]
    return (fitting or found)[0]


def reporting_of(name: str) -> Reporting:
    module: Reporting = import_module(f"{registry.package(name)}.report")
    return module


def terms_of(event: TrfEvent) -> ReportTerms:
    worth = event.scoring
    codes = event.ranked_by or event.tiebreaks
    head = [(code, getattr(event.head, name)) for code, name in _HEAD.items()]
    return ReportTerms(
        rounds=event.rounds,
        initial=event.initial_colour,
        win=worth.win,
        draw=worth.draw,
        loss=worth.loss,
        pab=worth.pab,
        virtual=tuple((one.points, one.first_round, one.last_round, one.first, one.last) for one in event.virtual),
        forbidden=tuple((one.first_round, one.last_round, one.players) for one in event.forbidden),
        tiebreaks=tuple(code for code in codes if not isinstance(parse(code), Refusal)),
        head=tuple((code, value if isinstance(value, str) else " ".join(value)) for code, value in head if value),
        accelerated=event.type_code.endswith(BAKU) and not event.virtual,
    )


def _refuse_unkept(event: TrfEvent, forms: Forms) -> None:
    """What the desk has no place for: unusual points for results beside win, draw, loss and bye."""
    defects = Collector()
    worth = event.scoring
    unkept = {
        "forfeit_win": worth.forfeit_win != worth.win,
        "forfeit_loss": worth.forfeit_loss,
        "full": worth.full != worth.win,
        "half": worth.half != worth.draw,
        "absence": worth.absence,
        "abnormal": any(one.result for one in event.abnormal),
        "pab": worth.pab % 5,
    }
    for name in unkept:
        if unkept[name]:
            defects.add("not_kept", field=name)
    seen: dict[str, int] = {}
    for player in event.players if _choices(forms, "fide_id") is not None else ():
        if player.fide_id and seen.setdefault(player.fide_id, player.number) != player.number:
            other = seen[player.fide_id]
            defects.add("duplicate_fide_id", found=player.fide_id, other=other, player=player.number)
    defects.refuse()


def _choices(forms: Forms, field: str) -> tuple[str, ...] | None:
    """What may stand in a field of a player; None: the system does not ask for it."""
    return next((own.choices for own in forms.player_fields if own.name == field), None)


def _in_pairing_order(event: TrfEvent, order: Mapping[int, int]) -> TrfEvent:
    """The event with the pairing order wherever its terms name players by number."""
    if not order:
        return event
    groups = [(one, tuple(sorted(order[own] for own in one.players if own in order))) for one in event.forbidden]
    return replace(
        event,
        virtual=tuple(ranges({order[number]: own for number, own in accelerated(event).items()})),
        forbidden=tuple(replace(one, players=players) for one, players in groups if len(players) > 1),
    )


def _penalties(event: TrfEvent) -> Iterator[Penalty]:
    """PE7.2: bonuses and penalties on the points; a bonus is a deduction of less than nothing."""
    given = [(one, player) for one in event.abnormal if one.points for player in one.players]
    for number, (one, player) in enumerate(given, start=1):
        amount, parts = kept_as("points", Fraction(-one.points, TENTHS))
        yield Penalty(
            number, player, "points", one.round, amount=amount, rule=PENALTY_RECORD, reason="TRF", parts=parts
        )


def _player(
    player: TrfPlayer,
    number: int,
    national: Mapping[int, int],
    asked: list[tuple[int, Any]],
    titles: tuple[str, ...] | None,
) -> Player:
    past: list[tuple[int, Any]] = [
        (at, letter) for at, letter in enumerate(player.results, start=1) if letter in REQUESTED
    ]
    return Player(
        id=player.number,
        name=visible_text(player.name),
        rating=player.rating,
        national_rating=national.get(player.number, 0),
        number=number,
        title=player.title if titles and player.title in titles else "",
        federation=player.federation,
        fide_id="" if player.fide_id == "0" else player.fide_id,
        birth_year=int(player.birth[:4] or 0),
        sex=player.sex,
        byes=tuple(sorted([*past, *asked])),
    )


# --- rounds ------------------------------------------------------------------------------------------------

# results as people type them, by the letters of white and black
_TYPED = {
    "10": "1-0",
    "01": "0-1",
    "==": "½-½",
    "00": "0-0",
    "=0": "½-0",
    "0=": "0-½",
    "+-": "+--",
    "-+": "--+",
    "--": "---",
}
_SHORT = str.maketrans("WDL", "1=0")


def _rounds(event: TrfEvent, order: Mapping[int, int], results: Results, setup: Setup) -> Iterator[Round]:
    at = {player.number: place for place, player in enumerate(event.players)}
    outcomes = {letters: _result(text, results, setup) for letters, text in _TYPED.items()}
    totals = [0] * len(event.players)
    worth = event.scoring.by_result()
    for number in range(1, event.played + 1):
        letters: dict[int, Any] = {player.number: player.results[number - 1] for player in event.players}
        score = _pairing_scores(event, number, totals)
        pairs = [(white, black) for white, black in paired(event, number) if black]
        pairs.sort(key=lambda pair: _board(pair, score, at, order))
        tables = tuple(
            Table(board, (white,), (black,), outcomes.get((letters[white] + letters[black]).translate(_SHORT)))
            for board, (white, black) in enumerate(pairs, start=1)
        )
        byes = [Bye(one.number, kind=letters[one.number]) for one in event.players if not one.opponents[number - 1]]
        byes.sort(key=lambda bye: bye.kind != "U")
        yield Round(number, tables, tuple(byes))
        totals = [total + worth[letter] for total, letter in zip(totals, letters.values(), strict=True)]


def _result(text: str, results: Results, setup: Setup) -> Result:
    found = results.read(text, setup)
    assert not isinstance(found, Refusal), text
    return found


def _pairing_scores(event: TrfEvent, number: int, totals: Sequence[int]) -> list[int]:
    beside = points_beside(event, number)
    return [
        total + beside.get(player.number, (0, 0, 0))[0] for total, player in zip(totals, event.players, strict=True)
    ]


def _board(
    pair: tuple[int, int], score: Sequence[int], at: Mapping[int, int], order: Mapping[int, int]
) -> tuple[int, int, int]:
    """The recommended order of boards: files do not say which one was used."""
    white, black = (score[at[player]] for player in pair)
    first = min((-score[at[player]], order.get(player, player)) for player in pair)
    return -max(white, black), -(white + black), first[1]


def _notes(event: TrfEvent, name: str, reporting: Reporting) -> Iterator[Note]:
    code = event.type_code.upper()
    if code and not code.startswith(reporting.FAMILY):
        yield "trf_other_type", {"type": event.type_code, "system": name}
    short = sum(player.results.count(letter) for player in event.players for letter in "WDL")
    if short:
        yield "trf_short_games", {"count": short // 2}


PROGRAM = "Ronda"


def report_text(tournament: Tournament, dialect: Dialect = "trf26") -> str | Refusal:
    """The text of the report file. Refused where the system has no such reports, or the format no room."""
    event = report_of(tournament)
    if isinstance(event, Refusal):
        return event
    try:
        return write_trf(event, dialect)
    except NotWritable as trouble:
        return Refusal(trouble.code, "T2", trouble.facts)


def report_of(tournament: Tournament) -> TrfEvent | Refusal:
    """What a report file says of the event: the rounds that were published, and byes of those to come."""
    name = tournament.setup.system
    if name not in registry.reporting():
        return Refusal("trf_no_report", "T5", {"system": name})
    declared, reporting = system(name), reporting_of(name)
    shown = replace(tournament, rounds=tuple(r for r in tournament.rounds if r.status != "draft"))
    book = open_book(shown, declared.rules.scoring(shown.setup), declared.rules.rounds(shown.setup, shown.players))
    terms = reporting.terms(book)
    numbers = _numbers(declared.forms, book)
    places = {row.player: at for at, row in enumerate(declared.rules.standings(book), start=1)}
    players = sorted(
        (_reported_player(player, book, numbers, places) for player in book.players.values()),
        key=lambda one: one.number,
    )
    return TrfEvent(
        players=tuple(players),
        played=len(shown.rounds),
        head=_head_values(" ".join(shown.setup.name.split()), reporting.TYPE_TEXT, terms),
        rounds=terms.rounds,
        initial_colour=terms.initial,
        scoring=scoring(win=terms.win, draw=terms.draw, loss=terms.loss, pab=terms.pab),
        type_code=reporting.TYPE_CODE,
        tiebreaks=tuple(code for code in terms.tiebreaks if code != "PTS"),
        byes=tuple(sorted(_byes(book, numbers), key=lambda bye: (bye.round, bye.kind, bye.player))),
        virtual=tuple(VirtualPoints(*one) for one in terms.virtual),
        forbidden=(
            *(Forbidden(first, last, who) for first, last, who in terms.forbidden),
            *_kept_apart(book, numbers),
        ),
        abnormal=tuple(_abnormal(book, numbers)),
    )


def _head_values(name: str, type_text: str, terms: ReportTerms) -> TrfHead:
    kept: dict[str, Any] = {_HEAD[code]: text for code, text in terms.head if code in _HEAD}
    if "round_days" in kept:
        kept["round_days"] = tuple(kept["round_days"].split())
    return TrfHead(**{"name": name, "type_text": type_text, "program": PROGRAM, **kept})


def _numbers(forms: Forms, book: Book) -> Mapping[int, int]:
    """The pairing numbers: those that the rounds were made with, or would be."""
    if forms.start_numbers is not None:
        return forms.start_numbers(book.players)
    return {player: at for at, player in enumerate(book.players, start=1)}


def _reported_player(player: Player, book: Book, numbers: Mapping[int, int], places: Mapping[int, int]) -> TrfPlayer:
    past = book.round - 1
    opponents, colours, results = [0] * past, ["-"] * past, ["Z"] * past
    for line in book.lines[player.id]:
        at = line.round - 1
        results[at] = PENDING if line.outcome == "pending" and line.opponents else letter(line)
        if line.opponents:
            opponents[at] = numbers[line.opponents[0]]
            colours[at] = "b" if line.seat else "w"
    return TrfPlayer(
        number=numbers[player.id],
        name=player.name,
        sex=player.sex,
        title=player.title,
        rating=player.rating,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=str(player.birth_year or ""),
        points=book.halves[player.id] * TENTHS // book.unit,
        rank=places[player.id],
        opponents=tuple(opponents),
        colours="".join(colours),
        results="".join(results),
    )


def _byes(book: Book, numbers: Mapping[int, int]) -> Iterator[RequestedBye]:
    """T8: known byes of rounds that are not paired; whoever is out of the next round without having asked is absent."""
    for pid, player in book.players.items():
        for number, kind in player.byes:
            if book.round <= number <= book.rounds and player.rests_in(number):
                yield RequestedBye(number, kind, numbers[pid])
        for number in range(book.round, book.rounds + 1):
            if player.plays_in(number) or player.rests_in(number):
                break
            yield RequestedBye(number, "Z", numbers[pid])


def _abnormal(book: Book, numbers: Mapping[int, int]) -> Iterator[Abnormal]:
    """PE7.2: what penalties took, and bonuses gave, of the points."""
    for one in in_force(book.setup.penalties):
        taken = points_taken(one, TENTHS)
        if taken:
            yield Abnormal("", -taken, one.round, (numbers[one.player],))


def _kept_apart(book: Book, numbers: Mapping[int, int]) -> Iterator[Forbidden]:
    """The arbiter's pairs of the event, for all rounds."""
    for avoid in book.setup.avoid:
        one, other = avoid.players
        if avoid.hard and avoid.bars_opponents():
            yield Forbidden(1, book.rounds, tuple(sorted((numbers[one], numbers[other]))))
