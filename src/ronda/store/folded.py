"""Tournaments folded from stored facts, going on from what was folded before."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from ronda.collector import collector_at_rest
from ronda.facts import Fact, Redone, Undone
from ronda.history import fold, in_force
from ronda.model import Tournament
from ronda.store.values import Stored

MOST = 32  # tournaments
MOST_STATES = 80  # of each: a writer may be so far ahead of those who read what is committed


class _Known(NamedTuple):
    """A folded state; of its facts only the last one, or the long lists of many states would stay in memory."""

    version: int
    last: Fact
    tournament: Tournament


class Folded:
    """The last folded states of the tournaments used last. Safe for several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._known: OrderedDict[str, OrderedDict[str, _Known]] = OrderedDict()
        self._lock = Lock()
        self._most = most

    def tournament(self, stored: Stored) -> Tournament:
        with self._lock:
            states = self._known.get(stored.code, OrderedDict())
            exact = states.get(stored.hash)
            if exact is not None:
                return exact.tournament
            before = next((known for known in reversed(states.values()) if _leads_to(known, stored)), None)
        with collector_at_rest():
            found = _folded(stored, before)
        with self._lock:
            states = self._known.setdefault(stored.code, OrderedDict())
            states[stored.hash] = _Known(stored.version, stored.facts[-1], found)
            while len(states) > MOST_STATES:
                states.popitem(last=False)
            self._known.move_to_end(stored.code)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return found

    def forget(self, code: str) -> None:
        """Somebody was erased: no earlier state may be left."""
        with self._lock:
            self._known.pop(code, None)


def _folded(stored: Stored, known: _Known | None) -> Tournament:
    """From the state before, unless something was undone since."""
    if known is not None:
        new = stored.facts[known.version :]
        if not any(isinstance(fact, Undone | Redone) for fact in new):
            return fold(new, known.tournament)
    return fold(in_force(stored.facts))


def _leads_to(known: _Known, stored: Stored) -> bool:
    """Whether one follows from the other: the store hands out the same facts again, not equal ones, unless it had to
    read them anew."""
    return known.version < stored.version and stored.facts[known.version - 1] is known.last
