"""One round: a grid of its tables for the draft, for results, conflicts, corrections and changes by hand; why each one
is as it is, and the check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import time
from typing import Any, Literal, NamedTuple

import msgspec
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ronda.core.model import Bye, Result, Round, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.decisions import check_round
from ronda.operations.clock import clock_of
from ronda.operations.insight import changed_by_hand, explain
from ronda.operations.operation import Outcome
from ronda.systems.declarations import ResultForm
from ronda.systems.lists import pairing_list_of
from ronda.views.rounds import ShownBye, meetings_at
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import refusal_text
from ronda.web.http.admission import get_page
from ronda.web.last_entries import EnteredBefore, last_entries
from ronda.web.next_step import TableState, counted, table_states
from ronda.web.perform import may
from ronda.web.visibility import PageOfRows, called, page_from

Show = Literal["", "all", "missing", "one", "conflict", "late"]
FILTERS: tuple[Show, ...] = ("missing", "one", "conflict", "late")
ROWS = 100  # tables on a page, and of a larger room those without a result first: more would make it heavy
ALL = 0  # the number of the page with everything, to change seats between far tables
LAST = 10  # entries that can be taken back in their row
ABSENCES = ("--+", "+--", "---")


class Asked(NamedTuple):
    """Which part of a round is shown: `table` has the cursor."""

    number: int
    page: int = 1
    find: str = ""
    show: Show = ""
    table: int | None = None


@get_page("/e/{code:str}/round/{number:int}", "helper")
def round_page(
    event_context: GivenEvent,
    number: FromPath[int],
    page: FromQuery[int] = 1,
    find: FromQuery[str] = "",
    show: FromQuery[Show] = "",
    table: FromQuery[int | None] = None,
) -> Template:
    return event_context.page("round.html", **_values(event_context, Asked(number, page, find.strip(), show, table)))


@get_page("/e/{code:str}/part/round/{number:int}", "helper")
def round_part(
    event_context: GivenEvent,
    number: FromPath[int],
    page: FromQuery[int] = 1,
    find: FromQuery[str] = "",
    show: FromQuery[Show] = "",
) -> Template:
    """The page without its frame. A draft that was discarded is reported as gone."""
    if number == event_context.tournament.next_round:
        return event_context.page("parts/round_gone.html", number=number)
    return event_context.page("parts/round.html", **_values(event_context, Asked(number, page, find.strip(), show)))


@get_page("/e/{code:str}/results", "helper")
async def results(
    event_context: GivenEvent, round: FromQuery[int | None] = None, table: FromQuery[int | None] = None
) -> Redirect:
    """Where results were entered before rounds had one page."""
    number = len(event_context.tournament.rounds) if round is None else round_of(event_context, round).number
    at = f"/e/{event_context.code}"
    if not number:
        return Redirect(at, status_code=303)
    return Redirect(f"{at}/round/{number}" + (f"?table={table}" if table is not None else ""), status_code=303)


def round_of(context: EventContext, number: int) -> Round:
    if not 1 <= number <= len(context.tournament.rounds):
        raise NotFoundException("no_such_page")
    return context.tournament.rounds[number - 1]


def _rows(context: EventContext, states: Sequence[TableState], round_: Round, asked: Asked) -> PageOfRows:
    """The tables and byes of one page, of one state, or where somebody sits whom one looks for; `ALL` is every one."""
    rows: list[TableState | Bye] = [one for one in states if _is_shown(one, asked.show)]
    if asked.show in ("", "all"):
        rows += round_.byes
    if asked.find:
        matches = called(context, asked.find)
        rows = [row for row in rows if asked.find == _number(row) or any(map(matches, _players(row)))]
    return PageOfRows(rows, ALL, 1, len(rows)) if asked.page == ALL else page_from(rows, asked.page, ROWS)


def _is_shown(state: TableState, show: Show) -> bool:
    """`missing` is every table without a result."""
    return show in ("", "all", state.state) or (show == "missing" and state.table.result is None)


def _away(tournament: Tournament, round_: Round) -> list[int]:
    """Players who take part in the event at that time and are nowhere in the round: paused, or not yet back."""
    seen = {player for table in round_.tables for player in table.players} | {bye.player for bye in round_.byes}
    number = round_.number
    return [
        player.id
        for player in tournament.players
        if player.id not in seen
        and player.joined_round <= number
        and (player.left_after is None or player.left_after >= number)
    ]


def _number(row: TableState | Bye) -> str:
    return str(row.table.number) if isinstance(row, TableState) else ""


def _players(row: TableState | Bye) -> tuple[int, ...]:
    return row.table.players if isinstance(row, TableState) else (row.player,)


def _values(context: EventContext, asked: Asked) -> dict[str, Any]:
    round_ = round_of(context, asked.number)
    tournament, declared = context.tournament, context.system
    results, form = declared.rules.results, declared.rules.results.form_for(tournament.setup)
    scoring, example = declared.rules.scoring(tournament.setup), form.example_for(tournament.setup)
    states = table_states(tournament, round_, clock_of(context.runtime.store, context.event), time())
    is_last = asked.number == len(tournament.rounds)
    playing = is_last and context.phase == "playing"
    if not asked.show and not asked.find and playing and len(states) > ROWS:
        asked = asked._replace(show="missing")
    page = _rows(context, states, round_, asked)
    alone = declared.rules.seating.side_size == 1
    return {
        "may": lambda name: may(context.person, name),
        **_entered(context, round_, len(states)),
        "page": page,
        "asked": asked,
        "every": ALL,
        "states": [row for row in page.rows if isinstance(row, TableState)],
        "shown": round_,
        "is_last": is_last,
        "playing": playing,
        "filters": _filters(states) if playing else {},
        "seats": context.words.seats(pairing_list_of(tournament, round_, context.words.number)),
        "sides": context.sides,
        "form": form,
        "fields": _fields(form, example),
        "example": example,
        "written": results.write,
        "worded": {text: context.result_text(result) for text, result in _absences(context)},
        "rests": [ShownBye(row.player, scoring.bye(row).halves) for row in page.rows if isinstance(row, Bye)],
        "away": _away(tournament, round_),
        "general": round_.general_reasons,
        "again": _met_again(tournament, round_) if round_.number > 1 and (round_.status == "draft" or alone) else {},
    }


def _fields(form: ResultForm, example: str) -> dict[str, Any]:
    """What the script needs to know to put the fields for a result into a row."""
    if form.keys:
        quick = [(key, text) for _, text in form.quick for key, meant in form.keys.items() if meant == text]
        return {"kind": "keys", "codes": quick, "keys": form.keys}
    if form.parts is not None:
        return {"kind": "sets" if form.parts.sets else "games", "parts": msgspec.structs.asdict(form.parts)}
    return {"kind": "score", "target": "" if form.any_score else example.partition("-")[0]}


def _met_again(tournament: Tournament, round_: Round) -> dict[int, set[bool]]:
    """By table, whether partners (True) or opponents (False) sit there who met before."""
    earlier = tournament.rounds[: round_.number - 1]
    met = {meeting for one in earlier for table in one.tables for meeting in meetings_at(table)}
    return {
        table.number: {partners for *who, partners in met.intersection(meetings_at(table))} for table in round_.tables
    }


def _filters(states: Sequence[TableState]) -> dict[Show, int]:
    """How many tables each filter would show."""
    counts = counted(states)
    missing = sum(one.table.result is None for one in states)
    return {"all": len(states), "missing": missing, **{kind: counts[kind] for kind in ("one", "conflict", "late")}}


def _entered(context: EventContext, round_: Round, tables: int) -> Mapping[str, Any]:
    """Who entered what, by table, and the entries that a row offers to take back."""
    if round_.status == "draft":
        return {"entered": {}, "latest": ()}
    most = LAST if tables > ROWS else tables
    entries = last_entries(context.runtime.store, context.event.stored, most, round_=round_.number)
    in_force: dict[int, EnteredBefore] = {entry.fact.table: entry for entry in entries if entry.stands}
    return {"entered": in_force, "latest": entries[:LAST]}


def _absences(context: EventContext) -> Iterator[tuple[str, Result]]:
    """Results by absence as they are written, with what they are."""
    for text in ABSENCES:
        result = context.system.rules.results.read(text, context.tournament.setup)
        if not isinstance(result, Refusal):
            yield text, result


@get_page("/e/{code:str}/round/{number:int}/table/{table:int}", "helper")
def table_menu(event_context: GivenEvent, number: FromPath[int], table: FromPath[int]) -> Template:
    """What else can be done at a table: absences, turning a result round, taking it back."""
    round_ = round_of(event_context, number)
    seated = next((one for one in round_.tables if one.number == table), None)
    if seated is None or round_.status == "draft":
        raise NotFoundException("no_such_page")
    facts = {
        "may": lambda name: may(event_context.person, name),
        **_entered(event_context, round_, len(round_.tables)),
        "shown": round_,
        "table": seated,
        "is_last": number == len(event_context.tournament.rounds),
        "sides": event_context.sides,
        "form": event_context.system.rules.results.form_for(event_context.tournament.setup),
        "written": event_context.system.rules.results.write,
    }
    template = "parts/table_menu.html" if event_context.htmx else "table_menu.html"
    return event_context.page(template, **facts)


@get_page("/e/{code:str}/round/{number:int}/why", "helper")
def why(
    event_context: GivenEvent,
    number: FromPath[int],
    table: FromQuery[int | None] = None,
    player: FromQuery[int | None] = None,
) -> Template:
    """Why a table, or a bye, is as it is: a sentence or two, and the whole working behind."""
    told = explain(event_context, number, table, player)
    if isinstance(told, Outcome):
        raise NotFoundException(told.value)
    template = "parts/why.html" if event_context.htmx else "why.html"
    return event_context.page(template, shown=round_of(event_context, number), told=told)


@get_page("/e/{code:str}/round/{number:int}/check", "helper")
def check(event_context: GivenEvent, number: FromPath[int]) -> Template:
    """What the independent check says about the round."""
    round_ = round_of(event_context, number)
    findings = check_round(event_context.tournament, round_)
    return event_context.page("parts/check.html", shown=round_, findings=findings)


@get_page("/e/{code:str}/round/{number:int}/swap", "arbiter")
def swap(
    event_context: GivenEvent,
    number: FromPath[int],
    one: FromQuery[int],
    other: FromQuery[int],
    kind: FromQuery[str] = "players",
) -> Template:
    """What a change by hand would mean, before it is saved."""
    tables = kind == "tables"
    changed = changed_by_hand(event_context.tournament, number, one, other, tables=tables)
    if isinstance(changed, Outcome):
        raise NotFoundException(changed.value)
    shown = round_of(event_context, number)
    facts = {"one": one, "other": other, "action": "swap-tables" if tables else "swap", "shown": shown}
    if isinstance(changed, Refusal):
        message = refusal_text(event_context, changed)
        return event_context.page("parts/swap.html", refused=message, after=[], rests=[], findings=[], **facts)
    return event_context.page("parts/swap.html", refused="", **changed._asdict(), **facts)


ROUTES = [round_page, round_part, results, table_menu, why, check, swap]
