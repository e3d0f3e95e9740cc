"""The overlay for streaming programs: one table, the head of the standings or the clock, before a transparent
background, live. Its language and names are those of the wall."""

from __future__ import annotations

from typing import Any, Literal, get_args

from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Template

from ronda.desk import waiting_for
from ronda.operations.clock import clock_of
from ronda.views.rounds import shown_table
from ronda.views.seat import as_published
from ronda.web.context import EventContext, GivenEvent
from ronda.web.http.request_bodies import get_page
from ronda.web.pages.wall import in_the_hall
from ronda.web.visibility import places, ranked

Shows = Literal["table", "standings", "clock"]
SHOWS: tuple[Shows, ...] = get_args(Shows)
TOP, MOST_TOP = 5, 20


@get_page("/overlay/{code:str}")
def overlay(
    event_context: GivenEvent,
    table: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    top: FromQuery[int] = TOP,
    plain: FromQuery[bool] = False,
) -> Template:
    """`table`: that one of the last round; `show` says what else; `plain`: without the plates behind the words."""
    context = in_the_hall(event_context)
    return context.page("overlay.html", plain=plain, **_values(context, table, show, top))


@get_page("/overlay/{code:str}/part")
def overlay_part(
    event_context: GivenEvent,
    table: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    top: FromQuery[int] = TOP,
) -> Template:
    context = in_the_hall(event_context)
    return context.page("parts/overlay.html", **_values(context, table, show, top))


def _values(context: EventContext, table: int | None, show: str, top: int) -> dict[str, Any]:
    wanted = next((one for one in SHOWS if one == show), "table" if table is not None else "standings")
    if show and show != wanted:
        raise NotFoundException("no_such_page")
    out = as_published(context.tournament)
    last = len(out.rounds)
    found = next((one for one in out.rounds[-1].tables if one.number == table), None) if last else None
    clock = clock_of(context.runtime.store, context.event)
    rows = ranked(context, last)[: min(max(top, 1), MOST_TOP)] if last and wanted == "standings" else []
    return {
        "show": wanted,
        "asked": {"show": wanted, "top": top, **({"table": table} if table is not None else {})},
        "number": last,
        "staged": context.stage_round(last) if last else "",
        "table": None if found is None else shown_table(found, context.system.rules, context.words.speaker),
        "clock": clock,
        "extra": clock.extra.get(table or 0, 0) if clock else 0,
        "best": places(context, rows, last),
        "missing": waiting_for(context.tournament, last),
    }


ROUTES = [overlay, overlay_part]
