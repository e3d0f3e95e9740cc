"""Facts written to the database, in the transaction of the caller, and with them what is derived from them and kept in
the same database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, TextClause, bindparam, func, insert, select, text, update

from ronda.core import Frozen, Tournament
from ronda.core.facts import Fact
from ronda.store.chain import (
    FactParts,
    Link,
    ParticularsRow,
    content_hash,
    links,
    salted,
    split_personal,
    start_hash,
    written,
)
from ronda.store.database.engine import CHANNEL, notify
from ronda.store.database.tables import fact, ledger, particulars, request
from ronda.store.reading import Head, may_change_outline, outline, written_progress
from ronda.store.values import Stored

# Made once: to put a statement together takes longer than to run it.
_first = fact.alias("first")
_EARLIER = (
    select(
        request.c.scope,
        request.c.key,
        request.c.digest,
        # the facts of one request are known by their common time, which no other request of the tournament has
        select(func.min(_first.c.version))
        .where(_first.c.ledger_id == fact.c.ledger_id, _first.c.at == fact.c.at)
        .scalar_subquery()
        .label("first"),
        *(ledger.c.id, ledger.c.code, fact.c.version, fact.c.hash, fact.c.at),
    )
    .join(ledger, ledger.c.id == request.c.ledger_id)
    .join(fact, (fact.c.ledger_id == request.c.ledger_id) & (fact.c.version == request.c.version))
    .where(request.c.scope.in_(bindparam("scopes", expanding=True)))
    .where(request.c.key.in_(bindparam("keys", expanding=True)))
)
_MOVE_HEAD = update(ledger).where(ledger.c.id == bindparam("own"))

RequestKey = tuple[str, str]  # scope and key of a request; the scope is the code of the tournament


class AppendRequest(Frozen):
    """What somebody asks to be recorded. With a key it counts once, however often it arrives."""

    facts: tuple[Fact, ...]
    parts: tuple[FactParts, ...]
    actor: str
    key: str | None

    @property
    def digest(self) -> str:
        """What is asked for, without saying anything about persons: it is kept, and has no salt."""
        return content_hash(tuple((part.kind, part.text) for part in self.parts), self.actor)

    @property
    def digest_of_old(self) -> str:
        """As earlier releases wrote it."""
        return content_hash(written(self.facts), self.actor)


class EarlierRequest(NamedTuple):
    """A request that came before: what it asked for, the version it was decided on, and where it led."""

    digest: str
    decided_on: int
    end: Head


class Addition(NamedTuple):
    """A request to be written: its rows, and where the facts end with them."""

    scope: str
    asking: AppendRequest
    digest: str
    rows: Sequence[Link]
    beside: Sequence[ParticularsRow]
    end: Head


def request_of(facts: Sequence[Fact], actor: str, key: str | None) -> AppendRequest:
    if not facts:
        raise ValueError("nothing to record")
    for what, told in (("actor", actor), ("key", key)):
        if told is not None and (not told or not told.isprintable()):
            raise ValueError(f"{what} must be one line of printable text: {told!r}")
    return AppendRequest(tuple(facts), tuple(map(split_personal, facts)), actor, key)


def salted_links(end: Head, asking: AppendRequest, at: str) -> tuple[list[Link], list[ParticularsRow]]:
    """The rows that follow on this end, and what stands beside them."""
    made = [salted(part, version) for version, part in enumerate(asking.parts, start=end.version + 1)]
    texts = tuple((part.kind, text) for part, (text, _) in zip(asking.parts, made, strict=True))
    rows = links(end.hash, end.version, texts, asking.actor, at, asking.key)
    return rows, [beside for _, beside in made if beside is not None]


def earlier_requests(connection: Connection, asked: Collection[RequestKey]) -> dict[RequestKey, EarlierRequest]:
    """Those of these requests that came before."""
    if not asked:
        return {}
    wanted = {"scopes": sorted({scope for scope, _ in asked}), "keys": [key for _, key in asked]}
    found = {
        (row.scope, row.key): EarlierRequest(
            row.digest, row.first - 1, Head(row.id, row.code, row.version, row.hash, row.at)
        )
        for row in connection.execute(_EARLIER, wanted)
    }
    return {one: found[one] for one in asked if one in found}


def begin_ledger(connection: Connection, code: str, facts: Sequence[Fact], at: str) -> Head:
    """Where the facts of a new tournament begin."""
    row: dict[str, Any] = dict(code=code, version=0, hash=start_hash(code), created_at=at, updated_at=at)
    row |= asdict(outline(facts))
    number = connection.execute(insert(ledger).values(row).returning(ledger.c.id)).scalar_one()
    return Head(number, code, 0, row["hash"], at)


def write(
    connection: Connection,
    additions: Sequence[Addition],
    after: Mapping[str, Stored],
    folded: Callable[[Stored], Tournament],
) -> None:
    """The rows of these requests, which lead to these tournaments, with the seals of where they end now."""
    rows = [{"ledger_id": one.end.id, **asdict(link)} for one in additions for link in one.rows]
    beside = [{"ledger_id": one.end.id, **row._asdict()} for one in additions for row in one.beside]
    requests = [
        dict(scope=one.scope, key=key, digest=one.digest, ledger_id=one.end.id, version=one.end.version)
        for one in additions
        if (key := one.asking.key) is not None
    ]
    for table, added in ((fact, rows), (particulars, beside), (request, requests)):
        add_rows(connection, table, added)
    for end in {one.end.id: one.end for one in additions}.values():
        progress = written_progress(after[end.code], folded)
        values: dict[str, object] = dict(own=end.id, version=end.version, hash=end.hash, updated_at=end.at)
        values |= dict(seal=end.seal, progress=progress)
        if any(may_change_outline(one.asking.facts) for one in additions if one.end.id == end.id):
            values |= asdict(outline(after[end.code].facts))
        connection.execute(_MOVE_HEAD, values)
        notify(connection, CHANNEL, f"{end.code}:{end.version}")


def add_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Inserts them. Every row has the same columns."""
    if not rows:
        return
    if connection.dialect.name == "postgresql" and len(rows) > 1:
        connection.execute(_from_json(table, tuple(rows[0])), {"rows": msgspec.json.encode(rows).decode()})
    else:
        connection.execute(insert(table), rows)


@cache
def _from_json(table: Table, columns: tuple[str, ...]) -> TextClause:
    """PostgreSQL's driver sends a statement for each row, and is slow with arrays; this is one text for all."""
    from sqlalchemy.dialects import postgresql  # takes a while to import, and SQLite does not need it

    types = {name: table.c[name].type.compile(postgresql.dialect()) for name in columns}  # type: ignore[no-untyped-call]
    named = ", ".join(f'"{name}"' for name in columns)
    typed = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
    given = f"json_to_recordset(CAST(:rows AS json)) AS given ({typed})"
    return text(f"INSERT INTO {table.name} ({named}) SELECT {named} FROM {given}")
