"""chess: how much is looked at for the sake of the rounds to come (C5.4).

A unit is what takes about a microsecond: a table put down or taken apart, a pair whose harm is weighed, four seats
looked at. Units are counted, never time: the same history gives the same round on every machine (S5). All searches of
one round share what they may spend, so a round costs no more in a field that is made to be hard.
"""

from __future__ import annotations


class Exhausted(Exception):
    """The search ended its steps before it could decide."""


class Effort:
    """What may still be spent; without a bound, whatever a search needs that has an end of its own."""

    def __init__(self, units: int | None = None) -> None:
        self.left = units

    def spend(self, units: int) -> None:
        if self.left is not None:
            self.left -= units
            if self.left < 0:
                raise Exhausted

    @property
    def spent(self) -> bool:
        return self.left is not None and self.left < 0
