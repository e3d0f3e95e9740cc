"""melee: a large field's round made better by exchanging two players (S3). What is found is better; that nothing is
found proves nothing, and the round says so."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.values import Frozen
from ronda.systems.melee.pair.cost import Prices, prices_of
from ronda.systems.melee.pair.free_games import Queue
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.rules import AT_A_TABLE

_LOOKS = 300_000  # at tables, for one descent


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
        turn = {v: at for at, v in enumerate(queue.tier)}  # the first of the tier first
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
