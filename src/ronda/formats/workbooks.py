"""A tournament as plain rows for spreadsheets, one heading line and one line per player, table or place: as CSV, and as
a workbook (.xlsx) that is read back; and a workbook of somebody else filled in (PS4.5).

Where a name is given, the last columns have the label: the name with what tells namesakes apart.

Of a form some cells of one sheet are written, everything else stays as it was, macros too. The file is a zip of XML:
only the sheet is touched, as text, so that what other programs put there stays to the letter; and the workbook is told
to work out its formulas anew when it is opened.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any
from xml.sax.saxutils import escape, unescape

from ronda.core import Refusal, Tournament, from_parts
from ronda.core.facts import Fact
from ronda.formats.csv_text import escape_cell
from ronda.formats.errors import Unreadable
from ronda.formats.json_text import parse
from ronda.formats.sandbox import read_in_subprocess
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import FURTHER, json_line, option_values, penalty_row, stage_rows
from ronda.systems import rules_of, standings_book, system
from ronda.systems.columns import NAME, NO_VALUE, POINTS, Source, plainly
from ronda.systems.declarations import CellValue, FilledForm
from ronda.systems.labels import names as labels
from ronda.systems.lists import PairingList, pairing_list_of, standings_columns, start_list

Cell = str | int | float | None
Rows = list[list[Cell]]


def players(tournament: Tournament) -> Rows:
    number = system(tournament.setup.system).forms.number_key
    keys = ["id", "name", "rating", "national_rating", "licence", "club", "joined_round", "left_after"]
    further = [key for key in FURTHER if any(getattr(player, key) for player in tournament.players)]
    called = labels(tournament)
    rows: Rows = [[*keys, "missed", number, "pinned_table", "label", *further, "byes"]]
    for player in tournament.players:
        own = [getattr(player, key) for key in keys]
        missed = " ".join(map(str, player.missed))
        ends = [getattr(player, key) or None for key in further]
        asked = " ".join(f"{round_}{kind}" for round_, kind in player.byes)
        rows.append([*own, missed, player.number, player.pinned_table, called[player.id], *ends, asked])
    return _where_needed(rows, "byes")


def start(tournament: Tournament) -> Rows:
    """The start list of the system, with all columns that it has there, and the id and label of everybody."""
    declared = system(tournament.setup.system)
    listing, codes = start_list(tournament, document=True), [column.code for column in declared.lists.start]
    called = labels(tournament)
    further = [key for key in ("id", "label") if key not in codes]
    rows: Rows = [[*(declared.forms.number_key if code == "number" else code for code in codes), *further]]
    bare = {player.id: player.name for player in tournament.players}
    for pid, row in zip(listing.who, listing.rows, strict=True):
        own = [bare[pid] if code == "name" else cell for code, cell in zip(codes, row, strict=True)]
        ends: dict[str, Cell] = {"id": pid, "label": called[pid]}
        rows.append([*(None if cell == "" else cell for cell in own), *(ends[key] for key in further)])
    return rows


def rounds(tournament: Tournament) -> Rows:
    """Every table and, with an empty table number, every bye; players by id and by name, with the columns that the
    system has in its pairings. `absent`: who was missing from the table; `kind`: which bye somebody had asked for."""
    declared = system(tournament.setup.system)
    names = {player.id: player.name for player in tournament.players}
    called = labels(tournament)
    lists = [pairing_list_of(tournament, round_, plainly) for round_ in tournament.rounds]
    told = {NAME.code, *(one.code for made in lists for one in made.sides[0])}
    sides = [[one.code for one in own if one.code in told] for own in declared.lists.pairings.sides]

    def heads(side: int) -> list[Cell]:
        which = ("first", "second")[side]
        own = [[which, f"{which}_names"] if code == NAME.code else [f"{which}_{code}"] for code in sides[side]]
        return [head for heads in own for head in heads]

    def cells(made: PairingList, ids: tuple[int, ...], side: int) -> list[Cell]:
        found: list[Cell] = []
        for code in sides[side]:
            if code == NAME.code:
                found += [" ".join(map(str, ids)), _joined(ids, names)] if ids else [None, None]
            else:
                found.append(_told(code, [made.cells[code][pid] for pid in ids]))
        return found

    keys: list[Cell] = ["round", "table", *heads(0), "result", *heads(1), "points", "differential"]
    rows: Rows = [[*keys, "first_labels", "second_labels", "absent", "kind"]]
    for round_, made in zip(tournament.rounds, lists, strict=True):
        for table in round_.tables:
            own = [
                *cells(made, table.first, 0),
                declared.rules.results.written(table.result),
                *cells(made, table.second, 1),
            ]
            ends = [_joined(table.first, called), _joined(table.second, called), " ".join(map(str, table.absent)), None]
            rows.append([round_.number, table.number, *own, None, None, *ends])
        for bye in round_.byes:
            worth = None if bye.halves is None else from_parts(bye.halves, declared.rules.unit(tournament.setup))
            own = [*cells(made, (bye.player,), 0), "bye", *cells(made, (), 1), worth, bye.differential]
            kind = bye.kind if bye.kind != "U" else None
            rows.append([round_.number, None, *own, called[bye.player], None, None, kind])
    return _where_needed(rows, "absent", "kind")


def _told(code: str, cells: Sequence[str | int]) -> Cell:
    """What a column of pairings has of a side: of one player as it is, of partners one behind the other."""
    values = [_plain(Fraction(cell)) if code == POINTS.code else cell for cell in cells]
    return " ".join(map(str, values)) if len(values) > 1 else next(iter(values), None)


def _where_needed(rows: Rows, *keys: str) -> Rows:
    """Without those of these columns in which nobody has anything."""
    empty = {at for at, key in enumerate(rows[0]) if key in keys and not any(row[at] for row in rows[1:])}
    return [[cell for at, cell in enumerate(row) if at not in empty] for row in rows]


def _joined(ids: tuple[int, ...], names: Mapping[int, str]) -> str:
    return " / ".join(names[pid] for pid in ids)


def standings(tournament: Tournament) -> Rows:
    """The standings with the columns that the system has there, in their order; then the criteria that the list does
    not show, and who the player is."""
    placed = rules_of(tournament.setup).standings(standings_book(tournament))
    columns = standings_columns(placed)
    codes = [column.code for column in columns]
    criteria = list(placed[0].measures) if placed else []
    further = [name for name in (*criteria, "player", "status", "label") if name not in codes]
    source = Source({player.id: player for player in tournament.players}, placed)
    shown = {column.code: column.values(source) for column in columns}
    names = {player.id: player.name for player in tournament.players}
    called = labels(tournament)
    rows: Rows = [[*codes, *further]]
    for row in placed:
        own: dict[str, Cell] = {code: _read(of[row.player]) for code, of in shown.items()}
        own |= {name: _plain(row.measures[name].value) for name in criteria}
        own |= {"place": row.place, "name": names[row.player], "player": row.player, "status": row.status}
        rows.append([{**own, "label": called[row.player]}[key] for key in (*codes, *further)])
    return rows


def _read(cell: str | int) -> Cell:
    """A cell as programs read it: a word by the end of its key, nothing where people read a dash."""
    if isinstance(cell, str) and cell.startswith("label."):
        return cell.rpartition(".")[2]
    return None if cell in ("", NO_VALUE) else cell


def _plain(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def setup(tournament: Tournament) -> Rows:
    made = tournament.setup
    head: list[tuple[str, Any]] = [("system", made.system), ("name", made.name), ("seed", made.seed)]
    options = [(f"option {name}", value) for name, value in option_values(made, system(made.system).rules).items()]
    # what standings need and has no sheet of its own, each as the line of the tournament file
    stages = [(f"stage {at}", json_line(row)) for at, row in enumerate(stage_rows(tournament), start=1)]
    penalties = [(f"penalty {at}", json_line(penalty_row(one))) for at, one in enumerate(made.penalties, start=1)]
    return [["setting", "value"], *([key, value] for key, value in (*head, *options, *stages, *penalties))]


SHEETS: Mapping[str, Callable[[Tournament], Rows]] = {
    "tournament": setup,
    "start": start,
    "players": players,
    "rounds": rounds,
    "standings": standings,
}


def csv_bytes(tournament: Tournament, what: str, *, mark: bool = True) -> bytes:
    """With the byte order mark, by which spreadsheets know that it is UTF-8; programs may do without."""
    text = io.StringIO(newline="")
    rows = SHEETS[what](tournament)
    cells = ([escape_cell(value) if isinstance(value, str) else value for value in row] for row in rows)
    csv.writer(text, lineterminator="\r\n").writerows(cells)
    return text.getvalue().encode("utf-8-sig" if mark else "utf-8")


_NUMBERS = ("first", "second", "missed", "absent")  # several numbers in one cell


def workbook_bytes(tournament: Tournament) -> bytes:
    import xlsxwriter

    held = io.BytesIO()
    with xlsxwriter.Workbook(held, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        bold = book.add_format({"bold": True})
        for name, rows_of in SHEETS.items():
            sheet = book.add_worksheet(name)
            for at, row in enumerate(rows_of(tournament)):
                sheet.write_row(at, 0, row, bold if at == 0 else None)
            sheet.freeze_panes(1, 0)
            sheet.autofit()
    return held.getvalue()


def read_workbook(data: bytes) -> list[Fact]:
    """The facts of a tournament from a workbook that `workbook_bytes` made; derived sheets are not read."""
    return facts_of_sheets(read_in_subprocess("ronda.formats.workbook_sheets", data, tuple(SHEETS)))


def facts_of_sheets(sheets: dict[str, list[list[Any]]]) -> list[Fact]:
    """The same from sheets that were laid out already."""
    for name in ("tournament", "players", "rounds"):
        if name not in sheets:
            raise Unreadable("missing_key", {"key": name})
    try:
        return _facts(sheets)
    except KeyError as missing:  # a sheet without one of its columns
        raise Unreadable("missing_key", {"key": str(missing.args[0])}) from None


def _facts(sheets: dict[str, list[list[Any]]]) -> list[Fact]:
    rows = (row for row in sheets["tournament"][1:] if len(row) >= 2 and row[0])
    settings = {str(row[0]): None if row[1] == "" else _number(row[1]) for row in rows}
    options = {key.removeprefix("option "): value for key, value in settings.items() if key.startswith("option ")}
    whole = {
        "ronda": 1,
        "name": str(settings.get("name") or ""),
        "system": settings.get("system"),
        "options": options,
        "seed": settings.get("seed") or 0,
        "players": [
            _without_blanks({**entry, "label": None})  # that follows from the others
            for entry in _records(sheets["players"])
        ],
        "rounds": _rounds(list(_records(sheets["rounds"]))),
        "stages": _lines("stage", settings),
        "penalties": _lines("penalty", settings),
    }
    return read(json.dumps(whole).encode())


def _lines(key: str, settings: dict[str, Any]) -> list[Any]:
    """Lines of the tournament file; what is none is left as it is, to be refused with its place."""
    found: list[Any] = [str(value) for name, value in settings.items() if name.startswith(f"{key} ")]
    for at, text in enumerate(found):
        with suppress(Unreadable):
            found[at] = parse(text)
    return found


def _records(rows: list[list[Any]]) -> Iterator[dict[str, Any]]:
    if not rows:
        return
    headings = [str(cell) for cell in rows[0]]
    for row in rows[1:]:
        if any(cell != "" for cell in row):
            yield {key: _cell(key, value) for key, value in zip(headings, row, strict=False)}


def _cell(key: str, value: Any) -> Any:
    if key in _NUMBERS:
        text = str(_number(value))
        return [int(word) for word in text.split() if word.isascii() and word.isdecimal() and len(word) < 16]
    if key == "byes":
        return {word[:-1]: word[-1:] for word in str(value).split()}
    return str(_number(value)) if key in ("name", "club", "result") and value != "" else _number(value)


def _number(value: Any) -> Any:
    """Spreadsheets have only floats: whole ones are whole numbers."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _without_blanks(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value not in ("", None, [], {})}


