"""domino: the plain walk with completion inside a pyramid (D6.4, D6.5): fast, and enough for nearly
every round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from ronda.core import Frozen
from ronda.core.weighted_matching import NOBODY
from ronda.pairing.matching import Barrier
from ronda.pairing.walk import Graph, walk
from ronda.systems.domino.field import Foursome, Pair
from ronda.systems.domino.pair.pyramids import Sides, wished
from ronda.systems.domino.pair.relations import Field, barred_with
from ronda.systems.domino.pair.table_search import Board, Meter


class Seating(Frozen):
    """The tables of a unit: `partners` of each side, in order; the k-th pair of the first half meets number `meets[k]`
    of the last one."""

    sides: Sides
    partners: tuple[tuple[Pair, ...], ...]
    meets: tuple[int, ...]

    @property
    def halves(self) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
        return first_half(self.sides, self.partners)

    def tables(self) -> list[Foursome]:
        better, lower = self.halves
        return [(pair, lower[at]) for pair, at in zip(better, self.meets, strict=True)]


def first_half(sides: Sides, partners: Sequence[Sequence[Pair]]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The pairs that choose, and those they choose from: side A and side B (D6.5), or, of all pairs in order, the
    first and the last half (D10.1)."""
    half = len(partners) // 2
    first = [pair for group in partners[:half] for pair in group]
    last = [pair for group in partners[half:] for pair in group]
    head = 0 if sides.head is None else 1
    return (*first, *last[:head]), tuple(last[head:])


def plain(field: Field, sides: Sides) -> Seating | None:
    """The first strict seating in the order of D6.4 and D6.5, if the first partners of all sides can all be
    seated at tables. No wish is broken either."""
    partners = _all_partners(field, sides)
    if partners is None:
        return None
    meets = match_in_order(_barred_tables(field, *first_half(sides, partners)))
    return None if meets is None else Seating(sides, partners, tuple(meets))


def plain_top(field: Field, sides: Sides, kept_back: int) -> list[Foursome] | None:
    """The plain walk without looking ahead, for all but the last tables."""
    partners = _all_partners(field, sides)
    if partners is None:
        return None
    better, lower = first_half(sides, partners)
    free = list(range(len(lower)))
    tables: list[Foursome] = []
    for pair, own in zip(better, _barred_tables(field, better, lower), strict=True):
        chosen = next((at for at in free if at not in own), None)
        if chosen is not None and len(free) > kept_back:
            free.remove(chosen)
            tables.append((pair, lower[chosen]))
    return tables


def _all_partners(field: Field, sides: Sides) -> tuple[tuple[Pair, ...], ...] | None:
    found = []
    for side in sides.groups:
        pairs = _partners(field, side)
        if pairs is None:
            return None
        found.append(pairs)
    return tuple(found)


def _partners(field: Field, side: Sequence[int]) -> tuple[Pair, ...] | None:
    """D6.4 with completion."""
    size = len(side)
    at = {place: n for n, place in enumerate(side)}
    barred = [{at[other] for other in barred_with(field.partners, place) if other in at} for place in side]
    placed = bytearray(size)

    def candidates(player: int) -> Iterator[int]:
        own = barred[player]
        wanted = wished(player, size, consecutive=field.choices.consecutive)
        return (other for other in wanted if not placed[other] and other not in own)

    found = walk(Graph(barred, [""] * size), candidates, placed)
    if isinstance(found, Barrier):
        return None
    return tuple((side[choice.player], side[choice.opponent]) for choice in found)


def _barred_tables(field: Field, better: Sequence[Pair], lower: Sequence[Pair]) -> list[set[int]]:
    """For each A pair the B pairs that it may not meet (D6.5)."""
    pair_of = {place: n for n, pair in enumerate(lower) for place in pair}
    return [{pair_of[b] for a in pair for b in barred_with(field.rivals, a) if b in pair_of} for pair in better]


def match_in_order(barred: Sequence[AbstractSet[int]]) -> list[int] | None:
    """The first perfect matching in the order of D6.5: each row takes the first free column that is not
    barred and lets all the others be matched. While the rest is dense it always can be (every row and
    every column may have at least half of the others), so that only the tail is looked ahead."""
    size = len(barred)
    columns = [0] * size
    for own in barred:
        for column in own:
            columns[column] += 1
    most = max(max(map(len, barred), default=0), max(columns, default=0))
    free = list(range(size))
    found: list[int] = []
    tail: _Tail | None = None
    for row in range(size):
        if tail is None and size - row - 1 < 2 * most:
            tail = _Tail(barred, range(row, size), free)
            if not tail.perfect:
                return None
        own = barred[row]
        chosen = next(column for column in free if column not in own and (not tail or tail.take(row, column)))
        free.remove(chosen)
        found.append(chosen)
    return found


