"""Penalties as the API has them: the desk sees everything, everybody else what changed something (PE9)."""

from __future__ import annotations

from ronda.core import Penalty, Tournament
from ronda.core.penalty_effects import GIVEN_POINTS, amount_of, effective, in_force, name_of
from ronda.texts import Speaker
from ronda.views import View, mirrored


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
