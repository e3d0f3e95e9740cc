"""Databases for tests, made quickly: what the migrations do to an empty database is the same every time. The first one
of a process goes through them; for the others its statements are run again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event, inspect

from ronda.store.database import engine as database

through_migrations = database.migrate
_STATEMENTS: dict[tuple[str, str], list[tuple[str, Any]]] = {}  # by dialect and last migration


def quickly(connection: Connection, target: str = "head") -> None:
    """In place of `engine.migrate`."""
    known = connection.dialect.name, database.NEWEST
    if target != "head" or inspect(connection).get_table_names():
        through_migrations(connection, target)
    elif known in _STATEMENTS:
        for statement, given in _STATEMENTS[known]:
            connection.exec_driver_sql(statement, given or None)
    else:
        with _recorded(connection) as statements:
            through_migrations(connection)
        _STATEMENTS[known] = statements


@contextmanager
def _recorded(connection: Connection) -> Iterator[list[tuple[str, Any]]]:
    """What is run on the connection and changes something."""
    statements: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, given: Any, *___: Any) -> None:
        if not statement.lstrip().upper().startswith(("SELECT", "PRAGMA")):
            statements.append((statement, given))

    event.listen(connection, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(connection, "before_cursor_execute", note)
