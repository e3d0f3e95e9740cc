"""Rows written to the five tables: those that are new, those that differ and those that are gone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Table, Update, and_, bindparam, select, text

from ronda.store.read_model.ids import player_texts
from ronda.store.read_model.rows import Key, Row, Rows
from ronda.store.read_model.schema import MATCH_PLAYERS, MATCHES, TABLES, TOURNAMENTS
from ronda.store.read_model.times import UNKNOWN


def insert_all(connection: Connection, rows: Rows) -> None:
    for table in TABLES:
        _insert(connection, table, rows[table.name].values())


def write_difference(connection: Connection, old: Rows, new: Rows) -> None:
    """Turn the old rows into the new ones. Columns that differ in no row are not written."""
    for table in reversed(TABLES):
        was, now = old[table.name], new[table.name]
        _delete(connection, table, [key for key in was if key not in now])
    for table in TABLES:
        was, now = old[table.name], new[table.name]
        _insert(connection, table, [row for key, row in now.items() if key not in was])
        _update(connection, table, {key: (was[key], row) for key, row in now.items() if key in was})


# All places in one statement: a row by row update of some hundred places takes many times as long. A place that is
# gone is null in JSON.
_PLACES = {
    "sqlite": text(
        "UPDATE participants SET place = moved.value FROM json_each(:places) AS moved WHERE participants.id = moved.key"
    ),
    "postgresql": text(
        "UPDATE participants SET place = CAST(moved.value #>> '{}' AS double precision) "
        "FROM json_each(CAST(:places AS json)) AS moved WHERE participants.id = CAST(moved.key AS uuid)"
    ),
}


def write_places(connection: Connection, tournament_id: UUID, places: Mapping[int, int | None]) -> None:
    """Write these players' places."""
    if places:
        ids = player_texts(tournament_id)
        by_id = json.dumps({ids[player]: place for player, place in places.items()})
        connection.execute(_PLACES[connection.dialect.name], {"places": by_id})


def erase(connection: Connection, tournament_id: UUID) -> None:
    """Delete every row of the tournament, without relying on cascades (SQLite may have them switched off)."""
    matches = select(MATCHES.c.id).where(MATCHES.c.tournament_id == tournament_id)
    for table in reversed(TABLES):
        if table is MATCH_PLAYERS:
            connection.execute(table.delete().where(table.c.match_id.in_(matches)))
        else:
            own = table.c.id if table is TOURNAMENTS else table.c.tournament_id
            connection.execute(table.delete().where(own == tournament_id))


def _insert(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    values = [dict(row) for row in rows]
    if values:
        connection.execute(table.insert(), values)


def _delete(connection: Connection, table: Table, keys: Sequence[Key]) -> None:
    if keys:
        connection.execute(table.delete().where(_this_row(table)), [_named(table, key) for key in keys])


def _update(connection: Connection, table: Table, rows: Mapping[Key, tuple[Row, Row]]) -> None:
    """One statement for all rows that differ, with the columns that differ in any of them; a time that is UNKNOWN
    stays as it is."""
    other = {key: (was, now) for key, (was, now) in rows.items() if was != now}
    differing = {column for was, now in other.values() for column in now if was[column] != now[column]}
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for key, (_, now) in other.items():
        columns = tuple(column for column in now if column in differing and now[column] is not UNKNOWN)
        alike[columns].append({**_named(table, key), **{column: now[column] for column in columns}})
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
