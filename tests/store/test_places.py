"""Where the database is, and how it is set up."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from ronda.store import Stored, Unusable, default_url, open_store
from ronda.store.database.engine import make_engine, writing
from ronda.store.database.location import database_url
from tests.store.samples import result, started

HOME = Path("/home/ann")


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", "/home/ann/.local/share/ronda/ronda.db"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/ronda/ronda.db"),
        ({"XDG_DATA_HOME": "data"}, "linux", "/home/ann/.local/share/ronda/ronda.db"),
        ({}, "darwin", "/home/ann/Library/Application Support/ronda/ronda.db"),
        ({"LOCALAPPDATA": "/c/local"}, "win32", "/c/local/ronda/ronda.db"),
        ({}, "win32", "/home/ann/AppData/Local/ronda/ronda.db"),
        ({"RONDA_DB": "postgresql://db/ronda"}, "linux", "postgresql://db/ronda"),
    ],
)
def test_the_usual_place(environ: dict[str, str], platform: str, expected: str) -> None:
    assert default_url(environ, platform, HOME) == expected


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "50%25.db", "Çiğdem #1.db", "sub/dir/x.db"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path / name, read_model=False) as store:
        code = store.create(started(), actor="ann").code
    assert (tmp_path / name).is_file()
    with open_store(str(tmp_path / name), read_model=False) as store:
        assert store.codes() == (code,)


def test_addresses() -> None:
    assert database_url("sqlite:////data/x.db").database == "/data/x.db"
    assert database_url("postgres://ann@host/x").drivername == "postgresql+psycopg"
    assert database_url("postgresql://ann@host/x").drivername == "postgresql+psycopg"
    for bad in ("sqlite://", "sqlite:///:memory:", "mysql://host/x", "://"):
        with pytest.raises(Unusable):
            database_url(bad)


def test_sqlite_is_set_up_to_keep_what_it_acknowledges(tmp_path: Path) -> None:
    engine = make_engine(database_url(tmp_path / "x.db"))
    with engine.connect() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    engine.dispose()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15000}


def test_readers_do_not_wait_for_a_writer(place: str) -> None:
    with open_store(place, read_model=False) as store:
        made = store.create(started(), actor="ann")
        engine = make_engine(database_url(place))
        with writing(engine).begin() as connection:
            connection.execute(text("UPDATE ledger SET name = 'in the making'"))
            answers: list[object] = []
            reader = threading.Thread(
                target=lambda: answers.extend(
                    [store.load(made.code), store.verify(made.code), store.summaries()[0].name]
                )
            )
            reader.start()
            reader.join(5)
            assert answers == [made, [], "Club night"]
            connection.rollback()
        engine.dispose()


def test_a_load_reads_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.db"
    with open_store(path, read_model=False) as store, open_store(path, read_model=False) as other:
        made = store.create(started(), actor="ann")
        assert other.load(made.code) == made
        store.append(made.code, [result(1, 5)], expected=made.version, actor="ann")
        with sqlite3.connect(path) as connection:  # what is known already is not looked at again
            connection.execute("UPDATE fact SET body = 'rubbish' WHERE version < ?", (made.version,))
        found = other.load(made.code)
        assert isinstance(found, Stored)
        assert found.facts == (*made.facts, result(1, 5))
        assert other.load(made.code) is found
