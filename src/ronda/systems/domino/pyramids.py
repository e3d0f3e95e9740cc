"""domino: pyramids, sides, ideal partners and exchanges (D6.2–D6.4, D6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from math import comb
from typing import NamedTuple

MOST_CROSSING = 2  # D7.2
_REACH = 400  # divided by the players: how far from the border they may come who change pyramids

Crossing = tuple[tuple[int, int], ...]  # who changes pyramids, from the upper and from the lower


class Sides(NamedTuple):
    """A pyramid cut into side A and side B, each in order; `exchanged` are the reciprocal exchanges
    (from A, from B) that led there."""

    better: tuple[int, ...]
    lower: tuple[int, ...]
    exchanged: tuple[tuple[int, int], ...] = ()


def pyramids(players: int, crossing: Crossing = ()) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """D6.2: the places of the upper and of the lower pyramid; the upper is empty when there is one table. The
    players of the crossing have changed pyramids (D7.2)."""
    cut = _cut(players)
    upper = {*range(cut)}
    for down, up in crossing:
        upper ^= {down, up}
    return tuple(sorted(upper)), tuple(place for place in range(players) if place not in upper)


def _cut(players: int) -> int:
    return players // 4 // 2 * 4


def crossings(players: int) -> Iterator[Crossing]:
    """D7.2 with S2: none, then one player of each pyramid, then two, each time the smallest sum of displacements
    first (the last of the upper with the first of the lower), then the lower-placed players of the upper. In a small
    field anybody may change pyramids before anything is forced, in a large one the two nearest of each."""
    yield ()
    cut = _cut(players)
    reach = max(MOST_CROSSING, _REACH // players)
    upper, lower = range(max(0, cut - reach), cut), range(cut, min(players, cut + reach))
    for count in range(1, MOST_CROSSING + 1):
        for go, come in _by_displacement(upper, lower, count):
            yield tuple(zip(reversed(go), come, strict=True))


def count_crossings(players: int) -> int:
    """How many exchanges D7.2 allows."""
    upper, lower = _cut(players), players - _cut(players)
    return sum(comb(upper, count) * comb(lower, count) for count in range(1, MOST_CROSSING + 1))


def halved(pyramid: Sequence[int]) -> Sides:
    """D6.3."""
    half = len(pyramid) // 2
    return Sides(tuple(pyramid[:half]), tuple(pyramid[half:]))


def ideal(at: int, size: int) -> int:
    """D6.4: 1-3, 2-4, 5-7, 6-8, …; a final two pair together. Places inside a side, from 0."""
    block = at - at % 4
    if size - block == 2:
        return 2 * block + 1 - at
    return at + 2 if at - block < 2 else at - 2


def wished(at: int, size: int) -> Iterator[int]:
    """D6.4: whom the highest free player takes: the ideal partner, the next ones below, then those skipped.
    Who was meant for somebody above who is gone starts with the next one below."""
    best = ideal(at, size)
    if best < at:
        yield from range(at + 1, size)
        return
    yield from range(best, size)
    yield from range(best - 1, at, -1)


def exchanges(pyramid: Sequence[int]) -> Iterator[Sides]:
    """D6.6: the sides as they are, then with one exchange, with two and, so that the pyramid is
    completed if it can be (S2), with more: each time the smallest sum of displacements first, then the
    lower-placed A players."""
    sides = halved(pyramid)
    yield sides
    for count in range(1, len(sides.better) + 1):
        for go, come in _by_displacement(sides.better, sides.lower, count):
            yield sides_with({*sides.better}.difference(go).union(come), pyramid)


def _by_displacement(
    upper: Sequence[int], lower: Sequence[int], count: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """So many of the one with so many of the other, in the order of D6.6. Positions are counted among
    these players alone."""
    at = {place: n for n, place in enumerate((*upper, *lower))}
    every = (
        (sum(at[p] for p in come) - sum(at[p] for p in go), [-p for p in reversed(go)], go, come)
        for go in combinations(upper, count)
        for come in combinations(lower, count)
    )
    for _, _, go, come in sorted(every):
        yield go, come


def sides_with(better: AbstractSet[int], pyramid: Sequence[int]) -> Sides:
    """The pyramid with those players on side A; the exchanges are told nearest with nearest."""
    half = len(pyramid) // 2
    down = [place for place in pyramid[:half] if place not in better]
    up = [place for place in pyramid[half:] if place in better]
    return Sides(
        tuple(place for place in pyramid if place in better),
        tuple(place for place in pyramid if place not in better),
        tuple(zip(reversed(down), up, strict=True)),
    )
