"""A prize list as the API and `--json` have it."""

from __future__ import annotations

from ronda.desk.prizes import PrizeList
from ronda.texts import Speaker
from ronda.views import View


class CategoryPlace(View, frozen=True):
    place: int
    player: int
    name: str


class CategoryView(View, frozen=True):
    name: str
    places: list[CategoryPlace]
    unknown: list[int]


class PrizeView(View, frozen=True):
    """A prize and who gets it; `passed`: who was better placed in its category and has another one."""

    id: str
    kind: str
    category: str
    value: int
    winner: int | None
    name: str | None
    passed: list[int]


class PayoutView(View, frozen=True):
    """`shared`: who is level with the player and shares."""

    player: int
    name: str
    place: int
    amount: int
    shared: list[int]


class PrizeListView(View, frozen=True):
    """Amounts in the smallest unit of the currency; the payouts add up to `fund`."""

    currency: str
    categories: list[CategoryView]
    prizes: list[PrizeView]
    payouts: list[PayoutView]
    fund: int
    left: int


def prize_list_view(found: PrizeList, speaker: Speaker, *, staff: bool = True) -> PrizeListView:
    """Of whom it cannot be judged whether they are in a category is for the desk alone."""
    return PrizeListView(
        found.rules.currency,
        [
            CategoryView(
                one.name,
                [CategoryPlace(place, player, speaker.name(player)) for player, place in one.places.items()],
                list(one.unknown) if staff else [],
            )
            for one in found.categories
        ],
        [
            PrizeView(
                line.prize.id,
                line.prize.kind,
                line.prize.category,
                line.prize.value,
                line.winner,
                None if line.winner is None else speaker.name(line.winner),
                list(line.passed),
            )
            for line in found.lines
        ],
        [
            PayoutView(one.player, speaker.name(one.player), one.place, one.amount, list(one.shared))
            for one in found.payouts
        ],
        found.fund,
        found.left,
    )
