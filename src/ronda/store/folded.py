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


class _Known(NamedTuple):
    stored: Stored
    tournament: Tournament


class Folded:
    """The last folded state of the tournaments used last. Safe for several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._lock = Lock()
        self._most = most

    def tournament(self, stored: Stored) -> Tournament:
        with self._lock:
            known = self._known.get(stored.code)
        if known is not None and known.stored.hash == stored.hash:
            return known.tournament
        with collector_at_rest():
            found = _folded(stored, known)
        with self._lock:
            self._known[stored.code] = _Known(stored, found)
            self._known.move_to_end(stored.code)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return found


def _folded(stored: Stored, known: _Known | None) -> Tournament:
    if known is not None and _goes_on(known.stored, stored):
        new = stored.facts[known.stored.version :]
        if not any(isinstance(fact, Undone | Redone) for fact in new):
            return fold(new, known.tournament)
    return fold(in_force(stored.facts))


def _goes_on(before: Stored, after: Stored) -> bool:
    """Whether one follows from the other: the store hands out the same facts again, not equal ones, unless it had to
    read them anew."""
    return before.version < after.version and after.facts[before.version - 1] is before.facts[-1]
