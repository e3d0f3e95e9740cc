"""What a killed backup or restore leaves behind is swept up; what belongs to somebody is not."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ronda.store import open_store
from ronda.store.copies import backup
from ronda.store.copy_files import ORPHAN_SECONDS, _machine, sweep, temporary
from ronda.store.restore import restore
from tests.store.samples import started
from tests.waiting import until


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(".ronda-"))


def _hang(copy: str, target: str) -> None:
    """A restore that comes as far as its last step."""
    from ronda.store import restore as module

    def wait(*_: object) -> None:
        Path(target).with_name("reached").touch()
        time.sleep(600)

    vars(module)["rename"] = wait
    restore(Path(copy), target)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_restore_leaves_nothing_for_long(tmp_path: Path) -> None:
    with open_store(tmp_path / "one" / "ronda.db") as store:
        code = store.create(started(), actor="Ana").code
    copy = backup(tmp_path / "one" / "ronda.db", tmp_path / "copy.db")
    target = tmp_path / "two" / "ronda.db"
    process = multiprocessing.get_context("spawn").Process(target=_hang, args=(str(copy), str(target)))
    process.start()
    until(target.with_name("reached").exists, "the copy is being written")
    assert left(target.parent)  # it is at work: nobody takes it away
    sweep(target.parent)
    assert left(target.parent)
    process.kill()
    process.join()
    assert left(target.parent)
    remains = {name: (target.parent / name).read_bytes() for name in left(target.parent)}
    steps: list[Callable[[], object]] = [
        lambda: restore(copy, target),
        lambda: backup(tmp_path / "one" / "ronda.db", target.parent / "copy.db"),
        lambda: open_store(target).close(),
    ]
    for step in steps:
        for name, content in remains.items():
            (target.parent / name).write_bytes(content)
        step()
        assert left(target.parent) == []
    with open_store(target) as store:
        assert store.codes() == (code,)


def test_only_orphans_are_swept(tmp_path: Path) -> None:
    mark = "0" * 16
    ours = f".ronda-{_machine()}-{os.getpid()}-{mark}.tmp"
    gone = f".ronda-{_machine()}-999999999-{mark}.tmp"  # no process has that number
    elsewhere, early = f".ronda-00000000-1-{mark}.tmp", f".ronda-{mark}.tmp"
    others = [".ronda-notes.tmp", "ronda.db", f".ronda-{mark}.tmp.txt"]
    names = [ours, gone, f"{gone}-journal", f"{gone}-wal", f"{gone}-shm", elsewhere, early, f"{early}-journal", *others]
    for name in names:
        (tmp_path / name).touch()
    (tmp_path / f".ronda-{'1' * 16}.tmp").mkdir()
    (tmp_path / f".ronda-{'2' * 16}.tmp").symlink_to(tmp_path / "ronda.db")
    sweep(tmp_path)
    kept = {ours, elsewhere, early, f"{early}-journal", *others}
    assert {path.name for path in tmp_path.iterdir() if path.is_file() and not path.is_symlink()} == kept
    old = time.time() - ORPHAN_SECONDS - 60
    for name in kept:
        os.utime(tmp_path / name, (old, old))
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir() if path.is_file() and not path.is_symlink()} == {ours, *others}
    assert (tmp_path / f".ronda-{'1' * 16}.tmp").is_dir()
    assert (tmp_path / f".ronda-{'2' * 16}.tmp").is_symlink()
    sweep(tmp_path / "nowhere")
    with temporary(tmp_path) as made:
        made.touch()
        sweep(tmp_path)
        assert made.exists()
