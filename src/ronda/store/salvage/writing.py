"""Saved tournaments written to a store: with their codes, and with the very rows that their chain holds on to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby

from sqlalchemy import Connection, insert, select

from ronda.store.batch import CREATING
from ronda.store.chain import ERASED, Link, content_hash
from ronda.store.database.bulk_insert import add_rows
from ronda.store.database.tables import fact, ledger, note, particulars, request
from ronda.store.particulars import asked_text
from ronda.store.reading import Head
from ronda.store.salvage.facts import Saved
from ronda.store.seal import Sealer
from ronda.store.sealing import seal_after
from ronda.store.summary import outline


def present(connection: Connection, codes: Sequence[str]) -> set[str]:
    """Those of these codes that are taken."""
    return set(connection.scalars(select(ledger.c.code).where(ledger.c.code.in_(codes))))


def write_saved(connection: Connection, saved: Saved, sealer: Sealer) -> None:
    """In the transaction of the caller, who has seen that the code is free."""
    last = saved.rows[-1]
    row = dict(code=saved.code, version=last.version, hash=last.hash, created_at=saved.rows[0].at, updated_at=last.at)
    row |= asdict(outline(saved.facts))
    nothing, end = Head(0, saved.code, 0, "", last.at), Head(0, saved.code, last.version, last.hash, last.at)
    row["seal"] = seal_after(connection, sealer, nothing, end)
    number = connection.execute(insert(ledger).values(row).returning(ledger.c.id)).scalar_one()
    add_rows(connection, fact, [{"ledger_id": number, **asdict(link)} for link in saved.rows])
    add_rows(connection, particulars, [{"ledger_id": number, **one._asdict()} for one in saved.beside])
    add_rows(connection, request, [{**one, "ledger_id": number} for one in _requests(saved)])
    for one in saved.notes:
        connection.execute(insert(note).values(one._asdict()))


def _requests(saved: Saved) -> Iterator[dict[str, object]]:
    """What came with a key is not taken twice, also if it comes once more from a phone that heard no answer. The facts
    of one request have the same time."""
    for _, group in groupby(saved.rows, key=lambda row: row.at):
        rows: list[Link] = list(group)
        first, last = rows[0], rows[-1]
        if last.key is not None:
            scope = CREATING if first.version == 1 else saved.code
            asked = [(row.kind, asked_text(row.kind, row.body)) for row in rows]
            told = tuple((kind, text) for kind, text in asked if text is not None)
            less = len(told) < len(asked) or any(
                row.kind == ERASED for row in rows
            )  # an erasure tells what it took out
            digest = "" if less else content_hash(told, last.actor)  # as where it was redacted
            yield dict(scope=scope, key=last.key, digest=digest, version=last.version)
