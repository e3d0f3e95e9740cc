"""domino: groups of players who cannot all be kept apart, because there are more of them than tables.

A search finds out very slowly that nine players of one club do not fit on eight tables; counting tells
at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ronda.core.values import Frozen, replace
from ronda.systems.domino.pair.relations import LAST_LEVEL, Field, Level

IMPOSSIBLE = 1 << 200
_SMALLEST = 3
_MOST_CROWDS = 8

# how many bad pairs a table has at least that seats 0, 1, … 4 of the crowd
_APART = (0, 0, 1, 3, 6)  # neither partners nor rivals
_NOT_RIVALS = (0, 0, 0, 2, 4)
_NOT_PARTNERS = (0, 0, 0, 1, 2)

Price = Callable[[int, int], int | None]


class Crowd(Frozen, frozen=True):
    """Players any two of whom cost at least `unit` in the ways that `pairs` counts; `members` has a bit
    for each place."""

    members: int
    unit: int
    pairs: Sequence[int]

    def least(self, free: int) -> int:
        """What they cost at least when all free players are seated."""
        return self.spread((free & self.members).bit_count(), free.bit_count() // 4)

    def spread(self, there: int, tables: int) -> int:
        """So many of them cost the least at so many tables when they are spread as evenly as can be."""
        each, more = divmod(there, tables)
        bad = (tables - more) * self.pairs[each] + (more and more * self.pairs[each + 1])
        return bad * self.unit


def crowds(field: Field, pyramid: Sequence[int], level: Level) -> list[Crowd]:
    """Crowds that share no player, the largest first, so that their costs add up. Only wishes make
    crowds worth looking for: windows bar few players each."""
    if not any(ties.hard[a] or ties.soft[a] for ties in (field.partners, field.rivals) for a in pyramid):
        return []

    def partner(a: int, b: int) -> int | None:
        return field.cost(field.partners, a, b, level)

    def rival(a: int, b: int) -> int | None:
        return field.cost(field.rivals, a, b, level)

    def either(a: int, b: int) -> int | None:
        found = [price for price in (partner(a, b), rival(a, b)) if price is not None]
        return min(found, default=None)

    for price, pairs in ((either, _APART), (rival, _NOT_RIVALS), (partner, _NOT_PARTNERS)):
        found = list(_cliques(_prices(field, pyramid, price), pairs))
        if found:
            return found
    return []


def hard_clubs(field: Field) -> list[Crowd]:
    """Crowds of the whole field whose members may not meet by hard wishes alone."""
    if not any(any(ties.hard.values()) for ties in (field.partners, field.rivals)):
        return []
    everybody = range(len(field.order))
    nothing: dict[int, dict[int, int]] = {a: {} for a in everybody}
    nobody: dict[int, frozenset[int]] = dict.fromkeys(everybody, frozenset())
    partners, rivals = (replace(t, last=nothing, soft=nobody) for t in (field.partners, field.rivals))
    return crowds(replace(field, partners=partners, rivals=rivals), everybody, LAST_LEVEL)


def least_of(found: Sequence[Crowd], free: int) -> int:
    """What the crowds cost at least together."""
    return sum(crowd.least(free) for crowd in found)


def _prices(field: Field, pyramid: Sequence[int], price: Price) -> dict[int, dict[int, int]]:
    """For each place those it cannot be with for nothing, and what that costs."""
    within = set(pyramid)
    found: dict[int, dict[int, int]] = {a: {} for a in pyramid}
    for a in pyramid:
        known: set[int] = set()
        for ties in (field.partners, field.rivals):
            known.update(ties.last[a], ties.hard[a], ties.soft[a])
        for b in known & within:
            if a < b and (cost := price(a, b)) != 0:
                found[a][b] = found[b][a] = IMPOSSIBLE if cost is None else cost
    return found


def _cliques(prices: dict[int, dict[int, int]], pairs: Sequence[int]) -> Iterator[Crowd]:
    """Disjoint groups, greedily, in which every two cost something."""
    bad = {a: set(others) for a, others in prices.items()}
    for _ in range(_MOST_CROWDS):
        group: list[int] = []
        among = {a for a, others in bad.items() if others}
        while among:
            chosen = max(among, key=lambda a: (len(bad[a] & among), -a))
            group.append(chosen)
            among &= bad[chosen]
        if len(group) < _SMALLEST:
            return
        yield Crowd(sum(1 << place for place in group), min(prices[a][b] for a, b in combinations(group, 2)), pairs)
        bad = {a: others.difference(group) for a, others in bad.items() if a not in group}
