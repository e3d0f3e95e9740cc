"""domino: tables made better by exchanging two players at a time, where a pyramid is too large to be searched.

Each step takes the exchange that costs least, even if it costs something, but leaves those alone who have just moved:
so the search comes out of places where no single exchange helps. It ends at the floor, which no seating can be below,
or when it has gone on for too long; the best seating on the way counts. Nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ronda.systems.domino.pair.relations import Field, Level
from ronda.systems.domino.pair.table_search import Foursome

_PATIENCE = 60  # exchanges without a better seating before the search ends
_AT_REST = 7  # exchanges for which a player stays who has just moved
_Four = tuple[int, int, int, int]


class _Swap(NamedTuple):
    """What the exchange of two players costs; the nearest of those that cost the same comes first."""

    cost: int
    distance: int
    one: int
    other: int


def improved(field: Field, tables: Sequence[Foursome], level: Level, floor: int) -> tuple[list[Foursome], int]:
    """The tables after the exchanges, and what they cost."""
    search = _Swaps(field, [(*one, *other) for one, other in tables], level)
    best, known = search.cost, list(search.tables)
    waited = 0
    while best > floor and waited < _PATIENCE and search.step():
        waited += 1
        if search.cost < best:
            best, known, waited = search.cost, list(search.tables), 0
    return [search.seated(four) for four in known], best


class _Swaps:
    """The tables as they are, and the best exchange between any two of them."""

    def __init__(self, field: Field, tables: Sequence[_Four], level: Level) -> None:
        self.tables = list(tables)
        places = sorted(place for four in tables for place in four)
        self._rivals: dict[int, dict[int, int]] = {place: {} for place in places}
        self._partners: dict[int, dict[int, int]] = {place: {} for place in places}  # beyond what rivals cost
        for a, b in combinations(places, 2):
            partner, rival = (field.cost(ties, a, b, level) for ties in (field.partners, field.rivals))
            assert partner is not None, "everything is allowed"
            assert rival is not None, "everything is allowed"
            self._rivals[a][b] = self._rivals[b][a] = rival
            self._partners[a][b] = self._partners[b][a] = partner - rival
        self._costs = [self._table_cost(four) for four in self.tables]
        self._best: dict[tuple[int, int], _Swap] = {}
        self._moved: dict[int, int] = {}
        self._steps = 0
        self._look(range(len(self.tables)))

    @property
    def cost(self) -> int:
        return sum(self._costs)

    def seated(self, four: _Four) -> Foursome:
        """The cheapest partners of the four; the better pair first."""
        pairs = [tuple(sorted(pair)) for pair in min(_ways(four), key=self._partner_cost)]
        (a, b), (c, d) = sorted(pairs, key=lambda pair: (sum(pair), pair))
        return (a, b), (c, d)

    def _partner_cost(self, way: tuple[tuple[int, int], tuple[int, int]]) -> int:
        return sum(self._partners[a][b] for a, b in way)

    def _table_cost(self, four: _Four) -> int:
        a, b, c, d = four
        of_a, of_b, with_a, with_b = self._rivals[a], self._rivals[b], self._partners[a], self._partners[b]
        all_rivals = of_a[b] + of_a[c] + of_a[d] + of_b[c] + of_b[d] + self._rivals[c][d]
        return all_rivals + min(with_a[b] + self._partners[c][d], with_a[c] + with_b[d], with_a[d] + with_b[c])

    def step(self) -> bool:
        """Make the best exchange of players who are not at rest."""
        if not self._best:
            return False
        swap, (at, to) = min((swap, key) for key, swap in self._best.items())
        self._steps += 1
        for place in (swap.one, swap.other):
            self._moved[place] = self._steps
        first, second = self.tables[at], self.tables[to]
        self.tables[at] = _with(first, swap.one, swap.other)
        self.tables[to] = _with(second, swap.other, swap.one)
        self._costs[at], self._costs[to] = self._table_cost(self.tables[at]), self._table_cost(self.tables[to])
        awake = {place for place, moved in self._moved.items() if moved == self._steps - _AT_REST}
        woken = [n for n, four in enumerate(self.tables) if awake.intersection(four)]
        self._look({at, to, *woken})
        return True

    def _look(self, changed: Sequence[int] | set[int]) -> None:
        """Find the best exchange between these tables and all others anew."""
        for at in changed:
            for to in range(len(self.tables)):
                if to != at:
                    key = (min(at, to), max(at, to))
                    found = min(self._between(*key), default=None)
                    if found is None:
                        self._best.pop(key, None)
                    else:
                        self._best[key] = found

    def _between(self, at: int, to: int) -> Iterator[_Swap]:
        before = self._costs[at] + self._costs[to]
        if not before:
            return
        first, second = self.tables[at], self.tables[to]
        for one in first:
            if self._at_rest(one):
                continue
            for other in second:
                if not self._at_rest(other):
                    after = self._table_cost(_with(first, one, other)) + self._table_cost(_with(second, other, one))
                    yield _Swap(after - before, abs(one - other), one, other)

    def _at_rest(self, place: int) -> bool:
        return self._steps - self._moved.get(place, -_AT_REST) < _AT_REST


def _with(four: _Four, out: int, into: int) -> _Four:
    a, b, c, d = (into if place == out else place for place in four)
    return a, b, c, d


def _ways(four: _Four) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    a, b, c, d = four
    yield (a, b), (c, d)
    yield (a, c), (b, d)
    yield (a, d), (b, c)
