"""The clock of the round: people start, pause and lengthen it; nothing else does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import time
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.clock import Clock
from ronda.desk.roles import Role
from ronda.store.notes import read_note
from ronda.web.context import EventContext, GivenEvent
from ronda.web.pages.actions import said
from ronda.web.perform import changes_seen
from ronda.web.runtime import round_seconds

MOST_MINUTES = 24 * 60
ROLES: dict[str, Role] = {"start": "helper", "pause": "helper", "add": "helper", "table": "helper", "reset": "arbiter"}
FINISHED = Refusal("clock_finished", "S4")
DONE = {
    "start": "web.clock.done_start",
    "pause": "web.clock.done_pause",
    "add": "web.clock.done_add",
    "table": "web.clock.done_table",
    "reset": "web.clock.done_reset",
}


def clock_values(context: EventContext) -> dict[str, Any]:
    """The clock and how often it was changed: what is pressed must be meant for what was seen."""
    with context.runtime.store.reads() as connection:
        seen = read_note(connection, context.code, "clock").version
    return {"clock": context.runtime.clock(context.event), "clock_seen": seen}


@get("/e/{code:str}/part/clock", include_in_schema=False)
async def clock_part(event_context: GivenEvent) -> Template:
    event_context.needs("helper")
    return event_context.page("parts/clock.html", **clock_values(event_context))


@post("/e/{code:str}/clock/{name:str}", include_in_schema=False, status_code=200)
async def turn_clock(event_context: GivenEvent, name: FromPath[str]) -> Response[Any]:
    if name not in ROLES:
        raise NotFoundException("no_such_page")
    event_context.needs(ROLES[name])
    form = await event_context.request.form()
    words = event_context.words
    if event_context.tournament.finished:
        return said(event_context, "refused", words.speaker.verdict("refusal", FINISHED), status=422)
    if event_context.runtime.clock(event_context.event) is None:
        return said(event_context, "refused", words("web.clock.no_round"), status=422)
    change = _change(event_context, name, {key: str(form.get(key)) for key in form})
    if isinstance(change, str):
        return said(event_context, "refused", words(change), status=422)
    expected = changes_seen(form.get("seen"))
    if not await asyncio.to_thread(event_context.runtime.turn_clock, event_context.event, change, expected):
        return said(event_context, "conflict", words("web.clock.changed"), status=409)
    if not event_context.htmx:
        return Redirect(f"/e/{event_context.code}", status_code=303)
    answer = said(event_context, "done", words(DONE[name]))
    answer.headers["HX-Trigger"] = "done"
    return answer


def _change(context: EventContext, name: str, fields: dict[str, str]) -> Callable[[Clock], Clock] | str:
    """What is to be done with the clock, or the text that says which field is wrong."""
    minutes = _whole(fields.get("minutes", ""))
    if name == "start":
        return lambda clock: clock.start(time())
    if name == "pause":
        return lambda clock: clock.pause(time())
    if name == "reset" and not fields.get("minutes"):
        return lambda clock: clock.reset(round_seconds(context.tournament))
    if minutes is None or not -MOST_MINUTES <= minutes <= MOST_MINUTES or (name == "reset" and minutes < 1):
        return "web.clock.wrong_minutes"
    if name == "reset":
        return lambda clock: clock.reset(minutes * 60)
    if name == "add":
        return lambda clock: clock.add(minutes * 60)
    table = _whole(fields.get("table", ""))
    if table is None or table not in {known.number for known in context.tournament.rounds[-1].tables}:
        return "web.clock.wrong_table"
    return lambda clock: clock.add_at(table, minutes * 60)


def _whole(text: str) -> int | None:
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else None


ROUTES = [clock_part, turn_clock]
