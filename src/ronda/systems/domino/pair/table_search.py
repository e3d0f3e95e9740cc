"""domino: exact search over all possible tables of a pyramid.

A table is two pairs; a set of tables is one whole number with a bit per table, so that a step of the
search is a few operations on such numbers. The search seats the player with the fewest possible tables
first and remembers which groups of players could not be seated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, combinations
from operator import or_

from ronda.systems.domino.field import Foursome, Pair, Relation
from ronda.systems.domino.pair.pyramids import Sides, Unit
from ronda.systems.domino.pair.relations import DEPTH, FORCED, HARD, RELAXED, Field, Level, crowds, least_of

Tables = int  # a set of tables
_TABLES_A_STEP = 1000
_FEW = (1, 2, 3, 4, 6, 8)


class Meter:
    """Work done and work allowed, in steps of the search, each weighed by the size of the board: the same on
    every machine (S5)."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0
        self.laid = 0

    @property
    def work(self) -> int:
        """All work, with that of laying out boards."""
        return self.spent + self.laid

    @property
    def empty(self) -> bool:
        return self.spent >= self.limit

    def step(self, weight: int) -> bool:
        self.spent += weight
        return self.spent < self.limit


class Board:
    """The possible tables of a unit on a level, or only those between given sides."""

    def __init__(self, field: Field, unit: Unit, level: Level, sides: Sides | None = None) -> None:
        places = unit.places
        self.consecutive = field.choices.consecutive
        self._players = unit.members
        self._crowds = crowds(field, places, level)
        self._tables: list[Foursome] = []
        self._of_pair: dict[Pair, Tables] = {}
        self._of: dict[int, Tables] = dict.fromkeys(places, 0)
        self._costs = self._lay(field, unit, level, sides)
        self._weight = 1 + len(self._costs) // _TABLES_A_STEP
        self._classes = _classes(self._costs)
        self._steps = [cost for cost, _ in self._classes]
        self._dearest = max(self._steps, default=0)
        self._within: list[Tables] = [0, *accumulate((own for _, own in self._classes), or_)]

    def _lay(self, field: Field, unit: Unit, level: Level, sides: Sides | None) -> list[int]:
        """Note every possible table, and which of them each pair and each player has; their costs."""
        costs: list[int] = []
        second: dict[Pair, list[int]] = {}
        for pair, others in _possible(field, unit, level, sides):
            start = len(costs)
            for at, (other, cost) in enumerate(others, start):
                second.setdefault(other, []).append(at)
                self._tables.append((pair, other))
                costs.append(cost)
            self._of_pair[pair] = (1 << len(costs)) - (1 << start)
        for pair, found in second.items():
            self._of_pair[pair] = self._of_pair.get(pair, 0) | _bits(found, len(costs))
        for (a, b), own in self._of_pair.items():
            self._of[a] |= own
            self._of[b] |= own
        return costs

    @property
    def size(self) -> int:
        return len(self._costs)

    def within(self, bound: int) -> Tables:
        """All tables that cost no more than that."""
        return self._within[bisect_right(self._steps, bound)]

    def between(self, sides: Sides) -> Tables:
        """The tables of one pair of the first half and one of the second."""
        return self._of_any(sides.first_pairs()) & self._of_any(
            pair for group in sides.last_groups() for pair in combinations(group, 2)
        )

    def _of_any(self, pairs: Iterable[Pair]) -> Tables:
        found = 0
        for pair in pairs:
            found |= self._of_pair.get(pair, 0)
        return found

    def with_pair(self, among: Tables, a: int, b: int) -> Tables:
        """Those of the tables that are left when the two are partners."""
        return among & ~((self._of[a] | self._of[b]) & ~self._of_pair.get((a, b), 0))

    def with_table(self, among: Tables, table: Foursome) -> Tables:
        """Those of the tables that are left when the two pairs meet."""
        one, other = table
        both = self._of_pair.get(one, 0) & self._of_pair.get(other, 0)
        return among & ~((self._of[one[0]] | self._of[other[0]]) & ~both)

    def cost(self, tables: Iterable[int]) -> int:
        return sum(self._costs[at] for at in tables)

    def tables(self, found: Iterable[int]) -> list[Foursome]:
        return [self._tables[at] for at in found]

    def fit(self, among: Tables, bound: int, meter: Meter) -> tuple[int, ...] | None:
        """Tables that seat everybody and cost no more than the bound together; None: there are none, or the
        meter ran out."""
        failed: dict[int, int] = {}

        def seat(alive: Tables, free: int, left: int) -> tuple[int, ...] | None:
            if not free:
                return ()
            if failed.get(free, -1) >= left or not meter.step(self._weight):
                return None
            if self._crowds and least_of(self._crowds, free) > left:
                return None
            options = self._fewest(alive, free, left)
            for at in self._in_order(options, left):
                rest = left - self._costs[at]
                members = clash = 0
                for place in chain(*self._tables[at]):
                    members |= 1 << place
                    clash |= self._of[place]
                narrowed = alive & ~clash
                found = seat(narrowed & self.within(rest) if rest < left else narrowed, free ^ members, rest)
                if found is not None:
                    return (at, *found)
                if meter.empty:
                    return None
            failed[free] = left
            return None

        return seat(among & self.within(bound), self._players, bound)

    def cheapest(self, meter: Meter) -> tuple[int, ...] | None:
        """Tables that seat everybody at the lowest cost, None where there are none; the best found, if any,
        when the meter runs out."""
        best = self.fit(self.within(self._dearest), len(self._of) * self._dearest, meter)
        if best is None:
            return None
        floor = least_of(self._crowds, self._players)
        for ceiling in _ceilings(floor, self.cost(best)):
            found = self.fit(self.within(ceiling), ceiling, meter)
            if found is not None or meter.empty:
                best = found or best
                break
        while (cost := self.cost(best)) > floor:
            found = self.fit(self.within(cost), cost - 1, meter)
            if found is None:
                break
            best = found
        return best

    def _fewest(self, alive: Tables, free: int, left: int) -> Tables:
        """The tables of the player who has the fewest, none if it is plain that not all can be seated."""
        fewest, options = len(self._costs) + 1, 0
        dearest = 0  # four times what the free players cost at least
        for place in _places(free):
            own = alive & self._of[place]
            count = own.bit_count()
            if count < fewest:
                if not count:
                    return 0
                fewest, options = count, own
            if left:
                dearest += next((cost for cost, tables in self._classes if own & tables), 0)
        return options if dearest <= 4 * left else 0

    def _in_order(self, options: Tables, left: int) -> Iterator[int]:
        for cost, tables in self._classes:
            if cost > left:
                return
            rest = options & tables
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                yield lowest.bit_length() - 1


