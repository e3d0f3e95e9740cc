"""domino, for the check: how many hard wishes any seating breaks, by counting chairs (S3).

Of nine players whom nobody wants at one table, two sit together at one of eight tables: a search would try for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from ronda.core.values import Frozen

Pair = tuple[int, int]
_SEATS = 4
_FEWEST = 3  # two who should not meet can always be kept apart

# the pairs that break a wish at least, at a table with 0, 1, … 4 of a club whose members should
NEITHER = (0, 0, 1, 3, 6)  # neither be partners nor rivals
NOT_RIVALS = (0, 0, 0, 2, 4)
NOT_PARTNERS = (0, 0, 0, 1, 2)


class Club(Frozen, frozen=True):
    """Players any two of whom have the same hard wish, with what a table of so many of them breaks."""

    members: frozenset[int]
    broken: tuple[int, ...]

    def least(self, there: int, tables: int) -> int:
        """So many of them at so many tables break the fewest wishes when they spread out evenly: what one more at a
        table breaks never becomes less."""
        each, more = divmod(there, tables)
        few = (tables - more) * self.broken[each]
        return few + more * self.broken[each + 1] if more else few


def clubs(partners: AbstractSet[Pair], rivals: AbstractSet[Pair]) -> tuple[Club, ...]:
    """Clubs without a common member, so that what they break adds up."""
    found: list[Club] = []
    taken: set[int] = set()
    for wishes, broken in ((partners & rivals, NEITHER), (rivals, NOT_RIVALS), (partners, NOT_PARTNERS)):
        for members in _cliques(wishes, taken):
            found.append(Club(frozenset(members), broken))
            taken |= members
    return tuple(found)


def least_broken(found: Iterable[Club], players: Collection[int]) -> int:
    """How many hard wishes these players break at least, wherever at tables of four they sit."""
    tables = len(players) // _SEATS
    there = players if isinstance(players, AbstractSet) else frozenset(players)
    return sum(club.least(len(club.members & there), tables) for club in found) if tables else 0


def least_exchanged(found: Iterable[Club], upper: AbstractSet[int], lower: AbstractSet[int], most: int) -> int:
    """How many hard wishes two pyramids break at least, whoever of each, at most so many, changes with the other
    (D7.2): for each club by how many more, or fewer, of it are above."""
    above, below = len(upper) // _SEATS, len(lower) // _SEATS
    least = {(0, 0): 0}  # by how many of clubs came up and went down so far
    members: set[int] = set()
    for club in found:
        members |= club.members
        up, down = len(club.members & upper), len(club.members & lower)
        after: dict[tuple[int, int], int] = {}
        for (come, gone), broken in least.items():
            for more in range(max(gone - most, -up, down - len(lower)), min(most - come, down, len(upper) - up) + 1):
                key = come + max(more, 0), gone + max(-more, 0)
                own = broken + club.least(up + more, above) + club.least(down - more, below)
                after[key] = min(own, after.get(key, own))
        least = after
    spare_above, spare_below = len(upper - members), len(lower - members)
    return min(
        broken for (come, gone), broken in least.items() if come - gone <= spare_above and gone - come <= spare_below
    )


def _cliques(wishes: AbstractSet[Pair], taken: AbstractSet[int]) -> Iterator[set[int]]:
    """Groups of players all of whom have a wish about each other, one after the other: from those with the most wishes
    on."""
    near: dict[int, set[int]] = {}
    for a, b in wishes:
        if a not in taken and b not in taken:
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    while near:
        members = _clique(near)
        if len(members) < _FEWEST:
            return
        yield members
        near = {a: others - members for a, others in near.items() if a not in members}


def _clique(near: Mapping[int, AbstractSet[int]]) -> set[int]:
    members: set[int] = set()
    among: AbstractSet[int] = near.keys()
    while among:
        chosen = max(among, key=lambda a: (len(near[a] & among), -a))
        members.add(chosen)
        among = near[chosen] & among
    return members
