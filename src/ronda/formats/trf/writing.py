"""Writes an event as a tournament report file: TRF26, or TRF16 with the extensions of JaVaFo (T7).

UTF-8 without a mark, lines that end with CR LF, no blanks at their ends: what every program reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Literal

from msgspec.structs import replace

from ronda.formats.trf.consistency import points_text, totals
from ronda.formats.trf.values import (
    ABNORMAL_LETTERS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    PENDING,
    SCORING_LETTERS,
    TEXTS,
    XXS_WORDS,
    Abnormal,
    NationalRating,
    TrfEvent,
    TrfPlayer,
    TrfScoring,
    scoring,
)

Dialect = Literal["trf26", "trf16"]
_NAME = 33  # columns
_MOST_POINTS = 999  # tenths: four columns


class NotWritable(Exception):
    """What the format has no columns for: a code and its facts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def write_trf(event: TrfEvent, dialect: Dialect = "trf26") -> str:
    """The text of the file. Raises NotWritable."""
    most = max((player.number for player in event.players), default=0)
    if most > MOST_PLAYERS:
        raise NotWritable("trf_too_many", number=most, most=MOST_PLAYERS)
    if event.played > MOST_ROUNDS:
        raise NotWritable("trf_too_many_rounds", rounds=event.played, most=MOST_ROUNDS)
    for player, points in totals(event).items():
        if not -_MOST_POINTS // 10 < points <= _MOST_POINTS:
            raise NotWritable("trf_too_many_points", player=player, most="99.9")
    lines = _trf26(event) if dialect == "trf26" else _trf16(event)
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


# --- the two dialects --------------------------------------------------------------------------------------


def _trf26(event: TrfEvent) -> Iterator[str]:
    yield from _head(event)
    values = {
        "142": event.rounds,
        "152": (event.initial_colour or "").upper(),
        "162": _scoring_text(event.scoring),
        "172": event.start_list,
        "182": event.head.program,
        "192": event.type_code,
        "202": ",".join(event.tiebreaks),
        "212": ",".join(event.ranked_by),
        "222": event.head.time_control,
    }
    yield from (f"{code} {value}" for code, value in values.items() if value)
    if event.order:
        yield "XXC rank"
    yield from event.others
    points = totals(event)
    for player in _listed(event):
        yield _player_line(player, points)
    yield from map(_national_line, event.national)
    yield from _abnormal_defaults(event.scoring)
    yield from _bye_lines(event)
    for one in event.virtual:
        limits = f"{one.first_round:03} {one.last_round:03} {one.first:4} {one.last:4}"
        yield f"250      {_points(one.points)} {limits}"
    for group in event.forbidden:
        yield f"260 {group.first_round:03} {group.last_round:03}{_ids(group.players)}"
    yield from map(_abnormal_line, event.abnormal)


def _trf16(event: TrfEvent) -> Iterator[str]:
    yield from _head(event)
    points = totals(event)
    worth = event.scoring.by_result()
    coming = {bye.player: bye.kind for bye in event.byes if bye.round == event.next_round}
    for player in _listed(event):
        bye = coming.get(player.number)
        if bye is None:
            yield _player_line(player, points)
        else:  # T2.4: one more round, and its points in the sum
            yield _player_line(
                replace(
                    player,
                    opponents=(*player.opponents, 0),
                    colours=f"{player.colours}-",
                    results=f"{player.results}{bye}",
                ),
                {player.number: points[player.number] + worth[bye]},
            )
    if event.rounds:
        yield f"XXR {event.rounds}"
    words = ["rank"] if event.order else []
    if event.initial_colour:
        words.append("white1" if event.initial_colour == "w" else "black1")
    if words:
        yield f"XXC {' '.join(words)}"
    yield from _xxs(event.scoring)
    for number, own in accelerated(event).items():
        yield f"XXA {number:4} {' '.join(map(_points, own))}"
    for group in event.forbidden:
        yield f"XXP {' '.join(map(str, group.players))}"
    yield from map(_abnormal_line, event.abnormal)  # which no older record says


def _abnormal_line(one: Abnormal) -> str:
    return f"299 {one.result or ' '}        {_points(one.points)}  {one.round:03} {_ids(one.players)[1:]}"


