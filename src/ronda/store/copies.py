"""Copies of a database, taken while others write and thinned out by age.

A copy is a SQLite file or, for either kind of database, portable: lines of JSON, first a heading, then every row of the
facts as it was written and of what stands beside them, last the number of rows and a checksum over all lines before.
The heading names the schema of the release that made it, whose columns the rows have; the five tables follow from the
facts and are not in it. Copies without a name of their own are named by the time and lie together: in the folder beside
a SQLite database, in the user's data directory for a server. `restore` puts them back.

When a copy is due, and which are no longer needed, is decided by times alone: no files, no database.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Table, select
from sqlalchemy.exc import DBAPIError

from ronda.store.copy_files import BadCopy, is_sqlite, path_of, rename, temporary
from ronda.store.database.engine import NEWEST, at_one_moment, opened, revisions
from ronda.store.database.location import data_directory, database_url, shown_url, trouble_of
from ronda.store.database.sqlite_files import copy_sqlite
from ronda.store.database.tables import ledger, metadata
from ronda.store.store import open_store
from ronda.store.values import Damage, Damaged, DamagedFile, StoreTrouble

FORMAT = 1
# In the order to be written: the ends of the chains first, for `copied_heads`.
TABLES: Mapping[str, Table] = {table.name: table for table in dict.fromkeys((ledger, *metadata.sorted_tables))}
_MOST_HEADING = 10_000  # bytes
_MOST_LINE = 64_000_000  # bytes: a file without line ends is not taken into memory
_AT_ONCE = 500  # rows in memory

Row = tuple[str, dict[str, Any]]  # the table it is of, and its values


def write_portable(url: str | Path, made: Path, moment: datetime) -> None:
    """Everything as it is at one moment."""
    open_store(url).close()  # brings an older database up to date, and refuses a newer one
    digest, count = sha256(), 0
    with open(made, "xb") as file, opened(url) as connection:
        at_one_moment(connection)

        def put(value: dict[str, Any]) -> None:
            line = json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"
            digest.update(line)
            file.write(line)

        put({"ronda_backup": FORMAT, "schema": NEWEST, "at": moment.astimezone(UTC).isoformat()})
        for name, row in all_rows(connection):
            if not _fits(row, TABLES[name]):  # it could not be put back
                raise DamagedFile(shown_url(connection.engine.url), f"table {name}")
            put({name: row})
            count += 1
        put({"end": {"rows": count, "sha256": digest.hexdigest()}})


def all_rows(connection: Connection) -> Iterator[Row]:
    """The rows in a database, without the five tables."""
    for name, table in TABLES.items():
        query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_AT_ONCE)
        for row in connection.execute(query).mappings():
            yield name, dict(row)


def schema_of(copy: Path) -> str:
    """The schema of a portable copy: that of this release or of an earlier one. Raises BadCopy."""
    with open(copy, "rb") as file:
        heading = _value(file.readline(_MOST_HEADING))
    form, schema = heading.get("ronda_backup"), heading.get("schema")
    if type(form) is not int or type(schema) is not str:
        raise BadCopy("foreign", copy)
    if form > FORMAT:
        raise BadCopy("newer", copy, found=f"{form}/{schema}", known=f"{FORMAT}/{NEWEST}")
    if schema != NEWEST and schema not in revisions():
        raise BadCopy("newer", copy, found=schema, known=NEWEST)
    return schema


def read_portable(copy: Path, tables: Mapping[str, Table]) -> Iterator[Row]:
    """The rows of a portable copy, which fit these tables. Whether it is whole is known at its end."""
    digest, count = sha256(), 0
    with open(copy, "rb") as file:
        digest.update(file.readline(_MOST_LINE))
        for number, line in enumerate(_lines(file), start=2):
            value = _value(line)
            name = next(iter(value), "")
            if value.keys() == {"end"}:
                if value["end"] != {"rows": count, "sha256": digest.hexdigest()} or file.read(1):
                    raise BadCopy("incomplete", copy)
                return
            if len(value) != 1 or name not in tables or not _fits(value[name], tables[name]):
                raise BadCopy("line", copy, line=number)
            yield name, value[name]
            count += 1
            digest.update(line)
    raise BadCopy("incomplete", copy)


def copied_heads(copy: Path) -> list[tuple[str, int, str]]:
    """Where each tournament ends in a portable copy: code, version and hash. They come first in it."""
    heads: list[tuple[str, int, str]] = []
    with open(copy, "rb") as file:
        for line in islice(_lines(file), 1, None):
            row = _value(line).get("ledger")
            if not isinstance(row, dict):
                break
            heads.append((row["code"], row["version"], row["hash"]))
    return heads


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(_MOST_LINE):
        yield line


def _value(line: bytes) -> dict[str, Any]:
    """The object on a line; an empty one for anything else."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _fits(row: object, table: Table) -> bool:
    return (
        isinstance(row, dict)
        and row.keys() == set(table.columns.keys())
        and all(
            type(row[column.name]) is column.type.python_type or (row[column.name] is None and column.nullable)
            for column in table.columns
        )
    )


