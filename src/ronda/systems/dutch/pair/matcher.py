"""dutch: the heaviest matching of a general graph.

A graph of a few vertices is counted out: to import a library takes longer.
"""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core import weighted_matching
from ronda.core.weighted_matching import NOBODY

_FEW = 13  # vertices that are counted out
_NO_WAY = -1


def heaviest(size: int, edges: Sequence[tuple[int, int]], weights: Sequence[int], *, most: bool) -> list[int]:
    """Mates in a matching of the largest total weight; `most`: among those with the most pairs.
    Weights are at least 0. Of several such matchings it is any."""
    if not edges:
        return [NOBODY] * size
    if size <= _FEW:
        return _counted_out(size, edges, weights, most=most)
    weighed = [(a, b, weight) for (a, b), weight in zip(edges, weights, strict=True)]
    return weighted_matching.heaviest(size, weighed, most=most)


def _counted_out(size: int, edges: Sequence[tuple[int, int]], weights: Sequence[int], *, most: bool) -> list[int]:
    near = [0] * size
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    order = _fewest_first(near)
    if most:
        if near[order[0]]:
            few = _Few(order, edges, weights, all_matched=True)
            if few.heaviest() != _NO_WAY:
                return few.mates()
        bonus = sum(weights) + 1
        weights = [weight + bonus for weight in weights]
    few = _Few(order, edges, weights, all_matched=False)
    few.heaviest()
    return few.mates()


def _fewest_first(near: Sequence[int]) -> list[int]:
    """Again and again who has the fewest edges to those left: that leaves few ways."""
    waiting = list(range(len(near)))
    left = (1 << len(near)) - 1
    order = []
    while waiting:
        degrees = [(near[vertex] & left).bit_count() for vertex in waiting]
        order.append(waiting.pop(degrees.index(min(degrees))))
        left ^= 1 << order[-1]
    return order


class _Few:
    """The heaviest matching of every set of vertices that is left after the first ones in the order have theirs."""

    def __init__(
        self, order: Sequence[int], edges: Sequence[tuple[int, int]], weights: Sequence[int], *, all_matched: bool
    ) -> None:
        self.order, self.all_matched = order, all_matched
        rank = {vertex: n for n, vertex in enumerate(order)}
        self.near: list[list[tuple[int, int]]] = [[] for _ in order]  # by the earlier vertex: the other's bit, weight
        for (a, b), weight in zip(edges, weights, strict=True):
            first, second = rank[a], rank[b]
            if second < first:
                first, second = second, first
            self.near[first].append((1 << second, weight))
        self.known = {0: 0}  # the weight of what is left
        self.mate = {0: 0}  # of the first that is left

    def heaviest(self) -> int:
        return self._heaviest((1 << len(self.order)) - 1)

    def _heaviest(self, left: int) -> int:
        known = self.known
        first = left & -left
        others = left ^ first
        best, mate = _NO_WAY, 0
        if not self.all_matched:
            best = known[others] if others in known else self._heaviest(others)
        for other, weight in self.near[first.bit_length() - 1]:
            if others & other:
                rest = others ^ other
                total = known[rest] if rest in known else self._heaviest(rest)
                if total != _NO_WAY and total + weight > best:
                    best, mate = total + weight, other
        known[left], self.mate[left] = best, mate
        return best

    def mates(self) -> list[int]:
        order = self.order
        found = [NOBODY] * len(order)
        left = (1 << len(order)) - 1
        while left:
            first = left & -left
            mate = self.mate[left]
            if mate:
                a, b = order[first.bit_length() - 1], order[mate.bit_length() - 1]
                found[a], found[b] = b, a
            left ^= first | mate
        return found
