"""Wrong tries of late, where all workers see them: so many by this account, so many from there. Who tries is kept as a
hash only, and for a day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from sqlalchemy import Connection, delete, func, select

from ronda.store.database.tables import note
from ronda.store.notes import notes_of, read_note, write_note

FORGOTTEN_AFTER = timedelta(days=1)
_PREFIX = "tries:"
_LOCK = 0x5452494553  # "TRIES"


@dataclass(frozen=True, slots=True)
class Count:
    """Who is counted, how many wrong tries are free, and how long it may take at most until the next one."""

    whom: str
    free: int
    most_seconds: int

    @property
    def name(self) -> str:
        return f"{_PREFIX}{blake2b(self.whom.encode('utf-8', 'replace'), digest_size=16).hexdigest()}"

    def pause(self, wrong: int) -> timedelta:
        """Doubled with each wrong try that is not free any more."""
        beyond = wrong - self.free
        seconds = 0 if beyond < 0 else min(2 ** min(beyond, 30), self.most_seconds)
        return timedelta(seconds=seconds)


def begin_try(connection: Connection, counts: Sequence[Count], now: datetime) -> timedelta:
    """How long to wait. If not at all, a try is counted for each, as a wrong one until it is forgiven: so many at the
    same moment do not come through. The transaction must be one that writes."""
    if connection.dialect.name == "postgresql":  # elsewhere a transaction that writes is alone
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    wait = pause_left(connection, counts, now)
    if wait:
        return wait
    _sweep(connection, now)
    for count in counts:
        wrong, _ = _read(connection, count, now)
        write_note(connection, "", count.name, {"wrong": wrong + 1, "at": now.isoformat()}, quiet=True)
    return timedelta()


def pause_left(connection: Connection, counts: Sequence[Count], now: datetime) -> timedelta:
    """How long to wait before the next try, without one. It only reads: whoever has to wait keeps no writer waiting."""
    found = [(count, *_read(connection, count, now)) for count in counts]
    return max(timedelta(), *(last + count.pause(wrong) - now for count, wrong, last in found))


def forgive(connection: Connection, own: Iterable[Count], shared: Iterable[Count]) -> None:
    """It was right after all. Whoever tries there alone begins anew; where others tried too, it was one try less."""
    for count in own:
        connection.execute(delete(note).where(note.c.scope == "", note.c.name == count.name))
    for count in shared:
        found = read_note(connection, "", count.name).value
        if found:
            left = {**found, "wrong": max(found["wrong"] - 1, 0)}
            write_note(connection, "", count.name, left, quiet=True)


def forget_all(connection: Connection) -> None:
    """There is another password: what was tried before says nothing."""
    connection.execute(delete(note).where(note.c.scope == "", note.c.name.startswith(_PREFIX, autoescape=True)))


def _read(connection: Connection, count: Count, now: datetime) -> tuple[int, datetime]:
    """The wrong tries, and the last of them; a clock that was set back makes nobody wait longer."""
    value = read_note(connection, "", count.name).value
    if not value or _is_old(value, now):
        return 0, now
    return int(value["wrong"]), min(datetime.fromisoformat(value["at"]), now)


def _is_old(value: dict[str, str], now: datetime) -> bool:
    return datetime.fromisoformat(value["at"]) <= now - FORGOTTEN_AFTER


def _sweep(connection: Connection, now: datetime) -> None:
    old = [name for name, kept in notes_of(connection, "", _PREFIX) if _is_old(kept.value, now)]
    if old:
        connection.execute(delete(note).where(note.c.scope == "", note.c.name.in_(old)))
