"""Files that are replaced as a whole, or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """One writer at a time: whoever reads a file in order to write it again waits until nobody else does so in the
    same folder. Where the system has no such locks, nobody waits."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    folder = os.open(Path(os.path.realpath(path)).parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def replace_file(path: Path, data: bytes) -> None:
    """Puts the data in the place of the file: whoever opens it sees the old content or the new one, also
    after a crash. The mode of the file is kept; of a symbolic link the target is replaced. Raises OSError."""
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):  # a pipe or a device has no content to protect
        target.write_bytes(data)
        return
    made = target.parent / f".ronda-{os.urandom(8).hex()}.tmp"
    try:
        _write_new(made, data)
        if mode is not None:
            made.chmod(stat.S_IMODE(mode))
        os.replace(made, target)
    except BaseException:
        with suppress(FileNotFoundError):
            made.unlink()
        raise
    _settle(target.parent)


def _mode(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _write_new(made: Path, data: bytes) -> None:
    with open(made, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Makes the new name durable, where a folder can be opened for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
