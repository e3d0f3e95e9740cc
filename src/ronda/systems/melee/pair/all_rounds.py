"""melee: all rounds of a small field compared (S3).

The cost of a round is the sum over its tables. So the least cost of a set of players is that of a table with the
first of them and the least cost of those who are left: every set is looked at once, whoever rests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from ronda.core.chance import Draw
from ronda.systems.melee.pair.exchange import Prices, prices_of
from ronda.systems.melee.pair.free_games import Queue
from ronda.systems.melee.pair.look_ahead import stage_of
from ronda.systems.melee.pair.plan import PlannedRound
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.rules import AT_A_TABLE

_PLACEMENTS = 800_000  # of a table in a set of players: all sixteen players, or fifteen of whom three rest

Places = int  # a set of players as bits
Sitting = tuple[int, int, int, int]


def comparable(field: Field, queue: Queue) -> bool:
    """Whether the field is small enough to compare all rounds."""
    free = len(field.order) - len(queue.due)
    sets = [comb(len(queue.candidates), queue.places)]
    sets += [comb(free, seats) for seats in range(field.seats - AT_A_TABLE, 0, -AT_A_TABLE)]
    sizes = range(field.seats, 0, -AT_A_TABLE)
    return sum(many * comb(size - 1, 3) for many, size in zip(sets, sizes, strict=True)) <= _PLACEMENTS


class WholeRounds:
    """All rounds of a field, by who rests."""

    def __init__(self, field: Field, *, soft: bool = True) -> None:
        self._field = field
        self._soft = soft
        self._searches: dict[int | None, _Search] = {}

    def least(self, resting: Sequence[int]) -> int:
        """The least cost of a round in which these rest."""
        return self._search(resting).least(self._seated(resting))[0]

    def drawn(self, resting: Sequence[int], draw: Draw) -> PlannedRound:
        """The partners of a round of least cost; each such round is equally likely."""
        tables = self._search(resting).drawn(self._seated(resting), draw)
        return stage_of(resting, [team for a, b, c, d in tables for team in ((a, b), (c, d))])

    def _seated(self, resting: Sequence[int]) -> Places:
        return sum(1 << v for v in range(len(self._field.order)) if v not in resting)

    def _search(self, resting: Sequence[int]) -> _Search:
        """In round 1 the halves depend on who rests; all with the same halves share what was found."""
        prices = prices_of(self._field, resting, soft=self._soft)
        if prices.last_top not in self._searches:
            self._searches[prices.last_top] = _Search(prices)
        return self._searches[prices.last_top]


class _Search:
    """Least costs by sets of players, with the number of ways to reach them."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._known: dict[Places, tuple[int, int]] = {0: (0, 1)}
        self._tables: dict[Places, tuple[int, list[Sitting]]] = {}

    def least(self, left: Places) -> tuple[int, int]:
        known = self._known.get(left)
        if known is not None:
            return known
        best, ways = -1, 0
        for table in _tables_with_the_first(left):
            cost, sittings = self._table(table)
            further, more = self.least(left ^ table)
            cost += further
            if cost == best:
                ways += more * len(sittings)
            elif best < 0 or cost < best:
                best, ways = cost, more * len(sittings)
        self._known[left] = best, ways
        return best, ways

    def drawn(self, left: Places, draw: Draw) -> Iterator[Sitting]:
        """The tables of one of the rounds of least cost."""
        while left:
            best, ways = self.least(left)
            lot = draw.below(ways)
            for table in _tables_with_the_first(left):
                cost, sittings = self._table(table)
                further, more = self.least(left ^ table)
                if cost + further == best:
                    if lot < more * len(sittings):
                        yield sittings[lot // more]
                        left ^= table
                        break
                    lot -= more * len(sittings)

    def _table(self, table: Places) -> tuple[int, list[Sitting]]:
        """The least cost of four players at a table, and the ways to seat them at it."""
        if table not in self._tables:
            a, b, c, d = _members(table)
            sittings = ((a, b, c, d), (a, c, b, d), (a, d, b, c))
            costs = [self._prices.table(*sitting) for sitting in sittings]
            least = min(costs)
            best = [sitting for sitting, cost in zip(sittings, costs, strict=True) if cost == least]
            self._tables[table] = least, best
        return self._tables[table]


def _members(places: Places) -> list[int]:
    return [v for v in range(places.bit_length()) if places >> v & 1]


def _tables_with_the_first(left: Places) -> Iterator[Places]:
    first, *others = (1 << v for v in _members(left))
    return (first | a | b | c for a, b, c in combinations(others, 3))
