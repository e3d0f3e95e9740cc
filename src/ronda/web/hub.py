"""Who is listening to which event, and what they have not heard yet."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from ronda.web.news import News

QUIET_SECONDS = 0.25  # a listener hears of what happens within that time at once
ALIVE_SECONDS = 15.0  # and at least so often that the line is still there


class _Listener:
    """One open page."""

    def __init__(self, wants: Callable[[News], bool]) -> None:
        self.wants = wants
        self.waiting: News | None = None
        self.woken = asyncio.Event()

    def tell(self, news: News) -> None:
        if self.wants(news):
            self.waiting = news if self.waiting is None else self.waiting + news
            self.woken.set()


class Hub:
    """Lives in the event loop of one worker."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[_Listener]] = defaultdict(set)
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
                listener.woken.set()

    async def listen(self, code: str, wants: Callable[[News], bool]) -> AsyncIterator[News | None]:
        """News as they come; None when there were none for a while."""
        listener = _Listener(wants)
        self._listeners[code].add(listener)
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ALIVE_SECONDS):
                        await listener.woken.wait()
                if self._closing:
                    return
                listener.woken.clear()
                news, listener.waiting = listener.waiting, None
                yield news
                await asyncio.sleep(QUIET_SECONDS)
        finally:
            self._listeners[code].discard(listener)
            if not self._listeners[code]:
                del self._listeners[code]
