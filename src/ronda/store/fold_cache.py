"""Tournaments folded from stored facts, going on from what was folded before."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from ronda.core.cache import Cache, CacheKind
from ronda.core.facts import Erased, Fact, Redone, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.store.values import Damaged, Stored

MOST_STATES = 16  # of a tournament: those who read may be some transactions behind those who write


class _Known(NamedTuple):
    """A folded state; of its facts only the last one, or the long lists of many states would stay in memory."""

    version: int
    last: Fact
    tournament: Tournament


class _States:
    """The last states of one tournament, by hash. Safe for several threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._lock = Lock()

    def nearest(self, stored: Stored) -> tuple[Tournament | None, _Known | None]:
        with self._lock:
            exact = self._known.get(stored.hash)
            if exact is not None:
                return exact.tournament, None
            return None, next((known for known in reversed(self._known.values()) if _leads_to(known, stored)), None)

    def keep(self, stored: Stored, tournament: Tournament) -> None:
        with self._lock:
            self._known[stored.hash] = _Known(stored.version, stored.facts[-1], tournament)
            while len(self._known) > MOST_STATES:
                self._known.popitem(last=False)


STATES: CacheKind[_States] = CacheKind("folded states", most=32)


class Folded:
    """Folds tournaments, going on from the states in a cache."""

    def __init__(self, cache: Cache | None = None) -> None:
        self.cache = cache or Cache()

    def tournament(self, stored: Stored) -> Tournament:
        exact, before = self.nearest(stored)
        if exact is not None:
            return exact
        found = _folded(stored, before)
        self.keep(stored, found)
        return found

    def glance(self, stored: Stored) -> Tournament:
        """The same, leaving what is kept as it is: who looks through many drives out nobody else's."""
        known = self.cache.get(STATES, stored.code)
        exact, before = known.nearest(stored) if known is not None else (None, None)
        return exact or _folded(stored, before)

    def nearest(self, stored: Stored) -> tuple[Tournament | None, _Known | None]:
        """The very state, or one that leads to it."""
        return self._states(stored.code).nearest(stored)

    def keep(self, stored: Stored, tournament: Tournament) -> None:
        self._states(stored.code).keep(stored, tournament)

    def _states(self, code: str) -> _States:
        return self.cache.once(STATES, code, None, _States)


class FoldedApart:
    """The states of one transaction, which goes on from what is known. Each of its steps is kept until its end, and
    then only the last ones: a transaction of hundreds of steps must not drive out what others go on from."""

    def __init__(self, known: Folded) -> None:
        self._known = known
        self.cache = known.cache
        self._states: dict[str, _Known] = {}  # by hash
        self._last: dict[str, _Known] = {}  # by code

    def tournament(self, stored: Stored) -> Tournament:
        own = self._states.get(stored.hash)
        if own is not None:
            return own.tournament
        last = self._last.get(stored.code)
        if last is not None and _leads_to(last, stored):
            found = _folded(stored, last)
        else:
            exact, before = self._known.nearest(stored)
            found = exact or _folded(stored, before)
        state = _Known(stored.version, stored.facts[-1], found)
        self._states[stored.hash] = self._last[stored.code] = state
        return found


def _folded(stored: Stored, known: _Known | None) -> Tournament:
    """From the state before, unless something was undone or erased since. Raises Damaged."""
    try:
        return _going_on(stored, known)
    except (LookupError, AssertionError, ValueError, TypeError, AttributeError) as error:
        # somebody wrote to the database by other ways
        raise Damaged(stored.code, stored.version, "its facts do not fit together (ronda replay)") from error


def _going_on(stored: Stored, known: _Known | None) -> Tournament:
    if known is not None:
        new = stored.facts[known.version :]
        if not any(isinstance(fact, Undone | Redone | Erased) for fact in new):
            return fold(new, known.tournament)
    return fold(in_force(stored.facts))


def _leads_to(known: _Known, stored: Stored) -> bool:
    """Whether one follows from the other: the store hands out the same facts again, not equal ones, unless it had to
    read them anew."""
    return known.version < stored.version and stored.facts[known.version - 1] is known.last
