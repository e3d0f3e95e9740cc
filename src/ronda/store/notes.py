"""Small things beside the facts, by name: the clock of a round, the language of the wall. They have no history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from ronda.core import Frozen
from ronda.store.database.engine import CHANNEL, notify
from ronda.store.database.tables import note
from ronda.store.values import Damaged

CALL_NOTES = "call"  # `call:7`: what player 7 asks the desk for
PHONE_NOTES = "phone"  # `phone:7`: which phones speak for player 7


class Note(Frozen):
    """What stands there, and how often it was written. Nothing stands there at version 0."""

    value: Any
    version: int


_READ = select(note).where(note.c.scope == bindparam("wanted_scope"), note.c.name == bindparam("wanted_name"))


def read_note(connection: Connection, scope: str, name: str) -> Note:
    row = connection.execute(_READ, {"wanted_scope": scope, "wanted_name": name}).one_or_none()
    return Note(None, 0) if row is None else Note(_value(row), row.version)


def notes_of(connection: Connection, scope: str, prefix: str) -> Iterator[tuple[str, Note]]:
    """All notes whose name begins so, by name."""
    wanted = select(note).where(note.c.scope == scope, note.c.name.startswith(prefix, autoescape=True))
    for row in connection.execute(wanted.order_by(note.c.name)):
        yield row.name, Note(_value(row), row.version)


def _value(row: Row[Any]) -> Any:
    try:
        return json.loads(row.value)
    except (ValueError, TypeError) as error:
        raise Damaged(row.scope, 0, f"note {row.name}") from error


def notes_named(connection: Connection, name: str) -> Iterator[tuple[str, Note]]:
    """The note of that name of every tournament, by code."""
    for row in connection.execute(select(note).where(note.c.name == name).order_by(note.c.scope)):
        yield row.scope, Note(json.loads(row.value), row.version)


def write_note(
    connection: Connection, scope: str, name: str, value: Any, expected: int | None = None, *, quiet: bool = False
) -> Note | None:
    """The note with its new value, or None if `expected` is not its version any more. The transaction must be one
    that writes: then nobody comes between. A `quiet` one is no news for open pages."""
    if not quiet:
        notify(connection, CHANNEL, f"{scope}:{name}")
    before = read_note(connection, scope, name)
    if expected is not None and before.version != expected:
        return None
    after = Note(value, before.version + 1)
    row = dict(value=json.dumps(value, ensure_ascii=False), version=after.version)
    if before.version == 0:
        connection.execute(insert(note).values(scope=scope, name=name, **row))
        return after
    here = (note.c.scope == scope) & (note.c.name == name) & (note.c.version == before.version)
    written = connection.execute(update(note).where(here).values(row))
    return after if written.rowcount == 1 else None
