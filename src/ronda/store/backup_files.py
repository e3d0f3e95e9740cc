"""Copies of a database as files: each is whole, or it is not there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, get_args

from ronda.store.engine import BUSY_SECONDS
from ronda.store.places import database_url
from ronda.store.values import StoreTrouble

BadCopyCode = Literal["foreign", "unreadable", "line", "incomplete", "damaged", "newer"]
BAD_COPIES: tuple[BadCopyCode, ...] = get_args(BadCopyCode)
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database


class BadCopy(StoreTrouble):
    """The file cannot be put back, and nothing was changed:
    `foreign` it is no copy of a database of Ronda; `unreadable` SQLite cannot read it (detail); `line` a line of it
    is not of a copy (line); `incomplete` something in it was changed or is missing; `damaged` a tournament in it is
    not as it was written (tournament, version); `newer` a newer release has made it (found, known)."""

    def __init__(self, code: BadCopyCode, copy: Path, **facts: Any) -> None:
        super().__init__(f"{copy}: {code}{f' {facts}' if facts else ''}")
        self.code = code
        self.copy = copy
        self.facts = facts


def is_sqlite(url: str | Path) -> bool:
    return database_url(url).get_backend_name() == "sqlite"


def path_of(url: str | Path) -> Path:
    """The file of a SQLite database."""
    return Path(database_url(url).database or "")


@contextmanager
def temporary(folder: Path) -> Iterator[Path]:
    """The path of a file to be made, which is gone afterwards unless it got another name."""
    made = folder / f".ronda-{os.urandom(8).hex()}.tmp"
    try:
        yield made
    finally:
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                made.with_name(made.name + ending).unlink()


def rename(made: Path, target: Path) -> None:
    """Gives a file its name, when it is complete and durable."""
    with open(made, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(made, target)
    if hasattr(os, "O_DIRECTORY"):  # elsewhere a folder cannot be opened for that
        handle = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def copy_sqlite(source: Path, made: Path) -> None:
    """All pages in one transaction: a moment's state, while others go on writing. Raises sqlite3.Error."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)) as here,
        closing(sqlite3.connect(made)) as there,
    ):
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        found = there.execute("PRAGMA quick_check").fetchone()
    if found != ("ok",):
        raise sqlite3.DatabaseError(found[0])
