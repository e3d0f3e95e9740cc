"""The clock of the round: people start, pause and lengthen it; nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from time import time
from typing import Annotated, Literal

import msgspec

from ronda.core import Frozen, Refusal, Tournament
from ronda.desk.actions import Body
from ronda.desk.bodies import Number
from ronda.desk.clock import Clock
from ronda.operations.event_settings import EventSettings
from ronda.operations.operation import Absent, EventCaller, Operation, Outcome
from ronda.store import Store
from ronda.store.live_events import LiveEvent
from ronda.store.notes import read_note
from ronda.store.read_model.tables import read_clocks, write_clock
from ronda.systems import rules_of

MOST_MINUTES = 24 * 60
FINISHED = Refusal("clock_finished", "S4")


def clock_of(store: Store, event: LiveEvent) -> Clock | None:
    """The clock of the last round; nobody has started it before somebody does. A finished event has none."""
    number = len(event.tournament.rounds)
    if not number or event.tournament.finished or event.tournament.rounds[-1].status == "draft":
        return None
    with store.reads() as connection:
        found = read_clocks(connection, event.code).by_round.get(number)
    return found or Clock(number, round_seconds(event.tournament))


def clock_changes(store: Store, code: str) -> int:
    """How often it was touched."""
    with store.reads() as connection:
        return read_note(connection, code, "clock").version


def change_clock(
    settings: EventSettings, event: LiveEvent, change: Callable[[Clock], Clock], expected: int | None
) -> bool:
    """Whether it was done: not if somebody else has touched the clock since this person looked at it."""
    version = clock_changes(settings.store, event.code)
    clock = clock_of(settings.store, event)
    if clock is None or expected not in (None, version):
        return False
    with settings.store.writes() as connection:
        written = write_clock(connection, event.code, change(clock), version)
    if written:
        settings.notify_note(event.code, "clock")
    return written


def is_timed(store: Store, event: LiveEvent, before: int | None = None) -> bool:
    """Whether the next round, or the one of that number, will have a clock, as far as that can be known: as the one
    before had; for the first, whether the system says how long a round lasts."""
    number = sum(round_.status != "draft" for round_ in event.tournament.rounds) if before is None else before - 1
    if not number:
        return _minutes(event.tournament) is not None
    with store.reads() as connection:
        found = read_clocks(connection, event.code).by_round.get(number)
    return found is not None and found.touched


def round_seconds(tournament: Tournament) -> int:
    """How long a round lasts, if the system says so; else three quarters of an hour."""
    return (_minutes(tournament) or 45) * 60


def _minutes(tournament: Tournament) -> int | None:
    rules = rules_of(tournament.setup)
    for name in ("round_minutes", "minutes"):
        if any(option.name == name for option in rules.options):
            minutes = rules.option(tournament.setup, name)
            if isinstance(minutes, int) and minutes > 0:
                return minutes
    return None


# --- operations --------------------------------------------------------------------------------------------


class ClockState(Frozen):
    """The clock of the last round: seconds, `left` below zero when the time is over. `extra` by table. `changes`
    counts how often it was touched."""

    round: int
    length: int
    left: float
    running: bool
    extra: dict[str, int]
    changes: int


class ClockTurn(Body):
    """What to do with the clock. `seconds` (fewer are less than nothing) for `add`, for one table too, and for
    `reset` the new length; `changes` is what was seen: if somebody touched the clock since, nothing happens."""

    do: Literal["start", "pause", "add", "reset"]
    seconds: Annotated[int, msgspec.Meta(ge=-MOST_MINUTES * 60, le=MOST_MINUTES * 60)] | None = None
    table: Number | None = None
    changes: Number | None = None


def get_clock(caller: EventCaller) -> ClockState | Absent | Outcome:
    if caller.tournament.finished:
        return Absent(FINISHED)
    clock = clock_of(caller.store, caller.event)
    if clock is None:
        return Outcome.MISSING
    changes = clock_changes(caller.store, caller.code)
    extra = {str(table): seconds for table, seconds in clock.extra.items()}
    return ClockState(clock.round, clock.length, round(clock.left(time()), 3), clock.running, extra, changes)


def turn_clock(caller: EventCaller, body: ClockTurn) -> Refusal | Outcome | None:
    if body.do == "reset" and not caller.person.may("arbiter"):
        return Outcome.FORBIDDEN
    if caller.tournament.finished:
        return FINISHED
    if clock_of(caller.store, caller.event) is None:
        return Outcome.MISSING
    change = _change(caller.tournament, body)
    if isinstance(change, Refusal):
        return change
    return None if change_clock(caller.settings, caller.event, change, body.changes) else Outcome.CONFLICT


def _change(tournament: Tournament, turn: ClockTurn) -> Callable[[Clock], Clock] | Refusal:
    seconds, table = turn.seconds, turn.table
    match turn.do:
        case "start":
            return lambda clock: clock.start(time())
        case "pause":
            return lambda clock: clock.pause(time())
        case "reset":
            if seconds is not None and seconds < 1:
                return Refusal("number_out_of_range", "S4", {"found": seconds, "low": 1, "high": MOST_MINUTES * 60})
            return lambda clock: clock.reset(round_seconds(tournament) if seconds is None else seconds)
        case "add":
            given = 0 if seconds is None else seconds
            if table is None:
                return lambda clock: clock.add(given)
            if table not in {known.number for known in tournament.rounds[-1].tables}:
                return Refusal("unknown_table", "S4", {"round": len(tournament.rounds), "table": table})
            return lambda clock: clock.add_at(table, given)


OPERATIONS = (
    Operation("getClock", "GET /clock", "public", get_clock, "The clock of the round"),
    Operation(
        "turnClock",
        "POST /clock",
        "helper",
        turn_clock,
        "Start, pause, lengthen or reset the clock (helper; reset: arbiter)",
        then=get_clock,
        answers="The clock afterwards",
    ),
)
