"""A process is killed in the middle of it: what was acknowledged is there, and nothing is half there."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
import time
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import pytest

from ronda.store import Stored, open_store
from ronda.store.database.location import database_url
from tests.store.samples import result, started
from tests.store.workers import enter_and_measure, enter_results, running

KILLS = int(os.environ.get("RONDA_KILLS", "200"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")


def sound(place: str) -> None:
    """SQLite's own opinion of the file."""
    url = database_url(place)
    if url.get_backend_name() == "sqlite":
        assert url.database
        with closing(sqlite3.connect(url.database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def run_kills(place: str, count: int) -> None:
    chance = random.Random(count)
    with open_store(place, read_model=False) as store:
        made = store.create(started(), actor="desk")
    for _ in range(count):
        acknowledged = killed_while_entering(place, made.code, chance)
        sound(place)
        with open_store(place, read_model=False) as store:
            found = store.load(made.code)
            assert found is not None
            assert found.version in (acknowledged, acknowledged + 2)  # one more may have been on its way, as a whole
            assert found.facts[-1] == result(2, 1)
            assert store.verify(made.code) == []


def killed_while_entering(place: str, code: str, chance: random.Random) -> int:
    """The last version that the killed process was told."""
    acknowledged = 0
    with running(enter_results, place, code) as (process, line):
        for _ in range(chance.randint(1, 6)):
            acknowledged = line.recv()
        time.sleep(chance.random() * 0.008)  # somewhere between two acknowledgements
        process.kill()
        process.join()
        with suppress(EOFError, OSError):
            while True:
                acknowledged = line.recv()
    return acknowledged


def test_acknowledged_results_survive_a_kill(place: str) -> None:
    run_kills(place, 20)


@pytest.mark.soak
def test_acknowledged_results_survive_hundreds_of_kills(place: str) -> None:
    run_kills(place, KILLS)


# The write-ahead log of a killed process, with its end torn off or followed by rubbish.


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, list[tuple[int, int]]]:
    """A database whose writer was killed before its log was merged, with version and size of the log after each
    acknowledgement."""
    path = tmp_path_factory.mktemp("killed") / "ronda.db"
    with open_store(path, read_model=False) as store:
        code = store.create(started(), actor="desk").code
    sizes: list[tuple[int, int]] = []
    with running(enter_and_measure, str(path), code, 15) as (process, line):
        while (told := line.recv()) is not None:
            sizes.append(told)
        process.kill()
        process.join()
    assert [size for _, size in sizes] == sorted({size for _, size in sizes})
    return path, code, sizes


def survivors(path: Path, code: str, log: bytes, target: Path) -> int:
    """The version that a copy of the database with that log opens with, after checking that it is whole."""
    target.mkdir()
    copy = target / path.name
    shutil.copy(path, copy)
    (target / f"{path.name}-wal").write_bytes(log)
    with open_store(copy, read_model=False) as store:
        found = store.load(code)
        assert found is not None
        assert store.verify(code) == []
        after = store.append(code, [result(1, 99)], expected=found.version, actor="desk")
        assert isinstance(after, Stored)
        assert store.verify(code) == []
    sound(str(copy))
    return found.version


def test_a_torn_log_keeps_exactly_what_was_acknowledged(
    killed: tuple[Path, str, list[tuple[int, int]]], tmp_path: Path
) -> None:
    path, code, sizes = killed
    log = Path(f"{path}-wal").read_bytes()
    chance = random.Random(1)
    for (version, size), (_, next_size) in pairwise(sizes):
        for cut in {size, size + 1, chance.randrange(size, next_size), next_size - 1}:
            assert survivors(path, code, log[:cut], tmp_path / f"{version}-{cut}") == version


def test_rubbish_behind_the_log_changes_nothing(
    killed: tuple[Path, str, list[tuple[int, int]]], tmp_path: Path
) -> None:
    path, code, sizes = killed
    log = Path(f"{path}-wal").read_bytes()
    chance = random.Random(2)
    for number in range(12):
        version, size = chance.choice(sizes)
        start = chance.randrange(32, len(log) - 5000)
        rubbish = (
            chance.randbytes(chance.randint(1, 9000)),
            b"\0" * 8240,
            log[start : start + 4120],
            log[32 : 32 + 4120],
        )
        target = tmp_path / str(number)
        assert survivors(path, code, log[:size] + rubbish[number % 4], target) == version


def test_a_damaged_end_of_the_log_loses_only_the_end(
    killed: tuple[Path, str, list[tuple[int, int]]], tmp_path: Path
) -> None:
    path, code, sizes = killed
    log = Path(f"{path}-wal").read_bytes()
    chance = random.Random(3)
    for number in range(12):
        at = chance.randrange(32, len(log))
        damaged = bytearray(log)
        damaged[at] ^= 1 + chance.randrange(255)
        before = max((version for version, size in sizes if size <= at), default=len(started()))
        assert survivors(path, code, bytes(damaged), tmp_path / str(number)) == before
