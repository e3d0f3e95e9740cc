"""The pages of a SQLite file and of the write-ahead log beside it, read without SQLite.

For two ends: a file whose log SQLite cannot open (the folder is read-only), and one that it cannot read any more.
https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

MAGIC = b"SQLite format 3\0"
USUAL_SIZE = 4096
_SIZES = frozenset(2**power for power in range(9, 17))
_LOG_HEADING, _FRAME_HEADING = 32, 24
_LITTLE, _BIG = 0x377F0682, 0x377F0683
_WORD = 0xFFFFFFFF
_MODES = slice(18, 20)  # in the heading of a database: how it is written, and read
_NO_LOG = b"\1\1"


class Frame(NamedTuple):
    """A page in the log. `holds` says that it belongs to the log as it is now and was written whole; `commits` is the
    number of pages of the database if a transaction ends here, else 0."""

    number: int
    page: bytes
    commits: int
    holds: bool


@dataclass(frozen=True, slots=True)
class Pages:
    """`size` is that of a page; `log` what stands beside the file, in the order it was written."""

    size: int
    data: bytes
    log: tuple[Frame, ...]

    def page(self, number: int) -> bytes:
        """Empty if there is none of that number in the file."""
        return self.data[(number - 1) * self.size : number * self.size] if number > 0 else b""

    def in_file(self) -> Iterator[bytes]:
        return (self.data[at : at + self.size] for at in range(0, len(self.data), self.size))


def read_pages(path: Path) -> Pages:
    """Whatever state they are in. Raises OSError."""
    data = path.read_bytes()
    beside = path.with_name(f"{path.name}-wal")
    log = beside.read_bytes() if beside.is_file() else b""
    size = page_size(data) or (int.from_bytes(log[8:12]) if int.from_bytes(log[8:12]) in _SIZES else USUAL_SIZE)
    return Pages(size, data, tuple(_frames(log, size)))


def page_size(data: bytes) -> int | None:
    """What the heading of a database says, if that can be."""
    said = int.from_bytes(data[16:18])
    size = 65536 if said == 1 else said
    return size if data[:16] == MAGIC and size in _SIZES else None


def as_it_stands(path: Path) -> bytes:
    """The database with all that was committed, as one file would have it. Raises OSError."""
    pages = read_pages(path)
    made = bytearray(pages.data)
    waiting: list[Frame] = []
    for frame in pages.log:
        if not frame.holds:
            break
        waiting.append(frame)
        if frame.commits:
            made.extend(bytes(max(frame.commits * pages.size - len(made), 0)))
            del made[frame.commits * pages.size :]
            for one in waiting:
                if one.number <= frame.commits:
                    made[(one.number - 1) * pages.size : one.number * pages.size] = one.page
            waiting = []
    if len(made) >= _MODES.stop:
        made[_MODES] = _NO_LOG
    return bytes(made)


def _frames(log: bytes, size: int) -> Iterator[Frame]:
    """All that are in the log, also those left from before it was begun anew."""
    magic = int.from_bytes(log[:4])
    order = "<" if magic == _LITTLE else ">"
    salt, known = log[16:24], int.from_bytes(log[8:12]) == size and magic in (_LITTLE, _BIG)
    sums = _checksum(log[:24], (0, 0), order)
    holds = known and len(log) >= _LOG_HEADING and sums == struct.unpack(">II", log[24:32])
    for at in range(_LOG_HEADING, len(log) - _FRAME_HEADING - size + 1, _FRAME_HEADING + size):
        heading, page = log[at : at + _FRAME_HEADING], log[at + _FRAME_HEADING : at + _FRAME_HEADING + size]
        if holds:
            sums = _checksum(page, _checksum(heading[:8], sums, order), order)
            holds = heading[8:16] == salt and sums == struct.unpack(">II", heading[16:24])
        number, commits = struct.unpack(">II", heading[:8])
        yield Frame(number, page, commits, holds)


def _checksum(data: bytes, start: tuple[int, int], order: str) -> tuple[int, int]:
    """As the log has it: over pairs of words in the order of the machine that wrote it."""
    words = array("I", data[: len(data) // 8 * 8])
    if (order == "<") != (struct.pack("=H", 1) == b"\1\0"):
        words.byteswap()
    first, second = start
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & _WORD
        second = (second + words[at + 1] + first) & _WORD
    return first, second
