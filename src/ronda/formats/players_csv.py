"""Lists of players as people have them: from a spreadsheet, another program, or one name to a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ronda.core.invisible import invisible_character, visible
from ronda.core.model import Player
from ronda.core.text_rules import forbidden_character, is_blank
from ronda.core.values import Frozen
from ronda.formats.column_headings import Meaning, meanings_of
from ronda.formats.csv_text import Delimiter, Row, decode, rows_of
from ronda.formats.errors import Unreadable, shown
from ronda.formats.json_shape import MOST
from ronda.formats.trf.lines import looks_like_trf

Note = tuple[str, Mapping[str, Any]]
NOTES = frozenset(
    (
        "encoding_guessed",  # encoding
        "ignored_column",  # column, heading (None without headings)
        "empty_lines",  # count, lines (the first ones)
        "duplicate_names",  # count, names (the first ones)
        "duplicate_licences",  # count, licences (the first ones)
        "invisible_removed",  # count, lines (the first ones)
        "trf_encoding",  # encoding
    )
)

_MOST_ROWS = 20_000
_MOST_NAME = 200
_TEXTS = ("name", "first_name", "surname", "licence", "fide_id", "club", "title", "federation", "sex", "email")
_LISTED = 12  # a note names so many, and counts all
_NUMERIC = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_WHOLE = re.compile(r"([0-9]{1,10})(?:\.0)?")  # spreadsheets like to add the .0
_DIGITS = re.compile(r"([0-9]+)(?:\.0)?")
_DATE = re.compile(r"([0-9]{4})(?:\.0|(?:[-/.][0-9]{1,2}){2})?|(?:[0-9]{1,2}[-/.]){2}([0-9]{4})")
_NAMES: frozenset[Meaning | None] = frozenset(("name", "first_name", "surname"))
_TELLING: frozenset[Meaning | None] = _NAMES | {"rating", "national_rating", "licence"}


class Understood(Frozen, frozen=True):
    """The players and how the list was taken. A column without a meaning was ignored; a delimiter of None
    means one name to a line."""

    players: tuple[Player, ...]
    encoding: str
    delimiter: Delimiter
    header: bool
    columns: tuple[Meaning | None, ...]
    notes: tuple[Note, ...]


def understand(data: bytes, *, encoding: str | None = None) -> Understood:
    """The list as it is most likely meant. Raises Unreadable, where `column` counts cells. The players of a report file
    (TRF) are those of its records."""
    if looks_like_trf(data):
        return _reported(data)
    text, chosen = decode(data, encoding)
    rows, delimiter = rows_of(text, _is_heading)
    filled = [row for row in rows if not row.is_empty()]
    headings = filled[0].cells if filled and _is_heading(filled[0]) else None
    listed = filled if headings is None else filled[1:]
    if not listed:
        raise Unreadable("no_players", {})
    if len(listed) > _MOST_ROWS:
        raise Unreadable("too_many", {"what": "rows", "found": len(listed), "most": _MOST_ROWS})
    columns = _guessed(listed) if headings is None else _headed(headings, listed)
    players = _players(listed, columns, width=None if headings is None else len(headings))
    notes = [
        *([("encoding_guessed", {"encoding": chosen})] if encoding is None and chosen in _GUESSED else []),
        *_ignored(columns, headings, listed),
        *_counted("empty_lines", "lines", (row.line for row in rows if row.is_empty())),
        *_counted("invisible_removed", "lines", (row.line for row in listed if _has_invisible(row, columns))),
        *_counted("duplicate_names", "names", _repeated(player.name for player in players)),
        *_counted("duplicate_licences", "licences", _repeated(p.licence for p in players if p.licence)),
    ]
    return Understood(players, chosen, delimiter, headings is not None, tuple(columns), tuple(notes))


def _reported(data: bytes) -> Understood:
    from ronda.formats.trf.reading import read_trf  # few lists are such

    found = read_trf(data)
    players = tuple(
        Player(
            id=player.number,
            name=unicodedata.normalize("NFC", visible(player.name)),
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


def _is_heading(row: Row) -> bool:
    """A row is a heading only if a word in it says so: better a refusal than a player taken for a heading."""
    meanings = meanings_of(row.cells)
    return not any(map(_is_numeric, row.cells)) and not _TELLING.isdisjoint(meanings)


def _is_numeric(cell: str) -> bool:
    return _NUMERIC.fullmatch(cell.strip()) is not None


# --- columns -----------------------------------------------------------------------------------------------


def _headed(headings: tuple[str, ...], rows: Sequence[Row]) -> list[Meaning | None]:
    """The columns by their headings; the names where no heading says which they are."""
    columns = meanings_of(headings)
    if _NAMES.isdisjoint(columns):
        free = [at for at, meaning in enumerate(columns) if meaning is None]
        columns[_name_column(free, rows)] = "name"
    return columns


def _guessed(rows: Sequence[Row]) -> list[Meaning | None]:
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


def _name_column(candidates: Iterable[int], rows: Sequence[Row]) -> int:
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


def _players(rows: Sequence[Row], columns: Sequence[Meaning | None], width: int | None) -> tuple[Player, ...]:
    at = {meaning: place for place, meaning in enumerate(columns) if meaning is not None}
    players: list[Player] = []
    ids: set[int] = set()
    for row in rows:
        if width is not None and any(cell.strip() for cell in row.cells[width:]):
            raise _refused(row, width, "too_many_cells", expected=width, found=len(row.cells))
        number = _number(row, at, "id", least=1) if "id" in at else len(players) + 1
        if number in ids:
            raise _refused(row, at["id"], "duplicate_id", id=number)
        ids.add(number)
        players.append(
            Player(
                id=number,
                name=_name(row, at),
                rating=_number(row, at, "rating"),
                national_rating=_number(row, at, "national_rating"),
                birth_year=_year(row, at),
                licence=_code(row, at.get("licence", at.get("fide_id"))),  # who has no licence is known by the FIDE id
                fide_id=_code(row, at.get("fide_id")),
                club=_text(row, at, "club"),
                title=_text(row, at, "title"),
                federation=_text(row, at, "federation"),
                sex=_text(row, at, "sex"),
                email=_text(row, at, "email"),
            )
        )
    return tuple(players)


def _refused(row: Row, at: int, code: str, **facts: Any) -> Unreadable:
    return Unreadable(code, facts, f"line {row.line}", row.line, at + 1)


def _name(row: Row, at: Mapping[Meaning, int]) -> str:
    places = [at[meaning] for meaning in ("name", "first_name", "surname") if meaning in at]
    name = " ".join(part for place in places if (part := _line(row, place)))
    if is_blank(name):
        raise _refused(row, places[0], "blank")
    if len(name) > _MOST_NAME:
        raise _refused(row, places[0], "too_long", found=len(name), most=_MOST_NAME)
    return name


def _line(row: Row, at: int) -> str:
    """The cell with single spaces."""
    line = unicodedata.normalize("NFC", " ".join(visible(row.cell(at)).split()))
    character = None if line.isprintable() else forbidden_character(line)
    if character is not None:
        raise _refused(row, at, "control_character", character=character)
    if len(line) > _MOST_NAME:
        raise _refused(row, at, "too_long", found=len(line), most=_MOST_NAME)
    return line


def _has_invisible(row: Row, columns: Sequence[Meaning | None]) -> bool:
    """Whether one of the texts was kept without characters that nobody sees."""
    texts = (row.cell(at) for at, meaning in enumerate(columns) if meaning in _TEXTS)
    return any(invisible_character(text) is not None for text in texts)


def _number(row: Row, at: Mapping[Meaning, int], meaning: Meaning, least: int = 0) -> int:
    """The number in that column; 0 where the column or the number is missing."""
    if meaning not in at:
        return 0
    cell = row.cell(at[meaning]).strip()
    number = _whole(cell) if cell else 0
    if number is None or not least <= number <= MOST:
        raise _refused(row, at[meaning], "bad_number", meaning=meaning, value=shown(cell))
    return number


def _text(row: Row, at: Mapping[Meaning, int], meaning: Meaning) -> str:
    return _line(row, at[meaning]) if meaning in at else ""


def _code(row: Row, at: int | None) -> str:
    """A licence or an id: the text as it is, but spreadsheets like to add .0 to numbers. 0 is none."""
    line = "" if at is None else _line(row, at)
    number = _DIGITS.fullmatch(line)
    text = line if number is None else number[1]
    return "" if text == "0" else text


def _year(row: Row, at: Mapping[Meaning, int]) -> int:
    """The year, also of a whole date, whichever end it stands at."""
    if "birth_year" not in at:
        return 0
    cell = row.cell(at["birth_year"]).strip()
    found = _DATE.fullmatch(cell)
    if cell and found is None:
        raise _refused(row, at["birth_year"], "bad_number", meaning="birth_year", value=shown(cell))
    return int(next(year for year in found.groups() if year)) if found else 0


def _whole(cell: str) -> int | None:
    found = _WHOLE.fullmatch(cell.strip())
    return None if found is None else int(found[1])


# --- notes -------------------------------------------------------------------------------------------------


def _ignored(columns: Sequence[Meaning | None], headings: Sequence[str] | None, rows: Sequence[Row]) -> list[Note]:
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
