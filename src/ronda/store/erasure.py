"""Somebody erased from the database (PP6): what stands beside the chain is deleted, and what earlier releases wrote
into the chain itself is taken out of it.

Nothing is hashed anew. Of a row that is changed the hash stays, and the erasure, which is a link of the chain like
every fact, says of which rows something was taken out, with a digest of what is left.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, or_, select, update
from sqlalchemy import Row as SqlRow

from ronda.core.erasing import WITH_TEXTS, fact_left, free_texts, people_in
from ronda.core.facts import Erased, Fact
from ronda.core.model import EMPTIED, PERSONAL, removed_name
from ronda.formats.fact_text import FactUnreadable, body_text, fact_text, kind_name, text_body, text_fact
from ronda.store.chain import ERASED, KINDS, REMOVED, Link, left_hash
from ronda.store.database.engine import CHANNEL, notify, writing
from ronda.store.database.tables import fact, ledger, note, particulars, request, sign_up
from ronda.store.notes import CALL_NOTES, PHONE_NOTES, read_note, write_note
from ronda.store.reading import Head

_log = logging.getLogger(__name__)

# facts in which somebody may have written something
_WRITTEN = ("paired", "rearranged", *map(kind_name, WITH_TEXTS))
_ACTOR = re.compile(r".*\(#([0-9]{1,9})\)")  # a player as earlier releases named them
_SCRUB = "scrub"  # the note that says that bytes of what was erased may still be in the file
_AT_ONCE = 500  # players in one statement
_PATIENCE = 2000  # milliseconds to wait for readers: the hall waits as well, and it can be done later

_CHANGE = (
    update(fact)
    .where(fact.c.ledger_id == bindparam("own"), fact.c.version == bindparam("at_version"))
    .values(body=bindparam("left_body"), actor=bindparam("left_actor"))
)


def erase(connection: Connection, end: Head, erased: Erased) -> Erased:
    """Takes everything about these players out of the tournament, and answers with what is to be recorded of it."""
    for some in _some(sorted(erased.players)):
        connection.execute(delete(particulars).where(particulars.c.ledger_id == end.id, particulars.c.player.in_(some)))
        phones = (note.c.scope == end.code) & note.c.name.in_(
            [f"{kind}:{player}" for kind in (PHONE_NOTES, CALL_NOTES) for player in some]
        )
        for name in connection.scalars(select(note.c.name).where(phones)).all():
            notify(connection, CHANNEL, f"{end.code}:{name}")
        connection.execute(delete(note).where(phones))
    if connection.scalar(select(particulars.c.player).where(particulars.c.ledger_id == end.id).limit(1)) is None:
        # nobody is left: nor is anybody who only signed up
        connection.execute(update(sign_up).where(sign_up.c.scope == end.code).values(body="{}", device=""))
    left = [one for row in _rows(connection, end) if (one := _left_of(row, erased)) is not None]
    if left:
        rows = [dict(own=end.id, at_version=one.version, left_body=one.body, left_actor=one.actor) for one in left]
        connection.execute(_CHANGE, rows)
    for some in _some(sorted({one.key for one in left if one.key is not None})):
        # a digest without a salt of what was asked for then; whoever has the key is answered as before
        own = (request.c.ledger_id == end.id) & request.c.key.in_(some)
        connection.execute(update(request).where(own).values(digest=""))
    scrub_later(connection)
    return replace(erased, redacted={one.version: left_hash(one) for one in left})


def _some(items: list[Any]) -> Iterator[list[Any]]:
    for at in range(0, len(items), _AT_ONCE):
        yield items[at : at + _AT_ONCE]


def _rows(connection: Connection, end: Head) -> Iterable[SqlRow[Any]]:
    """The rows that may have something about a person in them."""
    named = or_(fact.c.kind.in_((*KINDS, *_WRITTEN)), fact.c.actor.like("%(#%)"))
    query = select(fact).where(fact.c.ledger_id == end.id, fact.c.version <= end.version, named)
    return connection.execute(query.order_by(fact.c.version)).all()


def _left_of(row: SqlRow[Any], erased: Erased) -> Link | None:
    """What is left of the row; None if nothing is taken out."""
    body, actor = _body_left(row, erased), _actor_left(row.actor, erased)
    if (body, actor) == (row.body, row.actor):
        return None
    return Link(row.version, row.kind, body, actor, row.at, row.key, row.hash)


def _actor_left(actor: str, erased: Erased) -> str:
    named = _ACTOR.fullmatch(actor)
    return removed_name(int(named[1])) if named and int(named[1]) in erased.players else actor


def _body_left(row: SqlRow[Any], erased: Erased) -> str:
    text: str = row.body
    try:
        if row.kind in KINDS:
            body = text_body(row.kind, text)
            player = body["player"]
            if player["id"] not in erased.players or not any(name in player for name in PERSONAL):
                return text
            rest = {key: value for key, value in player.items() if key not in PERSONAL}
            return body_text({**body, "player": {**rest, REMOVED: True}})
        if row.kind in _WRITTEN:
            told = text_fact(row.kind, text)
            left = fact_left(told, erased.players, erased.rounds)
            return text if left == told else fact_text(left)[1]
    except (FactUnreadable, LookupError, TypeError):  # damaged: `verify` tells of it
        _log.warning("nothing erased in version %s, which cannot be read", row.version)
    return text


# --- what is left in the file ------------------------------------------------------------------------------


def scrub_later(connection: Connection) -> None:
    """Something was deleted of which no bytes may stay in the file."""
    if connection.dialect.name == "sqlite":
        write_note(connection, "", _SCRUB, True)


def scrub(engine: Engine) -> bool:
    """Writes the file of a SQLite database anew, without what was deleted, and empties the log beside it, if somebody
    was erased since that was last done; false if others kept it from being done. (A server does so by itself, in
    time.)"""
    if engine.dialect.name != "sqlite":
        return True
    with engine.connect() as connection:
        due = read_note(connection, "", _SCRUB)
    if not due.value:
        return True
    pooled = engine.raw_connection()
    try:
        driver = pooled.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute(f"PRAGMA busy_timeout={_PATIENCE}")
        driver.execute("VACUUM")
        busy = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError as error:  # a full disk, for one
        _log.warning("what was erased may still be in the file: %s", error)
        return False
    finally:
        pooled.invalidate()  # it has less patience than others
    if busy:
        _log.warning("what was erased may still be in the file: somebody reads it")
        return False
    with writing(engine).begin() as connection:
        write_note(connection, "", _SCRUB, False, expected=due.version)
    return True


# --- what was erased, for a copy of before -----------------------------------------------------------------


def erasures_in(connection: Connection) -> dict[str, Erased]:
    """All that was ever erased, by the code of the tournament: numbers only."""
    query = select(ledger.c.code, fact.c.body).join(fact, fact.c.ledger_id == ledger.c.id).where(fact.c.kind == ERASED)
    found: dict[str, Erased] = {}
    for code, text in connection.execute(query):
        try:
            told = text_fact(ERASED, text)
        except FactUnreadable:
            continue
        assert isinstance(told, Erased)
        known = found.get(code, Erased(()))
        found[code] = Erased(known.players + told.players, rounds=known.rounds + told.rounds)
    return found


def not_erased(facts: Sequence[Fact], erased: Erased) -> Erased:
    """What of it still stands in these facts."""
    named = people_in(facts)
    told = {number for fact in facts for number, texts in [free_texts(fact)] if set(texts) - {EMPTIED}}
    return Erased(tuple(sorted({*named} & {*erased.players})), rounds=tuple(sorted(told & {*erased.rounds})))
