"""What one table gives one player, or one pair, where effectiveness ranks those with as many wins (PE4, PS2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from ronda.core.values import Frozen

Whom = Literal["me", "other"]
CEILING = Fraction(8, 5)  # PS2.1: of the target


class HouseLine(Frozen, frozen=True):
    """What one table gives one player: his side's score and the other's as they count for him."""

    own: int
    opponents: int
    won: bool
    effectiveness: int


def line(
    own: int,
    opponents: int,
    target: int,
    *,
    sanction: int = 0,
    forfeit: Whom | None = None,
    card: Whom | None = None,
) -> HouseLine:
    """PE4.2, PE4.3: absence before card before sanction. Level is lost for who was sanctioned into it."""
    if forfeit == "me" or (card == "me" and forfeit is None):
        return HouseLine(0, target, False, -target)
    if forfeit == "other":
        return bye_line(target)
    if card == "other":
        return HouseLine(target, 0, True, target)
    left = max(0, own - sanction)
    reached = max(left, opponents) >= target
    if left > opponents:
        return HouseLine(left, opponents, True, target - opponents if reached else left - opponents)
    return HouseLine(left, opponents, False, -(target - left) if reached else left - opponents)


def bye_line(target: int) -> HouseLine:
    """PE4.3, PS2.2: a bye counts like an absent opponent."""
    return HouseLine(target, 0, True, target // 2)
