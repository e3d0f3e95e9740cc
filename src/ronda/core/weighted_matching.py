"""The one door to the library's weighted matching: numbers of any size come in, and none overflows.

The library reckons with 128 bits and does not say when they are not enough. What is too wide for it is narrowed: of
numbers made of several parts, gravest first, the room between two parts shrinks to what their sums can fill. What is
too wide even so is matched without the library.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import or_

import rustworkx

NOBODY = -1
_BITS = 127  # of the library's numbers, without the sign

Edge = tuple[int, int, int]  # two vertices, and what they weigh or cost together: a whole number from 0 up


def widest(size: int) -> int:
    """How many bits a weight may have in a graph of so many vertices. From weights up to w the library makes numbers
    up to (4 · size + 12) · w. Whenever a pair is added, the label of a free vertex is by how much the matching gets
    heavier: from w down to -size/2 · w. In the last search, which adds none, it comes down to -(2 · size + 4) · w at
    most: an exchange along the tree costs size · w at most, and labels outside the tree and values of blossoms are from
    before. An edge adds two labels and twice its weight."""
    return _BITS - (4 * size + 12).bit_length()


def heaviest(size: int, edges: Sequence[Edge], *, most: bool) -> list[int]:
    """Mates (NOBODY: none) in a matching of the largest total weight; `most`: among those with the most pairs. Of
    several such matchings it is any, but always the same."""
    if not edges:
        return [NOBODY] * size
    heavy = max(weight for _, _, weight in edges)
    if heavy.bit_length() > widest(size):
        small = narrowed({weight for _, _, weight in edges}, size // 2)
        edges = [(a, b, small[weight]) for a, b, weight in edges]
        heavy = small[heavy]
    return _by_library(size, edges, most) if heavy.bit_length() <= widest(size) else _without(size, edges, most)


def cheapest(size: int, edges: Sequence[Edge]) -> list[int] | None:
    """Mates in a perfect matching of least total cost, or None where there is none."""
    dearest = max((cost for _, _, cost in edges), default=0)
    if (dearest + 1).bit_length() > widest(size):
        small = narrowed({cost for _, _, cost in edges}, size // 2)
        edges = [(a, b, small[cost]) for a, b, cost in edges]
        dearest = small[dearest]
    mates = heaviest(size, [(a, b, dearest + 1 - cost) for a, b, cost in edges], most=True)
    return None if NOBODY in mates else mates


def narrowed(numbers: Collection[int], most: int) -> dict[int, int]:
    """The numbers with fewer bits where it can be: of two sums of up to `most` of them, the same one is the larger.

    A number is read in parts, wherever the sums of all that is lower stay below the next part. Then sums compare part
    by part, from the gravest on, and each part needs no more room than its own sums."""
    used = reduce(or_, numbers, 0)
    begins = [at for at in range(used.bit_length()) if used >> at & 1 and not (at and used >> (at - 1) & 1)]
    small = dict.fromkeys(numbers, 0)
    low = begins[0] if begins else 0
    width = 0
    for high in begins[1:]:
        part = (1 << (high - low)) - 1
        largest = most * max(number >> low & part for number in numbers)
        if largest <= part:
            small = {number: own | (number >> low & part) << width for number, own in small.items()}
            low, width = high, width + largest.bit_length()
    return {number: own | number >> low << width for number, own in small.items()}


def _by_library(size: int, edges: Iterable[Edge], most: bool) -> list[int]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(edges))
    mates = [NOBODY] * size
    for a, b in rustworkx.max_weight_matching(graph, max_cardinality=most, weight_fn=int):
        mates[a], mates[b] = b, a
    return mates


def _without(size: int, edges: Sequence[Edge], most: bool) -> list[int]:
    from ronda.core.blossom import heaviest_matching

    weights = [weight for _, _, weight in edges]
    bonus = 1 << (max(weights).bit_length() + size.bit_length()) if most else 0
    return heaviest_matching(size, [(a, b) for a, b, _ in edges], [weight + bonus for weight in weights])
