"""The desk page of one event: what is going on, the next step, and the clock of the round."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from math import sqrt
from time import time
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.model import Scored
from ronda.core.verdicts import Finding, Refusal
from ronda.desk.decisions import not_complete
from ronda.desk.results import unconfirmed
from ronda.operations.clock import MOST_MINUTES, ClockTurn, clock_of, turn_clock
from ronda.operations.events import CopyName, duplicate_event
from ronda.operations.operation import Outcome
from ronda.operations.phones import open_calls
from ronda.operations.privacy import retention
from ronda.systems import system
from ronda.systems.columns import in_short
from ronda.views.standings import ShownRow, first_criterion
from ronda.views.verdicts import worded
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.http.admission import get_page, post_form
from ronda.web.joining import welcome_values
from ronda.web.last_entries import first_in, last_entries
from ronda.web.next_step import Button, counted, mend, next_step, table_states
from ronda.web.pages.join import hall_word_values, joining_values
from ronda.web.pages.log import step_values
from ronda.web.perform import changes_seen, may
from ronda.web.player_search import pool_of

_DONE = {
    "start": "web.clock.done_start",
    "pause": "web.clock.done_pause",
    "add": "web.clock.done_add",
    "table": "web.clock.done_table",
    "reset": "web.clock.done_reset",
}
_TEXTS = {"number_out_of_range": "web.clock.wrong_minutes", "unknown_table": "web.clock.wrong_table"}


@get("/e/{code:str}/part/clock", include_in_schema=False)
async def clock_part(event_context: GivenEvent) -> Template:
    event_context.needs("helper")
    return event_context.page("parts/clock.html", step=next_step(event_context))


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


TOP = 5
SCOREBOARD = 4  # up to so many tables stand below each other
MOST_NAMED = 40  # tables whose tiles have names
MOST_SCORED = 150  # tables whose tiles have the score


@get_page("/e/{code:str}", "helper")
def desk(event_context: GivenEvent) -> Template:
    due = event_context.person.may("arbiter") and retention(event_context).due
    return event_context.page("desk.html", due=due, **desk_values(event_context))


@get_page("/e/{code:str}/part/desk", "helper")
def desk_part(event_context: GivenEvent) -> Template:
    """The page without its frame, loaded again when something has happened."""
    return event_context.page("parts/desk.html", **desk_values(event_context))


@get_page("/e/{code:str}/part/step-bar", "helper")
def step_bar_part(event_context: GivenEvent) -> Template:
    return event_context.page("parts/step_bar.html", step=next_step(event_context))


@get_page("/e/{code:str}/part/hall", "helper")
async def hall_part(event_context: GivenEvent) -> Template:
    return event_context.page("parts/hall_state.html", **hall_word_values(event_context))


@get_page("/e/{code:str}/who-plays", "arbiter")
def who_plays(event_context: GivenEvent) -> Template:
    """Who is not here, by name, and what it means to leave them out: asked before the first round is made."""
    template = "who_plays.html" if event_context.htmx else "who_plays_page.html"
    return event_context.page(template, pool=pool_of(event_context.tournament))


class TopRow(NamedTuple):
    """A row of the head of the standings: its `value` of the first criterion; `decides` is what puts those in order who
    are level on that, with its value."""

    row: ShownRow
    value: str
    decides: str


def top_rows(context: EventContext) -> list[TopRow]:
    """The head of the standings; nothing before the first result, when all are level."""
    after, speaker = len(context.tournament.rounds), context.speaker
    if not any(table.result for round_ in context.tournament.rounds for table in round_.tables):
        return []
    rows, shown = visibility.ranked(context, after), visibility.columns(context, after)
    main = in_short(shown, 1)[0].code
    top = visibility.places(context, rows[:TOP], after, shown=shown, first=first_criterion(rows))
    earned = {one.name for one in rows[0].measured.criteria if not one.from_entry}
    decided = earned & {row.decided for row in top}
    by = next((column for column in shown if column.criterion in decided and column.code != main), None)
    found = [(row, dict(row.values)) for row in top]
    return [
        TopRow(row, cells[main], f"{worded(by.heading, speaker)} {cells[by.code]}" if by else "")
        for row, cells in found
    ]


def desk_values(context: EventContext) -> dict[str, Any]:
    """Where the event stands, the room with its tables, who leads, what was entered last, and what needs somebody."""
    tournament, phase = context.tournament, context.phase
    last = tournament.rounds[-1] if tournament.rounds else None
    clock = clock_of(context.store, context.event)
    states = table_states(tournament, last, clock, time()) if last else []
    n = len(states)
    return {
        "phase": phase,
        "may": lambda name: may(context.person, name),
        "pool": pool_of(tournament),
        "resting": [
            (player, kind) for player in tournament.players if (kind := player.rests_in(tournament.next_round))
        ],
        "obstacles": _obstacles(context),
        "one_more": _one_more(context),
        "incomplete": None if phase in ("draft", "playing") else not_complete(tournament),
        "unconfirmed": unconfirmed(tournament),
        "calls": open_calls(context.runtime, context.code, tournament),
        "round": last,
        "doubts": [reason for reason in last.reasons if reason.code == "check_disagrees"] if last else [],
        "states": states,
        "columns": 1 if n <= SCOREBOARD else round(sqrt(1.25 * n)),
        "named": n <= MOST_NAMED,
        "scored": n <= MOST_SCORED,
        "counts": counted(states),
        "top": top_rows(context),
        "written": context.system.rules.results.write,
        "entries": last_entries(context.store, context.event.stored) if last and last.status != "draft" else [],
        "moments": round_moments(context) if phase == "played" else None,
        "next_day": event_day(context) + WEEK,
        "undo": None,
        "redo": None,
        **(step_values(context) if may(context.person, "undo") else {}),
        **(welcome_values(context) if phase == "setup" else {}),
        **visibility.honours(context),
        **joining_values(context),
    }


def round_moments(context: EventContext) -> dict[str, Any]:
    """What was worth telling of the last round: the table with the closest score, where scores are typed, and the one
    that was in first, after so many minutes."""
    last, form = context.tournament.rounds[-1], context.system.rules.results.form_for(context.tournament.setup)
    margins = [
        (abs(result.first - result.second), table)
        for table in last.tables
        if isinstance(result := table.result, Scored) and not form.keys
    ]
    closest = min(margins, key=lambda one: one[0])[1] if len(margins) > 1 else None
    return {"closest": closest, "first": first_in(context.store, context.event.stored, last.number)}


WEEK = timedelta(days=7)


@post_form("/e/{code:str}/desk/again", "owner")
async def again(event_context: GivenEvent) -> Response[Any]:
    """The same people by the same rules a week later; a name with the day in it has the new one."""
    context, speaker = event_context, event_context.speaker
    day = event_day(context)
    old, new = (speaker.day(one, "web.new.proposed", game="") for one in (day, day + WEEK))
    name = context.tournament.setup.name.replace(old, new)
    made = await asyncio.to_thread(duplicate_event, context, CopyName(name, (day + WEEK).isoformat()))
    if isinstance(made, Refusal):
        return said(context, "refused", speaker.verdict("refusal", made), status=422)
    target = f"/e/{made.code}"
    return Response("", headers={"HX-Redirect": target}) if context.htmx else Redirect(target, status_code=303)


def event_day(context: EventContext) -> date:
    """The first day of the event; today where none is said."""
    return next(iter(context.identity.days), context.now().date())


def _one_more(context: EventContext) -> Button | None:
    """After the last round another one, where the system allows it."""
    if context.phase != "played" or context.tournament.next_round <= context.planned_rounds:
        return None
    return mend(context, Refusal("rounds_done", "S1", {"rounds": context.planned_rounds}))


def _obstacles(context: EventContext) -> list[Finding]:
    """What keeps round 1 from being made, and what the director should know before."""
    tournament = context.tournament
    if tournament.rounds or not tournament.players:
        return []
    return system(tournament.setup.system).rules.validate(tournament.setup, tournament.players)


ROUTES = [clock_part, press, desk, desk_part, step_bar_part, hall_part, who_plays, again]