DAY = timedelta(days=1)
DAILY = timedelta(days=30)
MONTHLY = timedelta(days=365)


def due(last: datetime | None, now: datetime, every: timedelta) -> bool:
    """Whether it is time for another copy. A last one from the future (the clock was wrong) does not hold it up."""
    return last is None or not timedelta(0) <= now - last < every


def superseded(copies: Iterable[datetime], now: datetime) -> set[datetime]:
    """The copies that may go: all of the last day stay, then the last of each day for 30 days, the last of each month
    for a year, and the newest of all in any case."""
    gone: set[datetime] = set()
    seen: set[str] = set()
    for number, at in enumerate(sorted(set(copies), reverse=True)):
        age = now - at
        period = at.strftime("day %Y-%m-%d") if age <= DAILY else at.strftime("month %Y-%m")
        needed = number == 0 or age <= DAY or (age <= MONTHLY and period not in seen)
        seen.add(period)
        if not needed:
            gone.add(at)
    return gone


FOLDER = "backups"
EVERY = timedelta(minutes=15)
_STAMP = "%Y-%m-%dT%H-%M-%SZ"
_STAMPED = re.compile(r"-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:-\d+)?\.(?:db|jsonl)")

Heads = list[tuple[str, int, str]]  # where each tournament ends: code, version and hash


def backup(url: str | Path, out: Path | None = None, *, portable: bool = False, now: datetime | None = None) -> Path:
    """A copy of everything as it is at one moment. One without a name goes to the others, and old ones among them are
    deleted. Raises OSError, or the Damage that is in the way."""
    moment = now or datetime.now(UTC)
    binary = is_sqlite(url) and not portable
    target = out or free_name(url, moment, "db" if binary else "jsonl")
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary(target.parent) as made:
        if binary:
            _copy(path_of(url), made)
        else:
            write_portable(url, made, moment)
        rename(made, target)
    if out is None:
        prune(*place_of(url), moment)
    return target


def automatic(url: str | Path, now: datetime | None = None) -> Path:
    """A copy by itself, as before each pairing. Whatever goes wrong is an OSError: the event goes on without it."""
    try:
        return backup(url, now=now)
    except StoreTrouble as trouble:
        raise OSError(str(trouble)) from trouble
    except DBAPIError as trouble:
        raise OSError(str(trouble.orig).strip()) from trouble


def keep_up(url: str | Path, *, every: timedelta = EVERY, now: datetime | None = None) -> Path | None:
    """A copy if something has changed and the last one is that old, else None. For a program that runs for long to
    call again and again, as often as it likes. Raises OSError."""
    moment = now or datetime.now(UTC)
    copies = sorted(_stamped(*place_of(url)))
    at, last = copies[-1] if copies else (None, None)
    if not due(at, moment, every):
        return None
    try:
        heads = _heads(url)
    except DBAPIError as trouble:
        raise OSError(str(trouble.orig).strip()) from trouble
    if not heads or (last is not None and heads == heads_in(last)):
        return None
    return automatic(url, moment)


