"""Standings: ordered criteria refine groups of level players; each value keeps its working."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ronda.book import Book


class Term(NamedTuple):
    """One step of the working: what a round added, in units of the criterion."""

    amount: int | Fraction
    code: str
    round: int | None = None
    opponents: tuple[int, ...] = ()
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Measure:
    """The value of one criterion for one player: the sum of its counted terms, divided by `unit`."""

    terms: tuple[Term, ...]
    unit: int = 1

    @property
    def amount(self) -> int | Fraction:
        return sum(term.amount for term in self.terms if term.counted)

    @property
    def value(self) -> Fraction:
        return Fraction(self.amount) / self.unit


@dataclass(frozen=True, slots=True)
class Criterion:
    """How one value is found for a group of players who are level on everything before it. A criterion
    that does not `rank` is only shown."""

    name: str
    measure: Callable[[Book, Collection[int]], Mapping[int, Measure]]
    ascending: bool = False
    ranks: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings; level players share their place, a player without one has None."""

    place: int | None
    player: int
    status: str
    measures: Mapping[str, Measure]


Standings = tuple[Row, ...]


def each(
    unit: int, terms: Callable[[Book, int], Iterable[Term]]
) -> Callable[[Book, Collection[int]], Mapping[int, Measure]]:
    """A measure that looks at one player at a time."""

    def measure(book: Book, group: Collection[int]) -> Mapping[int, Measure]:
        return {player: Measure(tuple(terms(book, player)), unit) for player in group}

    return measure


def points(book: Book, player: int) -> Iterable[Term]:
    """The points of every round, in halves."""
    for line in book.lines[player]:
        yield Term(line.halves, line.outcome, line.round, line.opponents)


def rank(
    book: Book,
    criteria: Sequence[Criterion],
    *,
    placed: Callable[[int], bool] = lambda _: True,
) -> Standings:
    """The players in order of the criteria. Those without a place (`placed`) follow at the end."""
    measures: dict[int, dict[str, Measure]] = {player: {} for player in book.players}
    rows: list[Row] = []
    for in_places in (True, False):
        group = [player for player in book.players if placed(player) is in_places]
        place = 1
        for level in _refined(book, group, criteria, measures):
            rows.extend(
                Row(place if in_places else None, player, status(book, player), measures[player]) for player in level
            )
            place += len(level)
    return tuple(rows)


def _refined(
    book: Book, group: list[int], criteria: Sequence[Criterion], measures: dict[int, dict[str, Measure]]
) -> list[list[int]]:
    """The group split into groups of level players, best first."""
    levels = [group]
    for criterion in criteria:
        finer: list[list[int]] = []
        for level in levels:
            found = criterion.measure(book, level)
            amounts = {player: measure.amount for player, measure in found.items()}
            for player, measure in found.items():
                measures[player][criterion.name] = measure
            if criterion.ranks and len(level) > 1:
                finer.extend(_split(level, amounts, ascending=criterion.ascending))
            else:
                finer.append(level)
        levels = finer
    return [level for level in levels if level]


def _split(level: list[int], amounts: Mapping[int, int | Fraction], *, ascending: bool) -> Iterable[list[int]]:
    by_amount: dict[int | Fraction, list[int]] = {}
    for player in level:
        by_amount.setdefault(amounts[player], []).append(player)
    for amount in sorted(by_amount, reverse=not ascending):
        yield by_amount[amount]


def status(book: Book, player: int) -> str:
    """`active`, `left` (withdrawn), `away` (misses the next round) or `late` (not there yet)."""
    who = book.players[player]
    if book.has_left(player):
        return "left"
    if book.round < who.joined_round:
        return "late"
    return "away" if book.round in who.missed else "active"
