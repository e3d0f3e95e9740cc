"""The five tables out of a database that is running, or an SQLite file. They are only read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Inspector, column, create_engine, inspect, select, table
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from ronda.formats.unreadable import shown
from ronda.store.engine import BUSY_SECONDS
from ronda.store.five_tables import METADATA
from ronda.store.import_trouble import NAMES, NotImportable, Raw, Tables
from ronda.store.schema import VERSION_TABLE

_KNOWN = ["postgresql", "sqlite"]


def read_database(
    url: str | URL, choose: Callable[[list[Raw]], Sequence[Raw]], schema: str | None = None
) -> list[Tables]:
    """The rows of each tournament that `choose` picks among all, as they are at one moment. Raises NotImportable."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "sqlite":  # there, reading alone begins no transaction
                connection.exec_driver_sql("BEGIN")
            there = inspect(connection)
            if there.has_table(VERSION_TABLE, schema=schema):
                raise NotImportable("store_of_ronda", {})
            chosen = choose(_rows(connection, there, "tournaments", schema))
            return [
                {
                    "tournaments": [one],
                    **{name: _rows(connection, there, name, schema, one.cells.get("id")) for name in NAMES[1:]},
                }
                for one in chosen
            ]
    except DBAPIError as error:
        raise NotImportable("database_unreachable", {"reason": shown(str(error.orig).strip())}) from error
    finally:
        engine.dispose()


def _engine(text: str | URL) -> Engine:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        raise NotImportable("unsupported_database", {"found": "", "known": _KNOWN}) from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        wanted = url.set(drivername="postgresql+psycopg")
        return create_engine(
            wanted,
            poolclass=NullPool,
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
            connect_args={} if "connect_timeout" in url.query else {"connect_timeout": BUSY_SECONDS},
        )
    if backend == "sqlite" and url.database:
        return create_engine("sqlite://", creator=lambda: _opened(url), poolclass=NullPool)
    raise NotImportable("unsupported_database", {"found": shown(backend), "known": _KNOWN})


def _opened(url: URL) -> sqlite3.Connection:
    """Only for reading: a file that is not there is not made."""
    return sqlite3.connect(f"{Path(url.database or '').absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _rows(
    connection: Connection, there: Inspector, name: str, schema: str | None, tournament: object = None
) -> list[Raw]:
    if not there.has_table(name, schema=schema):
        raise NotImportable("missing_table", {}, name)
    known = {known.name for known in METADATA.tables[name].columns}
    found = [here["name"] for here in there.get_columns(name, schema=schema) if here["name"] in known]
    if name != "tournaments" and "tournament_id" not in found:
        raise NotImportable("missing_column", {}, name, column="tournament_id")
    columns: list[Any] = [column(one) for one in found]
    query = select(*columns).select_from(table(name, *columns, schema=schema))
    if name != "tournaments":
        query = query.where(column("tournament_id") == tournament)
    return [Raw(name, dict(row._mapping)) for row in connection.execute(query)]
