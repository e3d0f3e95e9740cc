"""The state of one worker: the store, its writer, open streams, and the events as they stand."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError

from ronda.core.facts import Erased
from ronda.operations.access import RENEWED_AFTER, renewed_until
from ronda.operations.event_settings import EventSettings
from ronda.store import Listening, Stored, open_store
from ronda.store.access import Belonging, Pass, belonging, prolong
from ronda.store.copies import automatic
from ronda.store.live_events import LiveEvent
from ronda.store.notes import CALL_NOTES, PHONE_NOTES
from ronda.systems.labels import Naming, numbers_fixed
from ronda.web.broadcast import Broadcast, News, Topic, news_of
from ronda.web.hall import Hall, Listen
from ronda.web.language import KnownPlayers, known_players
from ronda.web.limits import Guesses, Streams
from ronda.web.settings import ServerSettings
from ronda.web.writer import Writer

_log = logging.getLogger(__name__)

V = TypeVar("V")

READING_SECONDS = 60.0  # in which whoever was reading when somebody was erased has ended
MOST_SESSIONS = 1_000


class Runtime(EventSettings):
    """Everything that the handlers of one worker share; open pages hear of what is set."""

    def __init__(self, settings: ServerSettings, listen: Listen | None = None) -> None:
        super().__init__(open_store(settings.db))
        self.settings = settings
        self.hall = Hall(settings, listen)
        self.writer = Writer(self.store, self.notify)
        self.broadcast = Broadcast()
        self.guesses = Guesses()
        self.sign_ups = Guesses(most=30, seconds=600.0)
        self.streams = Streams()
        self.hashing = asyncio.Semaphore(2)  # a password needs 64 MB and a core
        self._notified: dict[str, int] = {}
        self._renewed: dict[int, datetime] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listening: Listening | None = None
        self.unwritten = ""  # why nothing could be written the last time
        self.on_erased: Callable[[], None] = lambda: None  # the caches of the framework hold what was typed

    @property
    def idle(self) -> timedelta:
        """How long a session may rest."""
        return timedelta(hours=self.settings.idle_hours)

    def open(self) -> None:
        """Starts to listen for what others write to the same database; called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._notified = {summary.code: summary.version for summary in self.store.summaries()}
        self._listening = self.store.listen(self._on_version, self._on_note)

    def close(self) -> None:
        self.broadcast.close()
        if self._listening is not None:
            self._listening.close()
        self.writer.close()
        self.store.close()

    # --- events --------------------------------------------------------------------------------------------

    def event(self, code: str, at_least: int = 0, *, heard: bool = False) -> LiveEvent | None:
        """None if there is none of that code, or it was deleted. `heard`: it is enough to know what other workers have
        told of, unless somebody has seen a later version there; a full hall asks hundreds of times a second."""
        event = self.store.last_known(code) if heard else None
        if event is None or event.version < at_least:
            event = self.store.event(code)
        return None if event is None or event.tournament.deleted else event

    def known(self, event: LiveEvent, naming: Naming, *, drafts: bool, language: str) -> KnownPlayers:
        """The players of an event by their names. A result changes nobody's name: a full hall need not write the lists
        out for every request."""
        tournament = event.tournament
        return event.lasting.get_or_make(
            ("names", naming, numbers_fixed(tournament, drafts=drafts), language),
            lambda: known_players(tournament, naming, drafts=drafts, language=language),
            of=(tournament.players, tournament.setup),
        )

    def back_up(self) -> None:
        """Before each pairing. Without it the event goes on all the same."""
        try:
            automatic(self.settings.db)
        except OSError as trouble:
            _log.warning("no backup: %s", trouble)

    # --- accounts ------------------------------------------------------------------------------------------

    def belonging(self, code: str) -> Belonging:
        """Whose event it is."""
        with self.store.reads() as connection:
            return belonging(connection, code)

    # --- sessions ------------------------------------------------------------------------------------------

    def in_use(self, found: Pass) -> None:
        """A session was used: it lasts for another rest from now on. That is written down once in a while, and nobody
        waits for it."""
        at = self.now()
        until = renewed_until(found, self.idle, at)
        if until is None or at < self._renewed.get(found.id, at):
            return
        if len(self._renewed) >= MOST_SESSIONS:
            self._renewed.clear()
        self._renewed[found.id] = at + RENEWED_AFTER
        self.in_thread(self._renew, found.id, at, until)

    def in_thread(self, work: Callable[..., None], *given: Any) -> None:
        """Run in a thread of its own, without waiting for it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.run_in_executor, None, work, *given)

    def _renew(self, number: int, at: datetime, until: datetime) -> None:
        try:
            with self.store.writes() as connection:
                prolong(connection, number, at, until)
        except (DBAPIError, OSError) as trouble:  # the next request tries again
            self._renewed.pop(number, None)
            _log.warning("a session could not be renewed: %s", type(trouble).__name__)

    # --- news ----------------------------------------------------------------------------------------------

    def notify(self, stored: Stored) -> None:
        """Notify open pages of what is new in an event, up to the version at hand: nobody works out one that is past.
        Runs in the event loop."""
        self.unwritten = ""
        present = self.store.last_known(stored.code)
        if present is not None and present.version > stored.version:
            stored = present.stored
        last = self._notified.get(stored.code, 0)
        if stored.version <= last:
            return
        self._notified[stored.code] = stored.version
        if any(isinstance(fact, Erased) for fact in stored.facts[last:]):
            self._forget(stored.code)
            if self._loop is not None:  # who was reading at that moment may bring the name back
                self._loop.call_later(READING_SECONDS, self._forget, stored.code)
        tournament = self.store.tournament(stored)
        self.broadcast.notify(stored.code, news_of(stored.facts[last:], stored.version, tournament))

    def _forget(self, code: str) -> None:
        """Somebody was erased there."""
        self.store.live.forget(code)
        self.on_erased()

    def notify_all(self) -> None:
        """The same for all events that were changed at once: somebody was erased everywhere."""
        self.on_erased()
        for code in list(self._notified):
            event = self.store.last_known(code)
            if event is not None:
                self.notify(event.stored)

    def notify_note(self, code: str, name: str) -> None:
        kind, _, player = name.partition(":")
        topic: Topic = "clock" if kind == "clock" else "phones" if kind in (PHONE_NOTES, CALL_NOTES) else "settings"
        whose = frozenset((int(player),)) if topic == "phones" else frozenset[int]()
        news = News(self._notified.get(code, 0), frozenset((topic,)), players=whose, beside_facts=True)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.broadcast.notify, code, news)

    def notify_everywhere(self) -> None:
        """Something that every open page shows is another now: where the hall finds the desk, for instance."""
        for code in self._notified:
            self.notify_note(code, "display")

    def _on_note(self, code: str, name: str) -> None:
        """Another worker's note, or once more our own: a page that looks twice does no harm. Without a code any note
        may be another now."""
        self.store.live.note_changed(code, name)
        if code:
            self.notify_note(code, name)

    def _on_version(self, code: str, version: int) -> None:
        """From the thread that listens to the database."""
        if version <= self._notified.get(code, 0) or self._loop is None:
            return
        event = self.store.last_known(code)
        if event is None or event.version < version:  # the writer has not met it yet
            event = self.store.event(code)
        if event is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.notify, event.stored)
