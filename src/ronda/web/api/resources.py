"""The clock of a round, and how an event shows itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import time
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import Number
from ronda.desk.clock import Clock
from ronda.operations.event_settings import Display, Joining, read_joining
from ronda.store.notes import read_note
from ronda.systems.labels import NameMode
from ronda.texts import LANGUAGES
from ronda.web.api.schemas import (
    KEPT,
    MADE,
    SENT,
    UNKNOWN,
    ClockState,
    DisplayState,
    refused,
    said,
)
from ronda.web.context import EventContext, GivenEvent
from ronda.web.pages.clock import FINISHED, MOST_MINUTES, ROLES
from ronda.web.runtime import round_seconds

# --- the clock ---------------------------------------------------------------------------------------------


class ClockTurn(Body, frozen=True):
    """What to do with the clock. `seconds` (fewer are less than nothing) for `add`, for one table too, and for
    `reset` the new length; `changes` is what was seen: if somebody touched the clock since, nothing happens."""

    do: Literal["start", "pause", "add", "reset"]
    seconds: Annotated[int, msgspec.Meta(ge=-MOST_MINUTES * 60, le=MOST_MINUTES * 60)] | None = None
    table: Number | None = None
    changes: Number | None = None


@get(
    "/api/events/{code:str}/clock",
    operation_id="getClock",
    response_description="What was asked for",
    summary="The clock of the round",
    responses=KEPT | UNKNOWN,
    tags=["events"],
)
async def clock(event_context: GivenEvent) -> Response[ClockState]:
    if event_context.tournament.finished:
        return refused(event_context, FINISHED, 404)
    return Response(_clock_state(event_context))


def _clock_state(context: EventContext) -> ClockState:
    clock = context.runtime.clock(context.event)
    if clock is None:
        raise NotFoundException("no_such_page")
    with context.runtime.store.reads() as connection:
        changes = read_note(connection, context.code, "clock").version
    extra = {str(table): seconds for table, seconds in clock.extra.items()}
    return ClockState(clock.round, clock.length, round(clock.left(time()), 3), clock.running, extra, changes)


@post(
    "/api/events/{code:str}/clock",
    operation_id="turnClock",
    response_description="The clock afterwards",
    summary="Start, pause, lengthen or reset the clock (helper; reset: arbiter)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["events"],
    status_code=200,
    sync_to_thread=True,
)
def turn_clock(event_context: GivenEvent, data: JSONBody[ClockTurn]) -> Response[ClockState]:
    context = event_context
    context.needs(ROLES[data.do])
    if context.tournament.finished:
        return refused(context, FINISHED)
    if context.runtime.clock(context.event) is None:
        raise NotFoundException("no_such_page")
    change = _change(context, data)
    if isinstance(change, Refusal):
        return refused(context, change)
    if not context.runtime.turn_clock(context.event, change, data.changes):
        return said(context, "conflict", 409)
    return Response(_clock_state(context))


def _change(context: EventContext, turn: ClockTurn) -> Callable[[Clock], Clock] | Refusal:
    seconds, table = turn.seconds, turn.table
    match turn.do:
        case "start":
            return lambda clock: clock.start(time())
        case "pause":
            return lambda clock: clock.pause(time())
        case "reset":
            if seconds is not None and seconds < 1:
                return Refusal("number_out_of_range", "S4", {"found": seconds, "low": 1, "high": MOST_MINUTES * 60})
            return lambda clock: clock.reset(round_seconds(context.tournament) if seconds is None else seconds)
        case "add":
            given = 0 if seconds is None else seconds
            if table is None:
                return lambda clock: clock.add(given)
            if table not in {known.number for known in context.tournament.rounds[-1].tables}:
                return Refusal("unknown_table", "S4", {"round": len(context.tournament.rounds), "table": table})
            return lambda clock: clock.add_at(table, given)


# --- how the event shows itself ----------------------------------------------------------------------------


if TYPE_CHECKING:
    Spoken = str
else:
    Spoken = Literal[("", *LANGUAGES)]  # whichever there are


class DisplayWish(Body, frozen=True):
    """How the event shows itself from now on, as a whole. Without a `language` (older programs: "") it is left to the
    reader. `join` is the older way to say `joining`: false is `card`.
    `careful` is the older name of `word`. `found`, `calls` and `leaving` stay as they are if nothing is said."""

    language: Spoken | None = None
    names: NameMode = "adults"
    joining: Literal[Joining, "careful"] = "word"
    join: bool | None = None
    reports: bool = True
    found: bool | None = None
    calls: bool | None = None
    leaving: bool | None = None


@get(
    "/api/events/{code:str}/display",
    operation_id="getDisplay",
    response_description="What was asked for",
    summary="How the event shows itself (helper)",
    responses=KEPT | UNKNOWN,
    tags=["events"],
)
async def display(event_context: GivenEvent) -> DisplayState:
    event_context.needs("helper")
    return _display_state(event_context.display)


def _display_state(shown: Display) -> DisplayState:
    fields = {"language": shown.language, "names": shown.names, "reports": shown.reports, "found": shown.found}
    fields |= {"calls": shown.calls, "leaving": shown.leaving}
    return msgspec.convert({**fields, "join": shown.join, "joining": shown.joining}, DisplayState)


@put(
    "/api/events/{code:str}/display",
    operation_id="setDisplay",
    response_description="What stands there afterwards",
    summary="Change how the event shows itself (arbiter)",
    responses=KEPT | UNKNOWN | SENT,
    tags=["events"],
    sync_to_thread=True,
)
def set_display(event_context: GivenEvent, data: JSONBody[DisplayWish]) -> DisplayState:
    context = event_context
    context.needs("arbiter")

    def change(standing: Display) -> Display:
        joining: Joining = read_joining(data.joining) if data.join is not False else "card"
        changed = replace(
            standing, language=data.language or "", names=data.names, joining=joining, reports=data.reports
        )
        return replace(
            changed,
            found=standing.found if data.found is None else data.found,
            calls=standing.calls if data.calls is None else data.calls,
            leaving=standing.leaving if data.leaving is None else data.leaving,
        )

    context.runtime.amend_display(context.code, change)
    return _display_state(context.runtime.display(context.code))


ROUTES: list[Any] = [clock, turn_clock, display, set_display]
