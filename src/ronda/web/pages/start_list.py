"""The start list: who takes part, as the system lists them before round 1."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.response import Template

from ronda.labels import PLAIN_NUMBER, numbering
from ronda.lists import start_list, without_empty_columns
from ronda.spoken import worded_listing
from ronda.systems import system
from ronda.web import looking
from ronda.web.visits import EventVisit

_NAMES = ("label.name", "label.full_name")


@get("/e/{code:str}/start", include_in_schema=False, sync_to_thread=True)
def start(event_visit: EventVisit, page: int = 1) -> Template:
    event_visit.needs("helper")
    return event_visit.page("start_list.html", **start_facts(event_visit, page, public=False))


@get("/{code:str}/start", include_in_schema=False, sync_to_thread=True)
def public_start(event_visit: EventVisit, page: int = 1) -> Template:
    visit = looking.as_public(event_visit)
    return visit.page("start_list.html", **start_facts(visit, page, public=True))


def start_facts(visit: EventVisit, page: int, *, public: bool) -> dict[str, Any]:
    tournament = looking.announced(visit.tournament) if public else visit.tournament
    naming = visit.display.naming if looking.hides_names(visit) else "full"
    listing = without_empty_columns(start_list(tournament, naming))
    headings, rows = worded_listing(listing, visit.words.speaker)
    gives_numbers = system(tournament.setup.system).start_numbers is not None
    return {
        **looking.frame(visit, public=public),
        "headings": headings,
        "words": listing.words,
        "named": next(at for at, heading in enumerate(listing.headings) if heading in _NAMES),
        "open": gives_numbers and numbering(tournament).heading == PLAIN_NUMBER,
        "page": looking.page_from(list(zip(listing.who, rows, strict=True)), page),
    }


ROUTES = [start, public_start]
