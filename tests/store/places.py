"""Places where nothing can be written: folders that are read-only, and disks that are full. As the super-user, whom
permissions do not bind, they are mounted; where that is not allowed either, the test is skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*words: object) -> None:
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("mounting needs the super-user")
    done = subprocess.run(["mount", *map(str, words)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting is not allowed here: {done.stderr.decode()}")


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """The same files where nothing can be changed."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        try:
            yield folder
        finally:
            folder.chmod(0o755)
        return
    place = folder.with_name(f"{folder.name}-read-only")
    place.mkdir()
    _mount("--bind", folder, place)
    try:
        _mount("-o", "remount,ro,bind", place)
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@contextmanager
def small_disk(place: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of that size."""
    place.mkdir()
    _mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", place)
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill_up(folder: Path) -> Path:
    """A file that takes all the room that is left."""
    path = folder / "ballast"
    with open(path, "wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return path
