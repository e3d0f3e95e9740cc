"""One of a tournament's lists as CSV: UTF-8 with a byte order mark, so that every spreadsheet reads the letters."""

from __future__ import annotations

import csv
import io

from ronda.formats.tabular import SHEETS
from ronda.model import Tournament


def csv_bytes(tournament: Tournament, what: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(SHEETS[what](tournament))
    return text.getvalue().encode("utf-8-sig")
