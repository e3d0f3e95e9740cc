"""What can be saved from a damaged SQLite file: of each tournament the facts from the first one on, as far as their
chain verifies.

The pages are searched for rows without SQLite, so neither a broken heading nor a broken page in between hides what
stands elsewhere. Rows may be found several times, also in states long past: only what the chain holds on to is taken.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from ronda.core import Frozen
from ronda.core.facts import Fact
from ronda.formats.fact_text import FactUnreadable
from ronda.store.batch import CREATING
from ronda.store.chain import (
    ERASED,
    Link,
    ParticularsRow,
    asked_text,
    content_hash,
    digest_in,
    digest_of,
    erasures,
    follows,
    join_personal,
    redactions,
    start_hash,
    whole,
)
from ronda.store.database.sqlite_files import Pages, read_pages, snapshot
from ronda.store.database.tables import fact, ledger, note, particulars, request
from ronda.store.reading import Head, outline
from ronda.store.seal import Sealer, seal_after
from ronda.store.values import read_code
from ronda.store.writing import add_rows

# A hash is a text of 64 letters, in the heading of a record the number 64 * 2 + 13: both kinds of rows have one.
_HASH = re.compile(rb"\x81\x0d")
_LONGEST_HEADING = 40  # bytes
# A salt is a text of 32 letters: the number 32 * 2 + 13, behind the length of the heading and three whole numbers.
_SALT = re.compile(rb"[\x06-\x08][\x00-\x09]{3}\x4d")
_BESIDE = len(particulars.columns)
_COLUMNS = frozenset(
    (_BESIDE, *range(8, len(fact.columns) + 1), *range(11, len(ledger.columns) + 1))
)  # some came later
_MOST_OVERFLOW = 4096  # pages of one row

Value = int | str | bytes | float | None


class SalvagedNote(NamedTuple):
    scope: str
    name: str
    value: str
    version: int


class Saved(Frozen):
    """A tournament: its rows as they were written, what stood beside them about persons, and its facts. There were
    `total`, as far as can be told."""

    code: str
    rows: tuple[Link, ...]
    beside: tuple[ParticularsRow, ...]
    facts: tuple[Fact, ...]
    total: int
    notes: tuple[SalvagedNote, ...]

    @property
    def whole(self) -> bool:
        return len(self.rows) == self.total


class Salvage(Frozen):
    """`passes` is how many were there, for the desk and its helpers: they are not saved, because one that was revoked
    might come back. `nameless` is how many facts belong to tournaments whose code is lost."""

    saved: tuple[Saved, ...]
    lost: tuple[str, ...]  # codes of which not even the first fact verifies
    nameless: int
    passes: int | None  # None: they cannot be counted


class _Found(NamedTuple):
    """Rows of all kinds of states: where tournaments say they end, by code, and facts and what stands beside them by
    the number of the tournament and by version, perhaps several of each."""

    ends: dict[str, int]
    facts: dict[int, dict[int, set[Link]]]
    beside: dict[int, dict[int, set[ParticularsRow]]]


def salvage(path: Path) -> Salvage:
    """Reads only; the file stays as it is. Raises OSError."""
    found = _rows(read_pages(path))
    beside = _beside(path)
    codes = sorted(found.ends.keys() | beside.codes)
    saved: dict[str, Saved] = {}
    nameless = 0
    for number, chains in found.facts.items():
        code, rows = _chained(chains, codes)  # the first fact tells which code is its own
        if code is None:
            nameless += len(chains)
        elif code not in saved or len(rows) > len(saved[code].rows):
            persons = _persons(rows, found.beside.get(number, {}))
            facts = tuple(join_personal(row.kind, row.body, persons.get(row.version)) for row in rows)
            total = max(found.ends.get(code) or max(chains), len(rows))
            notes = tuple(note for note in beside.notes if note.scope == code)
            saved[code] = Saved(code, rows, tuple(persons.values()), facts, total, notes)
    lost = tuple(sorted(found.ends.keys() - saved.keys()))
    return Salvage(tuple(saved[code] for code in codes if code in saved), lost, nameless, beside.passes)


def _chained(chains: Mapping[int, set[Link]], codes: Iterable[str]) -> tuple[str | None, tuple[Link, ...]]:
    """The code that the first fact was written under, and the longest chain from there."""
    best: tuple[str | None, tuple[Link, ...]] = (None, ())
    redacted = redactions(row for rows in chains.values() for row in rows)
    for code in codes:
        rows: list[Link] = []
        before = start_hash(code)
        while (following := _next(chains.get(len(rows) + 1, ()), before, redacted)) is not None:
            rows.append(following)
            before = following.hash
        held = _held(code, rows)
        if len(held) > len(best[1]):
            best = code, held
    return best


def _held(code: str, rows: Sequence[Link]) -> tuple[Link, ...]:
    """Up to a row of which only an erasure that is not among them says that something was taken out of it."""
    redacted, before = redactions(rows), start_hash(code)
    for at, row in enumerate(rows):
        if not follows(before, row) and not follows(before, row, redacted):
            return _held(code, rows[:at])
        before = row.hash
    return tuple(rows)


def _persons(rows: Sequence[Link], found: Mapping[int, set[ParticularsRow]]) -> dict[int, ParticularsRow]:
    """What stands beside these rows, as far as it is what was written. Who was erased is not brought back."""
    gone = erasures(rows)
    wanted = {row.version: told for row in rows if (told := digest_in(row.kind, row.body)) is not None}
    return {
        version: one
        for version, (player, digest) in wanted.items()
        for one in found.get(version, ())
        if (one.player, digest_of(one)) == (player, digest)
        and not any(version < erasure.version and player in erasure.players for erasure in gone)
    }


def _next(candidates: Iterable[Link], before: str, redacted: Mapping[int, str]) -> Link | None:
    """What is left of the row that was written next, if something was taken out of it since: rows from before that may
    still be somewhere. Else the row itself."""
    for row in sorted(candidates, key=lambda row: not (row.version in redacted and follows(before, row, redacted))):
        if follows(before, row) or (row.version in redacted and follows(before, row, redacted)):
            try:
                join_personal(row.kind, row.body, None)
            except FactUnreadable:
                return None
            return row
    return None


# --- rows in pages -----------------------------------------------------------------------------------------


def _rows(pages: Pages) -> _Found:
    """In the file and in its log. Long rows go on in other pages: those of the file, or the newer ones of the log."""
    newest = {one.number: one.page for one in pages.log}
    found = _Found({}, {}, {})
    places: list[Callable[[int], bytes]] = [pages.page, lambda number: newest.get(number) or pages.page(number)]
    for page in (*pages.in_file(), *(one.page for one in pages.log)):
        for start in _starts(page):
            for place in places:
                _sort(_record(page, start, pages.size, place), found)
    return found


def _starts(page: bytes) -> Iterator[int]:
    """Where the heading of a record may begin: it says how long it is, and has a hash in it."""
    seen: set[int] = set()
    for hit in _HASH.finditer(page):
        for start in range(max(hit.start() - _LONGEST_HEADING, 0), hit.start()):
            if start + page[start] >= hit.end() and page[start] <= _LONGEST_HEADING and start not in seen:
                seen.add(start)
                yield start
    for hit in _SALT.finditer(page):
        yield hit.start()


def _record(page: bytes, start: int, size: int, place: Callable[[int], bytes]) -> list[Value]:
    """The values of a record; empty if there is none."""
    end = start + page[start]
    kinds: list[int] = []
    at = start + 1
    while at < end:
        kind, at = _varint(page, at)
        kinds.append(kind)
    if at != end or len(kinds) not in _COLUMNS:
        return []
    lengths = [_length(kind) for kind in kinds]
    content = _content(page, start, page[start] + sum(lengths), size, place)
    values: list[Value] = []
    at = page[start]
    for kind, length in zip(kinds, lengths, strict=True):
        if at + length > len(content):
            return []
        values.append(_value(kind, content[at : at + length]))
        at += length
    return values


def _content(page: bytes, start: int, total: int, size: int, place: Callable[[int], bytes]) -> bytes:
    """The bytes of a record, with those in other pages."""
    most = size - 35
    if total <= most:
        return page[start : start + total]
    least = (size - 12) * 32 // 255 - 23
    here = least + (total - least) % (size - 4)
    here = here if here <= most else least
    parts = [page[start : start + here]]
    following = int.from_bytes(page[start + here : start + here + 4])
    missing = total - here
    for _ in range(_MOST_OVERFLOW):
        other = place(following) if missing > 0 and following else b""
        if len(other) < size:
            break
        parts.append(other[4 : 4 + missing])
        missing -= size - 4
        following = int.from_bytes(other[:4])
    return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for count in range(9):
        if at >= len(data):
            return -1, at + 1
        byte = data[at]
        at += 1
        if count == 8:
            return value << 8 | byte, at
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, at


def _length(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _value(kind: int, data: bytes) -> Value:
    if kind >= 12:
        try:
            return data.decode() if kind % 2 else data
        except UnicodeDecodeError:
            return data
    if kind in (8, 9):
        return kind - 8
    return int.from_bytes(data, signed=True) if 1 <= kind <= 6 else None


def _sort(values: list[Value], found: _Found) -> None:
    """Into the tournaments, if it is a row of ours; whether it holds shows later."""
    if len(values) == _BESIDE:
        number, version, player, salt, text = values
        if type(number) is type(version) is type(player) is int and type(salt) is type(text) is str:
            found.beside.setdefault(number, {}).setdefault(version, set()).add(
                ParticularsRow(version, player, salt, text)
            )
    elif values and values[0] is None:  # the number of a tournament stands outside of its row
        code, version = values[1:3]
        if isinstance(code, str) and isinstance(version, int) and read_code(code) == code:
            found.ends[code] = max(version, found.ends.get(code, 0))
    elif values:
        number, version, kind, body, actor, at, key, hash_ = values[:8]
        link = Link(version, kind, body, actor, at, key, hash_)  # type: ignore[arg-type]
        if type(number) is int and whole(link) and link.version >= 1:
            found.facts.setdefault(number, {}).setdefault(link.version, set()).add(link)


# --- beside the facts --------------------------------------------------------------------------------------


class _Beside(NamedTuple):
    notes: tuple[SalvagedNote, ...]
    codes: frozenset[str]
    passes: int | None


def _beside(path: Path) -> _Beside:
    """What SQLite can still read of it."""
    try:
        with closing(snapshot(path)) as connection:
            notes = tuple(_notes(connection))
            passes = _asked(connection, "SELECT count(*) FROM desk_pass")
            texts = [note.scope for note in notes]
            for query in ("SELECT scope FROM request", "SELECT code FROM tournaments", "SELECT code FROM ledger"):
                texts += [row[0] for row in _asked(connection, query) or ()]
    except (sqlite3.Error, UnicodeDecodeError):
        return _Beside((), frozenset(), None)
    codes = frozenset(text for text in texts if type(text) is str and read_code(text) == text)
    return _Beside(notes, codes, passes[0][0] if passes else None)


def _asked(connection: sqlite3.Connection, query: str) -> list[Any] | None:
    try:
        return connection.execute(query).fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _notes(connection: sqlite3.Connection) -> Iterator[SalvagedNote]:
    for row in _asked(connection, "SELECT scope, name, value, version FROM note") or ():
        if [type(value) for value in row] == [str, str, str, int]:
            try:
                json.loads(row[2])
            except ValueError:
                continue
            yield SalvagedNote(*row)


# --- written to a store: with their codes, and with the very rows that their chain holds on to ---------------


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