def _head(event: TrfEvent) -> Iterator[str]:
    head, rated = event.head, sum(1 for player in event.players if player.rating)
    told = [(code, getattr(head, name)) for code, name in TEXTS.items() if code < "132"]
    told += [("062", str(len(event.players))), ("072", str(rated)), ("082", "0")]
    told += [("112", deputy) for deputy in head.deputies]
    yield from (f"{code} {text}" for code, text in sorted(told, key=itemgetter(0)) if text)
    if head.round_days:
        yield "132".ljust(91) + "  ".join(day.ljust(8) for day in head.round_days)


# --- players -----------------------------------------------------------------------------------------------


def _listed(event: TrfEvent) -> Iterable[TrfPlayer]:
    """The players in the order of their records, which may be the pairing order (XXC rank)."""
    place = event.pairing_numbers()
    return sorted(event.players, key=lambda player: place[player.number]) if place else event.players


def _player_line(player: TrfPlayer, points: Mapping[int, int]) -> str:
    """With the points that the rounds add up to; without any where the event says nothing."""
    total = "" if player.points is None else _points(points[player.number])
    rank = "" if player.rank is None else str(player.rank)
    head = (
        f"001 {player.number:4} {player.sex:1}{player.title[:3]:>3} {player.name[:_NAME]:{_NAME}} "
        f"{player.rating or '':>4} {player.federation[:3]:3} {player.fide_id[:11]:>11} {player.birth[:10]:10} "
        f"{total:4} {rank:>4}  "
    )
    rounds = (
        f"{opponent or '0000':>4} {colour} {' ' if result == PENDING else result}"
        for opponent, colour, result in zip(player.opponents, player.colours, player.results, strict=True)
    )
    return head + "  ".join(rounds)


def _national_line(one: NationalRating) -> str:
    return (
        f"{one.federation} {one.player:4}  {one.title:>3} {'':{_NAME}} {one.rating or '':>4}     "
        f"{one.national_id:>11} {one.birth:10}"
    )


def _bye_lines(event: TrfEvent) -> Iterator[str]:
    """One record per kind and round."""
    kinds: dict[tuple[int, str], list[int]] = {}
    for bye in event.byes:
        kinds.setdefault((bye.round, bye.kind), []).append(bye.player)
    for (number, kind), players in kinds.items():
        yield f"240 {kind} {number:03}{_ids(players)}"


def _ids(players: Iterable[int]) -> str:
    return "".join(f" {player:4}" for player in players)


def _points(tenths: int) -> str:
    """Four columns with one decimal."""
    return points_text(tenths).rjust(4)


# --- scoring and virtual points ----------------------------------------------------------------------------


def _unusual(worth: TrfScoring, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What must be said of a scoring, each by its word, with the points: the rest is usual, or follows from win, draw
    and absence."""
    plain, derived = TrfScoring(), scoring(win=worth.win, draw=worth.draw, loss=worth.loss, absence=worth.absence)
    for name, several in words.items():
        usual = plain if name in ("win", "draw", "loss", "absence") else derived
        if getattr(worth, name) != getattr(usual, name):
            yield several.split()[0], _points(getattr(worth, name))


def _scoring_text(worth: TrfScoring) -> str:
    """162."""
    shown = "    ".join(letter + points for letter, points in _unusual(worth, SCORING_LETTERS))
    return f" {shown}" if shown else ""


def _abnormal_defaults(worth: TrfScoring) -> Iterator[str]:
    """299 without players: what else is worth something unusual for everybody."""
    others = {name: ABNORMAL_LETTERS[name] for name in ("full", "half", "forfeit_win", "forfeit_loss")}
    return (f"299 {letter}        {points}" for letter, points in _unusual(worth, others))


def _xxs(worth: TrfScoring) -> Iterator[str]:
    unusual = [f"{word}={points.strip()}" for word, points in _unusual(worth, XXS_WORDS)]
    if unusual:
        yield f"XXS {' '.join(unusual)}"


def accelerated(event: TrfEvent) -> dict[int, tuple[int, ...]]:
    """The virtual points of everybody who has some, round by round; where ranges overlap the later holds (Q13)."""
    last = max((one.last_round for one in event.virtual), default=0)
    found: dict[int, list[int]] = {}
    numbers = [player.number for player in event.players]
    for one in event.virtual:
        for number in (number for number in numbers if one.first <= number <= one.last):
            own = found.setdefault(number, [0] * last)
            own[one.first_round - 1 : one.last_round] = [one.points] * (one.last_round - one.first_round + 1)
    return {number: tuple(found[number]) for number in sorted(found)}