def prune(folder: Path, stem: str, now: datetime) -> list[Path]:
    """Deletes the copies that are no longer needed (see `superseded`)."""
    found = list(_stamped(folder, stem))
    old = superseded((at for at, _ in found), now)
    gone = [path for at, path in found if at in old]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def copies_of(url: str | Path) -> list[Path]:
    """The copies that are named by the time, the oldest first."""
    return [path for _, path in sorted(_stamped(*place_of(url)))]


def newest_copy(url: str | Path) -> Path | None:
    """The last of the copies that were named by the time."""
    try:
        return max(_stamped(*place_of(url)), default=(None, None))[1]
    except OSError:
        return None


def place_of(url: str | Path) -> tuple[Path, str]:
    """The folder of the copies of a database, and how their names begin. On a server, what tells databases apart is
    in the name as a short hash, without user and password."""
    if is_sqlite(url):
        return path_of(url).parent / FOLDER, path_of(url).stem
    address = database_url(url)
    query = sorted((key, value) for key, value in address.query.items() if key not in ("user", "password"))
    told = repr((address.host, address.port, address.database, query))
    name = re.sub(r"\W", "_", address.database or "ronda", flags=re.ASCII)
    return data_directory() / FOLDER, f"{name}-{sha256(told.encode()).hexdigest()[:8]}"


def free_name(url: str | Path, moment: datetime, ending: str) -> Path:
    """A name by the time, in the folder of the copies."""
    folder, stem = place_of(url)
    stamped = f"{stem}-{moment.astimezone(UTC).strftime(_STAMP)}"
    names = (f"{stamped}{'' if n == 1 else f'-{n}'}.{ending}" for n in range(1, 1_000_000))
    return next(folder / name for name in names if not (folder / name).exists())


def _stamped(folder: Path, stem: str) -> Iterator[tuple[datetime, Path]]:
    """The copies that were named by the time: files of ours. What only has such a name (a link, a folder, a pipe) is
    neither opened nor deleted."""
    for path in folder.iterdir() if folder.is_dir() else ():
        stamped = _STAMPED.fullmatch(path.name.removeprefix(stem)) if path.name.startswith(stem) else None
        if stamped and path.is_file() and not path.is_symlink():
            yield datetime.strptime(stamped[1], _STAMP).replace(tzinfo=UTC), path


def _copy(source: Path, made: Path) -> None:
    try:
        copy_sqlite(source, made)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        trouble = trouble_of(error, database_url(source))
        if isinstance(trouble, Damage):
            raise trouble from error
        raise OSError(str(error)) from error  # a full disk, for one


# --- whether something has changed -------------------------------------------------------------------------


def _heads(url: str | Path) -> Heads:
    with opened(url) as connection:
        rows = connection.execute(select(ledger.c.code, ledger.c.version, ledger.c.hash).order_by(ledger.c.id))
        return [(row.code, row.version, row.hash) for row in rows]


def heads_in(copy: Path) -> Heads | None:
    """Where each tournament ends in a copy; None if it cannot be read, and so is no copy of what is there."""
    try:
        if copy.suffix != ".db":
            return copied_heads(copy)
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT code, version, hash FROM ledger ORDER BY id").fetchall()
    except (OSError, sqlite3.Error, LookupError, TypeError):
        return None


Sentence = tuple[str, dict[str, Any]]  # the key of a text, and its facts


def damage_sentences(damage: Damage, url: str) -> list[Sentence]:
    """The first one says what, the others what can be done about it."""
    address = database_url(url)
    on_file = address.get_backend_name() == "sqlite"
    named = (address.database or "") if on_file else shown_url(address)
    match damage:
        case Damaged(version=0):
            found: list[Sentence] = [
                ("say.damaged_beside", {"url": named, "code": damage.code or "–", "detail": damage.why})
            ]
        case Damaged():
            found = [("say.damaged_entry", {"url": named, "code": damage.code, "version": damage.version})]
        case _:
            found = [("say.damaged_file", {"url": named, "detail": damage.why})]
    copy = newest_copy(url)
    if copy is not None:
        found.append(("say.way_restore", {"file": str(copy)}))
    if on_file:
        found.append(("say.way_recover" if copy is None else "say.or_recover", {"file": named}))
    return found