class _Tail:
    """A perfect matching of the rows and columns that are left, repaired as they are taken."""

    def __init__(self, barred: Sequence[AbstractSet[int]], rows: Sequence[int], columns: Sequence[int]) -> None:
        self._barred = barred
        self._row_of = dict.fromkeys(columns, NOBODY)
        self.perfect = all(self._augment(row, set()) for row in rows)

    def take(self, row: int, column: int) -> bool:
        """Give the column to the row for good, if the rest can still be matched."""
        owner = self._row_of.pop(column)
        if owner == row:
            return True
        before = next(other for other, own in self._row_of.items() if own == row)
        self._row_of[before] = NOBODY
        if self._augment(owner, set()):
            return True
        self._row_of[before] = row
        self._row_of[column] = owner
        return False

    def _augment(self, row: int, seen: set[int]) -> bool:
        barred = self._barred[row]
        for column, owner in self._row_of.items():
            if column in seen or column in barred:
                continue
            seen.add(column)
            if owner == NOBODY or self._augment(owner, seen):
                self._row_of[column] = row
                return True
        return False


def first_in_order(
    board: Board, sides: Sides, bound: int, meter: Meter, known: Sequence[Foursome] | None = None
) -> Seating | None:
    """The partners of one side after the other, then the tables: each choice is the first that still lets
    everybody be seated for no more than the bound. None: nothing can be; `known` is a seating that can.
    When the meter runs out, the last one known is answered."""
    walk = _Walk(board, sides, bound, meter)
    if known is not None:
        walk.keep(known)
    elif not walk.start():
        return None
    partners = tuple(walk.partners(side) for side in sides.groups)
    return Seating(sides, partners, walk.tables(*first_half(sides, partners)))


def nearest_tables(
    board: Board, places: Sequence[int], bound: int, meter: Meter, known: Sequence[Foursome]
) -> list[Foursome]:
    """D5 where wishes stand against it: the highest free player takes the nearest partner, the two the
    nearest rivals, always so that everybody can be seated for no more than the bound."""
    walk = _Walk(board, None, bound, meter)
    walk.keep(known)
    free = list(places)
    tables: list[Foursome] = []
    while free:
        pair = next((free[0], other) for other in free[1:] if walk.are_partners(free[0], other))
        rest = [place for place in free if place not in pair]
        rivals = next(two for two in combinations(rest, 2) if walk.meet(pair, two))
        tables.append((pair, rivals))
        free = [place for place in rest if place not in rivals]
    return tables


class _Walk:
    """What is settled so far, and one seating that agrees with it."""

    def __init__(self, board: Board, sides: Sides | None, bound: int, meter: Meter) -> None:
        self._board = board
        self._alive = board.within(bound) & (board.between(sides) if sides else -1)
        self._bound = bound
        self._meter = meter
        self._partner: dict[int, int] = {}
        self._meets: dict[Pair, Pair] = {}

    def start(self) -> bool:
        return self._try(self._alive)

    def keep(self, tables: Sequence[Foursome]) -> None:
        for one, other in tables:
            self._meets[one], self._meets[other] = other, one
            for a, b in (one, other):
                self._partner[a], self._partner[b] = b, a

    def _try(self, narrowed: int) -> bool:
        found = self._board.fit(narrowed, self._bound, self._meter)
        if found is None:
            return False
        self._meets = {}
        self.keep(self._board.tables(found))
        self._alive = narrowed
        return True

    def partners(self, side: Sequence[int]) -> tuple[Pair, ...]:
        """D6.4."""
        placed: set[int] = set()
        pairs: list[Pair] = []
        for at, player in enumerate(side):
            if player in placed:
                continue
            for other in (side[n] for n in wished(at, len(side), consecutive=self._board.consecutive)):
                if other not in placed and self.are_partners(player, other):
                    placed |= {player, other}
                    pairs.append((player, other))
                    break
        return tuple(pairs)

    def are_partners(self, player: int, other: int) -> bool:
        narrowed = self._board.with_pair(self._alive, player, other)
        if self._partner[player] == other:
            self._alive = narrowed
            return True
        return self._try(narrowed)

    def tables(self, better: Sequence[Pair], lower: Sequence[Pair]) -> tuple[int, ...]:
        """D6.5."""
        free = list(range(len(lower)))
        meets: list[int] = []
        for pair in better:
            chosen = next(at for at in free if self.meet(pair, lower[at]))
            free.remove(chosen)
            meets.append(chosen)
        return tuple(meets)

    def meet(self, pair: Pair, other: Pair) -> bool:
        narrowed = self._board.with_table(self._alive, (pair, other))
        if self._meets.get(pair) == other:
            self._alive = narrowed
            return True
        return self._try(narrowed)
