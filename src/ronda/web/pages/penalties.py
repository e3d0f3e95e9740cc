"""Penalties, judges' notes, lateness and appeals, at the desk (PE)."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response
from litestar.params import FromQuery
from litestar.response import Template

from ronda.core.model import Table, Tournament
from ronda.core.penalty_effects import CARDS, KINDS, in_force
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import PenaltyInput
from ronda.desk.penalties import proposed_step, typed_amount
from ronda.views.penalties import appeal_views, penalty_views
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.http.request_bodies import get_page, post_form
from ronda.web.pages.actions import performed
from ronda.web.perform import seen_in

OUTCOMES = ("upheld", "changed", "lifted")


@get_page("/e/{code:str}/penalties", "helper")
def penalties(
    event_context: GivenEvent, player: FromQuery[int | None] = None, table: FromQuery[int | None] = None
) -> Template:
    return event_context.page("penalties.html", **_values(event_context), chosen=player, at_table=table)


@get_page("/e/{code:str}/part/penalties", "helper")
def penalties_part(event_context: GivenEvent) -> Template:
    return event_context.page("parts/penalties.html", **_values(event_context))


@post_form("/e/{code:str}/penalties/give", "arbiter")
async def give(event_context: GivenEvent) -> Response[Any]:
    """A penalty as the form has it: one field for the amount, whatever the kind."""
    context = event_context
    form = await context.request.form()
    fields = {key: form.get(key) for key in PenaltyInput.__struct_fields__ if form.get(key) not in (None, "")}
    try:
        if "amount" in fields:
            fields |= _amount(str(fields.get("kind", "")), str(fields.pop("amount")))
        body = msgspec.convert(fields, PenaltyInput, strict=False)
    except (ValueError, msgspec.ValidationError) as error:
        return said(context, "refused", context.words("trouble.bad_field", detail=str(error)), status=422)
    seen_at = min(seen_in(form.get("_version")), context.event.version)
    request = Request(ACTIONS["penalise"], body, context.person, seen_at=seen_at, confirmed=True)
    return await performed(context, request, "/penalties")


def _amount(kind: str, text: str) -> dict[str, Any]:
    found = typed_amount(kind, text)
    if found is None:
        raise ValueError(text)
    return found


def _values(context: EventContext) -> dict[str, Any]:
    tournament = context.tournament
    speaker = context.words.speaker
    penalties = context.system.rules.penalties
    return {
        **visibility.frame(context, public=False),
        "given": penalty_views(tournament, speaker, staff=True),
        "appeals": appeal_views(tournament, speaker),
        "in_force": [one for one in penalty_views(tournament, speaker, staff=True) if not one.lifted],
        "kinds": [kind for kind in KINDS if penalties.scores or kind not in ("score", "bonus")],
        "cards": CARDS,
        "outcomes": OUTCOMES,
        "missing": _missing(tournament),
        "steps": {one.player: proposed_step(tournament, one.player) for one in in_force(tournament.setup.penalties)},
    }


def _missing(tournament: Tournament) -> list[Table]:
    """The tables of the round that is being played which have no result yet: somebody may be late there."""
    last = tournament.rounds[-1] if tournament.rounds else None
    return [table for table in last.tables if table.result is None] if last and last.status == "published" else []


ROUTES = [penalties, penalties_part, give]
