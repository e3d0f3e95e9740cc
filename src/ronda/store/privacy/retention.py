"""Until when personal data of an event are kept (PP6.4). What is due is shown; nobody is ever erased unseen."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select

from ronda.store.database.tables import fact, ledger, note, particulars
from ronda.store.notes import Note, read_note, write_note
from ronda.store.particulars import KINDS

YEARS = 2  # after the last round, unless somebody says otherwise
_NOTE = "retention"
_PLAYING = ("paired", "published", "result_entered", "closed", "finished")
_PLAIN_NAME = '%"name":%'  # in a body as earlier releases wrote it


@dataclass(frozen=True, slots=True)
class Retention:
    """Until when; None: for ever. `chosen`: somebody said so. `version`: how often that was said."""

    until: date | None
    chosen: bool = False
    version: int = 0

    def is_due(self, today: date) -> bool:
        return self.until is not None and today >= self.until


def retention_of(connection: Connection, code: str) -> Retention:
    """Of an event that is there."""
    row = connection.execute(select(ledger.c.id, ledger.c.created_at).where(ledger.c.code == code)).one()
    return _read(connection, row.id, row.created_at, read_note(connection, code, _NOTE))


def keep(connection: Connection, code: str, until: date | None, *, expected: int | None = None) -> bool:
    """Until that date, or for ever; false if somebody else has said something since."""
    value = {"until": None if until is None else until.isoformat()}
    return write_note(connection, code, _NOTE, value, expected) is not None


def keep_as_usual(connection: Connection, code: str, *, expected: int | None = None) -> bool:
    """As if nobody had ever said anything."""
    return write_note(connection, code, _NOTE, None, expected) is not None


def due_codes(connection: Connection, today: date, among: Collection[str] | None = None) -> set[str]:
    """The events, or those `among` these, whose time is up and in which there is still somebody to be erased."""
    of_event, of_note = select(ledger.c.code, ledger.c.created_at), select(note.c.scope).where(_said())
    if among is not None:
        of_event, of_note = of_event.where(ledger.c.code.in_(among)), of_note.where(note.c.scope.in_(among))
    said = set(connection.scalars(of_note))
    rows = connection.execute(of_event).all()
    found: set[str] = set()
    for row in rows:
        with suppress(ValueError, TypeError, AttributeError):  # a damaged event: told where it is opened
            if (row.code in said or _may_be_over(row.created_at, today)) and is_due(connection, row.code, today):
                found.add(row.code)
    return found


def is_due(connection: Connection, code: str, today: date) -> bool:
    """Whether the time of this event is up and there is still somebody to be erased."""
    row = connection.execute(select(ledger.c.id, ledger.c.created_at).where(ledger.c.code == code)).one()
    said = read_note(connection, code, _NOTE)
    if said.value is None and not _may_be_over(row.created_at, today):
        return False
    return _read(connection, row.id, row.created_at, said).is_due(today) and _has_people(connection, row.id)


def _may_be_over(created_at: str, today: date) -> bool:
    """An event cannot have ended before it began. Of a damaged one nothing is known."""
    try:
        return later(_day(created_at)) <= today
    except (ValueError, TypeError):
        return False


def later(day: date, years: int = YEARS) -> date:
    """So many years later; what no calendar has is the day after."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return date(day.year + years, 3, 1)


def _said() -> ColumnElement[bool]:
    return and_(note.c.name == _NOTE, note.c.value != "null")


def _read(connection: Connection, own: int, created_at: str, said: Note) -> Retention:
    if said.value is None:
        return Retention(later(_last_day(connection, own, created_at)), version=said.version)
    until = said.value.get("until")
    return Retention(None if until is None else date.fromisoformat(until), chosen=True, version=said.version)


def _last_day(connection: Connection, own: int, created_at: str) -> date:
    """Of the last round, or, before there is one, when the event was made."""
    playing = select(fact.c.at).where(fact.c.ledger_id == own, fact.c.kind.in_(_PLAYING))
    last = playing.order_by(fact.c.version.desc()).limit(1)  # read from the end: that is found at once
    return _day(connection.scalar(last) or created_at)


def _day(at: str) -> date:
    return datetime.fromisoformat(at).date()


def _has_people(connection: Connection, own: int) -> bool:
    beside = exists().where(particulars.c.ledger_id == own)
    inside = exists().where(fact.c.ledger_id == own, fact.c.kind.in_(KINDS), fact.c.body.like(_PLAIN_NAME))
    return bool(connection.scalar(select(or_(beside, inside))))
