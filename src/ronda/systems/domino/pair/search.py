"""domino: the first seating of a pyramid in the order of the rulebook (D6.4–D6.6) on a level of the
ladder (D7).

Where the plain walk ends at once, its result is the first in that order. Otherwise small pyramids are
searched to the end. Of larger ones the ideal sides and the nearest exchanges are searched, then the
whole pyramid within the budget; the largest are walked plainly down to the last tables, and those are
searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, islice, product
from typing import Literal, NamedTuple

from ronda.core import Frozen, replace
from ronda.core.weighted_matching import Edge, cheapest
from ronda.pairing.least_harm import Packing
from ronda.systems.domino.field import Foursome, Pair
from ronda.systems.domino.pair.pyramids import Sides, Unit, exchanges, halved, sides_with
from ronda.systems.domino.pair.relations import FORCED, HARD, IMPOSSIBLE, RELAXED, SOFT, Field, Level, crowds, least_of
from ronda.systems.domino.pair.table_search import Board, Meter
from ronda.systems.domino.pair.walk import Seating, first_half, first_in_order, plain, plain_top

_SMALL_LIMIT = 1 << 16
_SMALL = Packing.of((*(_SMALL_LIMIT,) * 4, 1 << 24))


def in_two_stages(field: Field, sides: Sides) -> Seating:
    """A seating that breaks little, where everything is allowed."""
    partners = tuple(_partners(field, side) for side in sides.groups)
    better, lower = first_half(sides, partners)
    size = len(better)
    edges = []
    for (k, pair), (j, other) in product(enumerate(better), enumerate(lower)):
        price = sum(field.price(field.rivals, a, b) for a, b in product(pair, other))
        edges.append((k, size + j, _packed(price, abs(k - j))))
    mates = _least(2 * size, edges)
    return Seating(sides, partners, tuple(mates[k] - size for k in range(size)))


def _partners(field: Field, side: Sequence[int]) -> tuple[Pair, ...]:
    pairs = combinations(enumerate(side), 2)
    mates = _least(len(side), [(n, m, _packed(field.price(field.partners, a, b), m - n)) for (n, a), (m, b) in pairs])
    return tuple((side[n], side[m]) for n, m in enumerate(mates) if n < m)


def _least(size: int, edges: Sequence[Edge]) -> list[int]:
    mates = cheapest(size, edges)
    assert mates is not None, "everything is allowed"
    return mates


def _packed(price: int, distance: int) -> int:
    """The price in the few bits that the library can add up: hard wishes, forced repetitions, relaxed
    windows, soft wishes, then the distance."""
    return _SMALL.pack(*(price // unit % _SMALL_LIMIT for unit in (HARD, FORCED, RELAXED, SOFT)), distance)


EXACT = 24  # D6, D7: units of so many players are searched to the end, with any exchange of sides (D6.6)
WHOLE = 40  # D7: of units of so many, all possible tables are looked at where the nearest exchanges are not enough
MIDDLE = 48  # D6.5: of units of so many, all tables between two sides are
SECTOR = 10  # D7: the last tables of larger units, which are searched together after a plain walk
FEW_EXCHANGES = 12  # D6.6: exchanges of sides tried on units above EXACT before the whole is looked at
BUDGET = 40_000  # S5: steps for one question about one unit on one level of the ladder (D7.1), never a time
_LOOK = 8  # steps that another way to exchange sides counts where many may have to be looked at (D10.1, D10.5)
_TABLES_A_UNIT = 4  # tables laid out for the work of one step

Proof = Literal["first", "level", "none"]


class Attempt(Frozen):
    """What was found on a level, what it costs and what is proved: that it is the `first` in order,
    that nothing milder exists (`level`), or `none`. Without a seating, `level` says that none exists
    there, `none` that the search gave up."""

    seating: Seating | None
    cost: int
    proof: Proof
    work: int


def attempt(field: Field, unit: Unit, level: Level) -> Attempt:
    """The unit on one level."""
    places = unit.places
    if level.strict:
        found = plain(field, halved(unit))
        if found is not None:
            return Attempt(found, 0, "first", len(found.meets))
    floor = least_of(crowds(field, places, level), unit.members)
    if floor >= IMPOSSIBLE:
        return Attempt(None, 0, "level", 0)
    if len(places) <= EXACT:
        return _exact(field, unit, level, floor)
    if len(places) <= MIDDLE:
        return _middle(field, unit, level, floor)
    return _large(field, unit, level, floor)


def _exact(field: Field, unit: Unit, level: Level, floor: int) -> Attempt:
    walked = Meter(BUDGET)
    if level.strict or not level.wishes:
        sides, least = halved(unit), 0 if level.strict else floor
        found = first_in_order(_laid(walked, field, unit, level, sides), sides, least, walked)
        if found is not None:
            return Attempt(found, least, "level" if walked.empty else "first", walked.work)
    meter = Meter(BUDGET)
    board = _laid(meter, field, unit, level)
    known = _known(board, meter)
    if known is None:
        return Attempt(None, 0, "none" if meter.empty else "level", walked.work + meter.work)
    proved: Proof = "none" if meter.empty else "first"
    look = _LOOK if field.choices.fresh or field.choices.across else 0
    for sides in exchanges(unit):
        walked.step(look)
        found = first_in_order(board, sides, known.cost, walked)
        if walked.empty:
            break
        if found is not None:
            return Attempt(found, known.cost, proved, walked.work + meter.work)
    near = _near(field, unit, level, known)
    return Attempt(near, known.cost, "none" if meter.empty else "level", walked.work + meter.work)


def _middle(field: Field, unit: Unit, level: Level, floor: int) -> Attempt:
    walked = Meter(BUDGET)
    ways: list[_Known] = []
    for sides in islice(exchanges(unit), FEW_EXCHANGES if level.strict else 1):
        board = _laid(walked, field, unit, level, sides)
        known = _known(board, walked)
        if known is not None and known.cost == floor:
            found = first_in_order(board, sides, floor, walked, known.tables)
            return Attempt(found, floor, "level" if walked.empty else "first", walked.work)
        ways += [known] if known else []
    best = min(ways, default=None)
    if best is not None and not level.wishes and len(unit.pyramids) == 1:
        tables, cost = improved(field, best.tables, floor)
        if cost < best.cost:
            best = _Known(cost, tables)
            made = Attempt(_joined(_read_sides(unit, tables), tables), cost, "none", walked.work)
            if cost <= floor or len(unit.places) > WHOLE:
                return replace(made, proof="level" if cost <= floor else "none")
    meter = Meter(BUDGET)
    proved = False
    if len(unit.places) <= WHOLE:
        known = _known(_laid(meter, field, unit, level), meter)
        proved = not meter.empty
        best = min((way for way in (best, known) if way is not None), default=None)
    if best is None:
        return Attempt(None, 0, "level" if proved else "none", walked.work + meter.work)
    found = _near(field, unit, level, best)
    return Attempt(found, best.cost, "level" if proved else "none", walked.work + meter.work)


def _laid(meter: Meter, field: Field, unit: Unit, level: Level, sides: Sides | None = None) -> Board:
    board = Board(field, unit, level, sides)
    meter.laid += board.size // _TABLES_A_UNIT
    return board


class _Known(NamedTuple):
    cost: int
    tables: list[Foursome]


def _known(board: Board, meter: Meter) -> _Known | None:
    found = board.cheapest(meter)
    return None if found is None else _Known(board.cost(found), board.tables(found))


def _near(field: Field, unit: Unit, level: Level, known: _Known) -> Seating:
    """The first in order on the sides of a known seating."""
    sides = _read_sides(unit, known.tables)
    board = Board(field, unit, level, sides)
    found = first_in_order(board, sides, known.cost, Meter(BUDGET), known.tables)
    assert found is not None, "a seating is known"
    return found


def _read_sides(unit: Unit, tables: Sequence[Foursome]) -> Sides:
    """The sides that a seating can be read to have. On side A: inside a pyramid the better pair of each table; between
    two, the better half of the pairs of each, led by the pair that stands in for an upper one (D10.1)."""
    if len(unit.pyramids) == 1:
        return sides_with({place for table in tables for place in min(table, key=sum)}, unit)
    found: set[int] = set()
    for pyramid in unit.pyramids:
        own = [[pair for pair in table if pair[0] in pyramid] for table in tables]
        pairs = sorted((pair for table in own for pair in table), key=sum)
        head = next((min(table) for table in own if len(table) == 2), None)
        if head is not None:
            pairs = [head, *(pair for pair in pairs if min(pair) > min(head))]
        found.update(place for pair in pairs[: len(pyramid) // 4] for place in pair)
    return sides_with(found, unit)


def _large(field: Field, unit: Unit, level: Level, floor: int) -> Attempt:
    """The plain walk for the upper tables, an exact search for the last ones; where everything is allowed, exchanges
    between tables until nothing more is broken than must be."""
    whole = halved(unit)
    work = 0
    for way in field.less_fresh():
        top = plain_top(way, whole, SECTOR)
        if top is None:
            continue
        meter = Meter(BUDGET)
        seated = {place for table in top for pair in table for place in pair}
        rest, sides = _without(unit, whole, seated)
        board = _laid(meter, field, rest, level, sides)
        known = _known(board, meter)
        work += meter.work
        if known is not None:
            found = first_in_order(board, sides, known.cost, Meter(BUDGET), known.tables)
            assert found is not None, "a seating is known"
            joined = _joined(whole, [*top, *found.tables()])
            cost = known.cost + sum(field.repeated(table) for table in top)
            made = Attempt(joined, cost, "level" if level.strict and not cost else "none", work)
            return made if level.wishes else _mended(field, unit, floor, made)
    if level.wishes:
        return Attempt(None, 0, "none", work)
    seating = in_two_stages(field, whole)
    cost = sum(map(field.table_price, seating.tables()))
    return _mended(field, unit, floor, Attempt(seating, cost, "none", work))


def _mended(field: Field, unit: Unit, floor: int, made: Attempt) -> Attempt:
    """The seating with as little broken as exchanges between tables can reach. At the floor it is proved."""
    assert made.seating is not None, "everything is allowed"
    if made.cost <= floor:
        return replace(made, proof="level")
    if len(unit.pyramids) > 1:
        return made
    tables, cost = improved(field, made.seating.tables(), floor)
    if cost >= made.cost:
        return made
    sides = _read_sides(unit, tables)
    return Attempt(_joined(sides, tables), cost, "level" if cost <= floor else "none", made.work)


def _without(unit: Unit, sides: Sides, seated: AbstractSet[int]) -> tuple[Unit, Sides]:
    """Those who are not seated yet, on their sides."""
    left = tuple(tuple(place for place in pyramid if place not in seated) for pyramid in unit.pyramids)
    groups = tuple(tuple(place for place in group if place not in seated) for group in sides.groups)
    return Unit(unit.name, left), Sides(groups, None if sides.head in seated else sides.head)


def _joined(sides: Sides, tables: Sequence[Foursome]) -> Seating:
    """The seating with these tables, the pair of the first half first."""
    rivals = dict(tables)
    pairs = sorted(pair for table in tables for pair in table)
    partners = tuple(tuple(pair for pair in pairs if pair[0] in group) for group in map(frozenset, sides.groups))
    better, lower = first_half(sides, partners)
    at = {pair: n for n, pair in enumerate(lower)}
    return Seating(sides, partners, tuple(at[rivals[pair]] for pair in better))


_PATIENCE = 60  # exchanges without a better seating before the search ends
_AT_REST = 7  # exchanges for which a player stays who has just moved
_Four = tuple[int, int, int, int]


class _Swap(NamedTuple):
    """What the exchange of two players costs; the nearest of those that cost the same comes first."""

    cost: int
    distance: int
    one: int
    other: int


def improved(field: Field, tables: Sequence[Foursome], floor: int) -> tuple[list[Foursome], int]:
    """The tables after the exchanges, and what they cost."""
    search = _Swaps(field, [(*one, *other) for one, other in tables])
    best, known = search.cost, list(search.tables)
    waited = 0
    while best > floor and waited < _PATIENCE and search.step():
        waited += 1
        if search.cost < best:
            best, known, waited = search.cost, list(search.tables), 0
    return [search.seated(four) for four in known], best


class _Swaps:
    """The tables as they are, and the best exchange between any two of them."""

    def __init__(self, field: Field, tables: Sequence[_Four]) -> None:
        self.tables = list(tables)
        places = sorted(place for four in tables for place in four)
        self._rivals: dict[int, dict[int, int]] = {place: {} for place in places}
        self._partners: dict[int, dict[int, int]] = {place: {} for place in places}  # beyond what rivals cost
        for a, b in combinations(places, 2):
            partner, rival = (field.price(ties, a, b) for ties in (field.partners, field.rivals))
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
