"""What was worked out of tournaments lately, kept by tournament, so that all of one can be forgotten at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import RLock
from time import monotonic
from typing import Any, Generic, TypeVar

import msgspec

from ronda.core.values import Frozen

V = TypeVar("V")


class Same:
    """Values as part of a key: recognised as the same, not as equal. The key holds them, so that no others can have
    their identities."""

    __slots__ = ("_hash", "_held", "_ids")

    def __init__(self, *values: object) -> None:
        self._held = values
        self._ids = tuple(map(id, values))
        self._hash = hash(self._ids)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self._ids == other._ids


class CacheKind(Frozen, Generic[V], frozen=True, eq=False):
    """One kind of values. No more than `most` are kept, those used last, each for `seconds` (None: for as long as there
    is room); of texts and files also no more than so many letters or bytes together."""

    name: str
    most: int
    seconds: float | None = None
    most_bytes: int = 0


class _Entry(msgspec.Struct):
    promise: Future[Any]
    until: float | None

    @property
    def weight(self) -> int:
        done = self.promise.done() and self.promise.exception() is None
        value = self.promise.result() if done else None
        return len(value) if isinstance(value, str | bytes) else 0


_Entries = OrderedDict[tuple[str, Hashable], _Entry]


class Cache:
    """Values by kind, tournament and key. The key says what the value was made from (a version, a hash), so nothing in
    here is ever wrong, only unused. Safe for several threads."""

    def __init__(self) -> None:
        self._kinds: dict[CacheKind[Any], _Entries] = {}
        self._lock = RLock()

    def get(self, kind: CacheKind[V], code: str, key: Hashable = None) -> V | None:
        """The value, if there is one and nobody is still working it out."""
        with self._lock:
            found = self._found(kind, code, key)
        return found.promise.result() if found is not None and found.promise.done() else None

    def put(self, kind: CacheKind[V], code: str, value: V, key: Hashable = None) -> None:
        promise: Future[V] = Future()
        promise.set_result(value)
        with self._lock:
            self._keep(kind, code, key, promise)

    def change(self, kind: CacheKind[V], code: str, changed: Callable[[V | None], V]) -> V:
        """What becomes of the value that stands there now; of two changes at once none is lost."""
        with self._lock:
            value = changed(self.get(kind, code))
            self.put(kind, code, value)
        return value

    def once(self, kind: CacheKind[V], code: str, key: Hashable, make: Callable[[], V]) -> V:
        """The value, made if need be. Who asks while it is being made waits for it."""
        with self._lock:
            found = self._found(kind, code, key)
            promise: Future[V] = found.promise if found is not None else Future()
            if found is None:
                self._keep(kind, code, key, promise)
        if found is None:
            try:
                promise.set_result(make())
            except BaseException as error:
                self.drop(kind, code, key)
                promise.set_exception(error)
                raise
            self._lighten(kind)
        return promise.result()

    def drop(self, kind: CacheKind[Any], code: str, key: Hashable = None) -> None:
        with self._lock:
            self._kinds.get(kind, OrderedDict()).pop((code, key), None)

    def forget(self, code: str) -> None:
        """Whatever is known of a tournament: somebody was erased there."""
        with self._lock:
            for entries in self._kinds.values():
                for place in [place for place in entries if place[0] == code]:
                    del entries[place]

    def held(self) -> dict[str, list[Any]]:
        """All values that are there, by kind."""
        with self._lock:
            kinds = {kind.name: [entry.promise for entry in entries.values()] for kind, entries in self._kinds.items()}
        return {name: [one.result() for one in promises if one.done()] for name, promises in kinds.items() if promises}

    def _found(self, kind: CacheKind[Any], code: str, key: Hashable) -> _Entry | None:
        entries = self._kinds.get(kind)
        found = entries.get((code, key)) if entries is not None else None
        if entries is None or found is None:
            return None
        if found.until is not None and monotonic() >= found.until:
            del entries[code, key]
            return None
        entries.move_to_end((code, key))
        return found

    def _keep(self, kind: CacheKind[Any], code: str, key: Hashable, promise: Future[Any]) -> None:
        entries: _Entries = self._kinds.setdefault(kind, OrderedDict())
        entries[code, key] = _Entry(promise, None if kind.seconds is None else monotonic() + kind.seconds)
        entries.move_to_end((code, key))
        while len(entries) > kind.most:
            entries.popitem(last=False)

    def _lighten(self, kind: CacheKind[Any]) -> None:
        """The oldest go until the rest is light enough; the last one stays, however heavy."""
        if not kind.most_bytes:
            return
        with self._lock:
            entries = self._kinds.get(kind, OrderedDict())
            weights = {place: entry.weight for place, entry in entries.items()}
            over = sum(weights.values()) - kind.most_bytes
            for place in list(weights)[:-1]:
                if over <= 0:
                    return
                del entries[place]
                over -= weights[place]
