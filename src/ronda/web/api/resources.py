"""What there is to see of an event: rounds, standings, log, clock, display."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import time
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from ronda.core.verdicts import Refusal
from ronda.desk import waiting_for
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import AT_LEAST_0, Number
from ronda.desk.clock import Clock
from ronda.desk.prizes import prize_list
from ronda.store.notes import read_note
from ronda.store.read_model.tables import round_ends
from ronda.systems import standings_book
from ronda.systems.labels import NameMode
from ronda.systems.lists import paired
from ronda.texts import LANGUAGES
from ronda.views.events import log_line
from ronda.views.penalties import appeal_views, penalty_views
from ronda.views.prizes import prize_list_view
from ronda.views.rounds import RoundState, round_line, round_state, with_pairings
from ronda.views.stages import stage_views
from ronda.views.standings import column_lines, podium_steps, standings_line, winners_of, with_cells, working_of
from ronda.views.verdicts import note_lines
from ronda.web.api.schemas import (
    KEPT,
    MADE,
    SENT,
    UNKNOWN,
    ClockState,
    DisplayState,
    Log,
    PenaltiesState,
    PrizesState,
    Rounds,
    StagesState,
    StandingsState,
    refused,
    said,
)
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import log_pages, podium_of_event, standings_of
from ronda.web.pages.clock import FINISHED, MOST_MINUTES, ROLES
from ronda.web.pages.log import LEAST as LOG_ROLE
from ronda.web.runtime import Display, Joining, read_joining, round_seconds
from ronda.web.visibility import as_published, columns, hides_names, known_player, known_to, measures, told_round

MOST_ENTRIES = 1000

_BOUNDS: dict[str, Any] = {"ge": 0, "le": 1_000_000_000, "schema_extra": AT_LEAST_0}
Last = Annotated[int | None, QueryParameter(**_BOUNDS, description="only so many, the newest")]
OfPlayer = Annotated[int | None, QueryParameter(**_BOUNDS, description="only this one, with working and notes")]
After = Annotated[int | None, QueryParameter(**_BOUNDS)]


# --- rounds, standings ----------------------------------------------------------------------------


@get(
    "/api/events/{code:str}/rounds",
    operation_id="getRounds",
    response_description="What was asked for",
    summary="The rounds",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def rounds(event_context: GivenEvent) -> Rounds:
    with event_context.runtime.store.reads() as connection:
        ended = round_ends(connection, event_context.code)
    lines = [round_line(one, ended.get(one.number)) for one in known_to(event_context).rounds]
    return Rounds(event_context.code, event_context.event.version, lines)


@get(
    "/api/events/{code:str}/rounds/{number:int}",
    operation_id="getRound",
    response_description="What was asked for",
    summary="A round with its tables, byes, results and reasons",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def round_(event_context: GivenEvent, number: FromPath[int]) -> RoundState:
    seen = known_to(event_context)
    if not 1 <= number <= len(seen.rounds):
        raise NotFoundException("no_such_page")
    reports = (seen.reports if number == len(seen.rounds) else {}) if event_context.staff else None
    made, speaker = told_round(event_context, seen.rounds[number - 1]), event_context.words.speaker
    state = round_state(seen, made, speaker, reports=reports, open_facts=not hides_names(event_context), blank=None)
    naming = event_context.naming
    return with_pairings(state, seen, made, paired(seen, made, speaker.number, naming), speaker)


@get(
    "/api/events/{code:str}/standings",
    operation_id="getStandings",
    response_description="What was asked for",
    summary="Standings after all rounds, or after some",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def standings(event_context: GivenEvent, after: After = None, player: OfPlayer = None) -> StandingsState:
    context, speaker = event_context, event_context.words.speaker
    shown = as_published(context.tournament)
    last = len(shown.rounds)
    wanted = last if after is None else after
    if wanted > last:
        raise NotFoundException("no_such_page")
    rows = standings_of(context.event, wanted)
    told = columns(context, wanted)
    if player is None:
        lines = [standings_line(row, speaker, measures(context, row)) for row in rows]
    else:
        who = known_player(context, player).id
        row = next(row for row in rows if row.player == who)
        rows = (row,)
        seen, notes = measures(context, row), note_lines(standings_book(shown, wanted), who, speaker)
        line = standings_line(row, speaker, seen)
        lines = [msgspec.structs.replace(line, working=working_of(row, seen), notes=notes)]
    missing = waiting_for(context.tournament, wanted)
    podium = podium_of_event(context.event) if wanted == last else None
    naming = context.naming
    return StandingsState(
        context.code,
        context.event.version,
        wanted,
        missing > 0,
        missing,
        with_cells(lines, rows, told, speaker, context.words.known.labels, naming),
        column_lines(told, speaker),
        winners_of(podium),
        podium_steps(podium, speaker),
        winners_of(podium, provisional=True),
    )


@get(
    "/api/events/{code:str}/penalties",
    operation_id="getPenalties",
    response_description="What was asked for",
    summary="Penalties, and for the desk also notes and reasons",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def penalties(event_context: GivenEvent) -> PenaltiesState:
    context = event_context
    found = penalty_views(known_to(context), context.words.speaker, staff=context.staff)
    appeals = appeal_views(known_to(context), context.words.speaker) if context.staff else []
    return PenaltiesState(context.code, context.event.version, found, appeals)


@get(
    "/api/events/{code:str}/prizes",
    operation_id="getPrizes",
    response_description="What was asked for",
    summary="The prize list by the standings of now",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def prizes(event_context: GivenEvent) -> PrizesState:
    context = event_context
    tournament = known_to(context)
    found = prize_list(tournament)
    shown = None if found is None else prize_list_view(found, context.words.speaker, staff=context.staff)
    return PrizesState(context.code, context.event.version, not tournament.finished, shown)


@get(
    "/api/events/{code:str}/stages",
    operation_id="getStages",
    response_description="What was asked for",
    summary="The stages: who entered them, brackets and groups",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def stages(event_context: GivenEvent) -> StagesState:
    context = event_context
    found = stage_views(known_to(context), context.words.speaker)
    return StagesState(context.code, context.event.version, found)


@get(
    "/api/events/{code:str}/log",
    operation_id="getLog",
    response_description="What was asked for",
    summary="Who did what when (arbiter)",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def log(event_context: GivenEvent, after: After = None, last: Last = None) -> Log:
    context = event_context
    context.needs(LOG_ROLE)
    pages, version = log_pages(context), context.event.version
    start = max(after or 0, 0 if last is None else version - last)
    found = pages.between(start + 1, start + MOST_ENTRIES)
    lines = [log_line(entry, context.words.speaker) for entry in found]
    return Log(context.code, version, lines, start + len(found) < version)


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


ROUTES: list[Any] = [
    rounds,
    round_,
    standings,
    penalties,
    prizes,
    stages,
    log,
    clock,
    turn_clock,
    display,
    set_display,
]
