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
    weights = [weight for _, _, weight in edges]
    bonus = 1 << (max(weights).bit_length() + size.bit_length()) if most else 0
    return heaviest_matching(size, [(a, b) for a, b, _ in edges], [weight + bonus for weight in weights])


_FREE, _OUTER, _INNER = -1, 0, 1


def heaviest_matching(size: int, edges: Sequence[tuple[int, int]], weights: Sequence[int]) -> list[int]:
    """Mates (-1: none) in a matching of the largest total weight on vertices 0 … size - 1. Edges of weight 0 or less
    are not used."""
    search = _Blossoms(size)
    for (a, b), weight in zip(edges, weights, strict=True):
        search.weight[a + 1][b + 1] = search.weight[b + 1][a + 1] = weight
    heaviest = max(weights, default=0)
    search.label[1 : size + 1] = [heaviest] * size
    while heaviest > 0 and search.phase():
        pass
    return [mate - 1 for mate in search.match[1 : size + 1]]


class _Blossoms:
    """The state of the search. `ends[x][y]`: the vertices between which the best edge from x to y lies;
    `label`: the dual value; `outermost`: the blossom that a vertex is in; `petals`: the cycle of a blossom;
    `through[b][v]`: the petal of b that holds the vertex v."""

    def __init__(self, size: int) -> None:
        room = 2 * size + 2
        self.size = size
        self.used = size  # vertices and blossoms so far
        self.weight = [[0] * room for _ in range(room)]
        self.ends = [[(u, v) for v in range(room)] for u in range(room)]
        self.label = [0] * room
        self.match = [0] * room
        self.slack = [0] * room
        self.outermost = [v if v <= size else 0 for v in range(room)]
        self.parent = [0] * room
        self.through = [[u if u == v else 0 for v in range(size + 1)] for u in range(room)]
        self.kind = [_FREE] * room
        self.stamp = [0] * room
        self.time = 0
        self.petals: list[list[int]] = [[] for _ in range(room)]
        self.queue: list[int] = []

    def _gap(self, x: int, y: int) -> int:
        """How far the best edge from x to y is from being tight."""
        u, v = self.ends[x][y]
        return self.label[u] + self.label[v] - 2 * self.weight[u][v]

    def _update_slack(self, u: int, x: int) -> None:
        if not self.slack[x] or self._gap(u, x) < self._gap(self.slack[x], x):
            self.slack[x] = u

    def _set_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.size + 1):
            if self.weight[u][x] > 0 and self.outermost[u] != x and self.kind[self.outermost[u]] == _OUTER:
                self._update_slack(u, x)

    def _push(self, x: int) -> None:
        if x <= self.size:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self._push(petal)

    def _set_outermost(self, x: int, blossom: int) -> None:
        self.outermost[x] = blossom
        if x > self.size:
            for petal in self.petals[x]:
                self._set_outermost(petal, blossom)

    def _turn(self, blossom: int, petal: int) -> int:
        """The place of the petal, with the cycle turned so that it is reached by an even number of steps."""
        cycle = self.petals[blossom]
        place = cycle.index(petal)
        if place % 2:
            cycle[1:] = cycle[:0:-1]
            return len(cycle) - place
        return place

    def _set_match(self, u: int, v: int) -> None:
        inner, outer = self.ends[u][v]
        self.match[u] = outer
        if u <= self.size:
            return
        petal = self.through[u][inner]
        place = self._turn(u, petal)
        cycle = self.petals[u]
        for i in range(place):
            self._set_match(cycle[i], cycle[i ^ 1])
        self._set_match(petal, v)
        cycle[:] = cycle[place:] + cycle[:place]

    def _augment(self, u: int, v: int) -> None:
        while True:
            after = self.outermost[self.match[u]]
            self._set_match(u, v)
            if not after:
                return
            self._set_match(after, self.outermost[self.parent[after]])
            u, v = self.outermost[self.parent[after]], after

    def _meeting(self, u: int, v: int) -> int:
        self.time += 1
        while u or v:
            if u:
                if self.stamp[u] == self.time:
                    return u
                self.stamp[u] = self.time
                u = self.outermost[self.match[u]]
                if u:
                    u = self.outermost[self.parent[u]]
            u, v = v, u
        return 0

    def _shrink(self, u: int, base: int, v: int) -> None:
        b = self.size + 1
        while b <= self.used and self.outermost[b]:
            b += 1
        self.used = max(self.used, b)
        self.label[b] = 0
        self.kind[b] = _OUTER
        self.match[b] = self.match[base]
        cycle = [base]
        for end in (u, v):
            x = end
            while x != base:
                y = self.outermost[self.match[x]]
                cycle += [x, y]
                self._push(y)
                x = self.outermost[self.parent[y]]
            if end == u:
                cycle[1:] = cycle[:0:-1]
        self.petals[b] = cycle
        self._set_outermost(b, b)
        self._best_edges(b)
        self._set_slack(b)

    def _best_edges(self, b: int) -> None:
        weight, ends = self.weight, self.ends
        for x in range(1, self.used + 1):
            weight[b][x] = weight[x][b] = 0
        self.through[b] = [0] * (self.size + 1)
        for petal in self.petals[b]:
            for x in range(1, self.used + 1):
                if weight[petal][x] > 0 and (weight[b][x] == 0 or self._gap(petal, x) < self._gap(b, x)):
                    weight[b][x] = weight[x][b] = weight[petal][x]
                    ends[b][x], ends[x][b] = ends[petal][x], ends[x][petal]
            for v in range(1, self.size + 1):
                if self.through[petal][v]:
                    self.through[b][v] = petal

    def _expand(self, b: int) -> None:
        for petal in self.petals[b]:
            self._set_outermost(petal, petal)
        entry = self.through[b][self.ends[b][self.parent[b]][0]]
        place = self._turn(b, entry)
        cycle = self.petals[b]
        for i in range(0, place, 2):
            inner, outer = cycle[i], cycle[i + 1]
            self.parent[inner] = self.ends[outer][inner][0]
            self.kind[inner], self.kind[outer] = _INNER, _OUTER
            self.slack[inner] = 0
            self._set_slack(outer)
            self._push(outer)
        self.kind[entry] = _INNER
        self.parent[entry] = self.parent[b]
        for petal in cycle[place + 1 :]:
            self.kind[petal] = _FREE
            self._set_slack(petal)
        self.outermost[b] = 0

    def _found(self, x: int, y: int) -> bool:
        """A tight edge: grow the tree, shrink a blossom, or (true) make the matching larger."""
        end, other = self.ends[x][y]
        u, v = self.outermost[end], self.outermost[other]
        if self.kind[v] == _FREE:
            self.parent[v] = end
            self.kind[v] = _INNER
            after = self.outermost[self.match[v]]
            self.slack[v] = self.slack[after] = 0
            self.kind[after] = _OUTER
            self._push(after)
        elif self.kind[v] == _OUTER:
            base = self._meeting(u, v)
            if not base:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._shrink(u, base, v)
        return False

    def phase(self) -> bool:
        """One more pair, unless the matching is the heaviest already."""
        for x in range(self.used + 1):
            self.kind[x], self.slack[x] = _FREE, 0
        self.queue = []
        for x in range(1, self.used + 1):
            if self.outermost[x] == x and not self.match[x]:
                self.parent[x] = 0
                self.kind[x] = _OUTER
                self._push(x)
        if not self.queue:
            return False
        while True:
            if self._grow():
                return True
            if not self._change_labels():
                return False
            self.queue = []
            for x in range(1, self.used + 1):
                near = self.slack[x]
                tight = self.outermost[x] == x and near and self.outermost[near] != x and self._gap(near, x) == 0
                if tight and self._found(near, x):
                    return True
            for b in range(self.size + 1, self.used + 1):
                if self.outermost[b] == b and self.kind[b] == _INNER and self.label[b] == 0:
                    self._expand(b)

    def _grow(self) -> bool:
        at = 0
        while at < len(self.queue):
            u = self.queue[at]
            at += 1
            if self.kind[self.outermost[u]] == _INNER:
                continue
            row = self.weight[u]
            for v in range(1, self.size + 1):
                if row[v] > 0 and self.outermost[u] != self.outermost[v]:
                    if self.label[u] + self.label[v] == 2 * row[v]:
                        if self._found(u, v):
                            return True
                    else:
                        self._update_slack(u, self.outermost[v])
        return False

    def _change_labels(self) -> bool:
        steps = [
            self.label[b] // 2
            for b in range(self.size + 1, self.used + 1)
            if self.outermost[b] == b and self.kind[b] == _INNER
        ]
        for x in range(1, self.used + 1):
            if self.outermost[x] == x and self.slack[x]:
                if self.kind[x] == _FREE:
                    steps.append(self._gap(self.slack[x], x))
                elif self.kind[x] == _OUTER:
                    steps.append(self._gap(self.slack[x], x) // 2)
        lowest = min(self.label[u] for u in range(1, self.size + 1) if self.kind[self.outermost[u]] == _OUTER)
        step = min(steps, default=lowest)
        if lowest <= step:
            return False
        for u in range(1, self.size + 1):
            if self.kind[self.outermost[u]] == _OUTER:
                self.label[u] -= step
            elif self.kind[self.outermost[u]] == _INNER:
                self.label[u] += step
        for b in range(self.size + 1, self.used + 1):
            if self.outermost[b] == b:
                if self.kind[b] == _OUTER:
                    self.label[b] += 2 * step
                elif self.kind[b] == _INNER:
                    self.label[b] -= 2 * step
        return True
