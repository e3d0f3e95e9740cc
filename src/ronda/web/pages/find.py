"""Players and tables of an event, found from wherever somebody is."""

from __future__ import annotations

from litestar.params import FromQuery
from litestar.response import Template

from ronda.web.context import GivenEvent
from ronda.web.http.admission import get_page
from ronda.web.player_search import find, roll_of

MOST = 8  # more nobody reads before typing on


@get_page("/e/{code:str}/part/find", "helper")
def find_part(event_context: GivenEvent, q: FromQuery[str] = "") -> Template:
    """The table of that number, and players, each with their table in the last round."""
    rounds, roll = event_context.tournament.rounds, roll_of(event_context.tournament, event_context.words.known)
    tables = rounds[-1].tables if rounds else ()
    return event_context.page(
        "parts/found.html",
        q=q,
        tables=[table for table in tables if str(table.number) == q.strip()],
        players=find(roll, q)[:MOST] if q.strip() else [],
        seats={player: table.number for table in tables for player in (*table.first, *table.second)},
    )


ROUTES = [find_part]
