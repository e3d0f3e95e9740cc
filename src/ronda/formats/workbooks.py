"""Workbooks (.xlsx): a whole tournament as one, and back; and one of somebody else filled in (PS4.5).

Of the latter some cells of one sheet are written, everything else stays as it was, macros too. The file is a zip of
XML: only the sheet is touched, as text, so that what other programs put there stays to the letter; and the workbook
is told to work out its formulas anew when it is opened.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, unescape

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.formats.errors import Unreadable
from ronda.formats.sandbox import read_apart
from ronda.formats.strict_json.text import parse
from ronda.formats.tabular import SHEETS
from ronda.formats.tournament.reading import read
from ronda.systems.declarations import CellValue, FilledForm

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
    sheets: dict[str, list[list[Any]]] = read_apart("ronda.formats.workbook_sheets", data, tuple(SHEETS))
    return facts_of_sheets(sheets)


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
    settings = dict(_pairs(sheets["tournament"]))
    options = {key.removeprefix("option "): value for key, value in settings.items() if key.startswith("option ")}
    whole = {
        "ronda": 1,
        "name": str(settings.get("name") or ""),
        "system": settings.get("system"),
        "options": options,
        "seed": settings.get("seed") or 0,
        "players": [_without_blanks(_without_label(entry)) for entry in _records(sheets["players"])],
        "rounds": _rounds(list(_records(sheets["rounds"]))),
        "stages": _lines("stage", settings),
        "penalties": _lines("penalty", settings),
    }
    return read(json.dumps(whole).encode())


def _pairs(rows: list[list[Any]]) -> Iterator[tuple[str, Any]]:
    for row in rows[1:]:
        if len(row) >= 2 and row[0]:
            yield str(row[0]), None if row[1] == "" else _number(row[1])


def _lines(key: str, settings: dict[str, Any]) -> list[Any]:
    """Lines of the tournament file; what is none is left as it is, to be refused with its place."""
    texts = (str(value) for name, value in settings.items() if name.startswith(f"{key} "))
    return [_line(text) for text in texts]


def _line(text: str) -> Any:
    try:
        return parse(text)
    except Unreadable:
        return text


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


def _without_label(entry: dict[str, Any]) -> dict[str, Any]:
    """The label is worked out from the others, so it is not read."""
    return {key: value for key, value in entry.items() if key != "label"}


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
    made = []
    for number in sorted({*rows, *wanted}):
        old = rows.get(number)
        if number not in wanted:
            assert old is not None, "it is one or the other"
            made.append(old[0])
            continue
        row = _row(number, old, wanted[number])
        if isinstance(row, Refusal):
            return row
        made.append(row)
    return sheet[:head] + "".join(made) + sheet[end:]


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
