"""Seasons and festivals in the database: their changes, appended one version after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select, update

from ronda.desk.collections import AnyChange, Collection, CollectionBegun, Recorded, folded
from ronda.store.database.tables import collection, collection_change, ledger
from ronda.store.values import Damaged, fresh_code, read_code

_CHANGE: msgspec.json.Decoder[AnyChange] = msgspec.json.Decoder(AnyChange)
_ATTEMPTS = 8
_WITH_CHANGES = select(
    collection.c.code,
    collection_change.c.version,
    collection_change.c.body,
    collection_change.c.actor,
    collection_change.c.at,
).join_from(collection, collection_change)


def create_collection(connection: Connection, begun: CollectionBegun, actor: str, at: str) -> Collection:
    """With a code of its own, which no tournament has. The transaction must be one that writes."""
    for _ in range(_ATTEMPTS):
        code = fresh_code()
        taken = select(ledger.c.id).where(ledger.c.code == code)
        other = select(collection.c.id).where(collection.c.code == code)
        if connection.execute(taken).first() is None and connection.execute(other).first() is None:
            break
    row = insert(collection).values(code=code, kind=begun.of, version=0, created_at=at).returning(collection.c.id)
    number = connection.execute(row).scalar_one()
    _write(connection, number, 1, begun, actor, at)
    return folded(code, [Recorded(1, begun, actor, at)])


def append_change(
    connection: Connection, standing: Collection, change: AnyChange, actor: str, at: str
) -> Collection | None:
    """The collection with one change more; None if it is not as it was any more."""
    here = (collection.c.code == standing.code) & (collection.c.version == standing.version)
    wanted = select(collection.c.id).where(here)
    number = connection.execute(wanted.with_for_update()).scalar()
    if number is None:
        return None
    _write(connection, number, standing.version + 1, change, actor, at)
    return read_collection(connection, standing.code)


def _write(connection: Connection, number: int, version: int, change: AnyChange, actor: str, at: str) -> None:
    body = msgspec.json.encode(change).decode()
    values = dict(collection_id=number, version=version, body=body, actor=actor, at=at)
    connection.execute(insert(collection_change).values(values))
    connection.execute(update(collection).where(collection.c.id == number).values(version=version))


def changes_of(connection: Connection, code: str) -> list[Recorded]:
    """All changes with who and when; none where there is no such collection."""
    meant = read_code(code)
    wanted = _WITH_CHANGES.where(collection.c.code == meant).order_by(collection_change.c.version)
    return [_recorded(row) for row in connection.execute(wanted)] if meant else []


def read_collection(connection: Connection, code: str) -> Collection | None:
    """As it stands; None if there is none of that code. One that was deleted says so."""
    records = changes_of(connection, code)
    return folded(read_code(code) or "", records) if records else None


def collections(connection: Connection) -> list[Collection]:
    """All that are not deleted, the newest first."""
    found: defaultdict[str, list[Recorded]] = defaultdict(list)
    for row in connection.execute(_WITH_CHANGES.order_by(collection.c.id.desc(), collection_change.c.version)):
        found[row.code].append(_recorded(row))
    made = [folded(code, records) for code, records in found.items()]
    return [one for one in made if not one.deleted]


def _recorded(row: Any) -> Recorded:
    try:
        return Recorded(row.version, _CHANGE.decode(row.body), row.actor, row.at)
    except msgspec.MsgspecError as error:
        raise Damaged(row.code, row.version, "a change of a collection") from error


class EventHead(NamedTuple):
    """A tournament as the list of tournaments has it."""

    code: str
    version: int
    hash: str
    name: str
    system: str
    finished: bool
    deleted: bool
    created_at: str


def heads_of(connection: Connection, codes: Sequence[str]) -> dict[str, EventHead]:
    """Where these tournaments stand, without reading any of them."""
    columns = [ledger.c[name] for name in EventHead._fields]
    wanted = select(*columns).where(ledger.c.code.in_(codes))
    return {row.code: EventHead(*row) for row in connection.execute(wanted)}
