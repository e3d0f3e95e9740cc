"""The clock of the round at the desk."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.operations.clock import MOST_MINUTES, ClockTurn, clock_changes, clock_of, turn_clock
from ronda.operations.operation import Outcome
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.perform import changes_seen

_DONE = {name: f"web.clock.done_{name}" for name in ("start", "pause", "add", "table", "reset")}
_TEXTS = {"number_out_of_range": "web.clock.wrong_minutes", "unknown_table": "web.clock.wrong_table"}


def clock_values(context: EventContext) -> dict[str, Any]:
    """The clock and how often it was changed: what is pressed must be meant for what was seen."""
    return {
        "clock": clock_of(context.store, context.event),
        "clock_seen": clock_changes(context.store, context.code),
    }


@get("/e/{code:str}/part/clock", include_in_schema=False)
async def clock_part(event_context: GivenEvent) -> Template:
    event_context.needs("helper")
    return event_context.page("parts/clock.html", **clock_values(event_context))


@post("/e/{code:str}/clock/{name:str}", include_in_schema=False, status_code=200)
async def press(event_context: GivenEvent, name: FromPath[str]) -> Response[Any]:
    if name not in _DONE:
        raise NotFoundException("no_such_page")
    context, words = event_context, event_context.words
    context.needs("arbiter" if name == "reset" else "helper")
    form = await context.request.form()
    found = await asyncio.to_thread(_pressed, context, name, {key: str(form.get(key)) for key in form})
    match found:
        case Refusal(code=code):
            text = words(_TEXTS[code]) if code in _TEXTS else words.speaker.verdict("refusal", found)
            return said(context, "refused", text, status=422)
        case Outcome.CONFLICT:
            return said(context, "conflict", words("web.clock.changed"), status=409)
        case Outcome():
            return said(context, "refused", words("web.clock.no_round"), status=422)
    if not context.htmx:
        return Redirect(f"/e/{context.code}", status_code=303)
    answer = said(context, "done", words(_DONE[name]))
    answer.headers["HX-Trigger"] = "done"
    return answer


def _pressed(context: EventContext, name: str, fields: dict[str, str]) -> Refusal | Outcome | None:
    """The form has minutes where a program says seconds."""
    do: Any = "add" if name == "table" else name
    seen, seconds, table = changes_seen(fields.get("seen")), None, None
    if do == "add" or fields.get("minutes"):
        minutes = _whole(fields.get("minutes", ""))
        if do in ("add", "reset") and (minutes is None or abs(minutes) > MOST_MINUTES):
            return Refusal("number_out_of_range", "S4")
        seconds = (minutes or 0) * 60
    if name == "table":
        table = _whole(fields.get("table", "")) or 0
    return turn_clock(context, ClockTurn(do, seconds, table, seen))


def _whole(text: str) -> int | None:
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else None


ROUTES = [clock_part, press]
