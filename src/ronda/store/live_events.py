"""Events in memory. What this process knows of an event, and what it worked out of it, is here and nowhere else: when
somebody is erased, it is forgotten in one place. Standings are worked out once for all who look."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from operator import is_
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeVar

from ronda.core import Standings, Tournament, fold, in_force, running
from ronda.core.facts import Erased, Redone, Undone
from ronda.desk import standings_after
from ronda.desk.prizes import Podium, decided, played_out, podium_of
from ronda.store.values import Damaged, Stored

V = TypeVar("V")

MOST_BYTES = 256_000_000  # of all events that are kept, as they are weighed
FACT_BYTES = 4_700  # measured: 4,400 to 4,900 with the tournament, once names, standings and log were looked at
MOST_PARTS = 64
MOST_NOTES = 10_000  # one for each player, who may have phones


class Folds(Protocol):
    """What knows the tournament that the facts in force tell of: all live events, or a transaction with its steps."""

    def tournament(self, stored: Stored) -> Tournament: ...


class _Part(NamedTuple):
    of: tuple[object, ...]
    promise: Future[Any]


class Parts:
    """What was worked out of an event, by key; what nobody asked for longest goes first. Safe for several threads."""

    def __init__(self, most: int = MOST_PARTS) -> None:
        self._most = most
        self._parts: OrderedDict[Hashable, _Part] = OrderedDict()
        self._lock = Lock()

    def get_or_make(self, key: Hashable, make: Callable[[], V], of: tuple[object, ...] = ()) -> V:
        """The part, made if need be, or if it was made of other values than these very ones. Who asks while it is being
        made waits for it."""
        with self._lock:
            part = self._parts.get(key)
            known = part is not None and len(part.of) == len(of) and all(map(is_, part.of, of))
            if part is None or not known:
                part = self._parts[key] = _Part(of, Future())
            self._parts.move_to_end(key)
            if len(self._parts) > self._most:
                self._parts.popitem(last=False)
        if not known:
            try:
                part.promise.set_result(make())
            except BaseException as error:
                self.drop(key)
                part.promise.set_exception(error)
                raise
        found: V = part.promise.result()
        return found

    def get(self, key: Hashable) -> Any:
        """None if it is not there, or not yet."""
        part = self._parts.get(key)
        return part.promise.result() if part is not None and part.promise.done() else None

    def put(self, key: Hashable, value: object) -> None:
        self.drop(key)
        self.get_or_make(key, lambda: value)

    def drop(self, key: Hashable) -> None:
        """Whoever waits for it still gets it; it is made anew for who comes later."""
        with self._lock:
            self._parts.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._parts.clear()


class LiveEvent:
    """An event at one version: its facts, and the tournament that they tell of, folded when it is first asked for.

    `parts` are of this version. `lasting` goes on to the next one: what was made of values that a later version has in
    common with this one, and is asked for with them. `notes` goes on, too: what stands beside the facts, as last read.
    """

    def __init__(self, stored: Stored, before: LiveEvent | None = None) -> None:
        self.stored = stored
        self.parts, self.lasting, self.notes = Parts(), Parts(), Parts(MOST_NOTES)
        self._folded: Tournament | None = None
        self._start: tuple[int, Tournament] | None = None  # a version to go on from
        self._lock = Lock()
        if before is not None and _leads_to(before.stored, stored):
            self.lasting, self.notes = before.lasting, before.notes
            known = before._folded
            self._start = before._start if known is None else (before.version, known)

    @property
    def code(self) -> str:
        return self.stored.code

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def year(self) -> int:
        """That of its last change."""
        return self.stored.at.year

    @property
    def tournament(self) -> Tournament:
        """Raises Damaged."""
        with self._lock:
            if self._folded is None:
                self._folded, self._start = self._fold(), None
            return self._folded

    def _fold(self) -> Tournament:
        try:
            if self._start is not None:
                version, tournament = self._start
                new = self.stored.facts[version:]
                if not any(isinstance(fact, Undone | Redone) for fact in new):
                    return fold(new, tournament)
            return fold(in_force(self.stored.facts))
        except (LookupError, AssertionError, ValueError, TypeError, AttributeError) as error:
            # somebody wrote to the database by other ways
            raise Damaged(self.code, self.version, "its facts do not fit together (ronda replay)") from error


class LiveEvents:
    """The events that were used last, each at the last version that this process has read or written, as many as there
    is room for. Safe for several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._events: OrderedDict[str, LiveEvent] = OrderedDict()
        self._weights: dict[str, int] = {}
        self._most_bytes = most_bytes
        self._lock = Lock()

    def last_known(self, code: str) -> LiveEvent | None:
        """Without asking the database."""
        with self._lock:
            found = self._events.get(code)
            if found is not None:
                self._events.move_to_end(code)
        return found

    def of(self, stored: Stored, last: LiveEvent | None = None) -> LiveEvent:
        """The event at this very version: the one at hand, or one that is not kept and goes on from `last`, or from
        the one at hand."""
        present = self._events.get(stored.code)
        if present is not None and present.stored.hash == stored.hash:
            return present
        return LiveEvent(stored, last or present)

    def tournament(self, stored: Stored) -> Tournament:
        return self.of(stored).tournament

    def keep(self, event: LiveEvent, instead_of: LiveEvent | None = None) -> LiveEvent:
        """At hand, unless somebody else has brought as late a version meanwhile: then that one is the answer. What was
        here before one began to read (`instead_of`) is replaced also by an earlier version: a database may be restored
        from a copy."""
        with self._lock:
            present = self._events.get(event.code)
            if present is not None and present is not instead_of and present.version >= event.version:
                return present
            self._events[event.code] = event
            self._events.move_to_end(event.code)
            self._weights[event.code] = event.version * FACT_BYTES
            self._make_room()
        return event

    def text(self, event: LiveEvent, key: Hashable, make: Callable[[], V]) -> V:
        """A part of a page or a sheet that many ask for at once, as long as nothing happens."""

        def weighed() -> V:
            made = make()
            with self._lock:
                if isinstance(made, str | bytes) and event.code in self._weights:
                    self._weights[event.code] += len(made)
                    self._make_room()
            return made

        return event.parts.get_or_make(key, weighed)

    def note_changed(self, code: str, name: str) -> None:
        """What stands beside the facts of an event is another now; without a code, any of it may be."""
        if code:
            event = self._events.get(code)
            if event is not None:
                event.notes.drop(name)
            return
        with self._lock:
            events = [*self._events.values()]
        for event in events:
            event.notes.clear()

    def forget(self, code: str) -> None:
        """All that is known of an event: somebody was erased there."""
        with self._lock:
            self._events.pop(code, None)
            self._weights.pop(code, None)

    def _make_room(self) -> None:
        """The one used last stays, however heavy."""
        while len(self._events) > 1 and sum(self._weights.values()) > self._most_bytes:
            code, _ = self._events.popitem(last=False)
            del self._weights[code]


