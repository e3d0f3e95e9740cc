"""Facts kept in SQLite or PostgreSQL, through one code path."""

from __future__ import annotations

from ronda.store.database.location import default_url
from ronda.store.notifications import Listening
from ronda.store.store import Store, open_store
from ronda.store.values import (
    Conflict,
    Damage,
    Damaged,
    DamagedFile,
    DiskFull,
    KeyReused,
    LedgerEntry,
    Problem,
    ReadOnly,
    SchemaNewer,
    Stored,
    StoreTrouble,
    Summary,
    UnknownCode,
    Unusable,
    Verified,
    read_code,
)

__all__ = [
    "Conflict",
    "Damage",
    "Damaged",
    "DamagedFile",
    "DiskFull",
    "KeyReused",
    "LedgerEntry",
    "Listening",
    "Problem",
    "ReadOnly",
    "SchemaNewer",
    "Store",
    "StoreTrouble",
    "Stored",
    "Summary",
    "UnknownCode",
    "Unusable",
    "Verified",
    "default_url",
    "open_store",
    "read_code",
]
