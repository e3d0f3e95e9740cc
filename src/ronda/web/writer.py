"""One after the other, and together: requests that wait at the same time are written in one transaction.

A commit that survives a power cut costs some milliseconds whatever is in it, so a full hall does not wait in line
for as many commits as it has phones. Nobody gets an answer before the commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any, NamedTuple, TypeVar

from ronda.store import Store, Stored
from ronda.store.batch import Batch

T = TypeVar("T")

MOST_TOGETHER = 512
GATHER_SECONDS = 0.01

_log = logging.getLogger(__name__)


class _Job(NamedTuple):
    run: Callable[[Batch], Any]
    asked: tuple[str, str | None]
    done: asyncio.Future[Any]


class Writer:
    """A thread that writes for everybody in this process, and tells in the event loop what has been written."""

    def __init__(self, store: Store, told: Callable[[Stored], None]) -> None:
        self._store = store
        self._told = told
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="ronda-writer", daemon=True)
        self._thread.start()

    async def do(self, run: Callable[[Batch], T], code: str, key: str | None) -> T:
        """What the job answers, once all it wrote for the tournament of this code is safe. A job may be run twice: it
        must do nothing but read and append. With a key the request may come again."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Job(run, (code, key), done))
        return await done

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        jobs: Sequence[_Job] = ()
        while True:
            if len(jobs) > 1:  # in a full hall it pays to let some more come: each commit costs the same
                sleep(GATHER_SECONDS)
            jobs, more = self._next_jobs()
            if jobs and not self._write(jobs):
                for job in jobs:  # whatever it was, it must only concern the one whose it is
                    self._write([job])
            if not more:
                return

    def _next_jobs(self) -> tuple[list[_Job], bool]:
        """All that wait now, at least one."""
        jobs: list[_Job] = []
        job = self._waiting.get()
        while job is not None:
            if not job.done.cancelled():
                jobs.append(job)
            if len(jobs) >= MOST_TOGETHER or self._waiting.empty():
                return jobs, True
            job = self._waiting.get()
        return jobs, False

    def _write(self, jobs: Sequence[_Job]) -> bool:
        """False if it went wrong for several at once."""
        try:
            with self._store.together() as batch:
                batch.expect(job.asked for job in jobs)
                answers = [job.run(batch) for job in jobs]
        except Exception as error:
            if len(jobs) > 1:
                _log.debug("one by one", exc_info=True)
                return False
            self._later(jobs[0], _fail, jobs[0], error)
        else:
            self._later(jobs[0], self._answer, jobs, answers, batch.written.values())
        return True

    def _later(self, job: _Job, call: Callable[..., None], *arguments: object) -> None:
        """In the event loop, if that is still there: a server that stops need not answer."""
        try:
            job.done.get_loop().call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            _log.debug("nobody waits for the answer", exc_info=True)

    def _answer(self, jobs: Sequence[_Job], answers: Sequence[object], written: Collection[Stored]) -> None:
        for job, answer in zip(jobs, answers, strict=True):
            if not job.done.done():
                job.done.set_result(answer)
        for stored in written:
            self._told(stored)


def _fail(job: _Job, error: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(error)
