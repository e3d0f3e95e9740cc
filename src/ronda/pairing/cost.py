"""What a pairing costs as one whole number: several parts, the gravest first, whose sums compare like tuples (S3).

A search or a matching adds up numbers much faster than tuples, and the library can match by numbers only. Each part has
a limit that no sum of it over a round reaches, so that no number of mild things outweighs one grave thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul

from ronda.core.values import Frozen


class Packing(Frozen, frozen=True):
    """`units`: what one of each part counts, the gravest part first; `full`: more than anything packed within the
    limits. The gravest part itself may be as large as it likes."""

    units: tuple[int, ...]
    full: int

    @classmethod
    def of(cls, limits: Iterable[int]) -> Packing:
        """`limits`: for each part, the gravest first, more than any sum of it over a round."""
        units = []
        unit = 1
        for limit in reversed(tuple(limits)):
            units.append(unit)
            unit *= limit
        return cls(tuple(reversed(units)), unit)

    def pack(self, *parts: int) -> int:
        if len(parts) != len(self.units):
            raise ValueError(f"{len(self.units)} parts wanted: {parts}")
        return sum(map(mul, parts, self.units))

    def down_to(self, part: int, cost: int) -> int:
        """What counts as much as part number `part` or more, as a number that compares; what is milder is left out."""
        return cost // self.units[part]
