"""Penalties as the API has them: the desk sees everything, everybody else what changed something (PE9)."""

from __future__ import annotations

from ronda.core.model import Penalty, Tournament
from ronda.core.penalty_effects import effective, in_force
from ronda.texts import Speaker
from ronda.views import View


class PenaltyView(View, frozen=True):
    """`amount` of points is in points; `text`: the kind in words. `reason` and `by` are the desk's own."""

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


def penalty_views(tournament: Tournament, speaker: Speaker, *, staff: bool) -> list[PenaltyView]:
    given = tournament.setup.penalties
    shown = given if staff else [one for one in in_force(given) if effective(one)]
    return [_view(one, speaker, staff=staff) for one in shown]


def _view(one: Penalty, speaker: Speaker, *, staff: bool) -> PenaltyView:
    return PenaltyView(
        one.id,
        one.player,
        speaker.name(one.player),
        one.kind,
        speaker.say(f"penalty.{one.kind}"),
        one.round,
        one.table,
        one.amount / 2 if one.kind == "points" else one.amount,
        one.card,
        one.rule,
        one.reason if staff else "",
        one.by if staff else "",
        one.lifted,
    )
