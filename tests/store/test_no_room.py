"""A full disk and a read-only folder are named; reading goes on, and so does writing once there is room again."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from ronda.cli import run
from ronda.store import DiskFull, ReadOnly, Store, Stored, open_store
from ronda.store.copies import backup
from ronda.store.database.engine import LOOK_AGAIN_SECONDS
from ronda.store.notes import read_note, write_note
from tests.store.places import fill_up, read_only, small_disk
from tests.store.samples import result, started
from tests.store.test_schema import restored


def filled(path: Path) -> str:
    with open_store(path) as store:
        return store.create(started(), actor="Ana").code


def entered(store: Store, code: str, table: int = 1) -> Stored:
    found = store.load(code)
    assert found is not None
    after = store.append(code, [result(table, 5)], expected=found.version, actor="Ana")
    assert isinstance(after, Stored)
    return after


def with_a_log(path: Path) -> str:
    """As after a power cut: the last change is only in the log."""
    live = path.with_name("live.db")
    code = filled(live)
    with open_store(live) as store:
        entered(store, code)
        for ending in ("", "-wal", ".seal-key"):
            shutil.copy(f"{live}{ending}", f"{path}{ending}")
    return code


@pytest.mark.parametrize("make", [filled, with_a_log])
def test_a_read_only_folder_can_be_looked_into(
    make: Callable[[Path], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "db").mkdir()
    code = make(tmp_path / "db" / "ronda.db")
    with read_only(tmp_path / "db") as place:
        db = ["--db", str(place / "ronda.db"), "--lang", "en"]
        out = str(tmp_path / "out.json")
        for words in (["list"], ["standings", code], ["log", code], ["check", code], ["replay", code]):
            assert run([*words, *db]) == 0, words
        assert run(["export", code, "--to", "json", "--out", out, *db]) == 0
        assert run(["backup", "--out", str(tmp_path / "copy.db"), *db]) == 0
        assert run(["backup", "--portable", "--out", str(tmp_path / "copy.jsonl"), *db]) == 0
        capsys.readouterr()
        assert run(["result", code, "1", "2", "5-1", *db]) == 2
        assert "read-only: nothing was saved" in capsys.readouterr().err
        with open_store(place / "ronda.db") as store:
            found = store.load(code)
            assert found is not None
            assert store.verified(code).problems == ()
            with pytest.raises(ReadOnly):
                entered(store, code, 2)
            with pytest.raises(ReadOnly), store.writes() as connection:
                write_note(connection, code, "display", {})
            assert store.load(code) == found
    with open_store(tmp_path / "copy.db") as copied:
        assert copied.load(code) == found


def test_a_read_only_database_of_an_earlier_release_is_brought_up_to_date_in_memory(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    restored("0.1", tmp_path / "db" / "ronda.db")
    before = (tmp_path / "db" / "ronda.db").read_bytes()
    with read_only(tmp_path / "db") as place, open_store(place / "ronda.db") as store:
        first, second = store.codes()
        assert store.load(first)
        assert store.verify(second) == []
        with pytest.raises(ReadOnly):
            entered(store, first)
    assert (tmp_path / "db" / "ronda.db").read_bytes() == before


def test_what_became_writable_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ronda.db"
    code = filled(path)
    refused = True
    seconds = [0.0]
    monkeypatch.setattr("ronda.store.database.engine.time", SimpleNamespace(monotonic=lambda: seconds[0]))

    def use_wal(connection: sqlite3.Connection) -> None:
        if refused:
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY
            raise error
        connection.execute("PRAGMA journal_mode=WAL")

    monkeypatch.setattr("ronda.store.database.sqlite_files._use_wal", use_wal)
    with open_store(path) as store:
        with pytest.raises(ReadOnly):
            entered(store, code)
        refused = False
        seconds[0] += LOOK_AGAIN_SECONDS + 0.1
        assert entered(store, code).version == 11


def test_a_full_disk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with small_disk(tmp_path / "disk", 2000) as disk:
        path = disk / "ronda.db"
        code = filled(path)
        with open_store(path) as store:
            last = entered(store, code)
            ballast = fill_up(disk)
            with suppress(DiskFull):
                while last.version < 200:
                    last = entered(store, code)
            assert last.version < 200
            with pytest.raises(DiskFull):
                entered(store, code)
            assert store.load(code) == last
            assert store.verified(code).problems == ()
            with pytest.raises(OSError, match=r"full|space"):
                backup(path)
            ballast.unlink()
            last = entered(store, code, 2)  # without starting again
        fill_up(disk)
        db = ["--db", str(path), "--lang", "en"]
        for words in (["list"], ["standings", code], ["log", code], ["check", code], ["replay", code]):
            assert run([*words, *db]) == 0, words
        assert run(["export", code, "--to", "json", "--out", str(tmp_path / "out.json"), *db]) == 0
        capsys.readouterr()
        assert run(["result", code, "1", "3", "5-1", *db]) == 2
        assert "The disk is full" in capsys.readouterr().err
        (disk / "ballast").unlink()
        assert run(["result", code, "1", "3", "5-1", *db]) == 0


def test_a_full_database_is_a_full_disk(tmp_path: Path) -> None:
    """As SQLite tells it, also where no disk can be made."""
    path = tmp_path / "ronda.db"
    code = filled(path)
    with open_store(path) as store:
        with store.writes() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            write_note(connection, code, "small", "x")
        with pytest.raises(DiskFull), store.writes() as connection:
            write_note(connection, code, "large", "x" * 1_000_000)
        with store.reads() as connection:
            assert (read_note(connection, code, "small").value, read_note(connection, code, "large").version) == (
                "x",
                0,
            )
        assert entered(store, code).version == 11
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
