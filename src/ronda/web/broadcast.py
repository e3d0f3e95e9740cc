"""Live updates inside one worker: which pages are open for which event, and the news they have not had yet."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from time import time
from typing import Literal, NamedTuple, get_args

from ronda.core.facts import (
    AvoidChanged,
    Fact,
    FeeSet,
    FeesPublished,
    Finished,
    LotDrawn,
    OptionsChanged,
    Paid,
    PrizesPublished,
    Renamed,
    Reported,
    ResultEntered,
    RosterFact,
    RoundFact,
)
from ronda.core.model import Tournament
from ronda.core.values import Frozen

Topic = Literal["players", "round", "results", "reports", "phones", "settings", "clock"]
_AT_TABLES: frozenset[Topic] = frozenset(("results", "reports", "phones", "players"))
EVERYTHING: frozenset[Topic] = frozenset(get_args(Topic))


class News(Frozen):
    """`tables` are those of the last round with a new result or report, `players` who sits there; other topics concern
    everybody. What is `beside_facts` changes no version: by that nobody would notice that it was missed."""

    version: int
    topics: frozenset[Topic]
    tables: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    beside_facts: bool = False

    def __add__(self, later: News) -> News:
        return News(
            max(self.version, later.version),
            self.topics | later.topics,
            self.tables | later.tables,
            self.players | later.players,
            self.beside_facts or later.beside_facts,
        )

    @property
    def for_everybody(self) -> bool:
        return not self.topics <= _AT_TABLES

    def concerns(self, player: int | None) -> bool:
        """None is somebody who looks at everything."""
        return player is None or self.for_everybody or player in self.players


def news_of(facts: Sequence[Fact], version: int, tournament: Tournament) -> News:
    """The news of facts that were appended, the last one at this version."""
    topics: set[Topic] = set()
    tables: set[int] = set()
    for fact in facts:
        topics |= _topics(fact)
        if isinstance(fact, ResultEntered | Reported) and fact.round == len(tournament.rounds):
            tables.add(fact.table)
    if _ends_or_opens(facts, tournament):
        topics.add("round")
    last = tournament.rounds[-1].tables if tables else ()
    players = (player for table in last if table.number in tables for player in table.players)
    return News(version, frozenset(topics), frozenset(tables), frozenset(players))


def _ends_or_opens(facts: Sequence[Fact], tournament: Tournament) -> bool:
    """Whether results were entered in a round that is over with them, or taken out: what follows is for everybody, not
    only for those who sat there."""
    entered = [fact for fact in facts if isinstance(fact, ResultEntered) and fact.round == len(tournament.rounds)]
    return bool(entered) and (tournament.rounds[-1].over or any(fact.result is None for fact in entered))


def _topics(fact: Fact) -> frozenset[Topic]:
    """Which pages a fact concerns; what is not named here may change every list."""
    if isinstance(fact, ResultEntered):
        return frozenset(("results",))
    if isinstance(fact, Reported):
        return frozenset(("reports",))
    if isinstance(fact, RosterFact | FeesPublished | FeeSet | Paid):
        return frozenset(("players",))
    if isinstance(fact, RoundFact | Finished | LotDrawn):
        return frozenset(("round",))
    if isinstance(fact, Renamed | OptionsChanged | AvoidChanged | PrizesPublished):
        return frozenset(("settings",))
    return EVERYTHING


QUIET_SECONDS = 0.25  # a listener hears of what happens within that time at once
ALIVE_SECONDS = 15.0  # and at least so often that the line is still there
MOST_RECENT = 2_000  # news that are kept for pages whose stream is not open yet
LATE_SECONDS = 2.0  # by which a page may show less than had happened when it was made: another worker wrote it


class Recent(NamedTuple):
    """News of an event, and when they were told."""

    at: float
    code: str
    news: News


class Listener:
    """One open stream. That of a player gets news of the player's own table and what concerns everybody. `missed`:
    whether so much has happened since the page was made that nobody knows what it shows."""

    def __init__(self, player: int | None = None) -> None:
        self.player = player
        self.missed = False
        self._waiting: News | None = None
        self._woken = asyncio.Event()
        self._over = False

    def notify(self, news: News) -> None:
        self._waiting = news if self._waiting is None else self._waiting + news
        self._woken.set()

    def wake(self) -> None:
        """Send a sign of life, whether or not there is news."""
        self._woken.set()

    def end(self) -> None:
        self._over = True
        self._woken.set()

    async def news(self) -> AsyncIterator[News | None]:
        """As they come; None when there were none for a while."""
        while True:
            await self._woken.wait()
            if self._over:
                return
            self._woken.clear()
            news, self._waiting = self._waiting, None
            yield news
            await asyncio.sleep(QUIET_SECONDS)


class Broadcast:
    """The open streams of one worker, by event. Lives in its event loop."""

    def __init__(self) -> None:
        self._pages: dict[str, _Pages] = {}
        self._closing = False
        self._beating: asyncio.TimerHandle | None = None
        self._recent: deque[Recent] = deque()
        self._known_from = time()

    def notify(self, code: str, news: News) -> None:
        if news.beside_facts:
            self._recent.append(Recent(time(), code, news))
            if len(self._recent) > MOST_RECENT:
                self._known_from = self._recent.popleft().at
        pages = self._pages.get(code)
        if pages is not None:
            for listener in pages.concerned(news):
                listener.notify(news)

    def listening(self, code: str) -> int:
        """How many pages of the event are open."""
        pages = self._pages.get(code)
        return 0 if pages is None else pages.count

    @property
    def closing(self) -> bool:
        """Whether the server is about to stop."""
        return self._closing

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        if self._beating is not None:
            self._beating.cancel()
        for listener in self._everybody():
            listener.end()

    @contextmanager
    def listen(self, code: str, player: int | None = None, since: float | None = None) -> Iterator[Listener]:
        """From now on nothing is missed, nor what happened beside the facts `since` that moment: a page is made before
        its stream is open, and what is in between would be lost."""
        listener = Listener(player)
        if since is not None:
            self._tell_again(listener, code, since)
        if self._closing:
            listener.end()
        elif self._beating is None:
            self._beating = asyncio.get_running_loop().call_later(ALIVE_SECONDS, self._beat)
        pages = self._pages.setdefault(code, _Pages())
        pages.add(listener)
        try:
            yield listener
        finally:
            pages.remove(listener)
            if not pages.count:
                self._pages.pop(code, None)

    def _tell_again(self, listener: Listener, code: str, since: float) -> None:
        listener.missed = not self._known_from <= since <= time()
        for one in reversed(self._recent):
            if one.at < since - LATE_SECONDS:
                break
            if one.code == code and one.news.concerns(listener.player):
                listener.notify(one.news)

    def _beat(self) -> None:
        """One timer for all streams: thousands of timers would be work."""
        for listener in self._everybody():
            listener.wake()
        again = self._pages and not self._closing
        self._beating = asyncio.get_running_loop().call_later(ALIVE_SECONDS, self._beat) if again else None

    def _everybody(self) -> Iterator[Listener]:
        return (one for pages in self._pages.values() for listeners in pages.by_player.values() for one in listeners)


class _Pages:
    """The open streams of one event, by player; under None those of everybody else."""

    def __init__(self) -> None:
        self.by_player: dict[int | None, set[Listener]] = {}
        self.count = 0

    def add(self, listener: Listener) -> None:
        self.by_player.setdefault(listener.player, set()).add(listener)
        self.count += 1

    def remove(self, listener: Listener) -> None:
        own = self.by_player[listener.player]
        own.discard(listener)
        self.count -= 1
        if not own:
            del self.by_player[listener.player]

    def concerned(self, news: News) -> Iterator[Listener]:
        """Those who should look again; in a full hall most news concern one table."""
        whose = self.by_player if news.for_everybody else (None, *news.players)
        return (listener for player in whose for listener in self.by_player.get(player, ()))
