"""SQLite files opened: to read and write; or, where that cannot be (a folder that is read-only, a full disk), only to
be looked at.

The pages of a file that SQLite cannot read any more, and of the write-ahead log beside it, are read without SQLite.
https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL

from ronda.core import Frozen
from ronda.store.database.location import trouble_of
from ronda.store.values import DiskFull, ReadOnly, Unusable

MAGIC = b"SQLite format 3\0"
USUAL_SIZE = 4096
_SIZES = frozenset(2**power for power in range(9, 17))
_LOG_HEADING, _FRAME_HEADING = 32, 24


class LogPage(NamedTuple):
    """A page in the log, with its number in the database."""

    number: int
    page: bytes


class Pages(Frozen):
    """`size` is that of a page; `log` what stands beside the file, in the order it was written, also what is left from
    before the log was begun anew."""

    size: int
    data: bytes
    log: tuple[LogPage, ...]

    def page(self, number: int) -> bytes:
        """Empty if there is none of that number in the file."""
        return self.data[(number - 1) * self.size : number * self.size] if number > 0 else b""

    def in_file(self) -> Iterator[bytes]:
        return (self.data[at : at + self.size] for at in range(0, len(self.data), self.size))


def read_pages(path: Path) -> Pages:
    """Whatever state they are in. Raises OSError."""
    data = path.read_bytes()
    log = _log_of(path).read_bytes() if _log_of(path).is_file() else b""
    size = page_size(data) or (int.from_bytes(log[8:12]) if int.from_bytes(log[8:12]) in _SIZES else USUAL_SIZE)
    starts = range(_LOG_HEADING, len(log) - _FRAME_HEADING - size + 1, _FRAME_HEADING + size)
    frames = (log[start : start + _FRAME_HEADING + size] for start in starts)
    return Pages(size, data, tuple(LogPage(int.from_bytes(one[:4]), one[_FRAME_HEADING:]) for one in frames))


def page_size(data: bytes) -> int | None:
    """What the heading of a database says, if that can be."""
    said = int.from_bytes(data[16:18])
    size = 65536 if said == 1 else said
    return size if data[:16] == MAGIC and size in _SIZES else None


def _log_of(path: Path) -> Path:
    """The write-ahead log beside a database."""
    return path.with_name(f"{path.name}-wal")


def as_it_stands(path: Path) -> bytes:
    """The database with all that was committed, as one file would have it: SQLite brings a copy of the two together.
    Raises OSError and sqlite3.Error."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        if _logged(path):
            shutil.copyfile(_log_of(path), _log_of(copy))
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            return connection.serialize()


BUSY_SECONDS = 15


class FileConnection(sqlite3.Connection):
    """`only_looks` is why nothing can be written here, or None."""

    only_looks: Unusable | None = None


def connect(path: Path) -> FileConnection:
    """Raises sqlite3.Error, or a trouble of the store."""
    try:
        connection = _raw(path.absolute().as_uri())
        try:
            _use_wal(connection)
            connection.execute("SELECT count(*) FROM sqlite_master")  # now, not in the midst of something
            connection.execute("PRAGMA synchronous=FULL")  # what was acknowledged outlives a power cut
        except BaseException:
            connection.close()
            raise
        return _ready(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        trouble = trouble_of(error, URL.create("sqlite", database=str(path)))
        if isinstance(trouble, ReadOnly | DiskFull) and path.is_file():
            return _to_look(path, trouble)
        raise trouble or error from error


def snapshot(path: Path) -> FileConnection:
    """What stands in the file and its log, in memory: whatever happens to it does not happen to the file."""
    return in_memory(as_it_stands(path))


def in_memory(data: bytes, *, only_to_look: bool = False) -> FileConnection:
    """A database of its own with this content. Raises sqlite3.Error."""
    if not data.startswith(MAGIC):
        raise sqlite3.DatabaseError("file is not a database")
    connection = _raw(":memory:")
    try:
        connection.deserialize(data)
        connection.execute("SELECT count(*) FROM sqlite_master")  # it can be read
        connection.execute(f"PRAGMA query_only={'ON' if only_to_look else 'OFF'}")
    except BaseException:
        connection.close()
        raise
    return _ready(connection)


def _raw(name: str) -> FileConnection:
    """The driver begins no transactions of its own."""
    return sqlite3.connect(
        name,
        uri=True,
        timeout=BUSY_SECONDS,
        check_same_thread=False,
        isolation_level=None,
        factory=FileConnection,
    )


def _ready(connection: FileConnection) -> FileConnection:
    connection.text_factory = _text
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten (PP6)
    return connection


def _text(given: bytes) -> str | bytes:
    """Text that is none is given as bytes, so that whoever reads the row can name it."""
    try:
        return given.decode()
    except UnicodeDecodeError:
        return given


def _use_wal(connection: sqlite3.Connection) -> None:
    """Readers never wait for a writer. Only the first change to WAL needs the file for itself, and SQLite does not
    wait for that of its own accord."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _to_look(path: Path, trouble: Unusable) -> FileConnection:
    """With others who have it open, if there are any; else the file as it stands."""
    found = _looking(path, "mode=ro") or (None if _logged(path) else _looking(path, "immutable=1"))
    if found is None:
        try:
            found = in_memory(as_it_stands(path), only_to_look=True)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise trouble from error
    found.only_looks = trouble
    return found


def _looking(path: Path, way: str) -> FileConnection | None:
    connection = _raw(f"{path.absolute().as_uri()}?{way}")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except (sqlite3.Error, UnicodeDecodeError):
        connection.close()
        return None
    return _ready(connection)


def _logged(path: Path) -> bool:
    """Whether something is in the write-ahead log that is not in the file yet."""
    return _log_of(path).exists() and _log_of(path).stat().st_size > 0


def copy_sqlite(source: Path, made: Path) -> None:
    """All pages in one transaction: a moment's state, while others go on writing. Raises sqlite3.Error."""
    with closing(_to_copy(source)) as here, closing(sqlite3.connect(made)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        found = there.execute("PRAGMA quick_check").fetchone()
    if found != ("ok",):
        error = sqlite3.DatabaseError(found[0])
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def _to_copy(path: Path) -> sqlite3.Connection:
    """Changes nothing in the file, whatever its mode is."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        trouble = trouble_of(error, URL.create("sqlite", database=str(path)))
        if isinstance(trouble, ReadOnly | DiskFull) and path.is_file():
            return _to_look(path, trouble)
        raise
    return connection
