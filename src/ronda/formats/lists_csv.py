"""One of a tournament's lists as CSV: UTF-8 with a byte order mark, so that every spreadsheet reads the letters."""

from __future__ import annotations

import csv
import io

from ronda.core.model import Tournament
from ronda.formats.formula_guard import harmless
from ronda.formats.tabular import SHEETS, Cell


def csv_bytes(tournament: Tournament, what: str) -> bytes:
    text = io.StringIO(newline="")
    rows = SHEETS[what](tournament)
    csv.writer(text, lineterminator="\r\n").writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell(value: Cell) -> Cell:
    return harmless(value) if isinstance(value, str) else value
