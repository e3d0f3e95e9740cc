"""Where a tournament stands, kept beside its end: a list of thousands of events reads no facts. And that list,
a page at a time.

The list costs the same however many events there are, and however large they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, func, select, update

from ronda.core.model import Tournament
from ronda.desk.decisions import missing_results
from ronda.desk.phases import Phase, phase
from ronda.store.reading import summary_of
from ronda.store.tables import ledger
from ronda.store.values import Damaged, Stored, Summary
from ronda.systems import system

FORM = 1  # another one for every change of what stands here or how it is found


class Progress(msgspec.Struct, frozen=True, array_like=True):
    """`rounds` that were made, of so many `planned`; results are `missing` in the last one."""

    form: int
    phase: Phase
    players: int
    rounds: int
    planned: int
    missing: int


_WRITE = msgspec.json.Encoder().encode
_READ = msgspec.json.Decoder(Progress).decode


def progress_of(tournament: Tournament) -> Progress:
    setup = tournament.setup
    return Progress(
        FORM,
        phase(tournament),
        len(tournament.players),
        len(tournament.rounds),
        system(setup.system).rounds(setup, tournament.players),
        len(missing_results(tournament)),
    )


def told_progress(stored: Stored, folded: Callable[[Stored], Tournament]) -> str | None:
    """As it is kept; None where the facts do not fit together: who opens the event is told so."""
    try:
        return progress_text(progress_of(folded(stored)))
    except (Damaged, ImportError):  # ... or are of a system that this release does not know
        return None


def progress_text(progress: Progress) -> str:
    return _WRITE(progress).decode("ascii")


def read_progress(text: object) -> Progress | None:
    """None where nothing of the kind stands there, or what another release found."""
    try:
        found = _READ(text) if isinstance(text, str) else None
    except msgspec.DecodeError:
        return None
    return found if found is not None and found.form == FORM else None


Meant = Callable[[str, str], bool]  # by code and name


class EventPage(NamedTuple):
    """Some of the tournaments, of how many, and how many were archived and deleted."""

    rows: tuple[Summary, ...]
    total: int
    archived: int
    deleted: int


# Whatever a damaged row has there, it is not hidden unless it says so.
_DELETED = ledger.c.deleted.is_(True)
_AWAY = and_(ledger.c.deleted.is_not(True), ledger.c.archived.is_(True))
_OPEN = and_(ledger.c.deleted.is_not(True), ledger.c.archived.is_not(True))


def listing(connection: Connection, *, archived: bool, start: int, size: int, meant: Meant | None = None) -> EventPage:
    """Those under way first, then by their last change."""
    which = _AWAY if archived else _OPEN
    away, gone = _count(connection, _AWAY), _count(connection, _DELETED)
    if meant is None:
        total = away if archived else _count(connection, _OPEN)
        rows = connection.execute(_ordered(select(ledger).where(which)).offset(start).limit(size)).all()
    else:
        named = connection.execute(_ordered(select(ledger.c.id, ledger.c.code, ledger.c.name).where(which)))
        found = [row.id for row in named if meant(str(row.code), str(row.name))]
        total = len(found)
        rows = connection.execute(_ordered(select(ledger).where(ledger.c.id.in_(found[start : start + size])))).all()
    return EventPage(tuple(map(summary_of, rows)), total, away, gone)


def keep_progress(connection: Connection, code: str, version: int, progress: Progress) -> None:
    """Where the tournament stood at that version, if it is still the last one."""
    own = (ledger.c.code == code) & (ledger.c.version == version)
    connection.execute(update(ledger).where(own).values(progress=progress_text(progress)))


def _ordered(query: Select[Any]) -> Select[Any]:
    return query.order_by(ledger.c.finished, ledger.c.updated_at.desc(), ledger.c.id.desc())


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(ledger).where(which)) or 0
