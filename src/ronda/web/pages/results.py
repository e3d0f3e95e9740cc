"""Results: typed at the desk, table by table, and corrected in any round."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Template

from ronda.desk.reports import disputed
from ronda.model import Result, Round, Table
from ronda.systems import system
from ronda.verdicts import Refusal
from ronda.web.doing import may
from ronda.web.entries import Entry, last_entries
from ronda.web.pages.entering import Entered, Entering
from ronda.web.visits import EventVisit

ABSENCES = ("--+", "+--", "---")


@get("/e/{code:str}/results", include_in_schema=False)
async def results(event_visit: EventVisit, round: str = "", table: str = "") -> Template:
    """For the last round, or with `?round=2` for an earlier one."""
    event_visit.needs("helper")
    facts = await asyncio.to_thread(_facts, event_visit, round)
    return event_visit.page("results.html", chosen_table=table if table.isdecimal() else "", **facts)


@get("/e/{code:str}/part/results", include_in_schema=False, sync_to_thread=True)
def results_part(event_visit: EventVisit, round: str = "") -> Template:
    """What is missing, and what players say."""
    event_visit.needs("helper")
    return event_visit.page("parts/results.html", **_facts(event_visit, round))


@get("/e/{code:str}/part/entries", include_in_schema=False, sync_to_thread=True)
def entries_part(event_visit: EventVisit) -> Template:
    """What was entered last."""
    event_visit.needs("helper")
    return event_visit.page("parts/entries.html", **_entries(event_visit))


def _facts(visit: EventVisit, wanted: str) -> dict[str, Any]:
    tournament = visit.tournament
    shown = _shown_round(visit, wanted)
    number = shown.number if shown else 0
    last = number == len(tournament.rounds)
    form, example = visit.rules.result_form, visit.rules.result_form.example(tournament.setup)
    reports = {at: said for at, said in tournament.reports.items() if said} if last else {}
    return {
        "phase": visit.phase,
        "round": shown,
        "is_last": last,
        "explicit": bool(wanted),
        "form": form,
        "sides": visit.rules.sides,
        "codes": {key: text for key, text in form.keys.items() if text not in ABSENCES},
        "example": example,
        "target": example.partition("-")[0],
        "told": {text: visit.told_result(result) for text, result in _absences(visit)},
        "missing": [table for table in shown.tables if table.result is None] if shown else [],
        "disputed": disputed(tournament) if last else [],
        "reported": sorted(reports.items()),
        "tables": {table.number: table for table in shown.tables} if shown else {},
        **_entries(visit),
    }


def _absences(visit: EventVisit) -> Iterator[tuple[str, Result]]:
    """Results by absence as they are written and what they are: the page that is typed into tells them in words."""
    rules, setup = system(visit.tournament.setup.system), visit.tournament.setup
    for text in ABSENCES:
        result = rules.read_result(text, setup)
        if not isinstance(result, Refusal):
            yield text, result


def _entries(visit: EventVisit) -> dict[str, Any]:
    return {
        "may": lambda name: may(visit.person, name),
        "written": system(visit.tournament.setup.system).write_result,
        "entries": last_entries(visit.house.store, visit.event.stored),
        "entry_table": lambda entry: entry_table(visit, entry),
    }


def _shown_round(visit: EventVisit, wanted: str) -> Round | None:
    """The round asked for, else the last one; a draft has no results yet."""
    rounds = visit.tournament.rounds
    if wanted:
        if not wanted.isdecimal() or not 1 <= int(wanted[:9]) <= len(rounds):
            raise NotFoundException("no_such_page")
        return rounds[int(wanted) - 1]
    return rounds[-1] if rounds else None


def entry_table(visit: EventVisit, entry: Entry) -> Table | None:
    """The table an entry was for, if it is still there."""
    rounds = visit.tournament.rounds
    if entry.fact.round > len(rounds):
        return None
    tables = rounds[entry.fact.round - 1].tables
    return next((table for table in tables if table.number == entry.fact.table), None)


@get("/e/{code:str}/results/tables", include_in_schema=False)
async def result_tables(event_visit: EventVisit, round: str = "", only: str = "") -> dict[str, Any]:
    """Who sits where and what is known, for the page that is typed into; `only` some tables."""
    event_visit.needs("helper")
    shown = _shown_round(event_visit, round)
    wanted = {int(number) for number in only.split(",") if number.isdecimal() and len(number) < 10}
    tables = [table for table in shown.tables if not wanted or table.number in wanted] if shown else []
    return {
        "round": shown.number if shown else 0,
        "last": len(event_visit.tournament.rounds),
        "status": shown.status if shown else "",
        "version": event_visit.event.version,
        "tables": {str(table.number): _told(event_visit, table) for table in tables},
    }


def _told(visit: EventVisit, table: Table) -> dict[str, Any]:
    rules = system(visit.tournament.setup.system)
    return {
        "first": [[player, visit.words.name(player)] for player in table.first],
        "second": [[player, visit.words.name(player)] for player in table.second],
        "result": rules.write_result(table.result) if table.result else "",
    }


@post("/e/{code:str}/results", include_in_schema=False, status_code=200)
async def enter(event_visit: EventVisit) -> Response[Any]:
    """One result. The page asks for JSON; a browser without scripts gets pages."""
    event_visit.needs("helper")
    entering = await Entering.read(event_visit)
    entered = await entering.done()
    if "application/json" in event_visit.request.headers.get("accept", ""):
        return Response(entered.told(), status_code=entered.status, media_type="application/json")
    return _page(event_visit, entering, entered)


def _page(visit: EventVisit, entering: Entering, entered: Entered) -> Response[Any]:
    if entered.state == "done":
        return Redirect(f"/e/{visit.code}/results?round={entering.ask.round}", status_code=303)
    fields = entering.again(entered)
    if not fields:
        made = visit.page("said_page.html", kind="refused", message=entered.message, article=entered.article)
    else:
        message = " ".join((entered.message, *entered.moves))
        made = visit.page("question_page.html", name="result", fields=fields, message=message)
    made.status_code = entered.status
    return made


ROUTES = [results, results_part, entries_part, result_tables, enter]
