"""melee: what a whole round costs, partners and opponents together (S3), as one whole number.

Gravest first: hard wishes broken, halves of round 1 (M4.2), repeated partners (M4.5), beyond M4.1 how worn
these are, soft wishes about partners.
Each part is a sum over the tables, so that a round is the cheaper the cheaper its tables are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ronda.core.values import Frozen
from ronda.pairing.cost import Packing
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.rules import AT_A_TABLE

_HARD, _REPEATED = 0, 2  # parts of the cost by number

Seats = Sequence[int]  # four to a table: the first two against the last two


class Prices(Frozen, frozen=True):
    """`last_top`: the last place of the top half in round 1 (M4.2), None after it. `soft`: whether soft wishes
    count."""

    field: Field
    last_top: int | None
    soft: bool
    packing: Packing

    def partners(self, a: int, b: int) -> int:
        field = self.field
        same_half = self.last_top is not None and (a <= self.last_top) is (b <= self.last_top)
        hard, halves, repeated, worn, soft = self.packing.units
        cost = (b in field.hard[a]) * hard + same_half * halves + (b in field.partners[a]) * repeated
        return cost + field.worn(a, b) * worn + (self.soft and b in field.soft[a]) * soft

    def table(self, a: int, b: int, c: int, d: int) -> int:
        """Of a and b against c and d."""
        rivals = self.field.rivals
        met = (c in rivals[a]) + (d in rivals[a]) + (c in rivals[b]) + (d in rivals[b])
        return met * self.packing.units[_HARD] + self.partners(a, b) + self.partners(c, d)

    def round(self, seats: Seats) -> int:
        return sum(self.table(*seats[at : at + AT_A_TABLE]) for at in range(0, len(seats), AT_A_TABLE))

    def grave(self, cost: int) -> int:
        """What counts before the free games of M3.3: all but soft wishes and which partners repeat."""
        return self.packing.down_to(_REPEATED, cost)

    def broken(self, cost: int) -> int:
        """How many hard wishes are."""
        return self.packing.down_to(_HARD, cost)


def prices_of(field: Field, resting: Collection[int], *, soft: bool = True) -> Prices:
    """The prices while these rest."""
    above = 2 * len(field.order) + 1  # more than any sum of most parts: a table has two teams and four meetings
    packing = Packing.of((above, above, above, field.most_worn, above))
    if field.round > 1:
        return Prices(field, None, soft, packing)
    seated = [v for v in range(len(field.order)) if v not in resting]
    return Prices(field, seated[len(seated) // 2 - 1], soft, packing)
