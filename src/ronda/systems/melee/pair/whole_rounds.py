"""melee: whole rounds, partners and opponents together (S3): what one costs, all rounds of a small field compared, and
a large field's round made better by exchanging two players.

A cost is one whole number. Gravest first: hard wishes broken, halves of round 1 (M4.2), repeated partners (M4.5),
beyond M4.1 how worn these are, soft wishes about partners. Each part is a sum over the tables. So the least cost of a
set of players is that of a table with the first of them and the least cost of those who are left: every set is looked
at once, whoever rests. What an exchange finds is better; that nothing is found proves nothing, and the round says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import comb

from ronda.core import Draw, Frozen
from ronda.pairing.least_harm import Packing
from ronda.systems.melee.pair.plan import PlannedRound, stage_of
from ronda.systems.melee.pair.relations import Field, Queue
from ronda.systems.melee.rules import AT_A_TABLE

_LOOKS = 300_000  # at tables, for one descent
_HARD, _REPEATED = 0, 2  # parts of the cost by number

Seats = Sequence[int]  # four to a table: the first two against the last two


class Prices(Frozen):
    """`last_top`: the last place of the top half in round 1 (M4.2), None after it. `soft`: whether soft wishes
    count."""

    field: Field
    last_top: int | None
    soft: bool
    packing: Packing

    def partners(self, a: int, b: int) -> int:
        field = self.field
        same_half = self.last_top is not None and (a <= self.last_top) is (b <= self.last_top)
        hard, halves, repeated, worn, soft = self.packing.units
        cost = (b in field.hard[a]) * hard + same_half * halves + (b in field.partners[a]) * repeated
        return cost + field.worn(a, b) * worn + (self.soft and b in field.soft[a]) * soft

    def table(self, a: int, b: int, c: int, d: int) -> int:
        """Of a and b against c and d."""
        rivals = self.field.rivals
        met = (c in rivals[a]) + (d in rivals[a]) + (c in rivals[b]) + (d in rivals[b])
        return met * self.packing.units[_HARD] + self.partners(a, b) + self.partners(c, d)

    def round(self, seats: Seats) -> int:
        return sum(self.tables(seats))

    def tables(self, seats: Seats) -> list[int]:
        return [self.table(*seats[at : at + AT_A_TABLE]) for at in range(0, len(seats), AT_A_TABLE)]

    def grave(self, cost: int) -> int:
        """What counts before the free games of M3.3: all but soft wishes and which partners repeat."""
        return self.packing.down_to(_REPEATED, cost)

    def broken(self, cost: int) -> int:
        """How many hard wishes are."""
        return self.packing.down_to(_HARD, cost)


def prices_of(field: Field, resting: Collection[int], *, soft: bool = True) -> Prices:
    """The prices while these rest."""
    above = 2 * len(field.order) + 1  # more than any sum of most parts: a table has two teams and four meetings
    packing = Packing.of((above, above, above, field.most_worn, above))
    if field.round > 1:
        return Prices(field, None, soft, packing)
    seated = [v for v in range(len(field.order)) if v not in resting]
    return Prices(field, seated[len(seated) // 2 - 1], soft, packing)


# --- exchanges ---------------------------------------------------------------------------------------------


class Arrangement(Frozen):
    """A whole round by places: four seats to a table, and who rests."""

    seats: tuple[int, ...]
    resting: tuple[int, ...]


def descended(field: Field, queue: Queue, start: Arrangement) -> Arrangement:
    """Exchanges, as long as one lessens the cost: of two players at tables, or of one of the tier at a table in
    trouble with one who rests (M3.4)."""
    descent = _Descent(field, start, soft=True)
    while descent.looks < _LOOKS and (descent.reseated() or descent.rested(queue)):
        pass
    return descent.arrangement


def reseated(field: Field, start: Arrangement) -> Arrangement:
    """The same while they rest who rest, soft wishes left aside."""
    descent = _Descent(field, start, soft=False)
    while descent.looks < _LOOKS and descent.reseated():
        pass
    return descent.arrangement


class _Descent:
    def __init__(self, field: Field, start: Arrangement, *, soft: bool) -> None:
        self.looks = 0
        self._field = field
        self._soft = soft
        self._take(list(start.seats), start.resting)

    @property
    def arrangement(self) -> Arrangement:
        return Arrangement(tuple(self._seats), self._resting)

    def _take(self, seats: list[int], resting: tuple[int, ...]) -> None:
        self._seats, self._resting = seats, resting
        self._prices = prices_of(self._field, resting, soft=self._soft)
        self._costs = self._prices.tables(seats)

    def _troubled(self) -> list[int]:
        return [at for at in range(len(self._seats)) if self._costs[at // AT_A_TABLE]]

    def reseated(self) -> bool:
        """One exchange at the tables that lessens the cost, made; False where there is none."""
        seats, costs = self._seats, self._costs
        for here in self._troubled():
            for there in range(len(seats)):
                touched = {here // AT_A_TABLE, there // AT_A_TABLE}
                before = sum(costs[table] for table in touched)
                seats[here], seats[there] = seats[there], seats[here]
                after = {
                    table: self._prices.table(*self._seats[AT_A_TABLE * table : AT_A_TABLE * (table + 1)])
                    for table in touched
                }
                self.looks += len(touched)
                if sum(after.values()) < before:
                    for table, cost in after.items():
                        costs[table] = cost
                    return True
                seats[here], seats[there] = seats[there], seats[here]
        return False

    def rested(self, queue: Queue) -> bool:
        """One exchange with a free game that lessens what is grave, made; False where there is none."""
        grave = self._prices.grave(sum(self._costs))
        turn = {v: at for at, v in enumerate(queue.candidates)}  # the first of the tier first
        seated = [at for at in self._troubled() if self._seats[at] in turn]
        for here in sorted(seated, key=lambda at: turn[self._seats[at]]):
            for rests in (v for v in self._resting if v in turn):
                resting = tuple(sorted({*self._resting, self._seats[here]} - {rests}))
                seats = [*self._seats[:here], rests, *self._seats[here + 1 :]]
                prices = prices_of(self._field, resting)
                self.looks += len(self._costs)
                if prices.grave(prices.round(seats)) < grave:
                    self._take(seats, resting)
                    return True
        return False


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
