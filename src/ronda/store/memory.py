"""Decoded tournaments kept at hand, so that a load reads only what is new."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ronda.store.values import Stored

MOST = 32  # tournaments; a large one takes some tens of megabytes


class Memory:
    """The last known state of the tournaments used last. Safe for several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._known: OrderedDict[str, Stored] = OrderedDict()
        self._lock = Lock()
        self._most = most

    def get(self, code: str) -> Stored | None:
        with self._lock:
            found = self._known.get(code)
            if found is not None:
                self._known.move_to_end(code)
            return found

    def put(self, stored: Stored, instead_of: Stored | None = None) -> None:
        """Keeps it, unless somebody else has brought a later state meanwhile. What stood here before one began to
        read (`instead_of`) is replaced also by an earlier state: a database may be restored from a copy."""
        with self._lock:
            present = self._known.get(stored.code)
            if present is None or present is instead_of or present.version < stored.version:
                self._known[stored.code] = stored
            self._known.move_to_end(stored.code)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
