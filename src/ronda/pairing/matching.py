"""Graph matching used by the systems.

`Unplaced` keeps a maximum matching of the players who are not placed yet and repairs it as they leave.
Vertices are places in the pairing order: 0 is the best player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from ronda.core import Frozen
from ronda.core.weighted_matching import NOBODY

_GLANCE = 24  # how many short detours are tried before the full search


class Barrier(Frozen):
    """A proof that no perfect matching exists (Tutte–Berge): without the players `hub`, the others fall into
    more odd `groups` that cannot mix than there are players in the hub."""

    hub: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


class Unplaced:
    """The players still to be placed, with a maximum matching among them (Edmonds).

    Neighbour lists are made only when a search needs them, so that a dense field costs next to nothing; `near` makes
    one faster than by asking about each of the vertices.
    """

    def __init__(
        self,
        vertices: Sequence[int],
        legal: Callable[[int, int], bool],
        near: Callable[[int, Sequence[int]], list[int]] | None = None,
    ) -> None:
        size = max(vertices, default=NOBODY) + 1
        self._legal = legal
        self._here = bytearray(size)
        for v in vertices:
            self._here[v] = 1
        self._vertices = list(vertices)
        self._all_here = True
        self._mate = [NOBODY] * size
        self._near: list[list[int] | None] = [None] * size
        self._near_of = near
        self._leaving = NOBODY  # whose mate was found to be caught in the trap
        self._trap: set[int] = set()
        self._loose: set[int] = set()  # whom some maximum matching leaves exposed (the set D of Gallai and Edmonds)
        self._match_greedily()
        for v in vertices:
            if self._mate[v] == NOBODY:
                self._augment(v, self._loose)  # what a search without success has reached, no later one changes
        self.exposed = [v for v in vertices if self._mate[v] == NOBODY]

    @property
    def perfect(self) -> bool:
        return not self.exposed

    def release(self, a: int, b: int) -> bool:
        """Take `a` and `b` out if the others can still be matched perfectly; otherwise change nothing."""
        mate, here = self._mate, self._here
        x, y = mate[a], mate[b]
        if x != b and self._leaving == a and b not in self._trap:
            return False  # the same trap as before stays shut
        here[a] = here[b] = 0
        self._all_here = False
        if x == b:
            return True
        mate[x] = mate[y] = NOBODY
        even: set[int] = set()
        if self._join(x, y, even):
            return True
        mate[x], mate[y] = a, b
        here[a] = here[b] = 1
        self._remember_trap(a, b, even)
        return False

    def _remember_trap(self, a: int, b: int, even: set[int]) -> None:
        """Why `a` could not leave with `b`: the mate of `a` is caught among the `even` vertices and those they are
        matched with. As long as `b` is no way out, it is caught as well whoever outside the trap leaves with `a`."""
        if not any(self._legal(b, v) for v in even):
            self._leaving, self._trap = a, even | {self._mate[v] for v in even}

    def barrier(self) -> Barrier:
        """Why the matching is not perfect."""
        loose = self._loose
        alive = [v for v in self._vertices if self._here[v]]
        hub = set().union(*map(self._neighbours, loose)) - loose
        groups: list[tuple[int, ...]] = []
        seen: set[int] = set()
        for v in alive:
            if v in loose and v not in seen:
                group = self._component(v, loose)
                seen |= group
                groups.append(tuple(sorted(group)))
        return Barrier(tuple(sorted(hub)), tuple(groups))

    def _component(self, start: int, among: set[int]) -> set[int]:
        group, queue = {start}, [start]
        while queue:
            fresh = among.intersection(self._neighbours(queue.pop())) - group
            group |= fresh
            queue += fresh
        return group

    def _neighbours(self, v: int) -> list[int]:
        found = self._near[v]
        if found is None:
            legal = self._legal
            if self._near_of is not None:
                found = self._near_of(v, self._vertices)
            else:
                found = [w for w in self._vertices if w != v and legal(v, w)]
            self._near[v] = found
        if self._all_here:
            return found
        here = self._here
        return [w for w in found if here[w]]

    def _match_greedily(self) -> None:
        mate, legal, vertices = self._mate, self._legal, self._vertices
        for i, v in enumerate(vertices):
            if mate[v] == NOBODY:
                for at in range(i + 1, len(vertices)):
                    w = vertices[at]
                    if mate[w] == NOBODY and legal(v, w):
                        mate[v], mate[w] = w, v
                        break

    def _join(self, x: int, y: int, even: set[int]) -> bool:
        """Match everybody again after `x` and `y` lost their mates: directly, by a short detour, or by a search."""
        legal, mate = self._legal, self._mate
        if legal(x, y):
            mate[x], mate[y] = y, x
            return True
        for v in islice(reversed(self._vertices), _GLANCE):
            w = mate[v]
            if self._here[v] and w != NOBODY and legal(x, v) and legal(w, y):
                mate[x], mate[v], mate[w], mate[y] = v, x, y, w
                return True
        return self._augment(x, even)

    def _augment(self, root: int, even: set[int]) -> bool:
        """Search an augmenting path from `root` and use it. If there is none, `even` has gained all vertices
        at an even distance from the root."""
        search = _Search(root, self._mate, self._neighbours, sum(self._here))
        end = search.run()
        if end == NOBODY:
            even |= search.even
            return False
        search.use(end)
        return True


class _Search:
    """One breadth-first search for an augmenting path, blossoms shrunk as they are met."""

    def __init__(self, root: int, mate: list[int], near: Callable[[int], list[int]], size: int) -> None:
        self.root = root
        self.mate = mate
        self.near = near
        self.size = size
        self.parent: dict[int, int] = {}
        self.base = list(range(len(mate)))
        self.even: set[int] = {root}
        self.queue = [root]

    def run(self) -> int:
        """The exposed vertex at the far end of an augmenting path, or NOBODY."""
        mate, parent, even, base = self.mate, self.parent, self.even, self.base
        for v in self.queue:  # grows while it is walked
            if len(even) == self.size:
                break  # everybody is reached: there is no other end
            own = base[v]
            for w in self.near(v):
                if w in even:
                    if base[w] != own and mate[v] != w:
                        self._shrink(v, w)
                        own = base[v]
                elif w not in parent and mate[v] != w:  # what is not even is in no blossom
                    parent[w] = v
                    if mate[w] == NOBODY:
                        return w
                    even.add(mate[w])
                    self.queue.append(mate[w])
        return NOBODY

    def use(self, end: int) -> None:
        """Match along the path to this end."""
        mate, parent = self.mate, self.parent
        while end != NOBODY:
            before = parent[end]
            after = mate[before]
            mate[end], mate[before] = before, end
            end = after

    def _ancestor(self, v: int, w: int) -> int:
        base, mate, parent = self.base, self.mate, self.parent
        passed = set()
        v = base[v]
        passed.add(v)
        while v != self.root and mate[v] != NOBODY:
            v = parent[mate[v]]
            v = base[v]
            passed.add(v)
        w = base[w]
        while w not in passed:
            w = parent[mate[w]]
            w = base[w]
        return w

    def _shrink(self, v: int, w: int) -> None:
        top = self._ancestor(v, w)
        blossom: set[int] = set()
        self._mark(v, top, w, blossom)
        self._mark(w, top, v, blossom)
        base = self.base
        for u in [*self.parent, *self.even]:
            if base[u] in blossom:
                base[u] = top
                if u not in self.even:
                    self.even.add(u)
                    self.queue.append(u)

    def _mark(self, v: int, top: int, child: int, blossom: set[int]) -> None:
        base, mate, parent = self.base, self.mate, self.parent
        while base[v] != top:
            blossom.add(base[v])
            blossom.add(base[mate[v]])
            parent[v] = child
            child = mate[v]
            v = parent[child]


def perfect(near: Sequence[list[int]], mates: list[int]) -> bool:
    """Whether all vertices can be matched with neighbours; `mates`, with whom it begins (NOBODY: with nobody), is
    changed on the way."""
    for v in range(len(near)):
        if mates[v] == NOBODY:
            search = _Search(v, mates, near.__getitem__, len(near))
            end = search.run()
            if end == NOBODY:
                return False
            search.use(end)
    return True
