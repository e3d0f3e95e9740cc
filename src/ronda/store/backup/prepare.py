"""A copy made ready to be put back: whatever it is, it first becomes a SQLite file of this release, in which everything
is verified. The migrations run on that, so a copy of an earlier release can be put back by this one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, insert, select, update
from sqlalchemy import Row as SqlRow
from sqlalchemy.exc import IntegrityError

from ronda.store.backup.portable import TABLES, Row, read_portable, schema_of
from ronda.store.chain import problems
from ronda.store.codes import read_code
from ronda.store.copy_files import BadCopy
from ronda.store.database.engine import make_engine, writing
from ronda.store.database.location import database_url
from ronda.store.database.schema import NEWEST, VERSION_TABLE, migrate, revision
from ronda.store.database.sqlite_files import copy_sqlite
from ronda.store.database.sqlite_pages import MAGIC
from ronda.store.database.tables import ledger
from ronda.store.fold_cache import Folded
from ronda.store.opening import open_store
from ronda.store.particulars import by_version, whole_fact
from ronda.store.projections import USUAL
from ronda.store.read_model import schema as five_tables
from ronda.store.reading import Head, head, stored
from ronda.store.reading import all_rows as rows_of
from ronda.store.seal import Sealer
from ronda.store.sealing import known_seal
from ronda.store.summary import outline
from ronda.store.values import Damaged, SchemaNewer, SealCode

_AT_ONCE = 500  # rows


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back; `kept` is the copy of what was there before. `elsewhere` is how many tournaments were sealed
    with another key than the one here, so that their end could not be verified, and `unsealed` how many not at all:
    here they are all sealed. `erased` is how many players were erased once more, who had been erased since the copy was
    made (PP6.3)."""

    tournaments: int
    facts: int
    kept: Path | None = None
    elsewhere: int = 0
    unsealed: int = 0
    erased: int = 0


def readied(copy: Path, made: Path, sealer: Sealer, *, project: bool) -> Restored:
    """The copy as a SQLite file of this release, verified, and sealed with the key of where it goes. Raises BadCopy."""
    with open(copy, "rb") as file:
        binary = file.read(len(MAGIC)) == MAGIC
    behind = _unpacked(copy, made) if binary else _filled(copy, made)
    engine = make_engine(database_url(made))
    try:
        with writing(engine).begin() as connection:
            restored = _verified(connection, copy, sealer)
            if project and behind:
                project_all(connection)
    finally:
        engine.dispose()
    return restored


def _unpacked(copy: Path, made: Path) -> bool:
    """A SQLite file brought up to date; answers whether it had to be, so that the five tables are behind."""
    try:
        copy_sqlite(copy, made)
    except sqlite3.Error as error:
        raise BadCopy("unreadable", copy, detail=str(error)) from error
    if not _passive(made):
        raise BadCopy("foreign", copy)
    engine = make_engine(database_url(made))
    try:
        with engine.connect() as connection:
            found = revision(connection)
    finally:
        engine.dispose()
    if found is None:
        raise BadCopy("foreign", copy)
    _bring_up(copy, made)
    return found != NEWEST


def _passive(made: Path) -> bool:
    """Whether nothing in the file acts by itself: Ronda makes no triggers, and its tables are tables."""
    own = {VERSION_TABLE, *TABLES, *(table.name for table in five_tables.TABLES)}
    with closing(sqlite3.connect(made)) as connection:
        found = connection.execute("SELECT type, lower(name) FROM sqlite_master").fetchall()
        virtual = connection.execute("SELECT 1 FROM sqlite_master WHERE sql LIKE 'create virtual%'").fetchone()
    return not virtual and not any(kind == "trigger" or (kind == "view" and name in own) for kind, name in found)


def _filled(copy: Path, made: Path) -> bool:
    """The rows of a portable copy in the tables of the release that made it, and these brought up to date. The five
    tables are not in it."""
    schema = schema_of(copy)
    engine = make_engine(database_url(made))
    try:
        with writing(engine).begin() as connection:
            migrate(connection, schema)
            tables = _tables(connection)
            insert_rows(connection, tables, read_portable(copy, tables))
    except IntegrityError as error:
        raise BadCopy("incomplete", copy) from error
    finally:
        engine.dispose()
    _bring_up(copy, made)
    return True


def _tables(connection: Connection) -> Mapping[str, Table]:
    """The tables as they were in that release, without the five."""
    known = MetaData()
    known.reflect(connection)
    others = {VERSION_TABLE, *(table.name for table in five_tables.TABLES)}
    return {name: table for name, table in known.tables.items() if name not in others}


def _bring_up(copy: Path, made: Path) -> None:
    try:
        open_store(made, projections=()).close()
    except SchemaNewer as newer:
        raise BadCopy("newer", copy, found=newer.found, known=newer.known) from newer


def _verified(connection: Connection, copy: Path, sealer: Sealer) -> Restored:
    """Every chain as it was written, and every end that was sealed here, or BadCopy. Then all ends are sealed."""
    codes = connection.scalars(select(ledger.c.code)).all()
    facts = 0
    seals: list[SealCode] = []
    for code in codes:
        if read_code(code) != code:
            raise BadCopy("foreign", copy)
        end = _sound_head(connection, code, copy)
        rows = rows_of(connection, end)
        wrong = problems(end.code, end.version, end.hash, rows, by_version(connection, end.id))
        if wrong or not rows:
            version = wrong[0].version if wrong else 1
            raise BadCopy("damaged", copy, tournament=code, version=version)
        seals.append(known_seal(connection, sealer, end).state)
        if seals[-1] == "broken":
            raise BadCopy("seal", copy, tournament=code, version=end.version)
        _write_line(connection, end, rows, sealer)
        facts += len(rows)
    return Restored(len(codes), facts, elsewhere=seals.count("other_key"), unsealed=seals.count("unsealed"))


def _write_line(connection: Connection, end: Head, rows: Sequence[SqlRow[Any]], sealer: Sealer) -> None:
    """What the list of tournaments says, from the facts: that has no chain to verify it."""
    values: dict[str, object] = {"seal": sealer.seal(end.code, end.version, end.hash)}
    values |= {"progress": None, "created_at": rows[0].at, "updated_at": rows[-1].at}
    with suppress(LookupError, AssertionError, ValueError, TypeError, AttributeError):  # they do not fit together
        values |= asdict(outline([whole_fact(row.kind, row.body, None) for row in rows]))
    connection.execute(update(ledger).where(ledger.c.id == end.id).values(values))


def _sound_head(connection: Connection, code: str, copy: Path) -> Head:
    try:
        end = head(connection, code)
    except Damaged as damage:
        raise BadCopy("damaged", copy, tournament=code, version=0) from damage
    assert end is not None
    return end


def insert_rows(connection: Connection, tables: Mapping[str, Table], rows: Iterable[Row]) -> None:
    """Many at once."""
    waiting: list[dict[str, object]] = []
    current = ""

    def put() -> None:
        if waiting:
            connection.execute(insert(tables[current]), waiting)
            waiting.clear()

    for name, row in rows:
        if name != current or len(waiting) >= _AT_ONCE:
            put()
            current = name
        waiting.append(row)
    put()


def project_all(connection: Connection) -> None:
    """The five tables, from the facts."""
    folded = Folded()
    for code in connection.scalars(select(ledger.c.code).order_by(ledger.c.id)).all():
        end = head(connection, code)
        assert end is not None
        found = stored(connection, end, None)
        for project in USUAL:
            project(connection, None, [found], folded)
