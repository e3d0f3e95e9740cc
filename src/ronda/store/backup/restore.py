"""A copy put back in the place of the database: as a whole, after everything in it was verified, or not at all."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from ronda.core.facts import Erased
from ronda.core.verdicts import Refusal
from ronda.desk.erasure import forget
from ronda.store.backup.copies import backup, free_name
from ronda.store.backup.portable import TABLES, all_rows
from ronda.store.backup.prepare import Restored, insert_rows, project_all, readied
from ronda.store.copy_files import BESIDE, is_sqlite, path_of, rename, temporary
from ronda.store.database.engine import make_engine, writing
from ronda.store.database.location import database_url
from ronda.store.database.schema import VERSION_TABLE
from ronda.store.database.tables import ledger, person
from ronda.store.erasure import erasures_in, not_erased
from ronda.store.opening import open_store
from ronda.store.people.people_list import erase_keys, erased_keys
from ronda.store.projections import Projection
from ronda.store.read_model import schema as five_tables
from ronda.store.seal import Sealer, key_file
from ronda.store.values import Damage, StoreTrouble, Unusable

__all__ = ["Broken", "InUse", "NotEmpty", "Restored", "restore"]

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


def restore(copy: Path, url: str | Path, *, force: bool = False, now: datetime | None = None) -> Restored:
    """The copy in the place of the database. What is there already is only replaced with `force`, and then kept as
    one more copy. Raises OSError."""
    moment = now or datetime.now(UTC)
    if is_sqlite(url):
        return _to_file(copy, url, moment, force=force)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "restored.db"
        sealer = Sealer(key_file(database_url(url)))
        restored = readied(copy, made, sealer, project=False)
        kept, erased = _to_server(made, url, moment, sealer, force=force)
        return replace(restored, kept=kept, erased=erased)


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
        sealer = Sealer(key_file(database_url(url)))
        restored = readied(copy, made, sealer, project=True)
        erased = _erase_again(made, _erased_in(target) if present else ErasedSince(), sealer)
        _alone(made)
        kept = _make_room(target, present, moment)
        rename(made, target)
    return replace(restored, kept=kept, erased=erased)


class ErasedSince(NamedTuple):
    """Who was erased in the database that is to be replaced: players by event, and people of the list by key."""

    events: Mapping[str, Erased] = {}
    people: Sequence[str] = ()


def _erased_in(target: Path) -> ErasedSince:
    """Nobody, as far as that can be read."""
    engine = make_engine(database_url(target))
    try:
        with engine.connect() as connection:
            return _erasures(connection)
    except (DBAPIError, StoreTrouble):
        return ErasedSince()
    finally:
        engine.dispose()


def _erasures(connection: Connection) -> ErasedSince:
    known = inspect(connection).has_table(person.name)  # an earlier release has no list of people
    return ErasedSince(erasures_in(connection), erased_keys(connection) if known else ())


def _erase_again(
    made: Path, since: ErasedSince, sealer: Sealer, projections: Sequence[Projection] | None = None
) -> int:
    """Who was erased since the copy was made does not come back with it (PP6.3). Answers how many they were."""
    count = 0
    erased = since.events
    with open_store(made, projections=projections, sealer=sealer) as store:
        if since.people:
            with store.writes() as connection:
                erase_keys(connection, since.people, datetime.now(UTC))
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
        with suppress(OSError, Damage):  # also broken, or there is no room for a copy
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


def _to_server(
    made: Path, url: str | Path, moment: datetime, sealer: Sealer, *, force: bool
) -> tuple[Path | None, int]:
    """All rows and the five tables, in one transaction. Answers the copy of what was there before, and how many were
    erased once more."""
    open_store(url).close()  # makes the tables, or brings them up to date
    source, engine = make_engine(database_url(made)), make_engine(database_url(url))
    try:
        with writing(engine).begin() as connection:
            kept = _kept(connection, url, moment, force=force)
            erased = _erase_again(made, _erasures(connection), sealer, projections=())
            for table in reversed((*TABLES.values(), *five_tables.TABLES)):
                connection.execute(table.delete())
            with source.connect() as reading:
                insert_rows(connection, TABLES, all_rows(reading))
            project_all(connection)
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
