"""Facts written to the database, in the transaction of the caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from ronda.facts import Fact
from ronda.store.chain import Link, Written, content_hash, links, start_hash, written
from ronda.store.engine import CHANNEL, notify
from ronda.store.outline import may_change_outline, outline
from ronda.store.reading import Head
from ronda.store.tables import fact, ledger, request
from ronda.store.values import KeyReused, Stored

_LINK = tuple(Link.__slots__)
CREATING = ""  # the scope of requests that make a tournament


# Made once: to put a statement together takes longer than to run it.
_ANSWERED = (
    select(request.c.digest, ledger.c.id, ledger.c.code, request.c.version, fact.c.hash, fact.c.at)
    .join(ledger, ledger.c.id == request.c.ledger_id)
    .join(fact, (fact.c.ledger_id == request.c.ledger_id) & (fact.c.version == request.c.version))
    .where(request.c.scope == bindparam("wanted_scope"), request.c.key == bindparam("wanted_key"))
)
_ADD_FACTS = insert(fact)
_ADD_REQUEST = insert(request)
_MOVE_HEAD = update(ledger).where(ledger.c.id == bindparam("own"))


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks to be recorded. With a key it counts once, however often it arrives."""

    facts: tuple[Fact, ...]
    texts: Written
    actor: str
    key: str | None

    @property
    def digest(self) -> str:
        return content_hash(self.texts, self.actor)


def asked(facts: Sequence[Fact], actor: str, key: str | None) -> Request:
    if not facts:
        raise ValueError("nothing to record")
    for what, text in (("actor", actor), ("key", key)):
        if text is not None and (not text or not text.isprintable()):
            raise ValueError(f"{what} must be one line of printable text: {text!r}")
    return Request(tuple(facts), written(facts), actor, key)


def answered(connection: Connection, scope: str, asking: Request) -> Head | None:
    """What the first request with this key led to."""
    if asking.key is None:
        return None
    row = connection.execute(_ANSWERED, {"wanted_scope": scope, "wanted_key": asking.key}).one_or_none()
    if row is None:
        return None
    if row.digest != asking.digest:
        raise KeyReused(asking.key)
    return Head(row.id, row.code, row.version, row.hash, row.at)


def make(connection: Connection, code: str, asking: Request, at: str) -> Stored:
    """A new tournament; a code or key that is taken is an IntegrityError."""
    row: dict[str, Any] = dict(code=code, version=0, hash=start_hash(code), created_at=at, updated_at=at)
    row |= asdict(outline(asking.facts))
    number = connection.execute(insert(ledger).values(row).returning(ledger.c.id)).scalar_one()
    end = Head(number, code, 0, row["hash"], at)
    return extend(connection, end, (), asking, at, CREATING)


def extend(connection: Connection, end: Head, before: tuple[Fact, ...], asking: Request, at: str, scope: str) -> Stored:
    """The tournament with the facts behind its last one."""
    rows = links(end.hash, end.version, asking.texts, asking.actor, at, asking.key)
    facts = before + asking.facts
    after = replace(end, version=rows[-1].version, hash=rows[-1].hash, at=at)
    connection.execute(
        _ADD_FACTS, [{"ledger_id": end.id, **{name: getattr(row, name) for name in _LINK}} for row in rows]
    )
    values: dict[str, object] = dict(own=end.id, version=after.version, hash=after.hash, updated_at=at)
    if may_change_outline(asking.facts):
        values |= asdict(outline(facts))
    connection.execute(_MOVE_HEAD, values)
    if asking.key is not None:
        answer = dict(scope=scope, key=asking.key, digest=asking.digest, ledger_id=end.id, version=after.version)
        connection.execute(_ADD_REQUEST, answer)
    notify(connection, CHANNEL, f"{after.code}:{after.version}")
    return after.with_facts(facts)
