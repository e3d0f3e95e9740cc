"""Results: typed at the desk, table by table, and corrected in any round."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Set
from time import time
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from ronda.core.model import Result, Round, Table
from ronda.core.verdicts import Refusal
from ronda.manual.rendering import place_of
from ronda.operations.clock import clock_of
from ronda.systems import system
from ronda.views.rounds import shown_status, shown_table
from ronda.web.context import EventContext, GivenEvent
from ronda.web.http.request_bodies import get_page, post_form
from ronda.web.last_entries import last_entries
from ronda.web.next_step import counted, table_states
from ronda.web.pages.result_entry import Entering, EntryAnswer

ABSENCES = ("--+", "+--", "---")
MANY = 200  # tables: of more, those that are in are left out until somebody asks
LAST = 10  # entries that can be taken back in their row


@get_page("/e/{code:str}/results", "helper")
async def results(
    event_context: GivenEvent, round: FromQuery[str] = "", table: FromQuery[str] = "", all: FromQuery[bool] = False
) -> Template:
    """For the last round, or with `?round=2` for an earlier one."""

    def values() -> dict[str, Any]:
        found = _values(event_context, round, everything=all)
        return {**found, "known": _known(event_context, found["round"])}

    chosen = table if table.isdecimal() else ""
    return event_context.page("results.html", chosen_table=chosen, **await asyncio.to_thread(values))


@get_page("/e/{code:str}/part/results", "helper")
def results_part(event_context: GivenEvent, round: FromQuery[str] = "", all: FromQuery[bool] = False) -> Template:
    """The tables: what is in, what is missing, and what players say."""
    if not event_context.tournament.rounds:
        raise NotFoundException("no_such_page")
    return event_context.page("parts/results.html", **_values(event_context, round, everything=all))


def _values(context: EventContext, wanted: str, *, everything: bool = False) -> dict[str, Any]:
    tournament = context.tournament
    shown = _shown_round(context, wanted)
    number = shown.number if shown else 0
    last = number == len(tournament.rounds)
    form = context.system.rules.results.form
    example = form.example_for(tournament.setup)
    return {
        "phase": context.phase,
        "round": shown,
        "is_last": last,
        "explicit": bool(wanted),
        "form": form,
        "sides": context.system.words.sides,
        "codes": {key: text for key, text in form.keys.items() if text not in ABSENCES},
        "example": example,
        "target": example.partition("-")[0],
        "told": {text: context.told_result(result) for text, result in _absences(context)},
        "missing": [table for table in shown.tables if table.result is None] if shown else [],
        "everything": everything,
        **_tables(context, shown, everything=everything),
    }


def _tables(context: EventContext, shown: Round | None, *, everything: bool) -> dict[str, Any]:
    """Every table with its state; in a large room those that are in only if they are asked for."""
    if shown is None:
        return {"rows": [], "filters": {}, "entered": {}, "entries": []}
    states = table_states(context.tournament, shown, clock_of(context.runtime.store, context.event), time())
    large = len(states) > MANY
    entries = last_entries(
        context.runtime.store, context.event.stored, LAST if large else len(states), round_=shown.number
    )
    counts = counted(states)
    open_ = sum(one.table.result is None for one in states)
    return {
        "rows": [one for one in states if everything or not large or one.table.result is None],
        "filters": {"missing": open_, **{state: counts[state] for state in ("one", "conflict", "late")}},
        "entered": {entry.fact.table: entry for entry in entries if entry.stands},
        "entries": entries[:LAST],
        "written": context.system.rules.results.write,
    }


def _absences(context: EventContext) -> Iterator[tuple[str, Result]]:
    """Results by absence as they are written and what they are: the page that is typed into tells them in words."""
    rules, setup = system(context.tournament.setup.system).rules, context.tournament.setup
    for text in ABSENCES:
        result = rules.results.read(text, setup)
        if not isinstance(result, Refusal):
            yield text, result


def _shown_round(context: EventContext, wanted: str) -> Round | None:
    """The round asked for, else the last one; a draft has no results yet."""
    rounds = context.tournament.rounds
    if wanted:
        if not wanted.isdecimal() or not 1 <= int(wanted[:9]) <= len(rounds):
            raise NotFoundException("no_such_page")
        return rounds[int(wanted) - 1]
    return rounds[-1] if rounds else None


@get_page("/e/{code:str}/results/tables", "helper")
async def result_tables(
    event_context: GivenEvent, round: FromQuery[str] = "", only: FromQuery[str] = ""
) -> dict[str, Any]:
    """What has changed, for the page that is typed into; `only` some tables."""
    wanted = {int(number) for number in only.split(",") if number.isdecimal() and len(number) < 10}
    return _known(event_context, _shown_round(event_context, round), wanted)


def _known(context: EventContext, shown: Round | None, wanted: Set[int] = frozenset()) -> dict[str, Any]:
    """Who sits where and what is known; of all tables, or of those `wanted`."""
    tables = [table for table in shown.tables if not wanted or table.number in wanted] if shown else []
    return {
        "round": shown.number if shown else 0,
        "last": len(context.tournament.rounds),
        "status": shown_status(shown) if shown else "",
        "version": context.event.version,
        "tables": {str(table.number): _told(context, table) for table in tables},
    }


def _told(context: EventContext, table: Table) -> dict[str, Any]:
    """`result` as it is typed, `shown` as people read it."""
    shown = shown_table(table, context.system.rules, context.words.speaker)
    return {
        "first": [[player, context.words.name(player)] for player in shown.first],
        "second": [[player, context.words.name(player)] for player in shown.second],
        "result": context.system.rules.results.write(table.result) if table.result else "",
        "shown": shown.result,
    }


@post_form("/e/{code:str}/results", "helper")
async def enter(event_context: GivenEvent) -> Response[Any]:
    """One result. The page asks for JSON; a browser without scripts gets pages."""
    entering = await Entering.read(event_context)
    entered = await entering.done()
    if "application/json" in event_context.request.headers.get("accept", ""):
        told = {**entered.told(), "place": place_of(entered.article, event_context.tournament.setup.system)}
        return Response(told, status_code=entered.status, media_type="application/json")
    return _page(event_context, entering, entered)


def _page(context: EventContext, entering: Entering, entered: EntryAnswer) -> Response[Any]:
    if entered.state == "done":
        return Redirect(f"/e/{context.code}/results?round={entering.ask.round}", status_code=303)
    fields = entering.again(entered)
    if not fields:
        made = context.page("said_page.html", kind="refused", message=entered.message, article=entered.article)
    else:
        message = " ".join((entered.message, *entered.moves))
        made = context.page("question_page.html", name="result", fields=fields, message=message)
    made.status_code = entered.status
    return made


ROUTES = [results, results_part, result_tables, enter]
