"""One writer at a time, on systems that lock folders and on those that can lock files only."""

from __future__ import annotations

import fcntl
import os
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

from ronda.formats import atomic_write
from ronda.formats.atomic_write import LOCK, exclusive, replace_file


def as_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks of single bytes, refused at once; files that somebody has open are not deleted, and nobody opens one
    between the look and the deletion."""
    one_at_a_time, os_open = threading.Lock(), os.open

    def opened(path: object, flags: int, mode: int = 0o777, **more: int) -> int:
        with one_at_a_time:
            return os_open(path, flags, mode, **more)  # type: ignore[arg-type]

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # of this very opening, so threads count as programs

    def unlink(path: Path, missing_ok: bool = False) -> None:
        with one_at_a_time:
            if any(os.path.realpath(f"/proc/self/fd/{fd}") == str(path) for fd in os.listdir("/proc/self/fd")):
                raise PermissionError(13, "somebody has it open", str(path))
            os.unlink(path)

    made = ModuleType("msvcrt")
    made.locking, made.LK_NBLCK = locking, 2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    monkeypatch.setattr(atomic_write, "_CAN_LOCK_FOLDERS", False)
    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(os, "open", opened)


@pytest.fixture(params=["folders", "files"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "files":
        as_on_windows(monkeypatch)
    return str(request.param)


def test_writers_take_turns_and_leave_nothing(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "count"
    file.write_text("0")

    def add() -> None:
        for _ in range(10):
            with exclusive(file):
                found = int(file.read_text())
                time.sleep(0.001)  # time for somebody to come between
                file.write_text(str(found + 1))

    threads = [threading.Thread(target=add) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert file.read_text() == "50"
    assert set(tmp_path.iterdir()) <= {file, tmp_path / LOCK}
    with exclusive(file):
        pass
    assert list(tmp_path.iterdir()) == [file], "the last one puts the lock away"


def test_the_lock_ends_with_a_failure(tmp_path: Path, kind: str) -> None:
    with pytest.raises(ValueError, match="no"), exclusive(tmp_path / "x"):
        raise ValueError("no")
    with exclusive(tmp_path / "x"):
        pass


def test_a_lock_that_was_left_by_a_crash_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    as_on_windows(monkeypatch)
    (tmp_path / LOCK).write_bytes(b"")
    with exclusive(tmp_path / "x"):
        assert (tmp_path / LOCK).exists()
    assert not (tmp_path / LOCK).exists()


def test_where_nobody_may_write_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    as_on_windows(monkeypatch)
    monkeypatch.setattr(atomic_write, "DELETED_SECONDS", 0.05)

    def refused(*_: object) -> int:
        raise PermissionError(13, "not here")

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(PermissionError), exclusive(tmp_path / "x"):
        pytest.fail("nothing was locked")


def test_a_file_that_is_open_for_a_moment_is_replaced_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a virus scanner has it open."""
    file = tmp_path / "file.json"
    file.write_bytes(b"old")
    replace, tries = os.replace, [0]

    def busy(old: Path, new: Path) -> None:
        tries[0] += 1
        if tries[0] < 4:
            raise PermissionError(13, "in use")
        replace(old, new)

    monkeypatch.setattr(os, "replace", busy)
    with pytest.raises(PermissionError):
        replace_file(file, b"new")  # POSIX means it
    assert (file.read_bytes(), tries) == (b"old", [1])
    monkeypatch.setattr(atomic_write, "_CAN_LOCK_FOLDERS", False)
    replace_file(file, b"new")
    assert (file.read_bytes(), tries) == (b"new", [4])
    assert list(tmp_path.iterdir()) == [file]
