"""domino: the first seating between two given sides in the order of D6.4 and D6.5."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ronda.systems.domino.field import Pair
from ronda.systems.domino.pair.plain_walk import Seating, first_half
from ronda.systems.domino.pair.pyramids import Sides, wished
from ronda.systems.domino.pair.table_search import Board, Foursome, Meter


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
