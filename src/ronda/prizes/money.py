"""Money to the last unit: equal and unequal shares, shared places, the pot, fees (PR6, PR7). The sum comes out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import Literal

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal


def equal_split(total: int, people: int, unit: int = 1) -> list[int]:
    """PR6.2: as equal as units go; the better placed get one more, what is smaller than a unit goes to the first."""
    each, more = divmod(total // unit, people)
    shares = [(each + (at < more)) * unit for at in range(people)]
    shares[0] += total % unit
    return shares


def unequal_split(total: int, shares: Sequence[Fraction], unit: int = 1) -> list[int]:
    """PR6.3: exact shares cut down to units, the missing units one by one to the largest remainders, equal ones to who
    is earlier in the list. The shares add up to the total; what is smaller than a unit goes to the first."""
    units = [floor(share / unit) for share in shares]
    missing = total // unit - sum(units)
    order = sorted(range(len(shares)), key=lambda at: (units[at] - shares[at] / unit, at))
    for at in order[:missing]:
        units[at] += 1
    found = [count * unit for count in units]
    found[0] += total - sum(found)
    return found


def percentages(pot: int, percents: Sequence[Fraction], unit: int = 1) -> list[int] | Refusal:
    """PR6.3, PR6.4: a pot at these per cents; below 100 in all, the rest stays with the organiser."""
    sum_ = sum(percents, Fraction(0))
    if sum_ > 100 or min(percents, default=Fraction(0)) < 0:
        return Refusal("percents_above_100", "PR6.4", {"sum": str(sum_)})
    if not percents or not sum_:
        return [0] * len(percents)
    paid = floor(pot * sum_ / 100)
    return unequal_split(paid, [paid * percent / sum_ for percent in percents], unit)


def pot(collected: int, deductions: int, percent: Fraction, guarantee: int) -> int:
    """PR6.4."""
    return max(guarantee, floor((collected - deductions) * percent / 100))


def team_split(amount: int, members: int, unit: int = 1) -> list[int]:
    """PR6.5: among the members in list order."""
    return equal_split(amount, members, unit)


class FeeRule(Frozen, frozen=True):
    """PR7.1: what is due from whom the test fits; `add`: it comes on top of the first rule that fits."""

    test: str
    amount: int
    add: bool = False


ELSE = "else"


def fee_due(rules: Sequence[FeeRule], fits: Collection[str]) -> int:
    """PR7.1: the first rule that fits, and whatever comes on top; `fits`: categories, labels and conditions."""
    due = next((rule.amount for rule in rules if not rule.add and rule.test in (*fits, ELSE)), 0)
    return due + sum(rule.amount for rule in rules if rule.add and rule.test in fits)


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
