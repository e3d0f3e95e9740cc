"""Categories, prizes, money and fees (PR). Amounts are whole numbers of the smallest unit of one currency."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Literal

from ronda.core import Frozen, replace
from ronda.core.verdicts import TEXT, Codes, Refusal, citing


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


class FeeRule(Frozen):
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


CODES: Codes = {
    "refusal": {
        "category_unreadable": citing("PR2.1", text=TEXT, found=TEXT),
        "percents_above_100": citing("PR6.4", sum=TEXT),
        "prize_rises": citing("PR3.2", prize=TEXT, before=TEXT, category=TEXT),
    }
}


Kind = Literal["money", "thing", "honour"]
PerPerson = Literal["one", "all", "one-per-kind"]
EVERYBODY = "all"


class Prize(Frozen):
    """One prize of the published list."""

    id: str
    category: str = EVERYBODY
    value: int = 0
    kind: Kind = "money"


class Winner(Frozen):
    """Somebody who can win, in the order of the standings, with the categories he is in."""

    id: int
    categories: Collection[str] = ()

    def may_win(self, prize: Prize) -> bool:
        return prize.category == EVERYBODY or prize.category in self.categories


class PrizeStanding(Frozen):
    """What decides whether somebody can win anything (PR3.3)."""

    place: int | None
    rounds_played: int
    expelled: bool = False
    no_prize: bool = False

    def can_win(self, min_rounds: int = 1) -> bool:
        return self.place is not None and not self.expelled and not self.no_prize and self.rounds_played >= min_rounds


def refused_list(prizes: Sequence[Prize]) -> Refusal | None:
    """PR3.2: inside a category the prizes fall with the places."""
    last: dict[str, Prize] = {}
    for prize in prizes:
        if prize.kind != "money":
            continue
        before = last.get(prize.category)
        if before is not None and prize.value > before.value:
            return Refusal("prize_rises", "PR3.2", {"prize": prize.id, "before": before.id, "category": prize.category})
        last[prize.category] = prize
    return None


class Assigned(Frozen):
    """Who gets which: by prize, in the order in which they were given; None: nobody is left for it. `passed`: who was
    better placed in the category and passed over, because he had a prize already."""

    prizes: Mapping[str, int | None]
    passed: Mapping[str, tuple[int, ...]] = {}


def assign(
    people: Sequence[Winner],
    prizes: Sequence[Prize],
    per_person: PerPerson = "one",
    *,
    choices: Mapping[int, str] | None = None,
    unclaimed_down: bool = False,
) -> Assigned:
    """PR4: honours go with the place; of the others one to a person, one of each kind, or all that come to him.
    `choices`: who takes which prize at his turn instead of the most valuable (PR4.3)."""
    honours = [prize for prize in prizes if prize.kind == "honour"]
    others = [prize for prize in prizes if prize.kind != "honour"]
    found = _by_place(people, honours)
    if per_person == "all":  # PR4.5
        return Assigned(found | _by_place(people, others))
    passed: dict[str, tuple[int, ...]] = {}
    groups = [others] if per_person == "one" else [[p for p in others if p.kind == k] for k in ("money", "thing")]
    for group in groups:
        own, over = _walk(people, group, choices or {})
        if unclaimed_down:  # PR4.4
            left = {one for one, who in own.items() if who is None}
            own, over = _walk(people, [_opened(one) if one.id in left else one for one in group], choices or {})
        found |= own
        passed |= over
    return Assigned(found, passed)


def _opened(prize: Prize) -> Prize:
    return replace(prize, category=EVERYBODY) if prize.kind == "money" else prize


def _by_place(people: Sequence[Winner], prizes: Sequence[Prize]) -> dict[str, int | None]:
    """The k-th prize of a category, in falling value, to its k-th place."""
    found: dict[str, int | None] = {}
    for category in dict.fromkeys(prize.category for prize in prizes):
        here = sorted((prize for prize in prizes if prize.category == category), key=lambda prize: -prize.value)
        able = iter([one.id for one in people if one.may_win(here[0])])
        for prize in here:
            found[prize.id] = next(able, None)
    return found


def _walk(
    people: Sequence[Winner], prizes: Sequence[Prize], choices: Mapping[int, str]
) -> tuple[dict[str, int | None], dict[str, tuple[int, ...]]]:
    """PR4.2: by value, then in published order, each to the best placed of its category who has none yet."""
    waiting = sorted(prizes, key=lambda prize: -prize.value)
    found: dict[str, int | None] = {}
    passed: dict[str, tuple[int, ...]] = {}
    has: set[int] = set()
    while waiting:
        prize = waiting[0]
        able = [one.id for one in people if one.may_win(prize)]
        winner = next((one for one in able if one not in has), None)
        wished = choices.get(winner, prize.id) if winner is not None else prize.id
        taken = next((one for one in waiting if one.id == wished and _open_to(one, winner, people)), prize)
        found[taken.id] = winner
        passed[taken.id] = tuple(one for one in able if one in has) if taken is prize else ()
        waiting.remove(taken)
        if winner is not None:
            has.add(winner)
    return found, passed


def _open_to(prize: Prize, winner: int | None, people: Sequence[Winner]) -> bool:
    return any(one.id == winner and one.may_win(prize) for one in people)


class PrizeMoney(Frozen):
    """Who is paid what in all, and what somebody who holds a prize of another category would get by sharing."""

    assigned: Assigned
    paid: Mapping[int, int]
    by_sharing: Mapping[tuple[int, str], int] = {}


def pay(
    people: Sequence[Winner],
    prizes: Sequence[Prize],
    tie_groups: Sequence[Collection[int]],
    sharing: Sharing | Mapping[str, Sharing],
    *,
    per_person: PerPerson = "one",
    unit: int = 1,
    min_share: int = 0,
) -> PrizeMoney:
    """PR5.5: first who gets which, without sharing; then, per category and tie group, the group's money of that
    category divided among its members who are in the category and hold no prize of another one."""
    assigned = assign(people, prizes, per_person)
    money = [prize for prize in prizes if prize.kind == "money"]
    order = {one.id: at for at, one in enumerate(people)}
    groups = [sorted((one for one in group if one in order), key=order.__getitem__) for group in tie_groups]
    tied = {one for group in groups for one in group}
    groups += [[one.id] for one in people if one.id not in tied]
    paid = dict.fromkeys(order, 0)
    by_sharing: dict[tuple[int, str], int] = {}
    for category in dict.fromkeys(prize.category for prize in money):
        own = sharing if isinstance(sharing, str) else sharing.get(category, "none")
        for group in groups:
            pool = sorted(
                (prize.value for prize in money if prize.category == category and assigned.prizes[prize.id] in group),
                reverse=True,
            )
            if not pool:
                continue
            able = [one for one in people if one.id in group and one.may_win(Prize("", category))]
            held = {one.id: _held(one.id, category, money, assigned, per_person) for one in able}
            sharers = [one.id for one in able if not held[one.id]]
            shares = group_shares(len(sharers), pool, own, unit=unit, min_share=min_share)
            for one, share in zip(sharers, shares, strict=True):
                paid[one] += share
            for outside in (one.id for one in able if held[one.id]):
                joined = [one.id for one in able if one.id in sharers or one.id == outside]
                would = group_shares(len(joined), pool, own, unit=unit, min_share=min_share)
                by_sharing[outside, category] = would[joined.index(outside)]
    return PrizeMoney(assigned, {one: amount for one, amount in paid.items() if amount}, by_sharing)


def _held(who: int, category: str, money: Sequence[Prize], assigned: Assigned, per_person: PerPerson) -> bool:
    """Whether somebody holds money of another category, where nobody may hold two."""
    if per_person == "all":
        return False
    return any(prize.category != category and assigned.prizes[prize.id] == who for prize in money)
