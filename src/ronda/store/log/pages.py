"""The log of one tournament, read where somebody looks: the cost is that of the entries asked for, not of the log.

To tell an entry one must know what stood there before it. States from which that is found are kept every so many
versions, and so is what tells namesakes apart.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from ronda.core.facts import Fact
from ronda.core.model import removed_name
from ronda.desk.undo import steps as actions_of
from ronda.store.live_events import LiveEvent
from ronda.store.log.entries import LogEntry, Marks, entries_of, marks_of
from ronda.store.log.steps import KnownState, state_at, touches
from ronda.store.store import Store
from ronda.store.values import Stored
from ronda.systems.labels import Removed

APART = 500  # versions between two states that are kept

Versions = tuple[int, ...]


class Actions(NamedTuple):
    """The last action that counts and the last one that was undone and can be redone, by the versions of its facts."""

    done: Versions = ()
    undone: Versions = ()


class _Timed(NamedTuple):
    fact: Fact
    at: datetime


class LogPages:
    """The log up to the version of the event, in which everybody who was erased is called as `removed` says."""

    def __init__(self, store: Store, event: LiveEvent, removed: Removed = removed_name) -> None:
        self._store = store
        self._event = event
        self._stored = event.stored
        self._removed = removed

    def __len__(self) -> int:
        return self._stored.version

    def between(self, first: int, last: int) -> list[LogEntry]:
        """The entries of these versions, as far as there are such, oldest first."""
        first, last = max(first, 1), min(last, self._stored.version)
        if first > last:
            return []
        records = self._store.records(self._stored, first, last)
        return entries_of(records, self._stored.facts, self._marks(), self._removed, self._state(first - 1))

    def newest(self, count: int) -> list[LogEntry]:
        return self.between(self._stored.version - count + 1, self._stored.version)

    def actions(self) -> Actions:
        """What undo and redo would be about."""

        def make() -> Actions:
            times = self._store.times(self._stored)
            done, undone = actions_of(list(map(_Timed, self._stored.facts, times)))
            return Actions(done[-1] if done else (), undone[-1] if undone else ())

        return self._event.parts.once("last actions", make)

    def _marks(self) -> Marks:
        """They change with the list of players only, and once there are rounds."""
        tournament = self._event.tournament
        return self._event.lasting.once(
            ("namesakes", bool(tournament.rounds)),
            lambda: marks_of(self._stored.facts, tournament),
            of=(tournament.players,),
        )

    def _state(self, version: int) -> KnownState | None:
        """A state at or before that version, made if need be; None near the beginning."""
        facts, at = self._stored.facts, version - version % APART
        if not at:
            return None
        return self._event.lasting.once(
            ("state for the log", at),
            lambda: KnownState(at, state_at(facts, at).tournament()),
            of=(facts[at - 1],),
        )


def goes_on(stored: Stored, version: int, last: Fact) -> bool:
    """Whether a tournament still begins with what was known at that version, the last fact of which was this."""
    facts = stored.facts
    return version <= len(facts) and facts[version - 1] is last and not touches(facts[version:], version)
