"""What many ask for at once is worked out once: standings, places round by round, the log, whole pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from threading import Lock
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from ronda.desk import standings_after
from ronda.model import Tournament
from ronda.standings import Standings
from ronda.store.audit import Entry, entries
from ronda.web.house import Event, House

V = TypeVar("V")


class Kept:
    """The values asked for last. Who asks while one is being worked out waits for it. Safe for several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
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
            except BaseException as error:
                with self._lock:
                    self._known.pop(key, None)
                promise.set_exception(error)
                raise
        return promise.result()


class _Ranked(NamedTuple):
    rows: Standings
    of: Tournament  # keeps alive whose identity is in the key


class _Shelf(NamedTuple):
    standings: Kept
    places: Kept
    logs: Kept
    pages: Kept


_SHELVES: WeakKeyDictionary[House, _Shelf] = WeakKeyDictionary()
_SHELVES_LOCK = Lock()


def _shelf(house: House) -> _Shelf:
    with _SHELVES_LOCK:
        if house not in _SHELVES:
            _SHELVES[house] = _Shelf(Kept(8), Kept(128), Kept(2), Kept(64))
        return _SHELVES[house]


def standings_of(house: House, event: Event, after: int) -> Standings:
    """Standings after so many rounds. A result of a later round does not touch them: what they are made from is
    recognised as the same, not as equal, since folding hands on what has not changed."""
    tournament = event.tournament
    rounds = tournament.rounds[:after]
    key = (event.code, after, id(tournament.setup), tuple(map(id, tournament.players)), tuple(map(id, rounds)))
    ranked = _shelf(house).standings.get(key, lambda: _Ranked(standings_after(tournament, after), tournament))
    return ranked.rows


def places_of(house: House, event: Event, after: int) -> Mapping[int, int | None]:
    """Everybody's place after so many rounds."""
    key = (event.code, event.stored.hash, after)
    return _shelf(house).places.get(key, lambda: {r.player: r.place for r in standings_of(house, event, after)})


def log_of(house: House, event: Event) -> list[Entry]:
    """The whole log of an event as entries; it is folded fact by fact, so long ones take seconds."""
    return _shelf(house).logs.get(
        (event.code, event.stored.hash), lambda: entries((house.store.log(event.code) or ())[: event.version])
    )


def page_of(house: House, event: Event, key: Hashable, make: Callable[[], V]) -> V:
    """A page, a part of one or a sheet, as it looks to everybody with the same key, as long as nothing happens."""
    return _shelf(house).pages.get((event.code, event.stored.hash, key), make)
