"""How good the rounds of an event were (D8, and its like in every system)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import isqrt

from ronda.core.book import Book, Line
from ronda.core.history import before_round
from ronda.core.model import Round, Tournament
from ronda.systems import book_of, system

RELAXED_ALERT = Fraction(5, 100)  # D8: more relaxed tables than this share
BYES_ALERT = 2  # D8: more byes than this for one player
SPREAD_GOAL = 15  # D8: per cent


@dataclass(frozen=True, slots=True)
class RoundQuality:
    """One round. `score_gap` is the sum over the tables of the difference in points before the round,
    between the sides; `rematches` counts pairs of opponents who had met before, `partner_repeats` pairs of
    partners who had been partners before."""

    number: int
    tables: int
    relaxed_tables: int
    relaxations: int
    forced: int
    rematches: int
    partner_repeats: int
    byes: int
    score_gap: Fraction

    @property
    def mean_score_gap(self) -> Fraction:
        """In points."""
        return self.score_gap / self.tables if self.tables else Fraction(0)


@dataclass(frozen=True, slots=True)
class EventQuality:
    """A whole event, or several added up."""

    tables: int = 0
    relaxed_tables: int = 0
    relaxations: int = 0
    forced: int = 0
    rematches: int = 0
    partner_repeats: int = 0
    byes_max: int = 0
    byes_min: int = 0
    score_gap: Fraction = Fraction(0)
    opponent_spread: Fraction = Fraction(0)

    @property
    def mean_score_gap(self) -> Fraction:
        return self.score_gap / self.tables if self.tables else Fraction(0)

    @property
    def clean_share(self) -> Fraction:
        """The share of tables without a relaxation."""
        return 1 - Fraction(self.relaxed_tables, self.tables) if self.tables else Fraction(1)


def round_quality(tournament: Tournament, number: int) -> RoundQuality:
    """The quality of a round that was made, by what was known then."""
    book = book_of(before_round(tournament, number))
    round_ = tournament.rounds[number - 1]
    partners_before = {pid: {p for line in lines for p in line.partners} for pid, lines in book.lines.items()}
    rematches = partner_repeats = gap = 0
    for table in round_.tables:
        gap += abs(_points(book, table.first) - _points(book, table.second))
        for one in table.first:
            met = book.met(one)
            rematches += sum(1 for other in table.second if other in met)
        for side in (table.first, table.second):
            partner_repeats += sum(1 for one in side for other in side if one < other and other in partners_before[one])
    return RoundQuality(
        number=number,
        tables=len(round_.tables),
        relaxed_tables=len(relaxed_tables(round_)),
        relaxations=len(round_.relaxations),
        forced=sum(1 for relaxation in round_.relaxations if relaxation.code == "forced"),
        rematches=rematches,
        partner_repeats=partner_repeats,
        byes=len(round_.byes),
        score_gap=Fraction(gap, book.unit),
    )


def _points(book: Book, side: Iterable[int]) -> int:
    """In the unit of the system."""
    return sum(book.halves[player] for player in side)


def relaxed_tables(round_: Round) -> set[int]:
    """The numbers of the tables at which a rule was relaxed."""
    relaxed = {player for relaxation in round_.relaxations for player in relaxation.players}
    return {table.number for table in round_.tables if relaxed.intersection(table.players)}


def event_quality(tournament: Tournament, rounds: Sequence[RoundQuality]) -> EventQuality:
    """The quality of an event from that of its rounds."""
    stayed = [p.id for p in tournament.players if p.joined_round <= 1 and p.left_after is None and not p.missed]
    byes = Counter(bye.player for round_ in tournament.rounds for bye in round_.byes)
    counts = [byes[player] for player in stayed] or [0]
    book = book_of(tournament)
    per_game = system(tournament.setup.system).side_size
    return EventQuality(
        tables=sum(r.tables for r in rounds),
        relaxed_tables=sum(r.relaxed_tables for r in rounds),
        relaxations=sum(r.relaxations for r in rounds),
        forced=sum(r.forced for r in rounds),
        rematches=sum(r.rematches for r in rounds),
        partner_repeats=sum(r.partner_repeats for r in rounds),
        byes_max=max(counts),
        byes_min=min(counts),
        score_gap=sum((r.score_gap for r in rounds), Fraction(0)),
        opponent_spread=_spread([_variety(book.lines[player], per_game) for player in stayed]),
    )


def _variety(lines: Iterable[Line], per_game: int) -> Fraction:
    """Distinct opponents ÷ all seats opposite: 1 when nobody was met twice (D8)."""
    opponents = [opponent for line in lines for opponent in line.opponents]
    return Fraction(len(set(opponents)), max(len(opponents), per_game))


def _spread(values: Sequence[Fraction]) -> Fraction:
    """The standard deviation in per cent, cut to hundredths."""
    if not values:
        return Fraction(0)
    mean = sum(values, Fraction(0)) / len(values)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)
    return Fraction(isqrt(int(variance * 10**8)), 100)


def added(events: Sequence[EventQuality]) -> EventQuality:
    """Several events as one: counts are added up, extremes kept, the spread is the largest."""
    if not events:
        return EventQuality()
    extremes = ("byes_max", "byes_min", "opponent_spread")
    summed = [f.name for f in fields(EventQuality) if f.name not in extremes]
    return EventQuality(
        **{name: sum(getattr(event, name) for event in events) for name in summed},
        byes_max=max(event.byes_max for event in events),
        byes_min=min(event.byes_min for event in events),
        opponent_spread=max(event.opponent_spread for event in events),
    )
