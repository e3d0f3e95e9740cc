"""A copy put back in the place of the database: as a whole, after everything in it was verified, or not at all.

Whatever it is, it first becomes a SQLite file of this release, in which everything is verified. The migrations run on
that, so a copy of an earlier release can be put back by this one.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ronda.core import Frozen, Refusal, replace
from ronda.core.facts import Erased
from ronda.desk.people import forget
from ronda.store.chain import by_version, join_personal, problems
from ronda.store.copies import TABLES, Row, all_rows, backup, free_name, read_portable, schema_of
from ronda.store.copy_files import BESIDE, BadCopy, is_sqlite, path_of, rename, temporary
from ronda.store.database.engine import NEWEST, VERSION_TABLE, migrate, opened, revision
from ronda.store.database.location import database_url
from ronda.store.database.sqlite_files import MAGIC, copy_sqlite
from ronda.store.database.tables import ledger, person
from ronda.store.erasure import erasures_in, not_erased
from ronda.store.people_list import erase_keys, erased_keys
from ronda.store.read_model import schema as five_tables
from ronda.store.read_model.tables import write_all_anew
from ronda.store.reading import all_rows as rows_of
from ronda.store.reading import head, outline
from ronda.store.seal import Sealer, key_file, known_seal
from ronda.store.store import open_store
from ronda.store.values import Damage, Damaged, SchemaNewer, SealCode, StoreTrouble, Unusable, read_code

_AT_ONCE = 500  # rows


class Restored(Frozen):
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
    with opened(made, writes=True) as connection:
        restored = _verified(connection, copy, sealer)
        if project and behind:
            write_all_anew(connection)
    return restored


def _unpacked(copy: Path, made: Path) -> bool:
    """A SQLite file brought up to date; answers whether it had to be, so that the five tables are behind."""
    try:
        copy_sqlite(copy, made)
    except sqlite3.Error as error:
        raise BadCopy("unreadable", copy, detail=str(error)) from error
    if not _passive(made):
        raise BadCopy("foreign", copy)
    with opened(made) as connection:
        found = revision(connection)
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
    try:
        with opened(made, writes=True) as connection:
            migrate(connection, schema)
            # the tables as they were in that release, without the five
            known = MetaData()
            known.reflect(connection)
            others = {VERSION_TABLE, *(table.name for table in five_tables.TABLES)}
            tables = {name: table for name, table in known.tables.items() if name not in others}
            insert_rows(connection, tables, read_portable(copy, tables))
    except IntegrityError as error:
        raise BadCopy("incomplete", copy) from error
    _bring_up(copy, made)
    return True


def _bring_up(copy: Path, made: Path) -> None:
    try:
        open_store(made, read_model=False).close()
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
        try:
            end = head(connection, code)
        except Damaged as damage:
            raise BadCopy("damaged", copy, tournament=code, version=0) from damage
        assert end is not None
        rows = rows_of(connection, end)
        wrong = problems(end.code, end.version, end.hash, rows, by_version(connection, end.id))
        if wrong or not rows:
            version = wrong[0].version if wrong else 1
            raise BadCopy("damaged", copy, tournament=code, version=version)
        seals.append(known_seal(connection, sealer, end).state)
        if seals[-1] == "broken":
            raise BadCopy("seal", copy, tournament=code, version=end.version)
        # what the list of tournaments says, from the facts: that has no chain to verify it
        values: dict[str, object] = {"progress": None, "created_at": rows[0].at, "updated_at": rows[-1].at}
        values["seal"] = sealer.seal(end.code, end.version, end.hash)
        with suppress(LookupError, AssertionError, ValueError, TypeError, AttributeError):  # they do not fit together
            values |= asdict(outline([join_personal(row.kind, row.body, None) for row in rows]))
        connection.execute(update(ledger).where(ledger.c.id == end.id).values(values))
        facts += len(rows)
    return Restored(len(codes), facts, elsewhere=seals.count("other_key"), unsealed=seals.count("unsealed"))


def insert_rows(connection: Connection, tables: Mapping[str, Table], rows: Iterable[Row]) -> None:
    """Many at once."""
    for name, own in groupby(rows, key=itemgetter(0)):
        while some := [row for _, row in islice(own, _AT_ONCE)]:
            connection.execute(insert(tables[name]), some)


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
    try:
        with opened(target) as connection:
            return _erasures(connection)
    except (DBAPIError, StoreTrouble):
        return ErasedSince()


def _erasures(connection: Connection) -> ErasedSince:
    known = inspect(connection).has_table(person.name)  # an earlier release has no list of people
    return ErasedSince(erasures_in(connection), erased_keys(connection) if known else ())


def _erase_again(made: Path, since: ErasedSince, sealer: Sealer, *, read_model: bool = True) -> int:
    """Who was erased since the copy was made does not come back with it (PP6.3). Answers how many they were."""
    count = 0
    erased = since.events
    with open_store(made, read_model=read_model, sealer=sealer) as store:
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
    with opened(url, writes=True) as connection:
        kept = _kept(connection, url, moment, force=force)
        erased = _erase_again(made, _erasures(connection), sealer, read_model=False)
        for table in reversed((*TABLES.values(), *five_tables.TABLES)):
            connection.execute(table.delete())
        with opened(made) as source:
            insert_rows(connection, TABLES, all_rows(source))
        write_all_anew(connection)
        _count_on(connection)
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
