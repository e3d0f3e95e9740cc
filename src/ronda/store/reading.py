"""Tournaments read from the database, building on what is known already; and the list of them, a page at a time: what
that costs does not depend on how many there are, nor on their size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, func, select, update
from sqlalchemy import Row as SqlRow

from ronda.core import Frozen, Tournament, fold, in_force
from ronda.core.facts import Archived, Created, Deleted, Fact, Finished, Redone, Renamed, Undone
from ronda.desk.decisions import missing_results
from ronda.desk.permissions import Phase, phase
from ronda.formats.fact_text import FactUnreadable
from ronda.store.access import of_account
from ronda.store.chain import ERASED, ParticularsRow, beside_rows, follows, join_personal, redactions, start_hash, whole
from ronda.store.database.tables import fact, ledger
from ronda.store.values import Damaged, LedgerEntry, Stored, Summary
from ronda.systems import planned_rounds

FORM = 2  # another one for every change of what stands here or how it is found


class Progress(Frozen, array_like=True):
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
    return Progress(
        FORM,
        phase(tournament),
        len(tournament.players),
        len(tournament.rounds),
        planned_rounds(tournament),
        len(missing_results(tournament)),
    )


def written_progress(stored: Stored, folded: Callable[[Stored], Tournament]) -> str | None:
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


_TELLING = (Created, Renamed, Finished, Archived, Deleted)


class Outline(Frozen):
    name: str
    system: str
    finished: bool
    archived: bool
    deleted: bool


def may_change_outline(facts: Iterable[Fact]) -> bool:
    return any(isinstance(fact, (*_TELLING, Undone, Redone)) for fact in facts)


def outline(facts: Sequence[Fact]) -> Outline:
    """Folds only the few facts that tell it: a list of tournaments does not need their rounds."""
    tournament = fold(fact for fact in in_force(facts) if isinstance(fact, _TELLING))
    name, system = _plain(tournament.setup.name), _plain(tournament.setup.system)
    return Outline(name, system, tournament.finished, tournament.archived, tournament.deleted)


def _plain(text: str) -> str:
    """Text that every database takes: no NUL, no half of a surrogate pair."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


class Head(Frozen):
    """Where the facts of a tournament end, and the seal that stands there."""

    id: int
    code: str
    version: int
    hash: str
    at: str
    seal: str | None = None

    def with_facts(self, facts: tuple[Fact, ...]) -> Stored:
        return Stored(self.code, self.version, self.hash, datetime.fromisoformat(self.at), facts)


# Made once: to put a statement together takes longer than to run it.
_HEAD = select(ledger.c.id, ledger.c.code, ledger.c.version, ledger.c.hash, ledger.c.updated_at, ledger.c.seal).where(
    ledger.c.code == bindparam("wanted")
)
_HEAD_LOCKED = _HEAD.with_for_update()
_BETWEEN = (fact.c.ledger_id == bindparam("own"), fact.c.version.between(bindparam("start"), bindparam("end")))
_ROWS = select(fact).where(*_BETWEEN).order_by(fact.c.version)
_TIMES = select(fact.c.at).where(*_BETWEEN).order_by(fact.c.version)
_KINDS: dict[str, type] = {
    "code": str,
    "name": str,
    "system": str,
    "version": int,
    "hash": str,
    "created_at": str,
    "updated_at": str,
}
_NOT_ASKED = object()
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def head(connection: Connection, code: str, lock: bool = False) -> Head | None:
    """The end of a tournament's facts. Locked, it stays the end until the transaction is over."""
    rows = connection.execute(_HEAD_LOCKED if lock else _HEAD, {"wanted": code}).all()
    if not rows:
        return None
    end = Head(*rows[0])
    if len(rows) > 1 or type(end.version) is not int or type(end.hash) is not str or not _is_time(end.at):
        raise Damaged(code, 0, f"column {_wrong_column(rows[0]) or 'code'}")
    return end


def _wrong_column(row: SqlRow[*tuple[Any, ...]]) -> str | None:
    """The first column of the list of tournaments that cannot be what was written."""
    for name, kind in _KINDS.items():
        value = row._mapping.get(name, _NOT_ASKED)
        if value is not _NOT_ASKED and (type(value) is not kind or (name.endswith("_at") and not _is_time(value))):
            return name
    return None


def _is_time(text: object) -> bool:
    try:
        return datetime.fromisoformat(str(text)).tzinfo is not None
    except ValueError:
        return False


