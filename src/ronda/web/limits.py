"""Limits of one client: whose request is worked on next (`Turns`), how many wrong secrets come from an address, how
many streams are open.

Whoever is alone is worked on at once. Whoever was worked on a moment ago lets others go first, for a while: so a client
that asks without pause keeps nobody waiting for more than what it had begun.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic, process_time
from typing import TypeVar

from litestar.exceptions import HTTPException, TooManyRequestsException

T = TypeVar("T")

AT_ONCE = 2  # requests of one client while nobody else is there; else one
MOST_WAITING = 1000  # requests of one client
REST = 3  # times as long as the last request was worked on, others go first,
MOST_REST = 0.25  # seconds at most


@dataclass(slots=True)
class _Line:
    running: int = 0
    rested: float = 0.0  # the time from which it need not let others go first
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class TooManyWait(HTTPException):
    """Of one client."""

    def __init__(self) -> None:
        super().__init__("too_busy", status_code=503, headers={"retry-after": "2"})


class Turns:
    """Which clients are being served, and which wait. Lives in the event loop of one worker: a turn that was given back
    is free once the loop has looked who else has come, so that even requests that take no time are no flood."""

    def __init__(self) -> None:
        self._running = 0
        self._lines: dict[str, _Line] = {}
        self._waiting: dict[str, _Line] = {}  # those in which somebody waits

    def knows(self, key: str) -> bool:
        """Whether the client is being served, waits, or was served a moment ago."""
        return key in self._lines

    async def take(self, key: str, *, waits: bool = True) -> None:
        """`TooManyWait` if they do already. Who does not wait is there for the others all the same."""
        line = self._lines.setdefault(key, _Line())
        if not waits or (not line.waiting and self._may_start(line)):
            self._start(line)
            return
        if len(line.waiting) >= MOST_WAITING:
            raise TooManyWait
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.append(turn)
        self._waiting[key] = line
        asyncio.get_running_loop().call_at(line.rested, self._hand_out)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came at the very moment when nobody waited for it any more
                self.give_back(key, 0.0)
            raise

    def give_back(self, key: str, worked: float) -> None:
        """The turn, after so many seconds of processor time: what else the machine does is nobody's fault."""
        line = self._lines[key]
        loop = asyncio.get_running_loop()
        line.rested = max(line.rested, loop.time() + min(REST * worked, MOST_REST))
        loop.call_soon(self._free, key)

    def _free(self, key: str) -> None:
        line = self._lines[key]
        line.running -= 1
        self._running -= 1
        asyncio.get_running_loop().call_at(line.rested, self._end_rest, key)
        self._hand_out()

    def _end_rest(self, key: str) -> None:
        line = self._lines.get(key)
        if line and not line.running and not line.waiting and self._now() >= line.rested:
            del self._lines[key]
        self._hand_out()

    def _hand_out(self) -> None:
        """To all who may start: first to those who have rested most."""
        for key, line in sorted(self._waiting.items(), key=lambda one: one[1].rested):
            while line.waiting and (line.waiting[0].done() or self._may_start(line)):
                turn = line.waiting.popleft()
                if not turn.done():
                    self._start(line)
                    turn.set_result(None)
            if not line.waiting:
                del self._waiting[key]

    def _start(self, line: _Line) -> None:
        line.running += 1
        self._running += 1

    def _may_start(self, line: _Line) -> bool:
        others_run = self._running > line.running
        others_wait = len(self._waiting) > bool(line.waiting)
        if others_run or (others_wait and line.running):
            return not line.running and self._now() >= line.rested
        return line.running < AT_ONCE

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


class RequestTurn:
    """The turn of one request, while it has one."""

    def __init__(self, turns: Turns, key: str, *, waits: bool) -> None:
        self._turns, self._key, self._waits = turns, key, waits
        self._since: float | None = None
        _current.set(self)

    async def take(self) -> None:
        if self._since is None:
            await self._turns.take(self._key, waits=self._waits)
            self._since = process_time()

    def give_back(self) -> None:
        if self._since is not None:
            self._turns.give_back(self._key, process_time() - self._since)
            self._since = None


_current: ContextVar[RequestTurn] = ContextVar("turn")


async def without_turn(waiting: Awaitable[T]) -> T:
    """Waits for something that takes time and no processor; meanwhile it is somebody else's turn."""
    turn = _current.get(None)
    if turn is None:
        return await waiting
    turn.give_back()
    try:
        return await waiting
    finally:
        await turn.take()


MOST_PLACES = 10_000


class Guesses:
    """Wrong secrets of late, or whatever else may come only so often, by address."""

    def __init__(self, most: int = 20, seconds: float = 60.0, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._failed: OrderedDict[str, list[float]] = OrderedDict()

    def check(self, place: str) -> None:
        """Stops here if there were too many."""
        if len(self._recent(place)) >= self._most:
            raise TooManyRequestsException("too_many_tries", headers={"Retry-After": str(int(self._seconds))})

    def failed(self, place: str) -> None:
        """One more; then it is checked."""
        self.count(place)
        self.check(place)

    def count(self, place: str) -> None:
        self._failed[place] = [*self._recent(place), self._clock()]
        self._failed.move_to_end(place)
        while len(self._failed) > MOST_PLACES:
            self._failed.popitem(last=False)

    def _recent(self, place: str) -> list[float]:
        since = self._clock() - self._seconds
        return [at for at in self._failed.get(place, ()) if at > since]


class Streams:
    """The open streams of one worker, by client."""

    def __init__(self, most: int = 4000) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def check(self, client: str, most: int) -> None:
        """Stops here if this client, or all together, have too many."""
        status = 429 if self._open[client] >= most else 503 if self._open.total() >= self._most else 0
        if status:
            raise HTTPException(status_code=status, detail="too_many_open", headers={"Retry-After": "30"})

    @contextmanager
    def counted(self, client: str) -> Iterator[None]:
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def __len__(self) -> int:
        return self._open.total()
