"""Tournaments read from the database, building on what is known already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlalchemy import Row as SqlRow

from ronda.collector import collector_at_rest
from ronda.facts import Fact
from ronda.formats.fact_text import FactUnreadable
from ronda.store.chain import ERASED
from ronda.store.particulars import Beside, beside_rows, whole_fact
from ronda.store.tables import fact, ledger
from ronda.store.values import Damaged, Record, Stored, Summary


@dataclass(frozen=True, slots=True)
class Head:
    """Where the facts of a tournament end."""

    id: int
    code: str
    version: int
    hash: str
    at: str

    def with_facts(self, facts: tuple[Fact, ...]) -> Stored:
        return Stored(self.code, self.version, self.hash, datetime.fromisoformat(self.at), facts)


# Made once: to put a statement together takes longer than to run it.
_HEAD = select(ledger.c.id, ledger.c.code, ledger.c.version, ledger.c.hash, ledger.c.updated_at).where(
    ledger.c.code == bindparam("wanted")
)
_HEAD_LOCKED = _HEAD.with_for_update()


def head(connection: Connection, code: str, lock: bool = False) -> Head | None:
    """The end of a tournament's facts. Locked, it stays the end until the transaction is over."""
    row = connection.execute(_HEAD_LOCKED if lock else _HEAD, {"wanted": code}).one_or_none()
    return None if row is None else Head(*row)


def stored(connection: Connection, end: Head, known: Stored | None) -> Stored:
    """The tournament up to this end. What is known is taken over if the chain in the database really leads over it:
    a database restored from a copy may have gone another way since."""
    if known is not None and known.hash == end.hash and known.version == end.version:
        return known
    start = known.version if known is not None else 1
    rows = fact_rows(connection, end, start)
    if known is not None and (not rows or rows[0].hash != known.hash or _erases(rows[1:])):
        return stored(connection, end, None)
    beside = beside_rows(connection, end.id, rows)
    if known is not None:
        facts = known.facts + decoded(end, rows[1:], start + 1, beside)
    else:
        facts = decoded(end, rows, 1, beside)
    if len(facts) != end.version:
        raise Damaged(end.code, len(facts) + 1, "facts are missing")
    return end.with_facts(facts)


def _erases(rows: Sequence[SqlRow[Any]]) -> bool:
    """Whether somebody was erased there: then what is known still has the names, and all is read again."""
    return any(row.kind == ERASED for row in rows)


def fact_rows(connection: Connection, end: Head, start: int) -> Sequence[SqlRow[Any]]:
    """The rows from version `start` up to the end."""
    here = fact.c.ledger_id == end.id
    query = select(fact).where(here, fact.c.version >= start, fact.c.version <= end.version)
    return connection.execute(query.order_by(fact.c.version)).all()


def all_rows(connection: Connection, end: Head) -> Sequence[SqlRow[Any]]:
    """Every row of a tournament, also what should not be there."""
    query = select(fact).where(fact.c.ledger_id == end.id)
    return connection.execute(query.order_by(fact.c.version)).all()


def decoded(end: Head, rows: Sequence[SqlRow[Any]], start: int, beside: Mapping[int, Beside]) -> tuple[Fact, ...]:
    """The facts of rows without a gap, with what stands beside them."""
    facts: list[Fact] = []
    with collector_at_rest():
        for version, row in enumerate(rows, start=start):
            if row.version != version:
                raise Damaged(end.code, version, "facts are missing")
            try:
                facts.append(whole_fact(row.kind, row.body, beside.get(version)))
            except FactUnreadable as unreadable:
                raise Damaged(end.code, version, str(unreadable)) from unreadable
    return tuple(facts)


def records(connection: Connection, end: Head, after: int) -> tuple[Record, ...]:
    """What was recorded after that version."""
    rows = fact_rows(connection, end, after + 1)
    facts = decoded(end, rows, after + 1, beside_rows(connection, end.id, rows))
    return tuple(
        Record(row.version, one, row.actor, datetime.fromisoformat(row.at), row.key, row.hash)
        for row, one in zip(rows, facts, strict=True)
    )


def summaries(connection: Connection) -> tuple[Summary, ...]:
    """All tournaments, in the order they were made."""
    return tuple(
        Summary(
            code=row.code,
            name=row.name,
            system=row.system,
            version=row.version,
            created_at=datetime.fromisoformat(row.created_at),
            updated_at=datetime.fromisoformat(row.updated_at),
            finished=row.finished,
            archived=row.archived,
            deleted=row.deleted,
        )
        for row in connection.execute(select(ledger).order_by(ledger.c.id))
    )
