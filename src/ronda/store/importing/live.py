"""The five tables in a database that is running, or in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    TableClause,
    column,
    create_engine,
    event,
    inspect,
    select,
    table,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from ronda.formats.errors import shown
from ronda.store.database.engine import VERSION_TABLE
from ronda.store.database.location import with_driver
from ronda.store.database.sqlite_files import BUSY_SECONDS
from ronda.store.importing.faults import NAMES, NotImportable, Raw, Tables
from ronda.store.read_model.schema import METADATA

_KNOWN = ["postgresql", "sqlite"]


def read_database(
    url: str | URL, choose: Callable[[list[Raw]], Sequence[Raw]], schema: str | None = None
) -> list[Tables]:
    """The rows of each tournament that `choose` picks among all, as they are at one moment. Raises NotImportable."""
    try:
        with opened(url) as connection:
            live = Live(connection, schema)
            return [live.tables(one) for one in choose(live.tournaments())]
    except DBAPIError as error:
        raise unreachable(error) from error


def unreachable(error: DBAPIError) -> NotImportable:
    return NotImportable("database_unreachable", {"reason": shown(str(error.orig).strip())})


@contextmanager
def opened(url: str | URL, *, writes: bool = False) -> Iterator[Connection]:
    """A connection in a transaction. One that only reads sees one moment. One that `writes` sees what is there after
    it has locked it, and is committed when all went well; an SQLite file is for nobody else to write to until then."""
    engine = _engine(url, writes=writes)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _engine(text: str | URL, *, writes: bool) -> Engine:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        raise NotImportable("unsupported_database", {"found": "", "known": _KNOWN}) from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return create_engine(
            with_driver(url),
            poolclass=NullPool,
            isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
            execution_options={"postgresql_readonly": not writes},
            connect_args={} if "connect_timeout" in url.query else {"connect_timeout": BUSY_SECONDS},
            hide_parameters=True,
        )
    if backend == "sqlite" and url.database:
        engine = create_engine("sqlite://", creator=lambda: _file(url, writes=writes), poolclass=NullPool)
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"  # the driver begins nothing by itself
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine
    raise NotImportable("unsupported_database", {"found": shown(backend), "known": _KNOWN})


def _file(url: URL, *, writes: bool) -> sqlite3.Connection:
    """A file that is not there is not made."""
    address = f"{Path(url.database or '').absolute().as_uri()}?mode={'rw' if writes else 'ro'}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    if writes:
        connection.execute("PRAGMA foreign_keys=ON")
    return connection


class Live:
    """The five tables in a database, as a transaction sees them. Raises NotImportable for what is no such database."""

    def __init__(self, connection: Connection, schema: str | None = None) -> None:
        self.connection = connection
        self._schema = schema
        self._there = inspect(connection)
        if self._there.has_table(VERSION_TABLE, schema=schema):
            raise NotImportable("store_of_ronda", {})
        self._columns: dict[str, list[str]] = {}

    def tournaments(self) -> list[Raw]:
        return self._rows("tournaments")

    def tables(self, tournament: Raw, *, lock: bool = False) -> Tables:
        """The rows of a tournament; locked, nobody else changes them until the transaction is over. The tournament
        comes first: whoever adds a row to it has to wait from then on, by its foreign key."""
        own = tournament.cells.get("id")
        chosen = [tournament]
        if lock:
            chosen = self._rows("tournaments", column("id") == own, lock=True)
        others = {name: self._rows(name, column("tournament_id") == own, lock=lock) for name in NAMES[1:]}
        return {"tournaments": chosen, **others}

    def strays(self) -> Tables:
        """The rows that belong to no tournament."""
        return {name: self._rows(name, column("tournament_id").is_(None)) for name in NAMES[1:]}

    def columns(self, name: str) -> list[str]:
        """The columns of a table that are known here."""
        if name not in self._columns:
            if not self._there.has_table(name, schema=self._schema):
                raise NotImportable("missing_table", {}, name)
            known = {known.name for known in METADATA.tables[name].columns}
            found = [here["name"] for here in self._there.get_columns(name, schema=self._schema)]
            self._columns[name] = [one for one in found if one in known]
            if name != "tournaments" and "tournament_id" not in self._columns[name]:
                raise NotImportable("missing_column", {}, name, column="tournament_id")
        return self._columns[name]

    def table(self, name: str) -> TableClause:
        return table(name, *(column(one) for one in self.columns(name)), schema=self._schema)

    def _rows(self, name: str, where: ColumnElement[bool] | None = None, *, lock: bool = False) -> list[Raw]:
        query = select(self.table(name))
        if where is not None:
            query = query.where(where)
        if lock:
            query = query.with_for_update()
        return [Raw(name, dict(row._mapping)) for row in self.connection.execute(query)]
