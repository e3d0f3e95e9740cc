"""The prize list: who gets what by the standings of now, with the standings of every category."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.response import Template

from ronda.desk.prizes import prize_list
from ronda.views.prizes import amount_text, prize_list_view
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent


@get("/e/{code:str}/prizes", include_in_schema=False, sync_to_thread=True)
def prizes(event_context: GivenEvent) -> Template:
    event_context.needs("helper")
    return event_context.page("prizes.html", **prize_facts(event_context, public=False))


@get("/{code:str}/prizes", include_in_schema=False, sync_to_thread=True)
def public_prizes(event_context: GivenEvent) -> Template:
    context = visibility.as_public(event_context)
    return context.page("prizes.html", **prize_facts(context, public=True))


def prize_facts(context: EventContext, *, public: bool) -> dict[str, Any]:
    tournament = visibility.published(context.tournament) if public else context.tournament
    found = prize_list(tournament)
    speaker = context.words.speaker
    shown = None if found is None else prize_list_view(found, speaker, staff=not public)
    currency = "" if shown is None else shown.currency
    return {
        **visibility.frame(context, public=public),
        "shown": shown,
        "name_of": speaker.name,
        "amount": lambda value: amount_text(value, currency),
        "provisional": not tournament.finished,
    }


ROUTES = [prizes, public_prizes]
