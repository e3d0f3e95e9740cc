"""One after the other, and together: requests that wait at the same time are written in one transaction.

A commit that survives a power cut costs some milliseconds whatever is in it, so a full hall does not wait in line
for as many commits as it has phones. Nobody gets an answer before the commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from ronda.store import Store
from ronda.store.store import Batch

T = TypeVar("T")

MOST_TOGETHER = 64

_log = logging.getLogger(__name__)


class _Job(NamedTuple):
    run: Callable[[Batch], Any]
    done: Future[Any]


class Writer:
    """A thread that writes for everybody in this process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="ronda-writer", daemon=True)
        self._thread.start()

    async def do(self, run: Callable[[Batch], T]) -> T:
        """What the job answers, once all it wrote is safe. A job may be run twice: it must do nothing but read and
        append."""
        done: Future[T] = Future()
        self._waiting.put(_Job(run, done))
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            jobs, more = self._next_jobs()
            if jobs:
                self._write(jobs)
            if not more:
                return

    def _next_jobs(self) -> tuple[list[_Job], bool]:
        """All that wait now, at least one."""
        jobs: list[_Job] = []
        job = self._waiting.get()
        while job is not None:
            if job.done.set_running_or_notify_cancel():
                jobs.append(job)
            if len(jobs) >= MOST_TOGETHER or self._waiting.empty():
                return jobs, True
            job = self._waiting.get()
        return jobs, False

    def _write(self, jobs: list[_Job]) -> None:
        if len(jobs) > 1:
            try:
                with self._store.together() as batch:
                    answers = [job.run(batch) for job in jobs]
            except Exception:  # whatever it was, it must only concern the one whose it is
                _log.debug("one by one", exc_info=True)
            else:
                for job, answer in zip(jobs, answers, strict=True):
                    job.done.set_result(answer)
                return
        for job in jobs:
            self._write_alone(job)

    def _write_alone(self, job: _Job) -> None:
        try:
            with self._store.together() as batch:
                answer = job.run(batch)
        except Exception as error:
            job.done.set_exception(error)
        else:
            job.done.set_result(answer)