def _ceilings(floor: int, known: int) -> Iterator[int]:
    """Bounds to try from below before a known cost is bettered: nothing broken but wishes, a few
    windows, a few forced repetitions, a few hard wishes."""
    for ceiling in (DEPTH - 1, *(unit * few + unit - 1 for unit in (RELAXED, FORCED, HARD) for few in _FEW)):
        if floor <= ceiling < known:
            yield ceiling


def _places(free: int) -> Iterator[int]:
    while free:
        lowest = free & -free
        free ^= lowest
        yield lowest.bit_length() - 1


def _bits(at: Sequence[int], size: int) -> Tables:
    raw = bytearray(size // 8 + 1)
    for n in at:
        raw[n >> 3] |= 1 << (n & 7)
    return int.from_bytes(raw, "little")


def _classes(costs: Sequence[int]) -> list[tuple[int, Tables]]:
    """The tables by what they cost, cheapest first."""
    dear: dict[int, list[int]] = {}
    for at, cost in enumerate(costs):
        if cost:
            dear.setdefault(cost, []).append(at)
    classes = [(cost, _bits(dear[cost], len(costs))) for cost in sorted(dear)]
    free = (1 << len(costs)) - 1
    for _, own in classes:
        free &= ~own
    return [(0, free), *classes]


def _possible(
    field: Field, unit: Unit, level: Level, sides: Sides | None
) -> Iterator[tuple[Pair, list[tuple[Pair, int]]]]:
    """For each pair those that it may meet on this level, and what the table costs."""
    partner, rival = (_costs(field, ties, level, unit.places) for ties in (field.partners, field.rivals))
    for (a, b), groups in _opposite(unit) if sides is None else _between(sides):
        own = partner[a].get(b)
        if own is None:
            continue
        faced = {c: cost + rival[b][c] for c, cost in rival[a].items() if c in rival[b]}
        yield (
            (a, b),
            [
                ((c, d), own + faced[c] + faced[d] + partner[c][d])
                for group in groups
                for c, d in combinations([c for c in group if c in faced], 2)
                if d in partner[c]
            ],
        )


def _between(sides: Sides) -> Iterator[tuple[Pair, list[tuple[int, ...]]]]:
    """For each pair of the first half those of whom its rivals are made."""
    last = sides.last_groups()
    return ((pair, last) for pair in sides.first_pairs())


def _opposite(unit: Unit) -> Iterator[tuple[Pair, list[tuple[int, ...]]]]:
    """The same with any sides: inside a pyramid, or between the two. Of an odd number of tables one is inside the
    lower pyramid; the best at it leads side A, so not too many may stand above him (D10.1)."""
    upper, lower = unit.pyramids[0], unit.pyramids[-1]
    if upper is not lower:
        yield from ((pair, [lower]) for pair in combinations(upper, 2))
    if upper is lower or unit.odd:
        for at, a in enumerate(lower if upper is lower else lower[: len(lower) // 4 + 1]):
            yield from (((a, b), [lower[at + 1 :]]) for b in lower[at + 1 :])


def _costs(field: Field, ties: Relation, level: Level, places: Sequence[int]) -> dict[int, dict[int, int]]:
    """For each place those it may be with, and what that costs."""
    found: dict[int, dict[int, int]] = {place: {} for place in places}
    for a, b in combinations(places, 2):
        cost = field.cost(ties, a, b, level)
        if cost is not None:
            found[a][b] = found[b][a] = cost
    return found
