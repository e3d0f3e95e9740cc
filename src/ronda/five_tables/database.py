"""Somebody's database: what is looked at together is of one moment, what is written together is written or is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import DateTime, bindparam, column, text
from sqlalchemy.exc import DBAPIError

from ronda.five_tables import ForeignTournament, look
from ronda.five_tables.changes import DerivedChange
from ronda.store.database.sqlite_files import BUSY_SECONDS
from ronda.store.importing.event import choose, listed
from ronda.store.importing.rows import Faults, NotImportable, Raw, Tables
from ronda.store.importing.sources import Live, opened, unreachable
from ronda.store.read_model.rows import Row

# Of PostgreSQL: somebody has changed or has locked what was read, or has just inserted the same row.
_CONFLICTS = ("40001", "40P01", "55P03", "23505")
_MOST_REASON = 300
_SQLITE_CONFLICTS = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
)


class OtherWriter(Exception):
    """Somebody else was writing to the same rows and was first. Nothing was written here."""


class Rejected(Exception):
    """The database did not take what was to be written, for a reason of its own. Nothing was written."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FoundTournament(NamedTuple):
    """A tournament as it was found, and the rows of no tournament."""

    row: Raw
    found: ForeignTournament | Faults
    orphans: Tables


class RowWriter:
    """What writes in a transaction."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        """Columns that the table does not have are left out."""
        known = self._live.columns(name)
        for row in rows:
            values = {key: self._value(value) for key, value in row.items() if key in known}
            self._live.connection.execute(self._live.table(name).insert().values(values))

    def change(self, change: DerivedChange) -> None:
        if not change.values:
            return
        table = self._live.table(change.row.table)
        values = {key: self._value(value) for key, value in change.values.items()}
        here = column("id") == change.row.cells["id"]
        if self._live.connection.execute(table.update().where(here).values(values)).rowcount != 1:
            raise OtherWriter

    def _value(self, value: object) -> object:
        """As the database takes it: SQLite has no times, so they are written as its own CURRENT_TIMESTAMP is."""
        if not isinstance(value, datetime):
            return value
        if self._live.connection.dialect.name == "sqlite":
            return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
        return bindparam(None, value, type_=DateTime(timezone=True))


def look_at(url: str, wish: str | None) -> FoundTournament:
    """One tournament, without a change. Raises NotImportable."""
    try:
        with opened(url) as connection:
            return _looked(Live(connection), wish, lock=False)
    except DBAPIError as error:
        raise unreachable(error) from error


def look_at_all(url: str, wish: str | None) -> list[FoundTournament]:
    """All tournaments, or the one that is meant."""
    try:
        with opened(url) as connection:
            live = Live(connection)
            strays, rows = live.orphans(), live.tournaments()
            chosen = rows if wish is None else choose([wish], rows)
            return [FoundTournament(row, look(live.tables(row), strays), strays) for row in chosen]
    except DBAPIError as error:
        raise unreachable(error) from error


@contextmanager
def open_for_writing(url: str, wish: str | None) -> Iterator[tuple[FoundTournament, RowWriter]]:
    """One tournament that nobody else writes to meanwhile, and a hand to write with. All of it is kept at the end, or
    nothing. Raises NotImportable, OtherWriter, Rejected."""
    try:
        with opened(url, writes=True) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'"))
            live = Live(connection)
            yield _looked(live, wish, lock=True), RowWriter(live)
    except DBAPIError as error:
        if error.connection_invalidated or _never_connected(error):
            raise unreachable(error) from error
        raise (OtherWriter() if _conflict(error) else Rejected(_reason(error))) from error


def _looked(live: Live, wish: str | None, *, lock: bool) -> FoundTournament:
    rows = choose([] if wish is None else [wish], live.tournaments())
    if len(rows) > 1:
        raise NotImportable("tournament_not_named", {"found": listed(rows)}, "tournaments")
    tables = live.tables(rows[0], lock=lock)
    if not tables["tournaments"]:  # deleted while its lock was waited for
        raise OtherWriter
    strays = live.orphans()
    return FoundTournament(tables["tournaments"][0], look(tables, strays), strays)


def _reason(error: DBAPIError) -> str:
    """The first line of what the database says; what follows repeats the row."""
    line = str(error.orig).strip().partition("\n")[0].rstrip(".")
    return "".join(sign if sign.isprintable() else "�" for sign in line)[:_MOST_REASON]


def _conflict(error: DBAPIError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        code = getattr(error.orig, "sqlite_errorcode", 0)
        return code in _SQLITE_CONFLICTS or code & 0xFF in _SQLITE_CONFLICTS
    return getattr(error.orig, "sqlstate", None) in _CONFLICTS


def _never_connected(error: DBAPIError) -> bool:
    """Without a statement there was no connection, or the file could not be opened."""
    return error.statement is None and not _conflict(error)
