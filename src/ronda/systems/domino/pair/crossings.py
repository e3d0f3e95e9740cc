"""domino: exchanges between the pyramids, in the order in which they promise the least harm (D7.2, D7.2b).

How many hard wishes the two pyramids break at least follows from how many of each club they have. So the exchanges fall
into few kinds, by the clubs of those who change, and the bound of a kind is one sum. Kinds are taken from the lowest
bound on; within a bound come fewer players first, then the smallest displacement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush, merge
from itertools import combinations
from math import comb
from typing import NamedTuple

from ronda.systems.domino.field import upper_size
from ronda.systems.domino.pair.lower_bounds import Crowd
from ronda.systems.domino.pair.pyramids import Crossing

MOST_CROSSING = 2  # D7.2
_REACH = 400  # divided by the players: how far from the border they may come, of their club, who change pyramids
_CHANGES = range(-MOST_CROSSING, MOST_CROSSING + 1)
_SEATS = 4

_Clubs = tuple[int, ...]  # the clubs of players who change, in order
_Go = tuple[int, list[int], tuple[int, ...]]  # what they add to the displacement, the lower-placed ones first, who
_Come = tuple[int, tuple[int, ...]]


class Way(NamedTuple):
    """An exchange, in the order of D7.2: what it costs at least, how many change, how far, then the lower-placed
    players of the upper pyramid first."""

    least: int
    exchanged: int
    displacement: int
    lowest_first: list[int]
    go: tuple[int, ...]
    come: tuple[int, ...]

    @property
    def crossing(self) -> Crossing:
        return tuple(zip(reversed(self.go), self.come, strict=True))

    @property
    def order(self) -> tuple[int, int, list[int], tuple[int, ...], tuple[int, ...]]:
        return self[1:]


class _Kind(NamedTuple):
    """All exchanges between players of certain clubs."""

    least: int
    go: list[_Go]
    come: list[_Come]


def crossings(players: int, clubs: Sequence[Crowd] = (), *, across: bool = False) -> Iterator[Way]:
    """D7.2 with S2: none, one player of each pyramid, two. In a small field anybody may change pyramids before anything
    is forced, in a large one of each club those nearest to the border. `across`: the pyramids sit together, so that
    their clubs break the same however they are exchanged (D10.1)."""
    levels: dict[int, list[_Kind]] = defaultdict(list)
    for kind in _every_kind(players, clubs, across=across):
        levels[kind.least].append(kind)
    for least in sorted(levels):
        yield from merge(*map(_ways, levels[least]))


def count_crossings(players: int) -> int:
    """How many exchanges D7.2 allows."""
    upper = upper_size(players)
    return sum(comb(upper, count) * comb(players - upper, count) for count in range(1, MOST_CROSSING + 1))


def nothing_before(players: int, way: Way) -> bool:
    """Whether every exchange that comes before this one in the order of D7.2 is among the `crossings`, where no clubs
    are kept apart: those who are left out stand too far from the border."""
    reach = _reach(players)
    whole = reach >= players - upper_size(players)
    return whole or (way.exchanged == 1 and way.displacement <= reach)


def _reach(players: int) -> int:
    return max(MOST_CROSSING, _REACH // players)


def _every_kind(players: int, clubs: Sequence[Crowd], *, across: bool) -> Iterator[_Kind]:
    cut = upper_size(players)
    reach = _reach(players)
    club = _clubs_of(players, clubs)
    above = _nearest(range(cut - 1, -1, -1), club, reach)
    below = _nearest(range(cut, players), club, reach)
    bounds = _Bounds(players, clubs, across=across)
    for count in range(MOST_CROSSING + 1):
        gone: dict[_Clubs, list[_Go]] = defaultdict(list)
        came: dict[_Clubs, list[_Come]] = defaultdict(list)
        for go in combinations(above, count):
            gone[_clubs(go, club)].append((-sum(go), [-place for place in reversed(go)], go))
        for come in combinations(below, count):
            came[_clubs(come, club)].append((sum(come), come))
        coming = [(to, sorted(listed)) for to, listed in came.items()]
        for from_, listed in gone.items():
            leaving = sorted(listed)
            yield from (_Kind(bounds.least(from_, to), leaving, own) for to, own in coming)


def _clubs(players: Sequence[int], club: Sequence[int]) -> _Clubs:
    return tuple(sorted(club[place] for place in players))


def _clubs_of(players: int, clubs: Sequence[Crowd]) -> list[int]:
    """For each place the number of its club; those of none are together."""
    found = [len(clubs)] * players
    for number, crowd in enumerate(clubs):
        for place in range(players):
            if crowd.members >> place & 1:
                found[place] = number
    return found


def _nearest(outward: Sequence[int], club: Sequence[int], reach: int) -> list[int]:
    """Of each club the nearest to the border, in the order of places."""
    seen: dict[int, int] = defaultdict(int)
    found = []
    for place in outward:
        seen[club[place]] += 1
        if seen[club[place]] <= reach:
            found.append(place)
    return sorted(found)


class _Bounds:
    """What the pyramids cost at least after an exchange: for each club, by how many more of it the upper one has."""

    def __init__(self, players: int, clubs: Sequence[Crowd], *, across: bool) -> None:
        self._players, self._cut = players, upper_size(players)
        self._together = across or not self._cut
        self._by_more = [self._of_club(crowd) for crowd in clubs]
        self._at_home = sum(costs[0] for costs in self._by_more)

    def _of_club(self, crowd: Crowd) -> dict[int, int]:
        cut, rest = self._cut, self._players - self._cut
        members, above = crowd.members.bit_count(), (crowd.members & (1 << cut) - 1).bit_count()
        if self._together:
            return dict.fromkeys(_CHANGES, crowd.spread(members, self._players // _SEATS))
        return {
            more: crowd.spread(above + more, cut // _SEATS) + crowd.spread(members - above - more, rest // _SEATS)
            for more in _CHANGES
            if 0 <= above + more <= cut and 0 <= members - above - more <= rest
        }

    def least(self, go: _Clubs, come: _Clubs) -> int:
        found = self._at_home
        for club in {*go, *come}:
            if club < len(self._by_more):
                costs = self._by_more[club]
                found += costs[come.count(club) - go.count(club)] - costs[0]
        return found


def _ways(kind: _Kind) -> Iterator[Way]:
    """The exchanges of a kind in order: the least sum of two that are in order each."""
    heap = [_way(kind, 0, 0)]
    while heap:
        way, row, column = heappop(heap)
        yield way
        if column + 1 < len(kind.come):
            heappush(heap, _way(kind, row, column + 1))
        if column == 0 and row + 1 < len(kind.go):
            heappush(heap, _way(kind, row + 1, 0))


def _way(kind: _Kind, row: int, column: int) -> tuple[Way, int, int]:
    less, lowest_first, go = kind.go[row]
    more, come = kind.come[column]
    return Way(kind.least, len(go), less + more, lowest_first, go, come), row, column
