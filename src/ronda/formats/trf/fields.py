"""What a tournament report file is made of: its lines, and single fields of a record (numbers, points, titles, dates).
What is wrong goes to the collector: codes with their facts, over the whole file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from ronda.core import Value
from ronda.core.verdicts import CODE, COUNT, NUMBER, TEXT, Codes, misfits, uncited
from ronda.formats.errors import Unreadable, shown

_BARE = uncited()
_FOUND = uncited(found=TEXT)
_FIELD = uncited(field=CODE, found=TEXT)
_OPPONENT = uncited(opponent=COUNT)  # players by their numbers in the file
_NUMBER = uncited(number=COUNT)

CODES: Codes = {
    "defect": {
        # the file as a whole
        "no_players": _BARE,
        "teams": uncited(record=TEXT),  # a record of team events
        "scoring_unclear": _BARE,  # no usual scoring makes the points add up
        "scoring_by_colour": _FOUND,  # white and black get different points
        # one field
        "bad_number": _FIELD,
        "bad_points": _FIELD,
        "bad_colour": _FOUND,
        "bad_result": _FOUND,
        "bad_value": uncited(field=CODE, found=TEXT, expected=TEXT),
        "out_of_range": uncited(field=CODE, found=NUMBER, low=NUMBER, high=NUMBER),
        "no_name": _BARE,
        # players and rounds
        "duplicate_number": _NUMBER,
        "unknown_opponent": _OPPONENT,
        "own_opponent": _BARE,
        "not_mutual": uncited(opponent=COUNT, other=COUNT),  # the opponent names somebody else (0: nobody)
        "same_colour": uncited(opponent=COUNT, colour=TEXT),
        "no_colour": _OPPONENT,
        "results_contradict": uncited(opponent=COUNT, own=TEXT, other=TEXT),
        "bye_with_opponent": uncited(opponent=COUNT, found=TEXT),
        "game_without_opponent": _FOUND,
        "second_pab": uncited(other=COUNT),
        "pab_not_paired": _BARE,  # a pairing-allocated bye in a round that is not paired
        "points_differ": uncited(found=TEXT, expected=TEXT),
        "no_result": _BARE,  # a blank result in a round before the last
        "unknown_player": _NUMBER,
        "bye_of_paired": uncited(kind=TEXT),  # a bye record for somebody who was paired in that round
        "two_byes": uncited(kind=TEXT, other=TEXT),
        "nothing_virtual": _BARE,  # virtual points of 0
        # what the format knows, and the desk has no place for
        "not_kept": uncited(field=CODE),
        "duplicate_fide_id": uncited(found=TEXT, other=COUNT),
    }
}


class Defect(Value):
    """One thing that is wrong, and where: the player and round it is about, line and column counted from 1 (columns
    in characters). None where there is no such place."""

    code: str
    facts: Mapping[str, Any] = {}
    player: int | None = None
    round: int | None = None
    line: int | None = None
    column: int | None = None


class BadTrf(Unreadable):
    """A file with defects: all of them at once, in the order of the file."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        told = [
            {name: value for name in Defect.__struct_fields__ if (value := getattr(one, name)) is not None}
            for one in defects
        ]
        first = defects[0]
        super().__init__("bad_trf", {"count": len(defects), "defects": told}, "", first.line, first.column)
        self.defects = defects


class Collector:
    """Takes down the defects of a file while it is read."""

    def __init__(self) -> None:
        self.found: list[Defect] = []

    def add(
        self,
        code: str,
        *,
        player: int | None = None,
        round: int | None = None,
        line: int | None = None,
        column: int | None = None,
        **facts: Any,
    ) -> None:
        assert not (wrong := [*misfits(CODES, "defect", code, "", facts)]), wrong
        kept = {name: shown(value) if isinstance(value, str) else value for name, value in facts.items()}
        self.found.append(Defect(code, kept, player, round, line, column))

    def refuse(self) -> None:
        """Raises all of them, if there are any."""
        if self.found:
            in_order = sorted(self.found, key=lambda one: (one.line or 0, one.column or 0, one.round or 0))
            raise BadTrf(tuple(in_order))


MOST_BYTES = 20_000_000

Encoding = Literal["utf-8", "cp1252", "latin-1"]

_ENDS = r"\r\n|\r|\n"
_BINARY = r"[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]"
_NOT_IN_1252 = rb"[\x81\x8D\x8F\x90\x9D]"
_RECORD = rb"\A\s*(?:\xef\xbb\xbf)?(?:###|[0-9]{3}|XX[A-Z]|BB[A-Z])(?: |[\r\n]|\Z)"


class Lines(NamedTuple):
    lines: list[str]
    encoding: Encoding


def looks_like_trf(data: bytes) -> bool:
    """Whether this is such a file, and no list of players or other text: it begins with a record, and has players."""
    if data.startswith(b"{"):
        return False
    begins = re.match(_RECORD, data[:16]) is not None
    return begins and (data.startswith(b"001 ") or b"\n001 " in data or b"\r001 " in data)


def lines_of(data: bytes) -> Lines:
    """T1.2, T1.3. Raises Unreadable where it is no text."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    text, encoding = _decoded(data)
    binary = None if text.isprintable() else re.search(_BINARY, text)
    if binary is not None:
        line = len(re.findall(_ENDS, text[: binary.start()])) + 1
        raise Unreadable("not_text", {"byte": f"{ord(binary[0]):02X}"}, f"line {line}", line)
    # str.splitlines would also cut at characters that may stand in a name
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Lines(text.split("\n"), encoding)


def _decoded(data: bytes) -> tuple[str, Encoding]:
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        # some bytes mean nothing in Windows-1252, and a control character in Latin-1
        if re.search(_NOT_IN_1252, data):
            return data.decode("latin-1"), "latin-1"
        return data.decode("cp1252"), "cp1252"


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


def title(text: str) -> str | None:
    """The title in its present form; one that is not FIDE's as it is; None: no title at all."""
    word = text.strip()
    if not word:
        return ""
    return _TITLES.get(word.lower()) or (word.upper() if word.isalpha() else None)


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
