"""Which seals stand in a database, and when a new one is made.

The key of a database is the one that its oldest seal was made with. A machine with another key, or with none, neither
verifies nor seals: facts are kept as ever, and the seal stays at the entry it was made of, so that one can tell since
when there is none. Only somebody who says so seals everything anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from ronda.store.chain import problems
from ronda.store.database.tables import fact, ledger
from ronda.store.particulars import by_version
from ronda.store.reading import Head, all_rows, head
from ronda.store.seal import KnownSeal, Sealer, passed
from ronda.store.values import Damaged

# Made once: to put a statement together takes longer than to run it.
_OLDEST = select(ledger.c.seal).where(ledger.c.seal.is_not(None)).order_by(ledger.c.id).limit(1)
_UNKNOWN = "the database is sealed with another key: changes are kept, and are not sealed here (ronda seal)"


class EventSeal(NamedTuple):
    """What is known of the seal of one event. `sound`: its facts are those that were written."""

    code: str
    known: KnownSeal
    sound: bool = True


def known_seal(connection: Connection, sealer: Sealer, end: Head) -> KnownSeal:
    return sealer.known(end.seal, end.code, end.version, _hash_at(connection, end))


def _hash_at(connection: Connection, end: Head) -> Callable[[int], str | None]:
    def found(version: int) -> str | None:
        if version == end.version:
            return end.hash
        at = select(fact.c.hash).where(fact.c.ledger_id == end.id, fact.c.version == version)
        return connection.scalar(at)

    return found


def seal_after(connection: Connection, sealer: Sealer, before: Head, after: Head) -> str | None:
    """The seal of an end that follows on another one: a new one only where the one before is known and right, or where
    there was none and the database has no other key."""
    state = known_seal(connection, sealer, before).state
    if state in ("sealed", "behind") or (state == "unsealed" and _own(connection, sealer)):
        return sealer.seal(after.code, after.version, after.hash)
    if state != "broken":
        sealer.warn_once(_UNKNOWN)
    return passed(before.seal, before.version)


def _own(connection: Connection, sealer: Sealer) -> bool:
    oldest = connection.scalar(_OLDEST)
    return oldest is None or sealer.has_made(oldest)


def sealed_elsewhere(connection: Connection, sealer: Sealer) -> int:
    """How many events have a seal that was made with another key than the one here."""
    seals = connection.scalars(select(ledger.c.seal).where(ledger.c.seal.is_not(None)))
    return sum(not sealer.has_made(seal) for seal in seals)


def seals(connection: Connection, sealer: Sealer) -> list[EventSeal]:
    """Of every event, in the order they were made."""
    codes = connection.scalars(select(ledger.c.code).order_by(ledger.c.id)).all()
    return [_event_seal(connection, sealer, code)[0] for code in codes]


def seal_anew(connection: Connection, sealer: Sealer) -> list[EventSeal]:
    """Every event whose facts are those that were written is sealed with the key here. Answers what was there."""
    found = []
    for code in connection.scalars(select(ledger.c.code).order_by(ledger.c.code)).all():
        one, end = _event_seal(connection, sealer, code, lock=True)
        if end is not None:
            rows = all_rows(connection, end)
            one = one._replace(sound=not problems(code, end.version, end.hash, rows, by_version(connection, end.id)))
        if end is not None and one.sound and one.known.state != "sealed":
            seal = sealer.seal(code, end.version, end.hash)
            connection.execute(update(ledger).where(ledger.c.id == end.id).values(seal=seal))
        found.append(one)
    return found


def _event_seal(
    connection: Connection, sealer: Sealer, code: str, *, lock: bool = False
) -> tuple[EventSeal, Head | None]:
    try:
        end = head(connection, code, lock)
    except Damaged:
        end = None
    if end is None:
        return EventSeal(code, KnownSeal("broken", 0), sound=False), None
    return EventSeal(code, known_seal(connection, sealer, end)), end
