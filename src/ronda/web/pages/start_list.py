"""The start list: who takes part, as the system lists them before round 1."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromQuery
from litestar.response import Template

from ronda.systems import system
from ronda.systems.labels import PLAIN_NUMBER, numbering
from ronda.systems.lists import start_list, without_empty_columns
from ronda.views.wording import worded_listing
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent

_NAMES = ("label.name", "label.full_name")


@get("/e/{code:str}/start", include_in_schema=False, sync_to_thread=True)
def start(event_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    event_context.needs("helper")
    return event_context.page("start_list.html", **start_facts(event_context, page, public=False))


@get("/{code:str}/start", include_in_schema=False, sync_to_thread=True)
def public_start(event_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    context = visibility.as_public(event_context)
    return context.page("start_list.html", **start_facts(context, page, public=True))


def start_facts(context: EventContext, page: int, *, public: bool) -> dict[str, Any]:
    tournament = visibility.announced(context.tournament) if public else context.tournament
    naming = context.display.naming if visibility.hides_names(context) else "full"
    listing = without_empty_columns(start_list(tournament, naming))
    headings, rows = worded_listing(listing, context.words.speaker)
    gives_numbers = system(tournament.setup.system).start_numbers is not None
    return {
        **visibility.frame(context, public=public),
        "headings": headings,
        "words": listing.words,
        "named": next(at for at, heading in enumerate(listing.headings) if heading in _NAMES),
        "open": gives_numbers and numbering(tournament).heading == PLAIN_NUMBER,
        "page": visibility.page_from(list(zip(listing.who, rows, strict=True)), page),
    }


ROUTES = [start, public_start]
