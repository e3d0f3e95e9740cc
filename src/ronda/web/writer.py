"""The writer: requests that wait at the same time are written in one transaction.

A durable commit costs some milliseconds however much is in it, so a full hall does not wait for as many commits as it
has phones. Nobody waits for others to come: whoever comes during a commit is written by the next one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from litestar.exceptions import HTTPException

from ronda.store import Store, Stored
from ronda.store.batch import Batch
from ronda.web.limits import without_turn

T = TypeVar("T")

MOST_TOGETHER = 512
MOST_WAITING = 4000  # in all; whoever comes then is told to come again, and a phone does so by itself

_log = logging.getLogger(__name__)


class _Job(NamedTuple):
    run: Callable[[Batch], Any]
    asked: tuple[str, str | None]
    done: asyncio.Future[Any]


class Writer:
    """A thread that writes for this process, and reports in the event loop what was written."""

    def __init__(self, store: Store, told: Callable[[Stored], None]) -> None:
        self._store = store
        self._told = told
        self.waiting = 0  # who has not got an answer yet
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._later_on: list[_Job] = []  # taken from the queue, and not done yet
        self._closing = False
        self._thread = Thread(target=self._run, name="ronda-writer", daemon=True)
        self._thread.start()

    async def do(self, run: Callable[[Batch], T], code: str, key: str | None) -> T:
        """What the job answers, once all it wrote for the tournament of this code is safe. A job may be run twice: it
        must do nothing but read and append. With a key the request may come again."""
        if self.waiting >= MOST_WAITING:
            raise HTTPException(status_code=503, detail="full_hall", headers={"retry-after": "2"})
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting += 1
        self._waiting.put(_Job(run, (code, key), done))
        try:
            return await without_turn(done)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._closing or self._later_on:
            if not self._later_on:
                self._taken(self._waiting.get())
            jobs = self._next_jobs()
            if jobs and not self._write(jobs, more=True):
                for job in jobs:  # whatever it was, it must only concern the one whose it is
                    self._write([job], more=False)

    def _taken(self, job: _Job | None) -> None:
        """From the queue; its end is marked by None."""
        if job is None:
            self._closing = True
        elif not job.done.cancelled():
            self._later_on.append(job)

    def _next_jobs(self, most: int = MOST_TOGETHER, codes: Collection[str] | None = None) -> list[_Job]:
        """All that wait now; with `codes` only those for these tournaments."""
        while not self._waiting.empty():
            self._taken(self._waiting.get())
        fit = [job for job in self._later_on if codes is None or job.asked[0] in codes][:most]
        chosen = set(map(id, fit))
        self._later_on = [job for job in self._later_on if id(job) not in chosen]
        return fit

    def _write(self, jobs: list[_Job], *, more: bool) -> bool:
        """False if it went wrong for several at once. Another worker may have kept us waiting until it had written:
        who has come meanwhile for the same tournaments takes part."""
        try:
            with self._store.together() as batch:
                batch.expect(job.asked for job in jobs)
                if more:
                    late = self._next_jobs(MOST_TOGETHER - len(jobs), {job.asked[0] for job in jobs})
                    batch.expect(job.asked for job in late)
                    jobs += late
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
