"""Tournaments folded from stored facts, going on from what was folded before."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from ronda.collector import collector_at_rest
from ronda.facts import Redone, Undone
from ronda.history import fold, in_force
from ronda.model import Tournament
from ronda.store.values import Stored

MOST = 32  # tournaments
MOST_STATES = 80  # of each: a writer may be so far ahead of those who read what is committed


class _Known(NamedTuple):
    stored: Stored
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
            before = None if exact else next((k for k in reversed(states.values()) if _goes_on(k.stored, stored)), None)
        if exact is not None:
            return exact.tournament
        with collector_at_rest():
            found = _folded(stored, before)
        self._remember(_Known(stored, found))
        return found

    def _remember(self, known: _Known) -> None:
        with self._lock:
            states = self._known.setdefault(known.stored.code, OrderedDict())
            states[known.stored.hash] = known
            while len(states) > MOST_STATES:
                states.popitem(last=False)
            self._known.move_to_end(known.stored.code)
            while len(self._known) > self._most:
                self._known.popitem(last=False)


def _folded(stored: Stored, known: _Known | None) -> Tournament:
    """From the state before, unless something was undone since."""
    if known is not None:
        new = stored.facts[known.stored.version :]
        if not any(isinstance(fact, Undone | Redone) for fact in new):
            return fold(new, known.tournament)
    return fold(in_force(stored.facts))


def _goes_on(before: Stored, after: Stored) -> bool:
    """Whether one follows from the other: the store hands out the same facts again, not equal ones, unless it had to
    read them anew."""
    return before.version < after.version and after.facts[before.version - 1] is before.facts[-1]
