"""The clocks of the rounds: kept as a note beside the facts, and shown in the table `round_clocks`.

A round starts when its clock was started first; until then, when it was published.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, select

from ronda.desk.clock import Clock
from ronda.store import reading
from ronda.store.notes import read_note, write_note
from ronda.store.read_model.rows import id_of, tournament_uuid
from ronda.store.read_model.schema import ROUND_CLOCKS, ROUNDS
from ronda.store.read_model.times import History, times_of
from ronda.store.values import Damaged

NAME = "clock"
_EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks that somebody has touched, by round, and how often one was."""

    by_round: Mapping[int, Clock]
    version: int


def read_clocks(connection: Connection, code: str) -> Clocks:
    note = read_note(connection, code, NAME)
    value = note.value or {}
    try:
        found = [*value.get(_EARLIER, ()), {key: own for key, own in value.items() if key != _EARLIER}] if value else []
        clocks = [_read(one) for one in found]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(code, 0, f"note {NAME}") from error
    return Clocks({clock.round: clock for clock in clocks}, note.version)


def _read(value: Mapping[str, Any]) -> Clock:
    extra = {int(table): seconds for table, seconds in value["extra"].items()}
    return replace(Clock(**{**value, "extra": {}}), extra=extra)


def write_clock(connection: Connection, code: str, clock: Clock, expected: int | None = None) -> bool:
    """Whether it was written: not if somebody has touched a clock since version `expected`. The transaction must be
    one that writes."""
    end = reading.head(connection, code, lock=True)  # so no round is made or taken back meanwhile
    before = read_clocks(connection, code)
    others = [asdict(other) for number, other in sorted(before.by_round.items()) if number != clock.round]
    if write_note(connection, code, NAME, {**asdict(clock), _EARLIER: others}, expected) is None:
        return False
    if end is not None:
        was = before.by_round.get(clock.round)
        back = was is not None and was.first_started is not None and clock.first_started is None
        history = [(one.fact, one.at) for one in reading.records(connection, end, 0)] if back else None
        _show(connection, tournament_uuid(code), clock, history)
    return True


def follow_clocks(connection: Connection, code: str) -> None:
    """The rows of all clocks of the tournament written anew, after rounds were added or taken away."""
    own = tournament_uuid(code)
    connection.execute(ROUND_CLOCKS.delete().where(ROUND_CLOCKS.c.tournament_id == own))
    for clock in read_clocks(connection, code).by_round.values():
        _show(connection, own, clock, None)


def _show(connection: Connection, tournament: UUID, clock: Clock, history: History | None) -> None:
    """The row of one clock, and the start of its round; with the `history`, when nobody has started it any more."""
    round_id = id_of(tournament, "round", clock.round)
    here = ROUNDS.c.id == round_id
    connection.execute(ROUND_CLOCKS.delete().where(ROUND_CLOCKS.c.round_id == round_id))
    if connection.execute(select(ROUNDS.c.id).where(here)).first() is None:  # taken back, or still a draft
        return
    connection.execute(ROUND_CLOCKS.insert().values(_row(tournament, round_id, clock)))
    started = _moment(clock.first_started)
    if history is not None:
        started = times_of(history).round_started.get(clock.round)
    if started is not None:
        connection.execute(ROUNDS.update().where(here).values(started_at=started))


def _row(tournament: UUID, round_id: UUID, clock: Clock) -> dict[str, Any]:
    return {
        "round_id": round_id,
        "tournament_id": tournament,
        "round_number": clock.round,
        "length_seconds": clock.length,
        "added_seconds": clock.added,
        "started_at": _moment(clock.first_started),
        "running_since": _moment(clock.started),
        "paused_at": _moment(clock.stopped),
        "remaining_seconds": clock.length - clock.used,
        "ends_at": _moment(clock.ends),
        "extra_by_table": {str(table): seconds for table, seconds in sorted(clock.extra.items())},
    }


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
