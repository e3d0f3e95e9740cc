"""Sharing money on ties (PR5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal

from ronda.prizes.money import equal_split, unequal_split

Sharing = Literal["none", "equal", "hort"]


def group_shares(
    people: int, prizes: Sequence[int], sharing: Sharing, *, unit: int = 1, min_share: int = 0
) -> list[int]:
    """PR5.2–PR5.4: what so many level people get of the prizes of their places; missing prizes count 0."""
    if sharing == "none":
        return [*prizes, *[0] * people][:people]
    own = [prize for prize in prizes[:people] if prize]
    if not own:
        return [0] * people
    left = people
    while True:
        shares = _shares(left, own, sharing, unit)
        if left <= len(own) or min(shares) >= min_share:
            return shares + [0] * (people - left)
        left -= 1  # PR5.4: the last of the group drops out


def _shares(people: int, prizes: Sequence[int], sharing: Sharing, unit: int) -> list[int]:
    total = sum(prizes)
    if sharing == "equal" or people == 1:
        return equal_split(total, people, unit)
    padded = [*prizes, *[0] * people][:people]
    return unequal_split(total, [Fraction(prize, 2) + Fraction(total, 2 * people) for prize in padded], unit)


def shared_prizes(
    points: Sequence[Fraction], prizes: Sequence[int], sharing: Sharing, *, unit: int = 1, min_share: int = 0
) -> list[int]:
    """PR5: everybody's money, in the order of the standings; who has the same `points` is tied."""
    found: list[int] = []
    for _, group in groupby(points):
        count = len(list(group))
        here = prizes[len(found) : len(found) + count]
        found += group_shares(count, here, sharing, unit=unit, min_share=min_share)
    return found
