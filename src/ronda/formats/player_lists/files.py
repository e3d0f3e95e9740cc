"""A list of players from a file of whatever kind: text as it is, a sheet of a workbook as lines with tabs."""

from __future__ import annotations

from typing import Any

from ronda.formats.errors import Unreadable
from ronda.formats.player_lists.csv_text import MOST_LINES, decode, harmless
from ronda.formats.player_lists.reading import Understood, understand
from ronda.formats.sandbox import read_apart

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")  # how they begin: .xlsx, .xlsb, .ods; .xls


def understand_file(data: bytes, *, encoding: str | None = None) -> Understood:
    """The list in a file of whatever kind. Raises Unreadable."""
    if data.startswith(WORKBOOKS):
        return understand(_sheet_text(data).encode(), encoding="utf-8")
    return understand(data, encoding=encoding)


def list_text(data: bytes) -> tuple[str, str]:
    """The list as text, and the encoding it was in ("" for a workbook). Raises Unreadable."""
    if data.startswith(WORKBOOKS):
        return _sheet_text(data), ""
    return decode(data, None)


def _sheet_text(data: bytes) -> str:
    """The sheet of players, or the first one with something in it."""
    for rows in read_apart("ronda.formats.workbook_sheets", data).values():
        return "\n".join("\t".join(map(_cell, row)) for row in rows[:MOST_LINES])
    raise Unreadable("no_players", {})


def _cell(value: Any) -> str:
    """Spreadsheets have only floats; what would break the line is a space. As in any list of cells, an apostrophe
    keeps a text from being run."""
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return harmless(" ".join(str(whole).split()))
