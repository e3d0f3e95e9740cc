"""melee: what a whole round costs, partners and opponents together (S3), as one whole number.

Gravest first: hard wishes broken, halves of round 1 (M4.2), repeated partners (M4.5), beyond M4.1 how worn
these are, soft wishes about partners.
Each part is a sum over the tables, so that a round is the cheaper the cheaper its tables are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ronda.systems.melee.pair.relations import Floor
from ronda.systems.melee.rules import AT_A_TABLE

Seats = Sequence[int]  # four to a table: the first two against the last two


@dataclass(frozen=True, slots=True)
class Prices:
    """`last_top`: the last place of the top half in round 1 (M4.2), None after it. `soft`: whether soft wishes
    count."""

    floor: Floor
    last_top: int | None
    soft: bool = True

    @property
    def above(self) -> int:
        """More than any sum of one part: a table has two teams and four meetings."""
        return 2 * len(self.floor.order) + 1

    def partners(self, a: int, b: int) -> int:
        floor, above = self.floor, self.above
        same_half = self.last_top is not None and (a <= self.last_top) is (b <= self.last_top)
        value = ((b in floor.hard[a]) * above + same_half) * above + (b in floor.partners[a])
        value = value * floor.most_worn + floor.worn(a, b)
        return value * above + (self.soft and b in floor.soft[a])

    def table(self, a: int, b: int, c: int, d: int) -> int:
        """Of a and b against c and d."""
        rivals = self.floor.rivals
        met = (c in rivals[a]) + (d in rivals[a]) + (c in rivals[b]) + (d in rivals[b])
        return met * self.above**3 * self.floor.most_worn + self.partners(a, b) + self.partners(c, d)

    def round(self, seats: Seats) -> int:
        return sum(self.table(*seats[at : at + AT_A_TABLE]) for at in range(0, len(seats), AT_A_TABLE))

    def grave(self, cost: int) -> int:
        """What counts before the free games of M3.3: all but soft wishes and which partners repeat."""
        return cost // (self.above * self.floor.most_worn)

    def broken(self, cost: int) -> int:
        """How many hard wishes are."""
        return cost // (self.above**3 * self.floor.most_worn)


def prices_of(floor: Floor, resting: Collection[int], *, soft: bool = True) -> Prices:
    """The prices while these rest."""
    if floor.round > 1:
        return Prices(floor, None, soft)
    seated = [v for v in range(len(floor.order)) if v not in resting]
    return Prices(floor, seated[len(seated) // 2 - 1], soft)
