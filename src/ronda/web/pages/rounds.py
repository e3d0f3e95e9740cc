"""One round: its tables, why each is as it is (with the earlier meetings), changes by hand, and the check."""

from __future__ import annotations

from typing import Any

from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.model import Bye, Round, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.decisions import check_round
from ronda.operations.insight import changed_by_hand, explain
from ronda.operations.operation import Outcome
from ronda.systems import system
from ronda.systems.lists import paired
from ronda.views.rounds import ShownBye, shown_table
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import refusal_text
from ronda.web.http.admission import get_page
from ronda.web.pages.desk import next_values
from ronda.web.visibility import PageOfRows, called, page_from

ROWS = 60  # tables and byes on a page: more would make it heavy
ALL = 0  # the number of the page with everything, to change seats between far tables


@get_page("/e/{code:str}/round/{number:int}", "helper")
def round_page(
    event_context: GivenEvent, number: FromPath[int], page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    return event_context.page("round.html", **_values(event_context, number, page, find))


@get_page("/e/{code:str}/part/round/{number:int}", "helper")
def round_part(
    event_context: GivenEvent, number: FromPath[int], page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    """The page without its frame. A draft that was taken back is reported as gone."""
    if number == event_context.tournament.next_round:
        return event_context.page("parts/round_gone.html", number=number)
    return event_context.page("parts/round.html", **_values(event_context, number, page, find))


def round_of(context: EventContext, number: int) -> Round:
    if not 1 <= number <= len(context.tournament.rounds):
        raise NotFoundException("no_such_page")
    return context.tournament.rounds[number - 1]


def _sat(context: EventContext, round_: Round, page: int, find: str) -> PageOfRows:
    """The tables and byes of one page, or those where somebody sits whom one looks for; `ALL` is every one of them."""
    rows: list[Table | Bye] = [*round_.tables, *round_.byes]
    if find:
        meant = called(context, find)
        rows = [row for row in rows if find == _number(row) or any(map(meant, _players(row)))]
    return PageOfRows(rows, ALL, 1, len(rows)) if page == ALL else page_from(rows, page, ROWS)


def _away(tournament: Tournament, round_: Round) -> list[int]:
    """Who takes part in the event at that time and is nowhere in the round: paused, or not yet back."""
    seen = {player for table in round_.tables for player in table.players} | {bye.player for bye in round_.byes}
    number = round_.number
    return [
        player.id
        for player in tournament.players
        if player.id not in seen
        and player.joined_round <= number
        and (player.left_after is None or player.left_after >= number)
    ]


def _number(row: Table | Bye) -> str:
    return str(row.number) if isinstance(row, Table) else ""


def _players(row: Table | Bye) -> tuple[int, ...]:
    return row.players if isinstance(row, Table) else (row.player,)


def _values(context: EventContext, number: int, page: int, find: str) -> dict[str, Any]:
    round_ = round_of(context, number)
    tournament = context.tournament
    declared = system(tournament.setup.system)
    scoring, speaker = declared.rules.scoring(tournament.setup), context.words.speaker
    find = find.strip()
    found = _sat(context, round_, page, find)
    return {
        **next_values(context),
        "page": found,
        "find": find,
        "searched": bool(find) or found.pages > 1,
        "every": ALL,
        "tables": [shown_table(row, declared.rules, speaker) for row in found.rows if isinstance(row, Table)],
        "shown": round_,
        "is_last": number == len(tournament.rounds),
        "seats": context.words.seats(paired(tournament, round_, context.words.number)),
        "sides": declared.words.sides,
        "rests": [ShownBye(row.player, scoring.bye(row).halves) for row in found.rows if isinstance(row, Bye)],
        "away": _away(tournament, round_),
        "general": round_.general_reasons,
    }


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


ROUTES = [round_page, round_part, why, check, swap]
