"""An event of the desk as a report file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ronda import registry
from ronda.core.book import Book, Line, open_book
from ronda.core.model import Player, Tournament
from ronda.core.penalty_effects import in_force, points_taken
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.formats.trf.to_facts import HEAD, reporting_of
from ronda.formats.trf.values import (
    PENDING,
    TENTHS,
    Abnormal,
    Forbidden,
    RequestedBye,
    TrfEvent,
    TrfHead,
    TrfPlayer,
    TrfScoring,
    VirtualPoints,
    scoring,
)
from ronda.formats.trf.writing import Dialect, NotWritable, write_trf
from ronda.systems import system
from ronda.systems.exchange import ReportTerms
from ronda.systems.system import Forms
from ronda.tiebreaks.from_book import letter

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
        (_player(player, book, numbers, places) for player in book.players.values()), key=lambda one: one.number
    )
    return TrfEvent(
        players=tuple(players),
        played=len(shown.rounds),
        head=_head(" ".join(shown.setup.name.split()), reporting.TYPE_TEXT, terms),
        rounds=terms.rounds,
        initial_colour=terms.initial,
        scoring=_scoring(terms),
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


def _head(name: str, type_text: str, terms: ReportTerms) -> TrfHead:
    names = dict(HEAD)
    kept: dict[str, Any] = {names[code]: text for code, text in terms.head if code in names}
    if "round_days" in kept:
        kept["round_days"] = tuple(kept["round_days"].split())
    return TrfHead(**{"name": name, "type_text": type_text, "program": PROGRAM, **kept})


def _scoring(terms: ReportTerms) -> TrfScoring:
    return scoring(win=terms.win, draw=terms.draw, loss=terms.loss, pab=terms.pab)


def _numbers(forms: Forms, book: Book) -> Mapping[int, int]:
    """The pairing numbers: those that the rounds were made with, or would be."""
    if forms.start_numbers is not None:
        return forms.start_numbers(book.players)
    return {player: at for at, player in enumerate(book.players, start=1)}


def _player(player: Player, book: Book, numbers: Mapping[int, int], places: Mapping[int, int]) -> TrfPlayer:
    past = book.round - 1
    opponents, colours, results = [0] * past, ["-"] * past, ["Z"] * past
    for line in book.lines[player.id]:
        at = line.round - 1
        results[at] = _letter(line)
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


def _letter(line: Line) -> str:
    return PENDING if line.outcome == "pending" and line.opponents else letter(line)


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
