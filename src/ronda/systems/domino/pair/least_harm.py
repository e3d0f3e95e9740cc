"""domino: the last resort for a large pyramid: the least costly partners, then the least costly tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ronda.pairing.cost import Packing
from ronda.pairing.matching import cheapest
from ronda.systems.domino.pair.plain_walk import Seating, first_half
from ronda.systems.domino.pair.pyramids import Sides
from ronda.systems.domino.pair.relations import FORCED, HARD, RELAXED, SOFT, Field, Level, Pair

_SMALL_LIMIT = 1 << 16
_SMALL = Packing.of((*(_SMALL_LIMIT,) * 4, 1 << 24))


def in_two_stages(field: Field, sides: Sides, level: Level) -> tuple[Seating, int]:
    """A seating that breaks little, on a level that allows everything, and its cost."""
    found = [_partners(field, side, level) for side in sides.groups]
    partners = tuple(pairs for pairs, _ in found)
    better, lower = first_half(sides, partners)
    prices = {
        (k, j): sum(_price(field.cost(field.rivals, a, b, level)) for a in pair for b in other)
        for k, pair in enumerate(better)
        for j, other in enumerate(lower)
    }
    size = len(better)
    mates = cheapest(2 * size, [(k, size + j, _packed(price, abs(k - j))) for (k, j), price in prices.items()])
    assert mates is not None, "everything is allowed"
    meets = tuple(mates[k] - size for k in range(size))
    cost = sum(cost for _, cost in found) + sum(prices[k, j] for k, j in enumerate(meets))
    return Seating(sides, partners, meets), cost


def _partners(field: Field, side: Sequence[int], level: Level) -> tuple[tuple[Pair, ...], int]:
    prices = {
        (n, m): _price(field.cost(field.partners, side[n], side[m], level))
        for n, m in combinations(range(len(side)), 2)
    }
    mates = cheapest(len(side), [(n, m, _packed(price, m - n)) for (n, m), price in prices.items()])
    assert mates is not None, "everything is allowed"
    chosen = [(n, m) for n, m in enumerate(mates) if n < m]
    return tuple((side[n], side[m]) for n, m in chosen), sum(prices[pair] for pair in chosen)


def _price(cost: int | None) -> int:
    assert cost is not None, "everything is allowed"
    return cost


def _packed(price: int, distance: int) -> int:
    """The price in the few bits that the library can add up: hard wishes, forced repetitions, relaxed
    windows, soft wishes, then the distance."""
    return _SMALL.pack(*(price // unit % _SMALL_LIMIT for unit in (HARD, FORCED, RELAXED, SOFT)), distance)
