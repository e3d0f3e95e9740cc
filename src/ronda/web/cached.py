"""What many ask for at once is worked out once: standings, places round by round, the log, whole pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from threading import Lock
from time import monotonic, thread_time
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from ronda.desk import standings_after
from ronda.history import running
from ronda.model import Tournament
from ronda.ranking import Standings
from ronda.store.audit import Entry, entries
from ronda.web.house import Event, House
from ronda.web.visits import EventVisit
from ronda.web.words import Words

V = TypeVar("V")

QUICK = 0.05  # seconds of processor: standings that take no longer are always those of this moment
REST = 4  # times as long as it took, before standings are worked out anew
LEAST_WAIT = 0.5
MOST_PAGES = 8_000_000  # letters or bytes of all pages and sheets that are kept


class Kept:
    """The values asked for last; of texts and files also no more than so many letters or bytes together. Who asks while
    one is being worked out waits for it. Safe for several threads."""

    def __init__(self, most: int, most_bytes: int = 0) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._known: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        with self._lock:
            found: Future[V] | None = self._known.get(key)
            promise: Future[V] = found or Future()
            self._known[key] = promise
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        if found is None:
            try:
                promise.set_result(make())
                self._lighten()
            except BaseException as error:
                with self._lock:
                    self._known.pop(key, None)
                promise.set_exception(error)
                raise
        return promise.result()

    def clear(self) -> None:
        with self._lock:
            self._known.clear()

    def _lighten(self) -> None:
        """The oldest go until the rest is light enough; the last one stays, however heavy."""
        if not self._most_bytes:
            return
        with self._lock:
            weights = {key: _weight(promise) for key, promise in self._known.items()}
            over = sum(weights.values()) - self._most_bytes
            for key in list(weights)[:-1]:
                if over <= 0:
                    return
                del self._known[key]
                over -= weights[key]


def _weight(promise: Future[Any]) -> int:
    value = promise.result() if promise.done() and promise.exception() is None else None
    return len(value) if isinstance(value, str | bytes) else 0


class _Of(NamedTuple):
    """A value and what it was made from: kept alive, since its identity is in the key."""

    value: Any
    tournament: Tournament


class _Lately(NamedTuple):
    """An event whose standings were worked out; until then it may be shown although something has happened since."""

    event: Event
    until: float


class _Shelf(NamedTuple):
    standings: Kept
    places: Kept
    logs: Kept
    pages: Kept
    lately: dict[str, _Lately]
    busy: set[str]
    lock: Lock


_SHELVES: WeakKeyDictionary[House, _Shelf] = WeakKeyDictionary()
_SHELVES_LOCK = Lock()


def _shelf(house: House) -> _Shelf:
    with _SHELVES_LOCK:
        if house not in _SHELVES:
            _SHELVES[house] = _Shelf(Kept(8), Kept(128), Kept(2), Kept(64, MOST_PAGES), {}, set(), Lock())
        return _SHELVES[house]


def standings_of(house: House, event: Event, after: int) -> Standings:
    """Standings after so many rounds."""
    made = _shelf(house).standings.get(
        _key(event, after), lambda: _Of(standings_after(event.tournament, after), event.tournament)
    )
    rows: Standings = made.value
    return rows


def places_of(house: House, event: Event, after: int) -> Mapping[int, int | None]:
    """Everybody's place after so many rounds."""

    def make() -> _Of:
        return _Of({row.player: row.place for row in standings_of(house, event, after)}, event.tournament)

    places: Mapping[int, int | None] = _shelf(house).places.get(_key(event, after), make).value
    return places


def _key(event: Event, after: int) -> Hashable:
    """A result of a later round does not touch standings: what they are made from is recognised as the same, not as
    equal, since folding hands on what has not changed."""
    tournament = event.tournament
    rounds = tournament.rounds[:after]
    playing = running(tournament)  # a bye counts when its round is over
    same = (id(tournament.setup), tuple(map(id, tournament.players)), tuple(map(id, rounds)))
    return (event.code, after, playing if playing is not None and playing <= after else None, *same)


def unhurried(house: House, event: Event, after: int) -> tuple[Event, float]:
    """The event as it stands; where its standings take long, perhaps as it stood a moment ago, and in how many seconds
    to look again. So they take at most a fifth of the time, however fast results come in and however many look."""
    shelf = _shelf(house)
    with shelf.lock:
        last = shelf.lately.get(event.code)
        if last is not None:
            wait = last.until - monotonic()
            if last.event.stored.hash == event.stored.hash:
                return event, 0.0
            if wait > 0 or event.code in shelf.busy:
                return last.event, max(wait, LEAST_WAIT)
        shelf.busy.add(event.code)
    begin = thread_time()
    try:
        standings_of(house, event, after)
    finally:
        with shelf.lock:
            taken = thread_time() - begin
            shelf.lately[event.code] = _Lately(event, monotonic() + (REST * taken if taken > QUICK else 0))
            shelf.busy.discard(event.code)
    return event, 0.0


def log_of(visit: EventVisit, event: Event | None = None, words: Words | None = None) -> list[Entry]:
    """The whole log of an event as entries; it is folded fact by fact, so long ones take seconds. (The words name those
    who were erased.)"""
    event, words = event or visit.event, words or visit.words
    language = words.language if any(player.removed for player in event.tournament.players) else ""

    def make() -> list[Entry]:
        return entries((visit.house.store.log(event.code) or ())[: event.version], words.speaker.removed)

    return _shelf(visit.house).logs.get((event.code, event.stored.hash, language), make)


def forget(house: House, code: str) -> None:
    """Somebody was erased: nothing of before is kept, and nobody is shown how it was a moment ago."""
    shelf = _shelf(house)
    for kept in (shelf.standings, shelf.places, shelf.logs, shelf.pages):
        kept.clear()
    with shelf.lock:
        shelf.lately.pop(code, None)


def page_of(visit: EventVisit, key: Hashable, make: Callable[[], V]) -> V:
    """A page, a part of one or a sheet, as it looks to all who may see as much as this person, and ask with the same
    key, as long as nothing happens."""
    return _shelf(visit.house).pages.get((visit.code, visit.event.stored.hash, visit.audience, key), make)
