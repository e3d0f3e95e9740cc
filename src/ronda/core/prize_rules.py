"""The published prize list of an event and the rules that it is given by (PR2, PR3); fees and payments (PR7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ronda.core.values import Value

PrizeKind = Literal["money", "thing", "honour"]
PerPerson = Literal["one", "all", "one-per-kind"]
Sharing = Literal["equal", "hort", "none"]
TieOn = Literal["place", "points"]


class PublishedCategory(Value):
    """A category: its name, and who is in it, as a text (`prizes.category_text`); without one everybody."""

    name: str
    who: str = ""


class PublishedPrize(Value):
    """A prize, in the order of the list. `value` in the smallest unit of the currency; `category` "" is everybody.
    `percent`: so much of the pot instead of a value (PR6.4), an exact number as text: `45`, `12.5`."""

    id: str
    value: int = 0
    category: str = ""
    kind: PrizeKind = "money"
    percent: str = ""


class Pot(Value):
    """PR6.4: what prizes in per cent are parts of: so much of what was collected in fees, less what is deducted, and
    at least what is guaranteed. Without a per cent, all of it."""

    percent: str = ""
    deductions: int = 0
    guarantee: int = 0


class PrizeRules(Value):
    """PR3.4. `year`: the one that ages are counted in; `excluded`: players who are not to win anything."""

    prizes: tuple[PublishedPrize, ...]
    categories: tuple[PublishedCategory, ...] = ()
    per_person: PerPerson = "one"
    sharing: Sharing = "equal"
    tie_on: TieOn = "place"
    unit: int = 1
    min_share: int = 0
    min_rounds: int = 1
    year: int = 0
    currency: str = ""
    excluded: tuple[int, ...] = ()
    pot: Pot | None = None


class PublishedFee(Value):
    """PR7.1: what is due from those of whom `who` is true (`prizes.category_text`; "" is everybody); `add`: it comes on
    top of the first rule that fits. `until`: only for those who have paid by that day (2026-04-30)."""

    amount: int
    who: str = ""
    add: bool = False
    until: str = ""


class FeeRules(Value):
    """The fees of an event, in the order in which they are asked. `year`: the one that ages are counted in;
    `pay_first`: nobody is checked in who has not paid (PR7.3)."""

    rules: tuple[PublishedFee, ...] = ()
    currency: str = ""
    year: int = 0
    pay_first: bool = False


class OwnFee(Value):
    """What is due from one player, whatever the rules say (PR7.2)."""

    amount: int
    reason: str = ""


class Payment(Value):
    """Money that a player paid, or (below zero) got back: how, by whom it was taken, and why (PR7.2). `day`: when,
    where a rule asks for it."""

    player: int
    amount: int
    how: str = ""
    by: str = ""
    reason: str = ""
    day: str = ""


class FeeBook(Value):
    """The fees of an event and what was paid, in the order in which it was."""

    rules: FeeRules = FeeRules()
    own: Mapping[int, OwnFee] = {}
    payments: tuple[Payment, ...] = ()
