"""Copies of a database as files: each is whole, or it is not there."""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from ronda.formats.atomic_write import settle
from ronda.store.database.location import database_url
from ronda.store.values import StoreTrouble

BadCopyCode = Literal["foreign", "unreadable", "line", "incomplete", "damaged", "seal", "newer"]
BAD_COPIES: tuple[BadCopyCode, ...] = get_args(BadCopyCode)
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database
ORPHAN_SECONDS = 3600
FORGOTTEN_SECONDS = 24 * 3600  # the number of the process may be another's by then
# Releases before this one gave no machine and no process.
_TEMPORARY = re.compile(
    r"\.ronda-(?:(?P<machine>[0-9a-f]{8})-(?P<process>\d{1,9})-)?[0-9a-f]{16}\.tmp(?:-wal|-shm|-journal)?", re.ASCII
)


class BadCopy(StoreTrouble):
    """The file cannot be put back, and nothing was changed:
    `foreign` it is no copy of a database of Ronda; `unreadable` SQLite cannot read it (detail); `line` a line of it
    is not of a copy (line); `incomplete` something in it was changed or is missing; `damaged` a tournament in it is
    not as it was written (tournament, version); `seal` its end is not the one that was sealed here (the same);
    `newer` a newer release has made it (found, known)."""

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
    """The path of a file to be made, which is gone afterwards unless it got another name. What a process that was
    killed has left of the kind is swept up first."""
    sweep(folder)
    made = folder / f".ronda-{_machine()}-{os.getpid()}-{os.urandom(8).hex()}.tmp"
    try:
        yield made
    finally:
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                made.with_name(made.name + ending).unlink()


def sweep(folder: Path) -> None:
    """Deletes what a killed process has left: its number says that it is gone; else the age, which no copy takes."""
    with suppress(OSError):  # tidying keeps nobody from their work
        for entry in os.scandir(folder):
            left = _TEMPORARY.fullmatch(entry.name)
            if left and entry.is_file(follow_symlinks=False) and _is_orphan(left, entry.stat().st_mtime):
                with suppress(OSError):
                    os.unlink(entry.path)


def _is_orphan(left: re.Match[str], changed: float) -> bool:
    age = time.time() - changed
    if left["machine"] != _machine():
        return age > ORPHAN_SECONDS
    return age > FORGOTTEN_SECONDS or not _alive(int(left["process"]))


def _alive(process: int) -> bool:
    if os.name == "nt":  # there, asking so would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


@cache
def _machine() -> str:
    """Numbers of processes are those of a machine: a folder may belong to several."""
    return sha256(platform.node().encode()).hexdigest()[:8]


def rename(made: Path, target: Path) -> None:
    """Gives a file its name, when it is complete and durable."""
    with open(made, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(made, target)
    settle(target.parent)
