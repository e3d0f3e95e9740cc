"""Tables in plain text: figures to the right, words to the left, wide and combining letters counted right."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence

Cell = str | int
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def text_table(
    headings: Sequence[str], rows: Sequence[Sequence[Cell]], words: Collection[int], *, bold: bool = False
) -> Iterator[str]:
    """The lines of a table. The columns in `words` are set to the left, whatever stands in them: somebody may be
    called A1. All others hold figures, and are set to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    right = [at not in words for at in range(len(headings))]
    columns = [[heading, *(row[at] for row in texts)] for at, heading in enumerate(headings)]
    widths = [max(map(width, column)) for column in columns]
    for number, row in enumerate([list(headings), *texts]):
        line = "  ".join(_set(*cell) for cell in zip(row, widths, right, strict=True)).rstrip()
        yield f"{_BOLD}{line}{_PLAIN}" if bold and number == 0 else line


def _set(text: str, columns: int, right: bool) -> str:
    space = " " * (columns - width(text))
    return space + text if right else text + space


def width(text: str) -> int:
    """The columns a text takes on a terminal."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
