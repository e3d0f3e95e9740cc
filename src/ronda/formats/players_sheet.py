"""A list of players from a file of whatever kind: text as it is, a sheet of a workbook as lines with tabs."""

from __future__ import annotations

import io
from typing import Any

from ronda.formats.csv_text import MOST_LINES, decode
from ronda.formats.unreadable import Unreadable

WORKBOOK = b"PK\x03\x04"  # how a workbook (.xlsx, .ods) begins
_PREFERRED = "players"  # the sheet of a workbook that we made ourselves


def list_text(data: bytes) -> tuple[str, str]:
    """The list as text, and the encoding it was in ("" for a workbook). Raises Unreadable."""
    if data.startswith(WORKBOOK):
        return _sheet_text(data), ""
    return decode(data, None)


def _sheet_text(data: bytes) -> str:
    """The sheet of players, or the first one with something in it."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = sorted(book.sheet_names, key=lambda name: name != _PREFERRED)
        for name in names:
            rows = book.get_sheet_by_name(name).to_python(nrows=MOST_LINES)
            if any(cell != "" for row in rows for cell in row):
                return "\n".join("\t".join(map(_cell, row)) for row in rows)
    except CalamineError:
        raise Unreadable("not_text", {"byte": "50"}) from None
    raise Unreadable("no_players", {})


def _cell(value: Any) -> str:
    """Spreadsheets have only floats; what would break the line is a space."""
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return " ".join(str(whole).split())
