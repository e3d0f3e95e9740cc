"""Single fields of a record: numbers, points, titles, dates. What is wrong goes to the collector."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ronda.formats.trf.defects import Collector

_POINTS = re.compile(r"([+-]?)([0-9]*)(?:[.,]([0-9]*))?")
_BIRTH = re.compile(r"([0-9]{4})(?:[/.\-]([0-9]{1,2})(?:[/.\-]([0-9]{1,2}))?)?")
MOST = 10**9

# T2: titles as old files and French programs have them
_TITLES = {title.lower(): title for title in ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")} | {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gf": "WGM",
    "mf": "WIM",
    "ff": "WFM",
    "cf": "WCM",
}
_SEXES = {"m": "m", "w": "w", "f": "w", "u": "", "": ""}


class FieldPlace(NamedTuple):
    """Where a field stands, and whose it is."""

    defects: Collector
    line: int
    column: int
    player: int | None = None
    round: int | None = None

    def add(self, code: str, **facts: object) -> None:
        self.defects.add(code, player=self.player, round=self.round, line=self.line, column=self.column, **facts)


def number(text: str, field: str, place: FieldPlace, low: int = 0, high: int = MOST) -> int | None:
    """A whole number; None where there is none, or where it is no number."""
    word = text.strip()
    if not word:
        return None
    if not (word.isascii() and word.isdigit()):
        place.add("bad_number", field=field, found=word)
        return None
    found = int(word)
    if not low <= found <= high:
        place.add("out_of_range", field=field, found=found, low=low, high=high)
        return None
    return found


@lru_cache(maxsize=4096)
def tenths(text: str) -> int | None:
    """Points with one decimal as tenths (T1.5); None: no such number. ½ is written .5 and nothing else."""
    found = _POINTS.fullmatch(text.strip())
    if found is None or not (found[2] or found[3]):
        return None
    decimals = (found[3] or "").rstrip("0")
    if len(decimals) > 1:
        return None
    amount = 10 * int(found[2] or 0) + int(decimals or 0)
    return -amount if found[1] == "-" else amount


def points(text: str, field: str, place: FieldPlace) -> int | None:
    """Points in tenths; None where there are none."""
    if not text.strip():
        return None
    found = tenths(text)
    if found is None:
        place.add("bad_points", field=field, found=text.strip())
    return found


@lru_cache(maxsize=4096)
def title(text: str) -> str | None:
    """The title in its present form; one that is not FIDE's as it is; None: no title at all."""
    word = text.strip()
    if not word:
        return ""
    return _TITLES.get(word.lower()) or (word.upper() if word.isalpha() else None)


@lru_cache(maxsize=4096)
def sex(text: str) -> str | None:
    return _SEXES.get(text.strip().lower())


def birth(text: str) -> str | None:
    """`YYYY` or `YYYY/MM/DD`, whatever stands between and whatever is not known (T2); None: no date."""
    word = text.strip()
    if not word:
        return ""
    found = _BIRTH.fullmatch(word)
    if found is None:
        return None
    year, month, day = found[1], int(found[2] or 0), int(found[3] or 0)
    if year == "0000":
        return ""
    if not month:
        return year
    if month > 12 or day > 31:
        return None
    return f"{year}/{month:02}/{day:02}"
