"""Fees and prizes as the API, `--json` and the lists have them."""

from __future__ import annotations

import csv
import io

from ronda.core import Penalty, Tournament
from ronda.core.penalty_effects import GIVEN_POINTS, amount_of, effective, in_force, name_of
from ronda.desk.fees import FeeList
from ronda.desk.prizes import PrizeList
from ronda.formats.csv_text import escape_cell
from ronda.texts import Speaker
from ronda.views import View, mirrored


class FeeRuleView(View):
    """`who`: of whom it is due; empty: of everybody. `add`: on top of the first rule that fits."""

    amount: int
    who: str
    add: bool
    until: str = ""


class FeeLineView(View):
    """One player. `rule`: the number of the rule, 0 where it was set by hand or none fits; `unknown`: a rule asks for
    something that is not known of the player."""

    player: int
    name: str
    due: int
    paid: int
    open: int
    rule: int
    reason: str
    unknown: bool


class FeeListView(View):
    """Amounts in the smallest unit of the currency. `collected`: paid less given back; `by_how`, `by_helper`: how it
    was paid, and who took it."""

    currency: str
    year: int
    rules: list[FeeRuleView]
    players: list[FeeLineView]
    due: int
    collected: int
    open: int
    by_how: dict[str, int]
    by_helper: dict[str, int]


def fee_list_view(found: FeeList, speaker: Speaker) -> FeeListView:
    return FeeListView(
        found.rules.currency,
        found.rules.year,
        [mirrored(FeeRuleView, one) for one in found.rules.rules],
        [mirrored(FeeLineView, line, name=speaker.name(line.player)) for line in found.lines],
        found.due,
        found.collected,
        found.open,
        dict(found.by_how),
        dict(found.by_helper),
    )


FEE_COLUMNS = ("name", "due", "paid", "open", "reason")


def fees_csv(shown: FeeListView, speaker: Speaker) -> str:
    """Everybody, and the totals in the last row."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([speaker.say(f"label.fee.{name}") for name in FEE_COLUMNS])
    for line in shown.players:
        amounts = [_plain(value) for value in (line.due, line.paid, line.open)]
        rows.writerow([escape_cell(line.name), *amounts, escape_cell(line.reason)])
    totals = [_plain(value) for value in (shown.due, shown.collected, shown.open)]
    rows.writerow([speaker.say("label.fee.total"), *totals, ""])
    return text.getvalue()


def _plain(hundredths: int) -> str:
    """As spreadsheets of every language read it."""
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


class CategoryPlace(View):
    place: int
    player: int
    name: str


class CategoryView(View):
    name: str
    places: list[CategoryPlace]
    unknown: list[int]


class PrizeView(View):
    """A prize and who gets it; `passed`: who was better placed in its category and has another one."""

    id: str
    kind: str
    category: str
    value: int
    winner: int | None
    name: str | None
    passed: list[int]


class PayoutView(View):
    """`shared`: who is level with the player and shares."""

    player: int
    name: str
    place: int
    amount: int
    shared: list[int]


class PrizeListView(View):
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


class PenaltyView(View):
    """`amount` of points is in points, and so is `points`, which only a deduction of points has; `text`: the kind in
    words, `told`: the same with amount and card. `reason` and `by` are the desk's own."""

    id: int
    player: int
    name: str
    kind: str
    text: str
    round: int
    table: int | None
    amount: float
    card: str
    rule: str
    reason: str
    by: str
    lifted: bool
    told: str = ""
    points: float | None = None


def penalty_views(tournament: Tournament, speaker: Speaker, *, staff: bool) -> list[PenaltyView]:
    given = tournament.setup.penalties
    shown = given if staff else [one for one in in_force(given) if effective(one)]
    return [_view(one, speaker, staff=staff) for one in shown]


def _view(one: Penalty, speaker: Speaker, *, staff: bool) -> PenaltyView:
    amount = float(amount_of(one))
    return mirrored(
        PenaltyView,
        one,
        name=speaker.name(one.player),
        text=speaker.say(f"penalty.{name_of(one)}"),
        amount=amount,
        reason=one.reason if staff else "",
        by=one.by if staff else "",
        told=penalty_text(one, speaker),
        points=amount if one.kind == "points" else None,
    )


def penalty_text(one: Penalty, speaker: Speaker) -> str:
    """The kind with its amount and its card: `point deduction −½`, `rounds to sit out: 2`."""
    told = speaker.say(f"penalty.{name_of(one)}")
    if one.amount:
        amount = speaker.number(abs(amount_of(one)))
        sign = {"points": "−", "score": "−", "bonus": "+", GIVEN_POINTS: "+"}.get(name_of(one))
        told = f"{told} {sign}{amount}" if sign else speaker.say("say.labelled", label=told, text=amount)
    return f"{told} {speaker.say(f'card.{one.card}')}" if one.card else told


def own_penalties(tournament: Tournament, speaker: Speaker, player: int) -> list[PenaltyView]:
    """What a player may see of the own penalties: all that are in force, with their reasons; judges' notes are the
    desk's (PE9)."""
    own = [one for one in in_force(tournament.setup.penalties) if one.player == player and one.kind != "note"]
    return [_view(one, speaker, staff=True) for one in own]


class AppealView(View):
    """An appeal; `against`: the penalty it is about, in words. Without an `outcome` it is open."""

    id: int
    player: int
    name: str
    round: int
    table: int | None
    penalty: int | None
    against: str
    text: str
    outcome: str
    by: str
    reason: str


def appeal_views(tournament: Tournament, speaker: Speaker) -> list[AppealView]:
    """All appeals, the first one first; for the desk."""
    given = {one.id: one for one in tournament.setup.penalties}
    return [
        mirrored(
            AppealView,
            one,
            name=speaker.name(one.player),
            against=penalty_text(given[one.penalty], speaker) if one.penalty in given else "",
        )
        for one in tournament.appeals
    ]
