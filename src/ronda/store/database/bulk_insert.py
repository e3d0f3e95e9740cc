"""Many rows at once: where a database takes them in one statement, they are sent in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
from sqlalchemy import Connection, Insert, Table, TextClause, insert, text


def add_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Inserts them. Every row has the same columns."""
    if not rows:
        return
    columns = tuple(rows[0])
    if connection.dialect.name == "postgresql" and len(rows) > 1:
        connection.execute(_from_json(table, columns), {"rows": msgspec.json.encode(rows).decode()})
    else:
        connection.execute(_plain(table), rows)


@cache
def _plain(table: Table) -> Insert:
    return insert(table)


@cache
def _from_json(table: Table, columns: tuple[str, ...]) -> TextClause:
    """PostgreSQL's driver sends a statement for each row, and is slow with arrays; this is one text for all."""
    from sqlalchemy.dialects import postgresql  # takes a while to import, and SQLite does not need it

    types = {name: table.c[name].type.compile(postgresql.dialect()) for name in columns}  # type: ignore[no-untyped-call]
    named = ", ".join(f'"{name}"' for name in columns)
    typed = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
    given = f"json_to_recordset(CAST(:rows AS json)) AS given ({typed})"
    return text(f"INSERT INTO {table.name} ({named}) SELECT {named} FROM {given}")