def _leads_to(before: Stored, after: Stored) -> bool:
    """Whether one follows from the other. The store hands out the same facts again, but for the last ones, which two
    threads may have read at once; where not even the first is the same, all was read anew. With an erasure what was
    worked out before still knows the name."""
    old, new = before.facts, after.facts
    if len(old) > len(new) or any(isinstance(fact, Erased) for fact in new[len(old) :]):
        return False
    for at in range(len(old) - 1, -1, -1):
        if new[at] is old[at]:
            return True
        if new[at] != old[at]:
            return False
    return False


def standings_of(event: LiveEvent, after: int) -> Standings:
    """Standings after so many rounds. A result of a later round does not touch them."""
    tournament = event.tournament
    playing = running(tournament)  # a bye counts when its round is over
    return event.lasting.get_or_make(
        ("standings", after, playing if playing is not None and playing <= after else None, tournament.lot),
        lambda: standings_after(tournament, after),
        of=(tournament.setup, *tournament.players, *tournament.rounds[:after]),
    )


def places_of(event: LiveEvent, after: int) -> Mapping[int, int | None]:
    """Everybody's place after so many rounds."""
    return {row.player: row.place for row in standings_of(event, after)}


def podium_of_event(event: LiveEvent) -> Podium | None:
    """Who has won: if the event is decided for good (R6.2), if it is played out provisionally (R5.5)."""
    final = decided(event.tournament)
    if not final and not played_out(event.tournament):
        return None
    return podium_of(standings_of(event, len(event.tournament.rounds)), provisional=not final)
