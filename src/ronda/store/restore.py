"""A copy put back in the place of the database: as a whole, after everything in it was verified, or not at all.

Whatever the copy is, it first becomes a SQLite file of this release: the migrations run on that, so a copy of an
earlier release can be put back by this one.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from ronda.desk.forgetting import forget
from ronda.facts import Erased
from ronda.store import five_tables
from ronda.store.backup import backup, free_name
from ronda.store.backup_files import BESIDE, BadCopy, copy_sqlite, is_sqlite, path_of, rename, temporary
from ronda.store.backup_portable import TABLES, Row, all_rows, read_portable, schema_of
from ronda.store.chain import problems
from ronda.store.codes import read_code
from ronda.store.engine import make_engine, writing
from ronda.store.erasure import erasures_in, not_erased
from ronda.store.folded import Folded
from ronda.store.particulars import by_version
from ronda.store.places import database_url
from ronda.store.projections import Projection, usual_projections
from ronda.store.reading import all_rows as rows_of
from ronda.store.reading import head, stored
from ronda.store.schema import NEWEST, VERSION_TABLE, migrate, revision
from ronda.store.store import open_store
from ronda.store.tables import ledger
from ronda.store.values import SchemaNewer, StoreTrouble, Unusable
from ronda.verdicts import Refusal

_SQLITE = b"SQLite format 3\0"
_AT_ONCE = 500  # rows
RESTORE = "restore"  # who erases once more


class NotEmpty(StoreTrouble):
    """There are tournaments where the copy should go."""

    def __init__(self, tournaments: int) -> None:
        super().__init__(f"the database has {tournaments} tournaments already")
        self.tournaments = tournaments


class InUse(StoreTrouble):
    """Another program has the database open."""


class Broken(StoreTrouble):
    """What is to be replaced cannot be read as a database."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back; `kept` is the copy of what was there before, `erased` how many players were erased once more,
    who had been erased since the copy was made (PP6.3)."""

    tournaments: int
    facts: int
    kept: Path | None = None
    erased: int = 0


def restore(copy: Path, url: str | Path, *, force: bool = False, now: datetime | None = None) -> Restored:
    """The copy in the place of the database. What is there already is only replaced with `force`, and then kept as
    one more copy. Raises OSError."""
    moment = now or datetime.now(UTC)
    if is_sqlite(url):
        return _to_file(copy, url, moment, force=force)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "restored.db"
        restored = _readied(copy, made, project=False)
        kept, erased = _to_server(made, url, moment, force=force)
        return replace(restored, kept=kept, erased=erased)


# --- reading the copy --------------------------------------------------------------------------------------


def _readied(copy: Path, made: Path, *, project: bool) -> Restored:
    """The copy as a SQLite file of this release, verified. Raises BadCopy."""
    with open(copy, "rb") as file:
        binary = file.read(len(_SQLITE)) == _SQLITE
    behind = _unpacked(copy, made) if binary else _filled(copy, made)
    engine = make_engine(database_url(made))
    try:
        with writing(engine).begin() as connection:
            restored = _verified(connection, copy)
            if project and behind:
                _project(connection)
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
            _insert(connection, tables, read_portable(copy, tables))
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


def _verified(connection: Connection, copy: Path) -> Restored:
    """Every chain as it was written, or BadCopy."""
    codes = connection.scalars(select(ledger.c.code)).all()
    facts = 0
    for code in codes:
        if read_code(code) != code:
            raise BadCopy("foreign", copy)
        end = head(connection, code)
        assert end is not None
        rows = rows_of(connection, end)
        wrong = problems(end.code, end.version, end.hash, rows, by_version(connection, end.id))
        if wrong:
            raise BadCopy("damaged", copy, tournament=code, version=wrong[0].version)
        facts += len(rows)
    return Restored(len(codes), facts)


def _insert(connection: Connection, tables: Mapping[str, Table], rows: Iterable[Row]) -> None:
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


def _project(connection: Connection) -> None:
    folded = Folded()
    for code in connection.scalars(select(ledger.c.code).order_by(ledger.c.id)).all():
        end = head(connection, code)
        assert end is not None
        found = stored(connection, end, None)
        for project in usual_projections():
            project(connection, None, found, folded)


# --- into a SQLite file ------------------------------------------------------------------------------------


def _to_file(copy: Path, url: str | Path, moment: datetime, *, force: bool) -> Restored:
    target = path_of(url)
    present = _present(target)
    if present is None and not force:
        raise Broken(str(target))
    if present and not force:
        raise NotEmpty(present)
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary(target.parent) as made:
        restored = _readied(copy, made, project=True)
        erased = _erase_again(made, _erased_in(target) if present else {})
        _alone(made)
        kept = _make_room(target, present, moment)
        rename(made, target)
    return replace(restored, kept=kept, erased=erased)


def _erased_in(target: Path) -> dict[str, Erased]:
    """Who was erased in the database that is to be replaced; nobody, as far as that can be read."""
    engine = make_engine(database_url(target))
    try:
        with engine.connect() as connection:
            return erasures_in(connection)
    except DBAPIError:
        return {}
    finally:
        engine.dispose()


def _erase_again(made: Path, erased: Mapping[str, Erased], projections: Sequence[Projection] | None = None) -> int:
    """Who was erased since the copy was made does not come back with it (PP6.3). Answers how many they were."""
    count = 0
    with open_store(made, projections=projections) as store:
        for code in sorted(erased.keys() & set(store.codes())):
            found = store.load(code)
            assert found is not None
            again = not_erased(found.facts, erased[code])
            facts = forget(store.tournament(found), again.players, again.rounds, known=again.players)
            assert not isinstance(facts, Refusal), "they are all known"
            if facts:
                store.append(code, facts, expected=found.version, actor=RESTORE)
                count += len(again.players)
    return count


def _present(path: Path) -> int | None:
    """How many tournaments are there, whichever release has made them; None if the file is broken."""
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        with closing(sqlite3.connect(path)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if names and VERSION_TABLE not in names:
                raise Unusable(str(path), "a database of another program")
            count: int = connection.execute("SELECT count(*) FROM ledger").fetchone()[0] if names else 0
            return count
    except sqlite3.OperationalError as error:  # it cannot be opened, or somebody has it for themselves
        raise Unusable(str(path), str(error)) from error
    except sqlite3.DatabaseError:
        return None


def _make_room(target: Path, present: int | None, moment: datetime) -> Path | None:
    """Answers where that is kept which was there."""
    if present is None:
        return _set_aside(target, moment)
    kept = None
    if present:
        with suppress(OSError):  # also broken, or there is no room for a copy
            kept = backup(target, now=moment)
    if target.exists():
        _alone(target)
    return kept if kept or not present else _set_aside(target, moment)


def _alone(path: Path) -> None:
    """Ends the write-ahead log, so that the file is all there is. That needs the file for itself: a program that has
    it open would go on writing to the old one."""
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        raise InUse(f"{path}: {error}") from error
    if mode != ("delete",):
        raise InUse(f"{path}: another program has it open")


def _set_aside(target: Path, moment: datetime) -> Path:
    """What cannot be copied is kept under another name: somebody may still save something from it."""
    kept = free_name(target, moment, "broken")
    kept.parent.mkdir(parents=True, exist_ok=True)
    for ending in ("", *BESIDE):
        part = target.with_name(target.name + ending)
        if part.exists():
            os.replace(part, kept.with_name(kept.name + ending))
    return kept


# --- into a server -----------------------------------------------------------------------------------------


def _to_server(made: Path, url: str | Path, moment: datetime, *, force: bool) -> tuple[Path | None, int]:
    """All rows and the five tables, in one transaction. Answers the copy of what was there before, and how many were
    erased once more."""
    open_store(url).close()  # makes the tables, or brings them up to date
    source, engine = make_engine(database_url(made)), make_engine(database_url(url))
    try:
        with writing(engine).begin() as connection:
            kept = _kept(connection, url, moment, force=force)
            erased = _erase_again(made, erasures_in(connection), projections=())
            for table in reversed((*TABLES.values(), *five_tables.TABLES)):
                connection.execute(table.delete())
            with source.connect() as reading:
                _insert(connection, TABLES, all_rows(reading))
            _project(connection)
            _count_on(connection)
    finally:
        _dispose(source, engine)
    return kept, erased


def _kept(connection: Connection, url: str | Path, moment: datetime, *, force: bool) -> Path | None:
    """Nobody else writes from here on, so the copy is the last of what was there."""
    connection.execute(text("LOCK TABLE ledger IN EXCLUSIVE MODE"))
    present = connection.scalar(select(func.count()).select_from(ledger)) or 0
    if present and not force:
        raise NotEmpty(present)
    return backup(url, now=moment) if present else None


def _count_on(connection: Connection) -> None:
    """The ids came with the rows: the next one must be higher."""
    for name, table in TABLES.items():
        column = table.autoincrement_column
        if column is not None:
            highest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
            connection.execute(select(func.setval(func.pg_get_serial_sequence(name, column.name), highest, False)))


def _dispose(*engines: Engine) -> None:
    for engine in engines:
        engine.dispose()
