"""The log of an event as entries to be put into words: what happened, and what stood there before.

Players are given by the names they had then, with what tells namesakes apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from ronda.core import Frozen, Player, Tournament, fold, in_force, removed_name, undone
from ronda.core.facts import Edited, Entered, Erased, Fact, Redone, Undone
from ronda.desk.desk import steps as actions_of
from ronda.store.live_events import LiveEvent
from ronda.store.log_messages import Named, Names, log_entry
from ronda.store.replay import LogStep, steps, touches
from ronda.store.store import Store
from ronda.store.values import LedgerEntry, Stored
from ronda.systems.labels import Removed, actor_label, folded, labels

Marks = Mapping[int, str]  # what tells namesakes apart, by player


class LogEntry(Frozen):
    """One fact of the log. `counts` is false for what was undone."""

    version: int
    at: datetime
    actor: str
    code: str
    fact: Fact
    counts: bool
    facts: Mapping[str, Any] = {}


def entries(records: Sequence[LedgerEntry], removed: Removed = removed_name) -> list[LogEntry]:
    """The log in order, each fact with what it changed; `removed`: what those are called who were erased."""
    facts = [record.fact for record in records]
    marks = marks_of(facts, fold(in_force(facts))) if facts else {}
    return entries_of(records, facts, marks, removed)


def entries_of(
    records: Sequence[LedgerEntry],
    facts: Sequence[Fact],
    marks: Marks,
    removed: Removed = removed_name,
) -> list[LogEntry]:
    """Some entries that follow each other, of a log with these facts."""
    if not records:
        return []
    taken_back = undone(facts)
    first, last = records[0].version, records[-1].version
    names = _Names(_naming(marks, removed))
    found: list[LogEntry] = []
    for record, step in zip(records, steps(facts[:last], first), strict=True):
        names.follow(step)
        actor = actor_label(record.actor, names.people, removed)
        code, details = log_entry(step, names.by_id, names.named)
        counts = record.version not in taken_back
        found.append(LogEntry(record.version, record.at, actor, code, record.fact, counts, details))
    return found


class _Names:
    """Everybody who is or was in the list, by the names they have at this step."""

    def __init__(self, named: Named) -> None:
        self.named = named
        self.by_id = Names()
        self.people: dict[int, Player] = {}
        self._begun = False

    def follow(self, step: LogStep) -> None:
        fact = step.fact
        if not self._begun or isinstance(fact, Undone | Redone | Erased):
            self._begun = True
            self._take(step.state.players)
        elif isinstance(fact, Entered | Edited):
            self._take({fact.player.id: step.state.players[fact.player.id]})

    def _take(self, players: Mapping[int, Player]) -> None:
        self.people |= players
        self.by_id |= {pid: self.named(player) for pid, player in players.items()}


def _naming(marks: Marks, removed: Removed) -> Named:
    """What players are called in all of the log: by the names they had then, with what tells namesakes apart."""

    def named(player: Player) -> str:
        if player.removed:
            return removed(player.id)
        return f"{player.name} ({marks[player.id]})" if player.id in marks else player.name

    return named


def marks_of(facts: Sequence[Fact], tournament: Tournament) -> Marks:
    """What tells namesakes apart: as it is now, so that all of the log calls them the same; the id for who shared a
    name only before something was edited or undone."""
    marks = {player: label.mark for player, label in labels(tournament).items() if label.mark}
    called: dict[str, set[int]] = {}
    for fact in facts:
        if isinstance(fact, Entered | Edited):
            called.setdefault(folded(fact.player.name), set()).add(fact.player.id)
    alike = {player for namesakes in called.values() if len(namesakes) > 1 for player in namesakes}
    return {player: f"#{player}" for player in alike} | marks


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
        return entries_of(records, self._stored.facts, self._marks(), self._removed)

    def newest(self, count: int) -> list[LogEntry]:
        return self.between(self._stored.version - count + 1, self._stored.version)

    def actions(self) -> Actions:
        """What undo and redo would be about."""

        def make() -> Actions:
            times = self._store.times(self._stored)
            done, undone = actions_of(list(map(_Timed, self._stored.facts, times)))
            return Actions(done[-1] if done else (), undone[-1] if undone else ())

        return self._event.parts.get_or_make("last actions", make)

    def _marks(self) -> Marks:
        """They change with the list of players only, and once there are rounds."""
        tournament = self._event.tournament
        return self._event.lasting.get_or_make(
            ("namesakes", bool(tournament.rounds)),
            lambda: marks_of(self._stored.facts, tournament),
            of=(tournament.players,),
        )


def goes_on(stored: Stored, version: int, last: Fact) -> bool:
    """Whether a tournament still begins with what was known at that version, the last fact of which was this."""
    facts = stored.facts
    return version <= len(facts) and facts[version - 1] is last and not touches(facts[version:], version)
