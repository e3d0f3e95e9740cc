"""What other processes do in the tests: race, and enter results until they are killed."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any

from ronda.store import Stored, open_store
from tests.store.samples import result


def context() -> ForkServerContext:
    """Processes that share nothing with this one and yet start at once: the imports are done already."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["pytest", "tests.store.workers", "psycopg", "sqlalchemy.dialects.sqlite"])
    return processes


@contextmanager
def running(target: Any, *arguments: Any) -> Iterator[tuple[Any, Connection]]:
    """A process and the line to it; it is killed at the end if it still lives."""
    here, there = context().Pipe()
    process = context().Process(target=target, args=(*arguments, there), daemon=True)
    process.start()
    there.close()  # so that the line breaks when the process dies
    try:
        yield process, here
    finally:
        process.kill()
        process.join()
        here.close()


def race(place: str, code: str, name: str, line: Connection) -> None:
    """Appends one result at each given moment, and tells what came of it."""
    with open_store(place, read_model=False) as store:
        line.send("ready")
        while (order := line.recv()) is not None:
            expected, score, moment = order
            while time.monotonic() < moment:
                pass
            answer = store.append(code, [result(1, score)], expected=expected, actor=name)
            line.send((isinstance(answer, Stored), answer if isinstance(answer, Stored) else answer.current))


def enter_results(place: str, code: str, line: Connection) -> None:
    """Enters one result after the other and tells each version once it is acknowledged."""
    with open_store(place, read_model=False) as store:
        found = store.load(code)
        assert found is not None
        while True:
            answer = store.append(code, [result(1, found.version), result(2, 1)], expected=found.version, actor="desk")
            assert isinstance(answer, Stored)
            found = answer
            line.send(found.version)


def enter_and_measure(path: str, code: str, count: int, line: Connection) -> None:
    """Enters some results and tells each version with the size of the write-ahead log; then waits to be killed."""
    with open_store(path, read_model=False) as store:
        found = store.load(code)
        assert found is not None
        for score in range(count):
            answer = store.append(code, [result(1, score)], expected=found.version, actor="desk")
            assert isinstance(answer, Stored)
            found = answer
            line.send((found.version, os.path.getsize(f"{path}-wal")))
        line.send(None)
        time.sleep(600)
