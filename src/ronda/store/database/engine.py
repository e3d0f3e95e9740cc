"""Connections to SQLite and PostgreSQL that behave the same: reads see one moment, writes come one after the other.

A database is brought to the tables of this release; one that a newer release has made is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from ronda.store.database.location import database_url, shown_url, translate
from ronda.store.database.sqlite_files import BUSY_SECONDS, FileConnection, connect
from ronda.store.values import SchemaNewer, Unusable

if TYPE_CHECKING:
    from alembic.config import Config

CHANNEL = "ronda"  # on which workers tell each other
LOOK_AGAIN_SECONDS = 1.0
_ONLY_LOOKS = "ronda_only_looks"
_WRITES = "ronda_writes"
_NOTIFY = text("SELECT pg_notify(:channel, :message)")
UNKEPT = {"compiled_cache": None}  # a statement that is kept for the next time keeps the name that was looked for


def make_engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(str(path), str(error)) from error
        return _prepared(
            create_engine(url, creator=lambda: connect(path), hide_parameters=True)
        )  # keys stay out of logs
    arguments = {} if "connect_timeout" in url.query else {"connect_timeout": BUSY_SECONDS}
    engine = create_engine(url, pool_pre_ping=True, connect_args=arguments, hide_parameters=True)
    event.listen(engine, "handle_error", translate)
    return engine


@contextmanager
def opened(place: str | Path, *, writes: bool = False) -> Iterator[Connection]:
    """A transaction in the database there, as it is, by an engine that is used for nothing else."""
    engine = make_engine(database_url(place))
    try:
        with writing(engine).begin() if writes else engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def writing(engine: Engine) -> Engine:
    """The same database for transactions that write."""
    return engine.execution_options(**{_WRITES: True})


def at_one_moment(connection: Connection) -> None:
    """Before the first statement: whatever is read after it belongs together. SQLite's readers see nothing else."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))


def notify(connection: Connection, channel: str, message: str) -> None:
    """Tells other workers when the transaction is committed; SQLite's workers look for themselves."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": channel, "message": message})


def memory_engine(opened: Callable[[], FileConnection], url: URL) -> Engine:
    """For databases in memory, under the name of the file that they were read from."""
    return _prepared(create_engine(url, creator=opened, hide_parameters=True))


def _prepared(engine: Engine) -> Engine:
    event.listen(engine, "connect", _remember)
    event.listen(engine, "checkout", _look_again)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "handle_error", translate)
    return engine


def _remember(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    assert isinstance(connection, FileConnection)
    if connection.only_looks is not None:
        record.info[_ONLY_LOOKS] = connection.only_looks, time.monotonic()


def _look_again(_: DBAPIConnection, record: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
    """What could only be looked at may be writable by now, or have been changed by others."""
    found = record.info.get(_ONLY_LOOKS)
    if found is not None and time.monotonic() - found[1] > LOOK_AGAIN_SECONDS:
        record.info.pop(_ONLY_LOOKS)
        raise DisconnectionError


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    if writes and _ONLY_LOOKS in connection.info:
        trouble: Unusable = connection.info[_ONLY_LOOKS][0]
        raise type(trouble)(trouble.url, trouble.why)
    # A transaction that reads first and writes later could find itself behind another and have to give up.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


VERSION_TABLE = "ronda_schema"
NEWEST = "0011"  # the last migration; a test compares it with the scripts
_LOCK = 0x524F4E4441  # "RONDA": two workers that start together migrate once


def bring_up_to_date(engine: Engine, after: Callable[[Connection], None] = lambda _: None) -> None:
    """Runs the migrations that are missing, and then `after` if there were any; all in one transaction."""
    with engine.connect() as connection:
        if revision(connection) == NEWEST:
            return
    with writing(engine).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        found = revision(connection)  # again: somebody may have been faster
        if found != NEWEST:
            url = shown_url(connection.engine.url)
            if found is not None and found not in revisions():
                raise SchemaNewer(url, found, NEWEST)
            if found is None and connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
                raise Unusable(url, "a database of another program")
            migrate(connection)
            after(connection)


def revision(connection: Connection) -> str | None:
    """The last migration that the database has seen."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def migrate(connection: Connection, target: str = "head") -> None:
    """Runs the migrations that are missing up to that one, in the transaction of the caller."""
    from alembic import command  # takes a while to import, and is needed once in a release

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def revisions() -> list[str]:
    """The migrations of this release, the last one first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "ronda.store:migrations")
    return config
