"""Text tables as people have them: encoding, delimiter and quotes found out, cells with their lines.

A cell that a spreadsheet program would run as a formula is kept as text by an apostrophe, and read back as it was. The
apostrophe stands before the sign that would be obeyed, at the beginning of the cell and after whatever another program
might take for the beginning of one (a semicolon, a tab, a line end).
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ronda.formats.errors import Unreadable, shown

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


MOST_BYTES = 5_000_000
MOST_LINES = 40_000  # empty ones are counted, too
MOST_CELLS = 60  # in one row

Delimiter = str | None  # None: one cell to a line
DELIMITERS = ("\t", ";", ",")  # the earlier, the less likely inside a name
_SAMPLE = 200  # rows by which the delimiter is chosen

_ENCODINGS = {
    "utf8": "utf-8",
    "utf8sig": "utf-8",
    "utf16": "utf-16",
    "cp1254": "cp1254",
    "windows1254": "cp1254",
    "cp1252": "cp1252",
    "windows1252": "cp1252",
}
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_TURKISH = re.compile(rb"[\xD0\xDD\xDE\xF0\xFD\xFE]")  # Ğ İ Ş ğ ı ş in cp1254
_BINARY = re.compile(r"[\x00-\x08\x0E-\x1F\x7F]")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?[ \t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)


class CsvRow(NamedTuple):
    line: int
    cells: tuple[str, ...]

    def is_empty(self) -> bool:
        return not any(cell.strip() for cell in self.cells)

    def cell(self, at: int) -> str:
        """A row may be shorter than others: what is not there is empty."""
        return self.cells[at] if at < len(self.cells) else ""


def decode(data: bytes, encoding: str | None) -> tuple[str, str]:
    """The text and the encoding it is in: the one asked for, or the one found."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    chosen = _found_encoding(data) if encoding is None else _known_encoding(encoding)
    try:
        text = data.decode("utf-8-sig" if chosen == "utf-8" else chosen)
    except UnicodeDecodeError as error:
        byte = f"{data[min(error.start, len(data) - 1)]:02X}"
        line = len(_NEWLINE.findall(data[: error.start].decode(chosen, "replace"))) + 1
        raise Unreadable("not_text", {"byte": byte}, f"line {line}", line) from None
    binary = _BINARY.search(text)
    if binary is not None:
        line = len(_NEWLINE.findall(text, 0, binary.start())) + 1
        raise Unreadable("not_text", {"byte": f"{ord(binary[0]):02X}"}, f"line {line}", line)
    return text, chosen


def _known_encoding(asked: str) -> str:
    found = _ENCODINGS.get(re.sub(r"[-_ ]", "", asked.lower()))
    if found is None:
        known = list(dict.fromkeys(_ENCODINGS.values()))
        raise Unreadable("unknown_encoding", {"found": shown(asked), "known": known})
    return found


def _found_encoding(data: bytes) -> str:
    if data.startswith(_UTF_16):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1254" if _TURKISH.search(data) else "cp1252"
    return "utf-8"


def rows_of(text: str, is_heading: Callable[[CsvRow], bool]) -> tuple[list[CsvRow], Delimiter]:
    """All rows, empty ones too, and the delimiter: the one a spreadsheet program has named in the first line,
    or the one that makes a heading of the first row, or the one that cuts most rows alike."""
    body = text.rstrip()
    lines = sum(1 for _ in _NEWLINE.finditer(body)) + 1
    if lines > MOST_LINES:
        raise Unreadable("too_many", {"what": "rows", "found": lines, "most": MOST_LINES})
    named = _SEPARATOR_LINE.match(body)
    if named is not None:
        return _cut(body, named[1])[1:], named[1]
    samples = {delimiter: _filled(_cut(body, delimiter, _SAMPLE)) for delimiter in DELIMITERS}
    delimiter = _best(samples, is_heading)
    return _cut(body, delimiter), delimiter


def _filled(rows: Sequence[CsvRow]) -> list[CsvRow]:
    return [row for row in rows if not row.is_empty()]


def _best(samples: dict[str, list[CsvRow]], is_heading: Callable[[CsvRow], bool]) -> Delimiter:
    for delimiter, rows in samples.items():
        if not rows or (len(rows[0].cells) > 1 and is_heading(rows[0])):  # no rows: there is nothing else in it
            return delimiter
    alike: dict[str, float] = {}
    for delimiter, rows in samples.items():
        widths = Counter(len(row.cells) for row in rows)
        width, count = widths.most_common(1)[0] if widths else (1, 0)
        if width > 1:
            alike[delimiter] = count / len(rows)
    return max(alike, key=lambda delimiter: alike[delimiter], default=None)


def _cut(text: str, delimiter: Delimiter, most: int = MOST_LINES) -> list[CsvRow]:
    """The first rows of the text. A cell in quotes may hold delimiters and line ends; a quote that opens such
    a cell but never closes it is an ordinary character."""
    cut = re.escape(delimiter or "")
    cell = re.compile(rf' *"((?:[^"]++|"")*+)" *(?=[{cut}\r\n]|\Z)|([^{cut}\r\n]*)')
    rows: list[CsvRow] = []
    at, line = 0, 1
    while at < len(text) and len(rows) < most:
        start, cells = line, list[str]()
        while True:
            found = cell.match(text, at)
            assert found is not None, "the second way matches everywhere"
            quoted = found[1]
            cells.append(as_it_was(found[2] if quoted is None else quoted.replace('""', '"')))
            line += 0 if quoted is None else len(_NEWLINE.findall(quoted))
            at = found.end()
            if len(cells) > MOST_CELLS:
                facts = {"what": "cells", "found": len(cells), "most": MOST_CELLS}
                raise Unreadable("too_many", facts, f"line {start}", start, len(cells))
            if not delimiter or not text.startswith(delimiter, at):
                break
            at += 1
        at += 2 if text.startswith("\r\n", at) else 1
        line += 1
        rows.append(CsvRow(start, tuple(cells)))
    return rows
