"""The walk that always completes (S2): each player takes the nearest opponent that still lets everybody else
be paired.

While the rest is dense it is always matchable (Dirac: on m players, everybody has at least m/2 possible
opponents), so the plain walk is taken without looking ahead. Only in the tail a perfect matching of the rest
is kept and repaired. Where no complete round exists, `walk` answers with a proof, and `least_harm` finds the
pairing that breaks least.

Players are places in the pairing order: 0 is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ronda.core.values import Frozen
from ronda.pairing.matching import Barrier, Unplaced

Pair = tuple[int, int]


class Graph(Frozen, frozen=True):
    """Who may sit with whom: everybody with everybody, except `barred` pairs (symmetric) and two players of
    one clan (an empty clan is none)."""

    barred: Sequence[AbstractSet[int]]
    clan: Sequence[str]

    def legal(self, a: int, b: int) -> bool:
        return b not in self.barred[a] and not (self.clan[a] and self.clan[a] == self.clan[b])

    def near(self, a: int, among: Sequence[int]) -> list[int]:
        """Those of them who may sit with `a`."""
        barred, clan, own = self.barred[a], self.clan, self.clan[a]
        if own:
            return [b for b in among if b not in barred and clan[b] != own and b != a]
        return [b for b in among if b not in barred and b != a]


class Choice(NamedTuple):
    """A table of the walk; `rejected` were liked better but nobody could have completed the round."""

    player: int
    opponent: int
    rejected: tuple[int, ...] = ()


class Column:
    """Places in order, out of which those that are placed drop. Passing them is nearly free."""

    def __init__(self, places: Sequence[int], placed: bytearray) -> None:
        self._places = places
        self._placed = placed
        self._next = list(range(1, len(places) + 1))

    def __iter__(self) -> Iterator[int]:
        places, placed, at = self._places, self._placed, 0
        while at < len(places):
            if placed[places[at]]:
                at = self._free(at)
            else:
                yield places[at]
                at += 1

    def _free(self, start: int) -> int:
        at = start
        while at < len(self._places) and self._placed[self._places[at]]:
            at = self._next[at]
        while start < at:  # shorten the way for the next one
            self._next[start], start = at, self._next[start]
        return at


class _Density:
    """Counts that tell without a search whether the rest can, or cannot, be matched."""

    def __init__(self, graph: Graph) -> None:
        self._clan = graph.clan
        self._left = len(graph.clan)
        self._most_barred = max(map(len, graph.barred), default=0)
        self._clans: dict[str, int] = {}
        for name in graph.clan:
            if name:
                self._clans[name] = self._clans.get(name, 0) + 1

    def remove(self, *places: int) -> None:
        for place in places:
            self._left -= 1
            if self._clan[place]:
                self._clans[self._clan[place]] -= 1

    def sure(self, *without: int) -> bool:
        """Whether the rest, without these, surely has a perfect matching (Dirac)."""
        left = self._left - len(without)
        if 2 * (left - 1 - self._most_barred) < left:
            return left == 0
        return all(2 * (left - members - self._most_barred) >= left for members in self._members(without))

    def hopeless(self, *without: int) -> bool:
        """Whether one clan alone is more than half of the rest."""
        left = self._left - len(without)
        return any(2 * members > left for members in self._members(without))

    def _members(self, without: tuple[int, ...]) -> Iterator[int]:
        for name, members in self._clans.items():
            yield members - sum(1 for place in without if self._clan[place] == name)


def walk(graph: Graph, candidates: Callable[[int], Iterable[int]], placed: bytearray) -> list[Choice] | Barrier:
    """Pair everybody from the top. `candidates(p)` gives the legal opponents of `p` that are not `placed`,
    nearest first. The answer equals the plain walk wherever that succeeds; it is a proof where no complete
    pairing exists."""
    density = _Density(graph)
    rest: Unplaced | None = None
    choices: list[Choice] = []
    if not density.sure():
        rest = Unplaced(range(len(placed)), graph.legal, graph.near)
        if not rest.perfect:
            return rest.barrier()
    for player in range(len(placed)):
        if placed[player]:
            continue
        rejected: list[int] = []
        for candidate in candidates(player):
            if candidate in rejected:
                continue
            if rest is None:
                if density.sure(player, candidate):
                    break
                rest = Unplaced([p for p in range(len(placed)) if not placed[p]], graph.legal, graph.near)
            if not density.hopeless(player, candidate) and rest.release(player, candidate):
                break
            rejected.append(candidate)
        else:
            raise AssertionError("the candidates left out a legal opponent")
        placed[player] = placed[candidate] = 1
        density.remove(player, candidate)
        choices.append(Choice(player, candidate, tuple(rejected)))
    return choices
