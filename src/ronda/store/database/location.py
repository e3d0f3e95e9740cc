"""Where the database is: what somebody named, or the usual place on this kind of computer; and what databases complain
of, sorted into the troubles of the store: damage, a full disk, a place that is read-only."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError

from ronda.store.values import DamagedFile, DiskFull, ReadOnly, Unusable

VARIABLE = "RONDA_DB"
FILE = "ronda.db"


def default_url(environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None) -> str:
    """What RONDA_DB names, or a file in the user's data directory."""
    named = environ.get(VARIABLE, "").strip()
    if named:
        return named
    return str(data_directory(environ, platform, home) / FILE)


def data_directory(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """The folder for what Ronda keeps for this user."""
    return _data_directory(environ, platform, home or Path.home()) / "ronda"


def _data_directory(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    named = Path(environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"  # the standard ignores relative ones


def database_url(place: str | Path) -> URL:
    """The address of a database: a path is a SQLite file, anything with `://` says what it is."""
    if isinstance(place, Path) or "://" not in place:
        return _file_url(Path(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:  # a port that is no number is a ValueError
        raise Unusable(place, "not the address of a database") from error
    match url.drivername.partition("+")[0]:
        case "sqlite":
            if not url.database or url.database == ":memory:":
                raise Unusable(place, "a SQLite database is a file: sqlite:///path/to/ronda.db")
            return _file_url(Path(url.database))
        case "postgresql" | "postgres":
            return with_driver(url)
        case other:
            raise Unusable(shown_url(url), f"{other} is not supported: sqlite:///… or postgresql://…")


def with_driver(url: URL) -> URL:
    """The address of a PostgreSQL database, with what speaks to it: an extra, since a club's laptop never needs it."""
    if find_spec("psycopg") is None:
        raise Unusable(shown_url(url), "PostgreSQL needs one more package: pip install 'ronda[postgresql]'")
    return url.set(drivername="postgresql+psycopg")


def _file_url(path: Path) -> URL:
    return URL.create("sqlite+pysqlite", database=str(path.expanduser().absolute()))


def shown_url(url: URL) -> str:
    """The address without its password."""
    return url.render_as_string(hide_password=True)


LITTLE_ROOM = 256 * 1024  # bytes: less than what SQLite needs beside a database to begin with
_PRIMARY = 0xFF  # the bits of an error code of SQLite that say which kind it is
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_TOOBIG)
_NOT_TO_WRITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_SCHEMA_GONE = ("no such table", "no such column", "no such index", "unsupported file format", "malformed")
_ON_SERVERS: dict[str, type[Unusable]] = {
    "53100": DiskFull,
    "25006": ReadOnly,
    "XX001": DamagedFile,
    "XX002": DamagedFile,
}


def translate(context: ExceptionContext) -> None:
    """For every statement on an engine: raises the trouble of the store that it is, if it is one."""
    engine = context.engine
    found = trouble_of(context.original_exception, engine.url) if engine is not None else None
    if found is not None:
        raise found from context.original_exception


def trouble_of(error: BaseException, url: URL) -> Unusable | None:
    """None for what has nothing to do with the state of the database."""
    if isinstance(error, Unusable):
        return error
    shown = shown_url(url)
    if url.get_backend_name() != "sqlite":
        kind = _ON_SERVERS.get(getattr(error, "sqlstate", None) or "")
        return kind(shown, str(error).strip()) if kind else None
    if isinstance(error, UnicodeDecodeError):  # names and messages inside the file are not even text
        return DamagedFile(shown, "malformed text")
    return _of_sqlite(error, Path(url.database or "")) if isinstance(error, sqlite3.Error) else None


def of_system(error: OSError, place: Path) -> Unusable | None:
    """The same for what the operating system refuses."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(str(place), error.strerror or str(error))
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return ReadOnly(str(place), error.strerror or str(error))
    return None


def _of_sqlite(error: sqlite3.Error, path: Path) -> Unusable | None:
    code = getattr(error, "sqlite_errorcode", 0)
    kind, why, shown = code & _PRIMARY, str(error), str(path)
    if kind in _DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return DamagedFile(shown, why)
    if kind == sqlite3.SQLITE_ERROR and any(words in why for words in _SCHEMA_GONE):
        return DamagedFile(shown, why)
    if kind == sqlite3.SQLITE_FULL:
        return DiskFull(shown, why)
    if kind not in (sqlite3.SQLITE_IOERR, *_NOT_TO_WRITE):
        return None
    if _crowded(path):
        return DiskFull(shown, why)
    return ReadOnly(shown, why) if kind in _NOT_TO_WRITE and path.is_file() else Unusable(shown, why)


def _crowded(path: Path) -> bool:
    """SQLite says "I/O error" when there is no room for what it keeps beside a database."""
    try:
        return shutil.disk_usage(path.parent).free < LITTLE_ROOM
    except OSError:
        return False
