"""The list of tournaments, a page at a time: what it costs does not depend on how many there are, nor on their size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select, update

from ronda.store.access.accounts import of_account
from ronda.store.database.tables import ledger
from ronda.store.progress import Progress, progress_text
from ronda.store.reading import summary_of
from ronda.store.values import Summary

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


def listing(
    connection: Connection,
    *,
    archived: bool,
    start: int,
    size: int,
    meant: Meant | None = None,
    account: int | None = None,
) -> EventPage:
    """Those under way first, then by their last change; of one account, or the server's own."""
    own = of_account(account)
    which = and_(own, _AWAY if archived else _OPEN)
    away, gone = _count(connection, and_(own, _AWAY)), _count(connection, and_(own, _DELETED))
    if meant is None:
        total = away if archived else _count(connection, which)
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
