"""The sheets of a workbook (.xlsx, .xlsb, .xls, .ods) as plain rows. Run apart (see `sandbox`): what reads a workbook
lays out every cell between the first and the last one, and ends the whole process where the memory is not enough.

`python -m ronda.formats.workbook_sheets NAME…` answers the sheets with these names; without names the one with
players, or else the first with something in it.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any

from python_calamine import CalamineError, CalamineWorkbook

from ronda.formats.errors import Unreadable
from ronda.formats.sandbox import serve

MOST_PARTS = 1000
MOST_UNPACKED = 100_000_000  # bytes
MOST_CELLS = 2_000_000  # between the first and the last, empty ones too
MOST_ROWS = 100_000
PACKED = b"PK"  # all but the .xls of old, which has no compression: what it holds cannot be more than its size
PREFERRED = "players"  # the sheet of a workbook that we made ourselves

_CHUNK = 1 << 20
_TAG = 400  # bytes: no tag that names a cell is longer
_CELL = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3})([0-9]{1,7})"')

Rows = list[list[Any]]


def sheets(data: bytes, names: list[str]) -> dict[str, Rows]:
    """Raises Unreadable."""
    if data.startswith(PACKED):
        _weigh(data)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        if names:
            return {name: _rows(book.get_sheet_by_name(name)) for name in names if name in book.sheet_names}
        for name in sorted(book.sheet_names, key=lambda name: name != PREFERRED):
            rows = _rows(book.get_sheet_by_name(name))
            if any(cell != "" for row in rows for cell in row):
                return {name: rows}
    except CalamineError:
        raise Unreadable("bad_workbook", {}) from None
    return {}


def _weigh(data: bytes) -> None:
    """What can be known before anything is laid out: how much is packed into it, and how far its cells reach."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS:
                raise Unreadable("too_many", {"what": "parts", "found": len(parts), "most": MOST_PARTS})
            size = sum(part.file_size for part in parts)
            if size > MOST_UNPACKED:
                raise Unreadable("unpacks_too_large", {"bytes": size, "most": MOST_UNPACKED})
            for part in parts:
                if part.filename.startswith("xl/worksheets/") and part.filename.endswith(".xml"):
                    with packed.open(part) as sheet:
                        _measure(sheet)
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, EOFError, ValueError, LookupError):
        raise Unreadable("bad_workbook", {}) from None


def _measure(sheet: IO[bytes]) -> None:
    left, right, top, bottom = 1 << 30, 0, 1 << 30, 0
    for letters, digits in _cells(sheet):
        column, row = _number(letters), int(digits)
        left, right = min(left, column), max(right, column)
        top, bottom = min(top, row), max(bottom, row)
        if (right - left + 1) * (bottom - top + 1) > MOST_CELLS:
            raise Unreadable("cell_too_far", {"cell": f"{letters.decode()}{row}", "most": MOST_CELLS})


def _cells(sheet: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    rest = b""
    while chunk := sheet.read(_CHUNK):
        text = rest + chunk
        for found in _CELL.finditer(text):
            yield found[1], found[2]
        rest = text[-_TAG:]


def _number(letters: bytes) -> int:
    """`A` is 1, `XFD` 16,384."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


def _rows(sheet: Any) -> Rows:
    if sheet.height > MOST_ROWS:
        raise Unreadable("too_many", {"what": "rows", "found": sheet.height, "most": MOST_ROWS})
    cells = sheet.height * sheet.width
    if cells > MOST_CELLS:
        raise Unreadable("too_many", {"what": "cells", "found": cells, "most": MOST_CELLS})
    return [
        [(cell if isinstance(cell, str | int | float | bool) else str(cell)) for cell in row]
        for row in sheet.to_python()
    ]


def _asked(data: bytes) -> dict[str, Rows]:
    try:
        return sheets(data, sys.argv[1:])
    except Unreadable:
        raise
    except MemoryError:
        raise Unreadable("too_heavy", {}) from None
    except BaseException:  # the library panics where it does not understand something
        raise Unreadable("bad_workbook", {}) from None


if __name__ == "__main__":
    serve(_asked)
