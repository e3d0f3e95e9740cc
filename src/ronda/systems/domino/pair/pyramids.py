"""domino: pyramids, sides, ideal partners and exchanges (D6.2–D6.4, D6.6, D10.1, D10.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from heapq import heappop, heappush, merge
from itertools import combinations
from math import comb
from typing import NamedTuple

from ronda.core import Frozen
from ronda.systems.domino.field import ideal, pyramids, upper_size
from ronda.systems.domino.pair.relations import Crowd

Crossing = tuple[tuple[int, int], ...]  # who changes pyramids, from the upper and from the lower


# --- pyramids ----------------------------------------------------------------------------------------------


class Unit(Frozen):
    """Players who are seated together, apart from all others: a pyramid (D6.5), or both, where the pairs of the one
    meet those of the other (D10.1). Places in order."""

    name: str
    pyramids: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> list[int]:
        return sorted(place for pyramid in self.pyramids for place in pyramid)

    @property
    def members(self) -> int:
        """A bit for each place."""
        return sum(1 << place for place in self.places)

    @property
    def better(self) -> set[int]:
        """Side A: the better half of each pyramid (D6.3)."""
        return {place for pyramid in self.pyramids for place in pyramid[: len(pyramid) // 2]}

    @property
    def odd(self) -> bool:
        """Whether a pair of the lower pyramid has to stand in for an upper one (D10.1)."""
        return len(self.pyramids[0]) < len(self.pyramids[-1])


def one_pyramid(name: str, places: Iterable[int]) -> Unit:
    return Unit(name, (tuple(places),))


def units(players: int, crossing: Crossing = (), *, across: bool = False) -> list[Unit]:
    """D6.2: the pyramids, each on its own, or, `across`, both together."""
    upper, lower = pyramids(range(players), {place for pair in crossing for place in pair})
    if not upper:
        return [one_pyramid("lower", lower)]
    if across:
        return [Unit("all", (upper, lower))]
    return [one_pyramid("upper", upper), one_pyramid("lower", lower)]


# --- sides -------------------------------------------------------------------------------------------------


class Sides(Frozen):
    """The sides of each pyramid, in order: partners are formed inside a side. The pairs of the first half of the
    sides meet those of the second half; where there is a `head`, his pair, the first of the third side, is the last
    of the first half. `exchanged` are the reciprocal exchanges (from A, from B) that led there."""

    groups: tuple[tuple[int, ...], ...]
    head: int | None = None
    exchanged: tuple[tuple[int, int], ...] = ()

    def first_pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs that could stand in the first half."""
        half = len(self.groups) // 2
        for group in self.groups[:half]:
            yield from combinations(group, 2)
        if self.head is not None:
            yield from ((self.head, other) for other in self.groups[half] if other != self.head)

    def last_groups(self) -> list[tuple[int, ...]]:
        """Those of whom the pairs of the second half are made."""
        groups = self.groups[len(self.groups) // 2 :]
        return [tuple(place for place in group if place != self.head) for group in groups]


def halved(unit: Unit) -> Sides:
    """D6.3."""
    return _sides(unit, unit.better)


def _sides(unit: Unit, better: AbstractSet[int], exchanged: tuple[tuple[int, int], ...] = ()) -> Sides:
    groups = []
    for pyramid in unit.pyramids:
        groups.append(tuple(place for place in pyramid if place in better))
        groups.append(tuple(place for place in pyramid if place not in better))
    return Sides(tuple(groups), groups[2][0] if unit.odd else None, exchanged)


def sides_with(better: AbstractSet[int], unit: Unit) -> Sides:
    """The pyramids with those players on side A; the exchanges are told nearest with nearest."""
    exchanged: list[tuple[int, int]] = []
    for pyramid in unit.pyramids:
        half = len(pyramid) // 2
        down = [place for place in pyramid[:half] if place not in better]
        up = [place for place in pyramid[half:] if place in better]
        exchanged += zip(reversed(down), up, strict=True)
    return _sides(unit, better, tuple(exchanged))


# --- partners ----------------------------------------------------------------------------------------------


def wished(at: int, size: int, *, consecutive: bool = False) -> Iterator[int]:
    """D6.4: whom the highest free player takes: the ideal partner, the next ones below, then those skipped.
    Who was meant for somebody above who is gone starts with the next one below."""
    best = ideal(at, size, consecutive=consecutive)
    if best < at:
        yield from range(at + 1, size)
        return
    yield from range(best, size)
    yield from range(best - 1, at, -1)


# --- exchanges of sides ------------------------------------------------------------------------------------


def exchanges(unit: Unit) -> Iterator[Sides]:
    """D6.6: the sides as they are, then with one exchange, with two and, so that the pyramid is completed if it can
    be (S2), with more: each time the smallest sum of displacements first, then the lower-placed A players."""
    yield halved(unit)
    better = unit.better
    for count in range(1, len(better) + 1):
        for way in sorted(_side_exchanges(unit, count)):
            yield sides_with(better.difference(way.go).union(way.come), unit)


class _SideExchange(NamedTuple):
    """Who changes, in the order of D6.6: by displacement, then the lower-placed A players first."""

    displacement: int
    lowest_first: list[int]
    go: tuple[int, ...]
    come: tuple[int, ...]


def _side_exchanges(unit: Unit, count: int) -> Iterator[_SideExchange]:
    """So many exchanges inside the pyramids of a unit, in whichever of them."""
    halves = [(pyramid[: len(pyramid) // 2], pyramid[len(pyramid) // 2 :]) for pyramid in unit.pyramids]
    if len(halves) == 1:
        yield from _exchanged_between(*halves[0], count)
        return
    (upper_a, upper_b), (lower_a, lower_b) = halves
    for number in range(count + 1):
        below = list(_exchanged_between(lower_a, lower_b, count - number))
        for one in _exchanged_between(upper_a, upper_b, number):
            for other in below:
                yield _SideExchange(
                    one.displacement + other.displacement,
                    other.lowest_first + one.lowest_first,
                    one.go + other.go,
                    one.come + other.come,
                )


def _exchanged_between(upper: Sequence[int], lower: Sequence[int], count: int) -> Iterator[_SideExchange]:
    """So many of the one with so many of the other. Positions are counted among these players alone."""
    at = {place: n for n, place in enumerate((*upper, *lower))}
    for go in combinations(upper, count):
        for come in combinations(lower, count):
            yield _SideExchange(sum(at[p] for p in come) - sum(at[p] for p in go), [-p for p in reversed(go)], go, come)


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
