"""The five tables kept true: what a transaction changed is made anew, compared, and written where it differs.

The clocks of the rounds are kept as a note beside the facts, and shown in the table `round_clocks`. A round starts when
its clock was started first; until then, when it was published.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Table, Update, and_, bindparam, select

from ronda.core import Frozen, Tournament, fold, in_force, replace
from ronda.desk.clock import Clock
from ronda.store import reading
from ronda.store.database.tables import ledger
from ronda.store.live_events import Folds
from ronda.store.notes import read_note, write_note
from ronda.store.read_model.rows import (
    History,
    Key,
    Row,
    Rows,
    RowTimes,
    as_visible,
    id_of,
    moved,
    only_said,
    parts_touched,
    round_rows,
    rows_of,
    times_of,
    tournament_uuid,
)
from ronda.store.read_model.schema import (
    MATCH_PLAYERS,
    MATCHES,
    PARTICIPANTS,
    ROUND_CLOCKS,
    ROUNDS,
    TABLES,
    TOURNAMENTS,
)
from ronda.store.values import Damaged, DamagedFile, Stored, UnknownCode

_log = logging.getLogger(__name__)

Step = tuple[Tournament, datetime]  # the tournament after an append, and when that was


_PLAYERS = select(*(column for column in PARTICIPANTS.c if column.name not in ("tournament_id", "joined_at"))).where(
    PARTICIPANTS.c.tournament_id == bindparam("own")
)


def follow(connection: Connection, before: Stored, steps: Sequence[Stored], folded: Folds) -> None:
    """Bring the five tables from `before` to the last of the states that follow it."""
    seen: list[Step] = []
    version = before.version
    for step in steps:
        if not only_said(step.facts[version:]):
            seen.append((folded.tournament(step), step.at))
        version = step.version
    if not seen:
        return
    was = folded.tournament(before)
    if not update(connection, tournament_uuid(before.code), before.code, was, seen):
        write_anew(connection, before.code)
    elif len(as_visible(was).rounds) != len(as_visible(seen[-1][0]).rounds):
        follow_clocks(connection, before.code)


def write_anew(connection: Connection, code: str) -> None:
    """All rows of the tournament and of its clocks, from what is recorded of it. Raises UnknownCode and Damaged."""
    end = reading.head(connection, code, lock=True)
    if end is None:
        raise UnknownCode(code)
    records = reading.records(connection, end, 0)
    if not records or records[-1].hash != end.hash:
        raise Damaged(code, len(records) + 1, "facts are missing")
    rebuild(connection, tournament_uuid(code), code, [(record.fact, record.at) for record in records])
    follow_clocks(connection, code)


def write_all_anew(connection: Connection) -> None:
    """The same for all tournaments, but for damaged ones: they must not keep the others from being opened."""
    for code in connection.scalars(select(ledger.c.code).order_by(ledger.c.id)).all():
        try:
            write_anew(connection, code)
        except Damaged as damage:
            _log.warning("not in the five tables: %s", damage)


def update(connection: Connection, tournament_id: UUID, code: str, before: Tournament, steps: Sequence[Step]) -> bool:
    """Write what differs after the last step: rounds from how they were `before`, players from how they stand in the
    tables. False, and nothing is written, where everything must be written anew: the tournament goes or comes back, or
    somebody else wrote to the players."""
    after = steps[-1][0]
    players = _standing_players(connection, tournament_id)
    expected = {(id_of(tournament_id, "player", player.id),) for player in before.players}
    if before.deleted or after.deleted or players.keys() != expected:
        return False
    times, state = RowTimes(), before
    for following, at in steps:
        times, state = moved(times, state, following, at), following
    parts = parts_touched(before, after, times)
    old = round_rows(tournament_id, before, RowTimes(), parts)
    old |= {TOURNAMENTS.name: {(tournament_id,): {}}, PARTICIPANTS.name: players}
    _write_difference(connection, old, rows_of(tournament_id, code, after, times, parts))
    return True


def _standing_players(connection: Connection, tournament_id: UUID) -> dict[Key, Row]:
    """The rows of the players as they stand, without the times; no rows where one is damaged."""
    try:
        found = connection.execute(_PLAYERS, {"own": tournament_id}).mappings().all()
    except DamagedFile:
        return {}
    return {(row["id"],): {**row, "tournament_id": tournament_id} for row in found}


def rebuild(connection: Connection, tournament_id: UUID, code: str, history: History) -> None:
    """Write all rows of the tournament anew from its facts with their times."""
    facts = list(history)
    host = connection.scalar(select(TOURNAMENTS.c.host_id).where(TOURNAMENTS.c.id == tournament_id))
    _erase(connection, tournament_id)
    tournament = fold(in_force([fact for fact, _ in facts]))
    if tournament.deleted:
        return
    nothing: Rows = {table.name: {} for table in TABLES}
    _write_difference(connection, nothing, rows_of(tournament_id, code, tournament, times_of(facts)))
    if host is not None:  # the only column that the facts do not know
        connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.id == tournament_id).values(host_id=host))


def round_ends(connection: Connection, code: str) -> dict[int, datetime]:
    """When the rounds of a tournament that are over ended, as the tables say."""
    here = ROUNDS.c.tournament_id == tournament_uuid(code)
    found = connection.execute(select(ROUNDS.c.round_number, ROUNDS.c.ended_at).where(here))
    return {number: ended for number, ended in found if ended is not None}


# --- writing -----------------------------------------------------------------------------------------------


def _write_difference(connection: Connection, old: Rows, new: Rows) -> None:
    """Turn the old rows into the new ones. Columns that differ in no row are not written."""
    for table in reversed(TABLES):  # what refers to others goes before them, and comes after them
        gone = [_named(table, key) for key in old[table.name] if key not in new[table.name]]
        if gone:
            connection.execute(table.delete().where(_this_row(table)), gone)
    for table in TABLES:
        was, now = old[table.name], new[table.name]
        added = [row for key, row in now.items() if key not in was]
        if added:
            connection.execute(table.insert(), added)
        _update(connection, table, [(key, was[key], row) for key, row in now.items() if key in was])


def _erase(connection: Connection, tournament_id: UUID) -> None:
    """Delete every row of the tournament, without relying on cascades (SQLite may have them switched off)."""
    matches = select(MATCHES.c.id).where(MATCHES.c.tournament_id == tournament_id)
    for table in reversed(TABLES):
        if table is MATCH_PLAYERS:
            connection.execute(table.delete().where(table.c.match_id.in_(matches)))
        else:
            own = table.c.id if table is TOURNAMENTS else table.c.tournament_id
            connection.execute(table.delete().where(own == tournament_id))


def _update(connection: Connection, table: Table, rows: Iterable[tuple[Key, Row, Row]]) -> None:
    """The columns that differ, with one statement for all rows where the same ones do."""
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for key, was, now in rows:
        if was != now:
            other = {column: value for column, value in now.items() if column not in was or was[column] != value}
            alike.setdefault(tuple(other), []).append({**_named(table, key), **other})
    for columns, values in alike.items():
        connection.execute(_update_of(table, columns), values)


@lru_cache(maxsize=256)
def _update_of(table: Table, columns: tuple[str, ...]) -> Update:
    """Made once: making it takes longer than running it."""
    return table.update().where(_this_row(table)).values({column: bindparam(column) for column in columns})


def _this_row(table: Table) -> Any:
    return and_(*(column == bindparam(f"key_{column.name}") for column in table.primary_key))


def _named(table: Table, key: Key) -> dict[str, Any]:
    return {f"key_{column.name}": value for column, value in zip(table.primary_key, key, strict=True)}


NAME = "clock"
_EARLIER = "earlier"


class Clocks(Frozen):
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
    connection.execute(
        ROUND_CLOCKS.insert().values(
            {
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
        )
    )
    started = _moment(clock.first_started)
    if history is not None:
        started = times_of(history).round_started.get(clock.round)
    if started is not None:
        connection.execute(ROUNDS.update().where(here).values(started_at=started))


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
