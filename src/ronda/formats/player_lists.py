"""Lists of players as people have them: from a spreadsheet, another program, or one name to a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any

from ronda.core import Frozen, Player
from ronda.core.text_rules import MOST_NUMBER, forbidden_character, invisible_character, is_blank, visible_text
from ronda.formats.csv_text import MOST_LINES, CsvRow, Delimiter, Meaning, decode, escape_cell, meanings_of, rows_of
from ronda.formats.errors import Unreadable, shown
from ronda.formats.sandbox import read_in_subprocess
from ronda.formats.trf.fields import looks_like_trf
from ronda.formats.trf.reading import read_trf

Note = tuple[str, Mapping[str, Any]]
NOTES = frozenset(
    (
        "encoding_guessed",  # encoding
        "ignored_column",  # column, heading (None without headings)
        "empty_lines",  # count, lines (the first ones)
        "duplicate_names",  # count, names (the first ones)
        "duplicate_licences",  # count, licences (the first ones)
        "invisible_removed",  # count, lines (the first ones)
        "passed_over",  # count, lines (the first ones): see `Understood.remarks`
        "trf_encoding",  # encoding
    )
)

_MOST_ROWS = 20_000
_MOST_NAME = 200
_TEXTS = (
    "name",
    "first_name",
    "surname",
    "licence",
    "fide_id",
    "club",
    "title",
    "federation",
    "sex",
    "email",
    "members",
)
_PIECE = 1_000  # rows that are read at once
_LISTED = 12  # a note names so many, and counts all
_NUMERIC = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_WHOLE = re.compile(r"([0-9]{1,10})(?:\.0)?")  # spreadsheets like to add the .0
_RATED = re.compile(r"([0-9]{3,4}) ?(?:[FNEP]|- ?[0-9]{1,4})")  # "1780 F" (kind of rating), "1650-12" (evaluations)
_DIGITS = re.compile(r"([0-9]+)(?:\.0)?")
_DATE = re.compile(r"([0-9]{4})(?:\.0|(?:[-/.][0-9]{1,2}){2})?|(?:[0-9]{1,2}[-/.]){2}([0-9]{4})")
_PERSON = re.compile(r"[0-9a-z]{1,40}")
_NAMES: frozenset[Meaning | None] = frozenset(("name", "first_name", "surname"))
_TELLING: frozenset[Meaning | None] = _NAMES | {"rating", "national_rating", "licence"}


class Understood(Frozen):
    """The players and how the list was taken. A column without a meaning was ignored; a delimiter of None
    means one name to a line. `remarks`: cells that could not be used and were left empty, and rows without a
    usable name, which were left out. `rows`: what stands in the list below its headings, and who was read from it
    (no rows in a report file)."""

    players: tuple[Player, ...]
    encoding: str
    delimiter: Delimiter
    header: bool
    columns: tuple[Meaning | None, ...]
    notes: tuple[Note, ...]
    remarks: tuple[Unreadable, ...] = ()
    rows: tuple[tuple[CsvRow, Player | None], ...] = ()


def understand(data: bytes, *, encoding: str | None = None) -> Understood:
    """The list as it is most likely meant. Raises Unreadable only where nobody can be read from it; `column` counts
    cells. The players of a report file (TRF) are those of its records."""
    if looks_like_trf(data):
        return _reported(data)
    text, chosen = decode(data, encoding)
    rows, delimiter = rows_of(text, is_heading)
    filled = [row for row in rows if not row.is_empty()]
    headings = filled[0].cells if filled and is_heading(filled[0]) else None
    listed = filled if headings is None else filled[1:]
    if not listed:
        raise Unreadable("no_players", {})
    if len(listed) > _MOST_ROWS:
        raise Unreadable("too_many", {"what": "rows", "found": len(listed), "most": _MOST_ROWS})
    columns = _guessed(listed) if headings is None else _headed(headings, listed)
    reader = _Reader(columns, width=None if headings is None else len(headings))
    read = reader.read(listed)
    players = tuple(player for _, player in read if player)
    remarks = sorted(reader.remarks, key=lambda one: (one.line or 0, one.column or 0))
    if not players:
        raise remarks[0]
    notes = [
        *([("encoding_guessed", {"encoding": chosen})] if encoding is None and chosen in _GUESSED else []),
        *_ignored(columns, headings, listed),
        *_counted("empty_lines", "lines", (row.line for row in rows if row.is_empty())),
        *_counted("invisible_removed", "lines", (row.line for row in listed if _has_invisible(row, columns))),
        *_counted("passed_over", "lines", (remark.line for remark in remarks if remark.line)),
        *_counted("duplicate_names", "names", _repeated(player.name for player in players)),
        *_counted("duplicate_licences", "licences", _repeated(p.licence for p in players if p.licence)),
    ]
    return Understood(
        players,
        chosen,
        delimiter,
        headings is not None,
        tuple(columns),
        tuple(notes),
        tuple(remarks),
        tuple(read),
    )


def _reported(data: bytes) -> Understood:
    found = read_trf(data)
    players = tuple(
        Player(
            id=player.number,
            name=unicodedata.normalize("NFC", visible_text(player.name)),
            rating=player.rating,
            title=player.title,
            federation=player.federation,
            fide_id=player.fide_id,
            birth_year=int(player.birth[:4] or 0),
            sex=player.sex,
        )
        for player in found.event.players
    )
    meanings: tuple[Meaning, ...] = ("rating", "title", "federation", "fide_id", "birth_year", "sex")
    used = (meaning for meaning in meanings if any(getattr(player, meaning) for player in players))
    notes = [note for note in found.notes if note[0] == "trf_encoding"]
    return Understood(players, found.encoding, None, False, ("id", "name", *used), tuple(notes))


_GUESSED = frozenset(("cp1254", "cp1252"))


def is_heading(row: CsvRow) -> bool:
    """A row is a heading only if a word in it says so: better a refusal than a player taken for a heading."""
    meanings = meanings_of(row.cells)
    return not any(map(_is_numeric, row.cells)) and not _TELLING.isdisjoint(meanings)


def _is_numeric(cell: str) -> bool:
    return _NUMERIC.fullmatch(cell.strip()) is not None


def read_in_pieces(headings: Sequence[str], rows: Iterable[CsvRow]) -> Iterator[tuple[CsvRow, Player | None]]:
    """Row after row of a list with headings that is too long to be held: whoever can be read from each. Raises
    Unreadable where no heading says which the names are."""
    columns = meanings_of(tuple(headings))
    if _NAMES.isdisjoint(columns):
        raise Unreadable("no_name_column", {}, "line 1", 1)
    waiting = iter(rows)
    while some := list(islice(waiting, _PIECE)):
        yield from _Reader(columns, width=None).read(some)


# --- columns -----------------------------------------------------------------------------------------------


def _headed(headings: tuple[str, ...], rows: Sequence[CsvRow]) -> list[Meaning | None]:
    """The columns by their headings; the names where no heading says which they are."""
    columns = meanings_of(headings)
    if _NAMES.isdisjoint(columns):
        free = [at for at, meaning in enumerate(columns) if meaning is None]
        columns[_name_column(free, rows)] = "name"
    return columns


def _guessed(rows: Sequence[CsvRow]) -> list[Meaning | None]:
    """The columns by what stands in them: numbers before the name are licences, after it ratings, and a
    second text is the club."""
    columns: list[Meaning | None] = [None] * max(len(row.cells) for row in rows)
    name = _name_column(range(len(columns)), rows)
    columns[name] = "name"
    before: list[Meaning] = ["licence", "id"]  # from the name to the left
    for at in reversed(range(name)):
        if before and _are_distinct(row.cell(at) for row in rows):
            columns[at] = before.pop(0)
    numbers: list[Meaning] = ["rating", "national_rating"]
    texts: list[Meaning] = ["club"]
    for at in range(name + 1, len(columns)):
        cells = [cell for row in rows if (cell := row.cell(at).strip())]
        remaining = numbers if _mostly_numeric(cells) else texts
        if cells and remaining:
            columns[at] = remaining.pop(0)
    return columns


def _name_column(candidates: Iterable[int], rows: Sequence[CsvRow]) -> int:
    for at in candidates:
        cells = [cell for row in rows if (cell := row.cell(at).strip())]
        if cells and not _mostly_numeric(cells):
            return at
    raise Unreadable("no_name_column", {}, f"line {rows[0].line}", rows[0].line)


def _mostly_numeric(cells: Sequence[str]) -> bool:
    return 2 * sum(map(_is_numeric, cells)) > len(cells)


def _are_distinct(cells: Iterable[str]) -> bool:
    """Whether the cells are positive whole numbers, no two alike."""
    numbers = [_whole(cell) for cell in cells]
    return all(numbers) and len(set(numbers)) == len(numbers)


# --- rows --------------------------------------------------------------------------------------------------


class _Reader:
    """Reads rows by the meanings of their columns. What cannot be used is remarked, and the row is read on."""

    def __init__(self, columns: Sequence[Meaning | None], width: int | None) -> None:
        self.at = {meaning: place for place, meaning in enumerate(columns) if meaning is not None}
        self.width = width
        self.remarks: list[Unreadable] = []

    def read(self, rows: Sequence[CsvRow]) -> list[tuple[CsvRow, Player | None]]:
        """Who stands in each row; nobody, where no name can be used."""
        names = [self._name(row) for row in rows]
        ids = iter(self._ids([row for row, name in zip(rows, names, strict=True) if name]))
        return [
            (row, self._player(row, name, next(ids)) if name else None) for row, name in zip(rows, names, strict=True)
        ]

    def _player(self, row: CsvRow, name: str, number: int) -> Player:
        if self.width is not None and any(cell.strip() for cell in row.cells[self.width :]):
            self._remark(row, self.width, "too_many_cells", expected=self.width, found=len(row.cells))
        at = self.at
        return Player(
            id=number,
            name=name,
            rating=self._number(row, "rating"),
            national_rating=self._number(row, "national_rating"),
            birth_year=self._year(row),
            licence=self._code(row, at.get("licence", at.get("fide_id"))),  # who has no licence is known by the FIDE id
            fide_id=self._code(row, at.get("fide_id")),
            club=self._text(row, "club"),
            title=self._text(row, "title"),
            federation=self._text(row, "federation"),
            sex=self._text(row, "sex"),
            email=self._text(row, "email"),
            person=self._key(row),
            start=self._number(row, "start"),
            members=self._text(row, "members"),
        )

    def _key(self, row: CsvRow) -> str:
        """Of somebody in the list of people, as a preview has filled it in."""
        found = self._text(row, "person")
        return found if _PERSON.fullmatch(found) else ""

    def _remark(self, row: CsvRow, at: int, code: str, **facts: Any) -> None:
        self.remarks.append(Unreadable(code, facts, f"line {row.line}", row.line, at + 1))

    def _ids(self, rows: Sequence[CsvRow]) -> list[int]:
        """Those of the list. Who has none, or one that is taken, gets the next that is free."""
        if "id" not in self.at:
            return list(range(1, len(rows) + 1))
        found: list[int | None] = []
        taken: set[int] = set()
        for row in rows:
            number = self._number(row, "id", least=1) or None
            if number in taken:
                self._remark(row, self.at["id"], "duplicate_id", id=number)
                number = None
            found.append(number)
            taken.update(() if number is None else (number,))
        free = (number for number in count(1) if number not in taken)
        return [next(free) if number is None else number for number in found]

    def _name(self, row: CsvRow) -> str:
        """ "" if the row has none that can be used."""
        places = [self.at[meaning] for meaning in ("name", "first_name", "surname") if meaning in self.at]
        before = len(self.remarks)
        name = " ".join(part for place in places if (part := self._line(row, place)))
        if is_blank(name):
            if len(self.remarks) == before:
                self._remark(row, places[0], "blank")
            return ""
        if len(name) > _MOST_NAME:
            self._remark(row, places[0], "too_long", found=len(name), most=_MOST_NAME)
            return ""
        return name

    def _line(self, row: CsvRow, at: int) -> str:
        """The cell with single spaces; "" if it is too long. A character that no text may have is a space."""
        line = unicodedata.normalize("NFC", " ".join(visible_text(row.cell(at)).split()))
        while not line.isprintable() and (character := forbidden_character(line)) is not None:
            self._remark(row, at, "control_character", character=character)
            line = " ".join(line.replace(chr(int(character[2:], 16)), " ").split())
        if len(line) > _MOST_NAME:
            self._remark(row, at, "too_long", found=len(line), most=_MOST_NAME)
            return ""
        return line

    def _number(self, row: CsvRow, meaning: Meaning, least: int = 0) -> int:
        """The number in that column; 0 where the column or the number is missing."""
        if meaning not in self.at:
            return 0
        cell = row.cell(self.at[meaning]).strip()
        rated = _RATED.fullmatch(cell) if meaning in ("rating", "national_rating") else None
        number = int(rated[1]) if rated else _whole(cell) if cell else 0
        if number is None or not least <= number <= MOST_NUMBER:
            self._remark(row, self.at[meaning], "bad_number", meaning=meaning, value=shown(cell))
            return 0
        return number

    def _text(self, row: CsvRow, meaning: Meaning) -> str:
        return self._line(row, self.at[meaning]) if meaning in self.at else ""

    def _code(self, row: CsvRow, at: int | None) -> str:
        """A licence or an id: the text as it is, but spreadsheets like to add .0 to numbers. 0 is none."""
        line = "" if at is None else self._line(row, at)
        number = _DIGITS.fullmatch(line)
        text = line if number is None else number[1]
        return "" if text == "0" else text

    def _year(self, row: CsvRow) -> int:
        """The year, also of a whole date, whichever end it stands at."""
        if "birth_year" not in self.at:
            return 0
        cell = row.cell(self.at["birth_year"]).strip()
        found = _DATE.fullmatch(cell)
        if cell and found is None:
            self._remark(row, self.at["birth_year"], "bad_number", meaning="birth_year", value=shown(cell))
        return int(next(year for year in found.groups() if year)) if found else 0


def _has_invisible(row: CsvRow, columns: Sequence[Meaning | None]) -> bool:
    """Whether one of the texts was kept without characters that nobody sees."""
    texts = (row.cell(at) for at, meaning in enumerate(columns) if meaning in _TEXTS)
    return any(invisible_character(text) is not None for text in texts)


def _whole(cell: str) -> int | None:
    found = _WHOLE.fullmatch(cell.strip())
    return None if found is None else int(found[1])


# --- notes -------------------------------------------------------------------------------------------------


def _ignored(columns: Sequence[Meaning | None], headings: Sequence[str] | None, rows: Sequence[CsvRow]) -> list[Note]:
    """Columns that hold something and were not used."""
    return [
        ("ignored_column", {"column": at + 1, "heading": shown(headings[at].strip()) if headings else None})
        for at, meaning in enumerate(columns)
        if meaning is None and any(row.cell(at).strip() for row in rows)
    ]


def _counted(code: str, key: str, items: Iterable[int | str]) -> list[Note]:
    found = list(items)
    return [(code, {"count": len(found), key: found[:_LISTED]})] if found else []


def _repeated(items: Iterable[int] | Iterable[str]) -> list[int | str]:
    """The values that come again, each once, as they stood there the second time."""
    seen: set[int | str] = set()
    again: dict[int | str, int | str] = {}
    for item in items:
        key = item.casefold() if isinstance(item, str) else item
        if key in seen:
            again.setdefault(key, item)
        seen.add(key)
    return list(again.values())


# --- files of whatever kind: text as it is, a sheet of a workbook as lines with tabs ------------------------

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
    for rows in read_in_subprocess("ronda.formats.workbook_sheets", data).values():
        return "\n".join("\t".join(map(_cell, row)) for row in rows[:MOST_LINES])
    raise Unreadable("no_players", {})


def _cell(value: Any) -> str:
    """Spreadsheets have only floats; what would break the line is a space. As in any list of cells, an apostrophe
    keeps a text from being run."""
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return escape_cell(" ".join(str(whole).split()))
