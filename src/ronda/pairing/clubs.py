"""How many hard wishes any seating at tables of four breaks, by counting: nine players of a club do not fit apart on
eight tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from heapq import heapify, heapreplace

_SEATS = 4
_SMALLEST = 3

# what a table breaks at least that has 0, 1, … 4 of a club
_APART = (0, 0, 1, 3, 6)  # who should be neither partners nor opponents
_NOT_OPPONENTS = (0, 0, 0, 2, 4)
_NOT_PARTNERS = (0, 0, 0, 1, 2)

Wishes = Sequence[AbstractSet[int]]  # for each place those whom it should not be with


def least_broken(partners: Wishes, opponents: Wishes, resting: int) -> int:
    """The wishes that are broken at least when so many of all rest, whoever they are."""
    tables = (len(partners) - resting) // _SEATS
    if not tables:
        return 0
    both = [one & other for one, other in zip(partners, opponents, strict=True)]
    sizes: list[tuple[int, Sequence[int]]] = []
    taken: set[int] = set()
    for wishes, broken in ((both, _APART), (opponents, _NOT_OPPONENTS), (partners, _NOT_PARTNERS)):
        for club in _clubs(wishes, taken):
            sizes.append((len(club), broken))
            taken |= club
    return _without(sizes, tables, resting) if sizes else 0


def _without(sizes: Sequence[tuple[int, Sequence[int]]], tables: int, resting: int) -> int:
    """When those rest who spare most. One more of a club never breaks less than the one before, so that they can be
    taken out one after the other."""

    def least(size: int, broken: Sequence[int]) -> int:
        each, more = divmod(min(size, _SEATS * tables), tables)
        return (tables - more) * broken[each] + (more * broken[each + 1] if more else 0)

    def spared(at: int, size: int) -> tuple[int, int, int]:
        broken = sizes[at][1]
        return (least(size - 1, broken) - least(size, broken) if size else 0, at, size)

    total = sum(least(size, broken) for size, broken in sizes)
    heap = [spared(at, size) for at, (size, _) in enumerate(sizes)]
    heapify(heap)
    for _ in range(resting):
        gain, at, size = heap[0]
        if not gain:
            break
        total += gain
        heapreplace(heap, spared(at, size - 1))
    return total


def _clubs(wishes: Wishes, taken: AbstractSet[int]) -> Iterator[set[int]]:
    """Groups of players all of whom have a wish about each other, one after the other."""
    near = {a: set(others - taken) for a, others in enumerate(wishes) if others and a not in taken}
    while near:
        club: set[int] = set()
        among: AbstractSet[int] = near.keys()
        while among:
            chosen = max(among, key=lambda a: (len(near[a] & among), -a))
            club.add(chosen)
            among = near[chosen] & among
        if len(club) < _SMALLEST:
            return
        yield club
        near = {a: others - club for a, others in near.items() if a not in club}
