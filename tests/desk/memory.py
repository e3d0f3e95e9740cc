"""The ledger in memory, with a clock that everybody knows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from ronda.desk.desk import KeyReused, LedgerEntry
from ronda.ledgers import Clash, MemoryEvent, MemoryLedger

__all__ = ["START", "Clash", "KeyReused", "LedgerEntry", "MemoryEvent", "MemoryStore"]

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


class MemoryStore(MemoryLedger):
    """Each request is one minute later than the one before."""

    def __init__(self, first: int = 0) -> None:
        minutes = count(first)
        super().__init__(lambda: START + timedelta(minutes=next(minutes)))
