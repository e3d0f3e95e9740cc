"""Copies of a database, taken while others write and thinned out by age.

A copy is a SQLite file or, for either kind of database, portable (see `portable`). Those without a name of
their own are named by the time and lie together: in the folder beside a SQLite database, in the user's data directory
for a server. `restore` puts them back.

When a copy is due, and which are no longer needed, is decided by times alone: no files, no database.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from ronda.store.backup.portable import copied_heads, write_portable
from ronda.store.copy_files import is_sqlite, path_of, rename, temporary
from ronda.store.database.engine import make_engine
from ronda.store.database.errors import trouble_of
from ronda.store.database.location import data_directory, database_url, shown_url
from ronda.store.database.sqlite_files import copy_sqlite
from ronda.store.database.tables import ledger
from ronda.store.values import Damage, Damaged, StoreTrouble

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
    engine = make_engine(database_url(url))
    try:
        with engine.connect() as connection:
            rows = connection.execute(select(ledger.c.code, ledger.c.version, ledger.c.hash).order_by(ledger.c.id))
            return [(row.code, row.version, row.hash) for row in rows]
    finally:
        engine.dispose()


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


def damage_told(damage: Damage, url: str) -> list[Sentence]:
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
