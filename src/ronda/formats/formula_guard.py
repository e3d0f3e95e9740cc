"""Cells that a spreadsheet program would run as a formula: kept as text by an apostrophe, and read back as they were.

The apostrophe stands before the sign that would be obeyed, at the beginning of the cell and after whatever another
program might take for the beginning of one (a semicolon, a tab, a line end).
"""

from __future__ import annotations

import re

_OBEYED = r"[=+\-@\t\r\n＝＋－＠]"
_BEGINNING = r"(^|[;\t\r\n])"
_BARE = re.compile(rf"{_BEGINNING}(?='*{_OBEYED})")
_KEPT = re.compile(rf"{_BEGINNING}'(?='*{_OBEYED})")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def harmless(text: str) -> str:
    """The text as a cell that nothing obeys. A number is a number, also a negative one."""
    return text if _NUMBER.fullmatch(text) else _BARE.sub(r"\1'", text)


def as_it_was(cell: str) -> str:
    """What `harmless` made the cell of."""
    return _KEPT.sub(r"\1", cell) if "'" in cell else cell
