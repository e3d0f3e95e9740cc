"""domino: pyramids, sides, ideal partners and exchanges (D6.2–D6.4, D6.6, D10.1, D10.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import NamedTuple

from ronda.core.values import Frozen
from ronda.systems.domino.field import ideal, pyramids

Crossing = tuple[tuple[int, int], ...]  # who changes pyramids, from the upper and from the lower


# --- pyramids ----------------------------------------------------------------------------------------------


class Unit(Frozen, frozen=True):
    """Players who are seated together, apart from all others: a pyramid (D6.5), or both, where the pairs of the one
    meet those of the other (D10.1). Places in order."""

    name: str
    pyramids: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> list[int]:
        return sorted(place for pyramid in self.pyramids for place in pyramid)

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


class Sides(Frozen, frozen=True):
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
    return _sides(unit, {place for pyramid in unit.pyramids for place in pyramid[: len(pyramid) // 2]})


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
    at_home = {place for pyramid in unit.pyramids for place in pyramid[: len(pyramid) // 2]}
    for count in range(1, len(at_home) + 1):
        for way in sorted(_ways_in(unit, count)):
            yield sides_with(at_home.difference(way.go).union(way.come), unit)


class _Way(NamedTuple):
    """Who changes, in the order of D6.6: by displacement, then the lower-placed A players first."""

    displacement: int
    lowest_first: list[int]
    go: tuple[int, ...]
    come: tuple[int, ...]


def _ways_in(unit: Unit, count: int) -> Iterator[_Way]:
    """So many exchanges inside the pyramids of a unit, in whichever of them."""
    halves = [(pyramid[: len(pyramid) // 2], pyramid[len(pyramid) // 2 :]) for pyramid in unit.pyramids]
    if len(halves) == 1:
        yield from _ways(*halves[0], count)
        return
    (upper_a, upper_b), (lower_a, lower_b) = halves
    for number in range(count + 1):
        below = list(_ways(lower_a, lower_b, count - number))
        for one in _ways(upper_a, upper_b, number):
            for other in below:
                yield _Way(
                    one.displacement + other.displacement,
                    other.lowest_first + one.lowest_first,
                    one.go + other.go,
                    one.come + other.come,
                )


def _ways(upper: Sequence[int], lower: Sequence[int], count: int) -> Iterator[_Way]:
    """So many of the one with so many of the other. Positions are counted among these players alone."""
    at = {place: n for n, place in enumerate((*upper, *lower))}
    for go in combinations(upper, count):
        for come in combinations(lower, count):
            yield _Way(sum(at[p] for p in come) - sum(at[p] for p in go), [-p for p in reversed(go)], go, come)
