"""What databases complain of, sorted into the troubles of the store: damage, a full disk, a place that is read-only."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.engine import ExceptionContext

from ronda.store.database.location import shown_url
from ronda.store.values import DamagedFile, DiskFull, ReadOnly, Unusable

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
