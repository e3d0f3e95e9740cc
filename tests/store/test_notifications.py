"""Other workers hear of every change."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from queue import Queue

import psycopg
import pytest

from ronda.store import Store, Stored, open_store
from tests.store.conftest import fresh_database
from tests.store.samples import result, started
from tests.waiting import GENEROUS


def test_other_workers_are_told(store: Store, place: str) -> None:
    before = store.create(started(), actor="ann")
    heard: Queue[tuple[str, int]] = Queue()
    with open_store(place, read_model=False) as other, other.listen(lambda *news: heard.put(news)):
        made = store.create(started(), actor="ann")
        assert heard.get(timeout=GENEROUS) == (made.code, made.version)
        after = store.append(made.code, [result(1, 5), result(2, 5)], expected=made.version, actor="ann")
        assert isinstance(after, Stored)
        assert heard.get(timeout=GENEROUS) == (made.code, after.version)
        other.append(before.code, [result(1, 1)], expected=before.version, actor="ann")  # its own change, too
        assert heard.get(timeout=GENEROUS) == (before.code, before.version + 1)
        store.append(before.code, [result(1, 1)], expected=before.version, actor="ann")  # a conflict is no change
        made = store.create(started(), actor="ann")  # and is not told before what comes after it
        assert heard.get(timeout=GENEROUS) == (made.code, made.version)


def test_a_callback_that_fails_does_not_end_the_listening(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    heard: Queue[int] = Queue()

    def callback(code: str, version: int) -> None:
        heard.put(version)
        raise RuntimeError("oh")

    with caplog.at_level(logging.CRITICAL), store.listen(callback):
        made = store.create(started(), actor="ann")
        assert heard.get(timeout=GENEROUS) == made.version
        store.append(made.code, [result(1, 5)], expected=made.version, actor="ann")
        assert heard.get(timeout=GENEROUS) == made.version + 1


def test_what_was_missed_while_the_line_was_down_is_told(postgres: str) -> None:
    heard: Queue[tuple[str, int]] = Queue()
    with open_store(fresh_database(postgres), read_model=False) as store, store.listen(lambda *news: heard.put(news)):
        made = store.create(started(), actor="ann")
        assert heard.get(timeout=GENEROUS) == (made.code, made.version)
        with psycopg.connect(postgres, autocommit=True) as connection:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            assert connection.execute(cut).rowcount == 1
        store.append(made.code, [result(1, 5)], expected=made.version, actor="ann")
        assert heard.get(timeout=GENEROUS) == (made.code, made.version + 1)


def test_without_a_server_its_driver_is_not_imported(tmp_path: Path) -> None:
    """It would take a third of the time to start. Alembic is needed only where there are migrations to run."""
    path = str(tmp_path / "ronda.db")
    open_store(path).close()
    script = """
import sys
from ronda.store import open_store
from ronda.store import copies
from ronda.store.importing import event
with open_store(sys.argv[1]) as store, store.listen(print):
    store.codes()
print(*{name.partition(".")[0] for name in sys.modules} & {"psycopg", "psycopg_binary", "alembic"})
"""
    done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
