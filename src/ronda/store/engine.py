"""Connections to SQLite and PostgreSQL that behave the same: reads see one moment, writes come one after the other."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from ronda.store.values import Unusable

BUSY_SECONDS = 15
CHANNEL = "ronda"  # on which workers tell each other
_WRITES = "ronda_writes"


def make_engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    arguments = {} if "connect_timeout" in url.query else {"connect_timeout": BUSY_SECONDS}
    return create_engine(url, pool_pre_ping=True, connect_args=arguments, hide_parameters=True)


def writing(engine: Engine) -> Engine:
    """The same database for transactions that write."""
    return engine.execution_options(**{_WRITES: True})


def notify(connection: Connection, channel: str, message: str) -> None:
    """Tells other workers when the transaction is committed; SQLite's workers look for themselves."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(channel, message)))


def _sqlite(url: URL) -> Engine:
    assert url.database is not None
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(url.database, str(error)) from error
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)  # keys stay out of logs
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # the driver begins no transactions of its own: `_begin` does
    _use_wal(connection)
    connection.execute("PRAGMA synchronous=FULL")  # what was acknowledged outlives a power cut
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten (PP6)


def _use_wal(connection: sqlite3.Connection) -> None:
    """Readers never wait for a writer. Only the first change to WAL needs the file for itself, and SQLite does not
    wait for that of its own accord."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    # A transaction that reads first and writes later could find itself behind another and have to give up.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
