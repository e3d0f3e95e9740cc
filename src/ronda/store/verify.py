"""Whether a tournament in the database is the one that was written: every fact, their end, and what a list shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy import Row as SqlRow

from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.store.chain import ERASED, problems
from ronda.store.database.tables import fact, ledger, request
from ronda.store.particulars import by_version, whole_fact
from ronda.store.progress import outline, progress_of, progress_text, read_progress
from ronda.store.reading import Head, all_rows
from ronda.store.seal import Sealer, known_seal
from ronda.store.values import Problem, Stored, Verified

Noted = tuple[int, str]  # a version, and how its hash begins


def verified(connection: Connection, end: Head, sealer: Sealer, noted: Noted | None = None) -> Verified:
    """Everything that can be verified here, against what somebody noted as well."""
    rows, beside = all_rows(connection, end), by_version(connection, end.id)
    found = problems(end.code, end.version, end.hash, rows, beside)
    line = connection.execute(select(ledger).where(ledger.c.id == end.id)).one()
    if not found:  # else the facts cannot be told from what somebody made of them
        found += _other_outline(line, rows)
    found += _lost_requests(connection, end)
    seal = known_seal(connection, sealer, end)
    if seal.state == "broken":
        found.append(Problem("seal", seal.version))
    if noted is not None:
        found += _not_as_noted(rows, noted)
    return Verified(end.version, end.hash, seal.state, tuple(found), seal.version)


def verified_since(
    connection: Connection, end: Head, sealer: Sealer, since: Verified, stored: Stored, tournament: Tournament
) -> Verified | None:
    """What came behind an end that was found right, and that it is still there; with `stored` as it was read. None
    where everything must be looked at: the facts lead elsewhere, or something was erased."""
    if since.problems or since.version > end.version or stored.hash != end.hash:
        return None
    query = select(fact).where(fact.c.ledger_id == end.id, fact.c.version >= since.version)
    found_rows = connection.execute(query.order_by(fact.c.version)).all()
    if not found_rows or (found_rows[0].version, found_rows[0].hash) != (since.version, since.hash):
        return None
    rows = found_rows[1:]
    if any(map(_erases, rows)):
        return None
    beside = by_version(connection, end.id, since.version + 1)
    found = problems(end.code, end.version, end.hash, rows, beside, (since.version, since.hash))
    line = connection.execute(select(ledger).where(ledger.c.id == end.id)).one()
    if not found:
        at = {"updated_at": found_rows[-1].at}
        found += _other_line(line, asdict(outline(stored.facts)) | at, tournament)
    found += _lost_requests(connection, end)
    seal = known_seal(connection, sealer, end)
    if seal.state == "broken":
        found.append(Problem("seal", seal.version))
    return Verified(end.version, end.hash, seal.state, tuple(found), seal.version)


def _erases(row: SqlRow[Any]) -> bool:
    return bool(row.kind == ERASED)


def _other_line(line: SqlRow[Any], told: dict[str, object], tournament: Tournament) -> Iterator[Problem]:
    if read_progress(line.progress) is not None:  # else it is worked out when somebody asks
        told = told | {"progress": progress_text(progress_of(tournament))}
    for column, expected in told.items():
        if getattr(line, column) != expected:
            yield Problem("outline", line.version, {"column": column, "expected": str(expected)})


def _other_outline(line: SqlRow[Any], rows: Sequence[SqlRow[Any]]) -> Iterator[Problem]:
    """What the list of tournaments shows must follow from the facts."""
    try:
        facts = [whole_fact(row.kind, row.body, None) for row in rows]
        tournament = fold(in_force(facts))
        told: dict[str, object] = asdict(outline(facts))
    except (LookupError, AssertionError, ValueError, TypeError, AttributeError):  # the replay tells it
        return
    told |= {"created_at": rows[0].at, "updated_at": rows[-1].at} if rows else {}
    yield from _other_line(line, told, tournament)


def _lost_requests(connection: Connection, end: Head) -> Iterator[Problem]:
    """A request that was answered led to a fact: one that is gone was cut off."""
    query = select(request.c.version).where(request.c.ledger_id == end.id, request.c.version > end.version)
    for version in sorted(set(connection.scalars(query))):
        yield Problem("request", version, {"last": end.version})


def _not_as_noted(rows: Sequence[SqlRow[Any]], noted: Noted) -> Iterator[Problem]:
    version, digits = noted
    found = next((row for row in rows if row.version == version), None)
    if found is None:
        yield Problem("noted_lost", version)
    elif not str(found.hash).startswith(digits):
        yield Problem("noted_differs", version)
