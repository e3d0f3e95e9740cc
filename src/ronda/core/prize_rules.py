"""The published prize list of an event and the rules that it is given by (PR2, PR3)."""

from __future__ import annotations

from typing import Literal

from ronda.core.values import Value

PrizeKind = Literal["money", "thing", "honour"]
PerPerson = Literal["one", "all", "one-per-kind"]
Sharing = Literal["equal", "hort", "none"]
TieOn = Literal["place", "points"]


class PublishedCategory(Value, frozen=True):
    """A category: its name, and who is in it, as a text (`prizes.category_text`); without one everybody."""

    name: str
    who: str = ""


class PublishedPrize(Value, frozen=True):
    """A prize, in the order of the list. `value` in the smallest unit of the currency; `category` "" is everybody."""

    id: str
    value: int = 0
    category: str = ""
    kind: PrizeKind = "money"


class PrizeRules(Value, frozen=True):
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
