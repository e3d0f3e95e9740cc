"""Brings a database to the tables of this release; refuses one that a newer release has made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, func, inspect, select, text

from ronda.store.database.engine import writing
from ronda.store.database.location import shown_url
from ronda.store.values import SchemaNewer, Unusable

if TYPE_CHECKING:
    from alembic.config import Config

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
            _upgrade(connection, found)
            after(connection)


def revision(connection: Connection) -> str | None:
    """The last migration that the database has seen."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def _upgrade(connection: Connection, found: str | None) -> None:
    url = shown_url(connection.engine.url)
    if found is not None and found not in revisions():
        raise SchemaNewer(url, found, NEWEST)
    if found is None and connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
        raise Unusable(url, "a database of another program")
    migrate(connection)


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
