"""An existing set of the five tables becomes the facts of a tournament of the system that has them (R7).

Scores, byes and drop-outs are taken over; everything derived is computed anew and compared with what was stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from sqlalchemy import URL

from ronda.core.facts import Fact
from ronda.formats.errors import shown
from ronda.store.importing.choice import apart, choose
from ronda.store.importing.compare import differences
from ronda.store.importing.dump import read_dump
from ronda.store.importing.event import Event, read_event
from ronda.store.importing.faults import Note, NotImportable, Tables
from ronda.store.importing.live import read_database

__all__ = ["Imported", "NotImportable", "Note", "import_database", "import_dump"]


@dataclass(frozen=True, slots=True)
class Imported:
    """A tournament that was read: its facts in the order in which they happened, what to look at, and which one it
    was there."""

    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    id: UUID
    code: str | None


def import_dump(data: bytes, wanted: Sequence[str] = ()) -> list[Imported]:
    """From the text of a plain dump. `wanted` are ids, codes or names of tournaments; without them all are taken.
    Raises NotImportable."""
    tables = read_dump(data)
    return [_imported(own) for own in apart(tables, choose(wanted, tables["tournaments"]))]


def import_database(url: str | URL, wanted: Sequence[str] = (), schema: str | None = None) -> list[Imported]:
    """The same from a database: `postgresql://…` or `sqlite:///…`. It is only read."""
    return [_imported(own) for own in read_database(url, partial(choose, wanted), schema)]


def _imported(tables: Tables) -> Imported:
    (chosen,) = tables["tournaments"]
    event = read_event(tables)
    if not isinstance(event, Event):
        trouble = event[0]
        trouble.tournament = shown(str(chosen.cells.get("name") or chosen.cells.get("id") or ""))
        raise trouble
    notes = [*event.notes, *differences(event.facts, event.people, event.seated)]
    return Imported(tuple(event.facts), tuple(notes), event.settings.id, event.settings.code)
