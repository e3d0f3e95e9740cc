"""melee: what a whole round costs, partners and opponents together (S3), and a large field's round made better by
exchanging two players. What is found is better; that nothing is found proves nothing, and the round says so.

A cost is one whole number. Gravest first: hard wishes broken, halves of round 1 (M4.2), repeated partners (M4.5),
beyond M4.1 how worn these are, soft wishes about partners. Each part is a sum over the tables, so that a round is the
cheaper the cheaper its tables are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ronda.core.values import Frozen
from ronda.pairing.least_harm import Packing
from ronda.systems.melee.pair.free_games import Queue
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.rules import AT_A_TABLE

_LOOKS = 300_000  # at tables, for one descent
_HARD, _REPEATED = 0, 2  # parts of the cost by number

Seats = Sequence[int]  # four to a table: the first two against the last two


class Prices(Frozen, frozen=True):
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
        return sum(self.table(*seats[at : at + AT_A_TABLE]) for at in range(0, len(seats), AT_A_TABLE))

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


class Arrangement(Frozen, frozen=True):
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
        self._costs = _costs(self._prices, seats)

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
                after = {table: self._cost(table) for table in touched}
                self.looks += len(touched)
                if sum(after.values()) < before:
                    for table, cost in after.items():
                        costs[table] = cost
                    return True
                seats[here], seats[there] = seats[there], seats[here]
        return False

    def _cost(self, table: int) -> int:
        return self._prices.table(*self._seats[AT_A_TABLE * table : AT_A_TABLE * (table + 1)])

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


def _costs(prices: Prices, seats: Sequence[int]) -> list[int]:
    return [prices.table(*seats[at : at + AT_A_TABLE]) for at in range(0, len(seats), AT_A_TABLE)]
