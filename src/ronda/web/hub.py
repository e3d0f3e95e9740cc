"""Who is listening to which event, and what they have not heard yet."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

from ronda.web.news import News

QUIET_SECONDS = 0.25  # a listener hears of what happens within that time at once
ALIVE_SECONDS = 15.0  # and at least so often that the line is still there


class Listener:
    """One open page."""

    def __init__(self, wants: Callable[[News], bool]) -> None:
        self._wants = wants
        self._waiting: News | None = None
        self._woken = asyncio.Event()
        self._over = False

    def tell(self, news: News) -> None:
        if self._wants(news):
            self._waiting = news if self._waiting is None else self._waiting + news
            self._woken.set()

    def end(self) -> None:
        self._over = True
        self._woken.set()

    async def news(self) -> AsyncIterator[News | None]:
        """As they come; None when there were none for a while."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(ALIVE_SECONDS):
                    await self._woken.wait()
            if self._over:
                return
            self._woken.clear()
            news, self._waiting = self._waiting, None
            yield news
            await asyncio.sleep(QUIET_SECONDS)


class Hub:
    """Lives in the event loop of one worker."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._closing = False

    def tell(self, code: str, news: News) -> None:
        for listener in self._listeners.get(code, ()):
            listener.tell(news)

    def listening(self, code: str) -> int:
        """How many pages of the event are open."""
        return len(self._listeners.get(code, ()))

    def close(self) -> None:
        """Ends all streams, so that the server can stop."""
        self._closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end()

    @contextmanager
    def listen(self, code: str, wants: Callable[[News], bool]) -> Iterator[Listener]:
        """From now on nothing is missed."""
        listener = Listener(wants)
        if self._closing:
            listener.end()
        self._listeners[code].add(listener)
        try:
            yield listener
        finally:
            self._listeners[code].discard(listener)
            if not self._listeners[code]:
                del self._listeners[code]