def _rounds(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rounds: dict[Any, dict[str, Any]] = {}
    for entry in entries:
        round_ = rounds.setdefault(entry["round"], {"number": entry["round"], "tables": [], "byes": []})
        if entry.get("result") == "bye":
            worth = {key: entry.get(key) for key in ("points", "differential", "kind")}
            round_["byes"].append(_without_blanks({"player": entry["first"][0] if entry["first"] else None, **worth}))
        else:
            seats = {key: entry.get(key) for key in ("first", "second")} | {"absent": entry.get("absent") or []}
            round_["tables"].append({"number": entry.get("table"), **seats, "result": entry.get("result") or None})
    return list(rounds.values())


MOST_BYTES = 50_000_000  # unpacked: what is larger is no form
_SHEET = re.compile(r"<sheet\b[^>]*>")
_RELATION = re.compile(r"<Relationship\b[^>]*>")
_ROW = re.compile(r'<row\b[^>]*?\br="(\d+)"[^>]*?(?:/>|>(.*?)</row>)', re.DOTALL)
_CELL = re.compile(r'<c\b[^>]*?\br="([A-Z]+)(\d+)"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
_ATTRIBUTE = re.compile(r'([\w:]+)="([^"]*)"')


def filled(template: bytes, form: FilledForm) -> bytes | Refusal:
    """The workbook with the cells; a refusal where it is none, has no such sheet, or has a formula in one of them."""
    try:
        with zipfile.ZipFile(io.BytesIO(template)) as book:
            if sum(one.file_size for one in book.infolist()) > MOST_BYTES:
                return Refusal("form_unreadable", "PS4.5")
            parts = {one.filename: book.read(one) for one in book.infolist()}
    except (zipfile.BadZipFile, NotImplementedError, OSError):
        return Refusal("form_unreadable", "PS4.5")
    path = _path_of(parts, form.sheet)
    if path is None or path not in parts:
        return Refusal("form_sheet_missing", "PS4.5", {"sheet": form.sheet})
    sheet = _written(parts[path].decode("utf-8", "replace"), form.cells)
    if isinstance(sheet, Refusal):
        return sheet
    parts[path] = sheet.encode()
    parts["xl/workbook.xml"] = _worked_out(parts["xl/workbook.xml"].decode("utf-8", "replace")).encode()
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as book:
        for name, data in parts.items():
            book.writestr(name, data)
    return held.getvalue()


def _path_of(parts: Mapping[str, bytes], sheet: str) -> str | None:
    """Where the sheet of that name is in the zip."""
    book = parts.get("xl/workbook.xml", b"").decode("utf-8", "replace")
    relations = parts.get("xl/_rels/workbook.xml.rels", b"").decode("utf-8", "replace")
    listed = map(_attributes, _RELATION.findall(relations))
    targets = {one["Id"]: one["Target"] for one in listed if "Id" in one and "Target" in one}
    for found in _SHEET.findall(book):
        own = _attributes(found)
        if unescape(own.get("name", ""), {"&quot;": '"', "&apos;": "'"}) == sheet:
            target = targets.get(own.get("r:id", ""), "")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return None


def _attributes(tag: str) -> dict[str, str]:
    return dict(_ATTRIBUTE.findall(tag))


def _worked_out(book: str) -> str:
    if "<calcPr" in book:
        bare = re.sub(r'(<calcPr\b[^>]*?)\s+fullCalcOnLoad="[^"]*"', r"\1", book)
        return re.sub(r"<calcPr\b", '<calcPr fullCalcOnLoad="1"', bare, count=1)
    return book.replace("</workbook>", '<calcPr fullCalcOnLoad="1"/></workbook>', 1)


def _written(sheet: str, cells: Mapping[str, CellValue]) -> str | Refusal:
    wanted: dict[int, dict[str, CellValue]] = {}
    for name, value in cells.items():
        column, row = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()  # type: ignore[union-attr]
        wanted.setdefault(int(row), {})[column] = value
    start = sheet.find("<sheetData")
    end = sheet.find("</sheetData>")
    if start < 0:
        return Refusal("form_unreadable", "PS4.5")
    if end < 0:  # an empty sheet: `<sheetData/>`
        sheet = re.sub(r"<sheetData\s*/>", "<sheetData></sheetData>", sheet, count=1)
        end = sheet.find("</sheetData>")
    head = sheet.index(">", start) + 1
    rows = {int(found[1]): found for found in _ROW.finditer(sheet, head, end)}
    made = {number: old[0] for number, old in rows.items()}
    for number, values in wanted.items():
        row = _row(number, rows.get(number), values)
        if isinstance(row, Refusal):
            return row
        made[number] = row
    return sheet[:head] + "".join(made[number] for number in sorted(made)) + sheet[end:]


def _row(number: int, old: re.Match[str] | None, values: Mapping[str, CellValue]) -> str | Refusal:
    cells = {found[1]: found[0] for found in _CELL.finditer(old[2] or "")} if old else {}
    for column, value in values.items():
        before = cells.get(column, "")
        if "<f" in before:
            return Refusal("form_has_formula", "PS4.5", {"cell": f"{column}{number}"})
        style = re.match(r'<c\b[^>]*?\bs="(\d+)"', before)
        kept = f' s="{style[1]}"' if style else ""
        place = f'<c r="{column}{number}"{kept}'
        cells[column] = (
            f"{place}><v>{value}</v></c>"
            if isinstance(value, int)
            else f'{place} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
        )
    tag = re.match(r"<row\b[^>]*?(?=/?>)", old[0]) if old else None
    head = re.sub(r'\s+spans="[^"]*"', "", tag[0]) if tag else f'<row r="{number}"'
    return f"{head}>{''.join(cells[one] for one in sorted(cells, key=lambda one: (len(one), one)))}</row>"