def stored(connection: Connection, end: Head, known: Stored | None) -> Stored:
    """The tournament up to this end. What is known is taken over if the chain in the database really leads over it:
    a database restored from a copy may have gone another way since."""
    if known is not None and known.hash == end.hash and known.version == end.version:
        return known
    rows = fact_rows(connection, end, known.version if known is not None else 1)
    if known is not None and (not rows or rows[0].hash != known.hash or any(row.kind == ERASED for row in rows[1:])):
        return stored(connection, end, None)  # where somebody was erased, what is known still has the names
    beside = beside_rows(connection, end.id, rows)
    if known is None:
        facts = decoded(end, rows, 1, start_hash(end.code), beside, lambda: _erasures(connection, end))
    else:
        facts = known.facts + decoded(end, rows[1:], known.version + 1, known.hash, beside)
    if len(facts) != end.version or rows[-1].hash != end.hash:
        raise Damaged(end.code, min(len(facts) + 1, end.version), "facts are missing")
    return end.with_facts(facts)


def fact_rows(connection: Connection, end: Head, start: int, last: int | None = None) -> Sequence[SqlRow[Any]]:
    """The rows from version `start` up to the end, or to the `last` one asked for."""
    until = end.version if last is None else min(last, end.version)
    return connection.execute(_ROWS, {"own": end.id, "start": start, "end": until}).all()


def times(connection: Connection, end: Head) -> Sequence[datetime]:
    """When each fact was recorded."""
    values = {"own": end.id, "start": 1, "end": end.version}
    return [_moment(at) for at in connection.scalars(_TIMES, values)]


def all_rows(connection: Connection, end: Head) -> Sequence[SqlRow[Any]]:
    """Every row of a tournament, also what should not be there."""
    query = select(fact).where(fact.c.ledger_id == end.id)
    return connection.execute(query.order_by(fact.c.version)).all()


def _erasures(connection: Connection, end: Head) -> Sequence[SqlRow[Any]]:
    """Also those behind this end: who asks for an earlier state gets what is left of it."""
    query = select(fact).where(fact.c.ledger_id == end.id, fact.c.kind == ERASED)
    return connection.execute(query.order_by(fact.c.version)).all()


def decoded(
    end: Head,
    rows: Sequence[SqlRow[Any]],
    start: int,
    before: str | None,
    beside: Mapping[int, ParticularsRow],
    erasures: Callable[[], Sequence[SqlRow[Any]]] = tuple,
) -> tuple[Fact, ...]:
    """The facts of rows without a gap, with what stands beside them, each of which is what was written behind the row
    with the hash `before`: a database that was damaged, or changed by other ways, never gives another tournament. (With
    None they are taken as they are, to see what becomes of them.) `erasures`: those of the tournament, if they are not
    all among the rows."""
    redacted, asked = redactions(rows), False
    facts: list[Fact] = []
    for version, row in enumerate(rows, start=start):
        if not whole(row):
            raise Damaged(end.code, version, "not of the right kind")
        if row.version != version:
            raise Damaged(end.code, version, "facts are missing")
        try:
            facts.append(join_personal(row.kind, row.body, beside.get(version)))
        except FactUnreadable as unreadable:
            raise Damaged(end.code, version, str(unreadable)) from unreadable
        if before is None:
            continue
        if not follows(before, row, redacted):
            if not asked:
                redacted, asked = redactions(erasures()) | redacted, True
            if not follows(before, row, redacted):
                raise Damaged(end.code, version, "not what was written")
        before = row.hash
    return tuple(facts)


def records(connection: Connection, end: Head, after: int, last: int | None = None) -> tuple[LedgerEntry, ...]:
    """What was recorded after that version, up to the end or to the `last` one asked for."""
    rows = fact_rows(connection, end, max(after, 1), last)
    before = start_hash(end.code)
    if after > 0:
        before, rows = (str(rows[0].hash), rows[1:]) if rows else (end.hash, rows)
    beside = beside_rows(connection, end.id, rows)
    facts = decoded(end, rows, after + 1, before, beside, lambda: _erasures(connection, end))
    for row in rows:
        if not _is_time(row.at):
            raise Damaged(end.code, row.version, "no valid time")
    return tuple(
        LedgerEntry(row.version, one, row.actor, datetime.fromisoformat(row.at), row.key, row.hash)
        for row, one in zip(rows, facts, strict=True)
    )


def summaries(connection: Connection) -> tuple[Summary, ...]:
    """All tournaments, in the order they were made. One whose row cannot be read has a summary that says so."""
    return tuple(map(summary_of, connection.execute(select(ledger).order_by(ledger.c.id))))


def summary_of(row: SqlRow[Any]) -> Summary:
    code, name, system = (value if type(value) is str else "" for value in (row.code, row.name, row.system))
    return Summary(
        code=code or f"#{row.id}",
        name=name,
        system=system,
        version=row.version if type(row.version) is int else 0,
        created_at=_moment(row.created_at),
        updated_at=_moment(row.updated_at),
        finished=bool(row.finished),
        archived=bool(row.archived),
        deleted=bool(row.deleted),
        progress=read_progress(row.progress),
        damage=_wrong_column(row),
    )


def _moment(text: object) -> datetime:
    return datetime.fromisoformat(text) if type(text) is str and _is_time(text) else _NO_TIME


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
