"""Files that are replaced as a whole, or not at all."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK = ".ronda.lock"  # where a folder cannot be locked
POLL_SECONDS = 0.02
DELETED_SECONDS = 1.0
OPEN_SECONDS = 2.0
_CAN_LOCK_FOLDERS = os.name != "nt"


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """One writer at a time: whoever reads a file in order to write it again waits until nobody else does so in the
    same folder."""
    folder = Path(os.path.realpath(path)).parent
    handle = _locked_folder(folder) if _CAN_LOCK_FOLDERS else _locked_file(folder / LOCK)
    try:
        yield
    finally:
        os.close(handle)  # which ends the lock
        if not _CAN_LOCK_FOLDERS:
            with suppress(OSError):  # Windows deletes no file that somebody else has open, to wait or to write
                (folder / LOCK).unlink()


def _locked_folder(folder: Path) -> int:
    """POSIX: the folder itself is the lock, so nothing is left behind."""
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _locked_file(lock: Path) -> int:
    """Windows: folders cannot be opened, so the first byte of a small file beside the others is the lock."""
    import msvcrt

    patience = time.monotonic() + DELETED_SECONDS
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT)
        except PermissionError:  # somebody is just deleting it; or nobody may write here
            if time.monotonic() > patience:
                raise
            time.sleep(POLL_SECONDS)
            continue
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            if _is_still(lock, handle):
                return handle
        except OSError:  # somebody else has it
            time.sleep(POLL_SECONDS)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _is_still(lock: Path, handle: int) -> bool:
    """Whether the name leads to the file that was locked: it may have been deleted meanwhile."""
    try:
        return os.path.samestat(lock.stat(), os.fstat(handle))
    except OSError:
        return False


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
        with open(made, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            made.chmod(stat.S_IMODE(mode))
        _take_the_place(made, target)
    except BaseException:
        with suppress(FileNotFoundError):
            made.unlink()
        raise
    settle(target.parent)


def _take_the_place(made: Path, target: Path) -> None:
    """Windows refuses while somebody has the file open, be it a virus scanner for a moment: there it is tried again."""
    patience = time.monotonic() + (0 if _CAN_LOCK_FOLDERS else OPEN_SECONDS)
    while True:
        try:
            os.replace(made, target)
            return
        except PermissionError:
            if time.monotonic() >= patience:
                raise
            time.sleep(POLL_SECONDS)


def _mode(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def settle(folder: Path) -> None:
    """Makes the new name durable, where a folder can be opened for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
