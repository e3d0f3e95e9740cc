"""A workbook of somebody else, filled in: some cells of one sheet, everything else as it was, macros too (PS4.5).

The file is a zip of XML. Only the sheet is touched, as text, so that what other programs put there stays to the letter;
and the workbook is told to work out its formulas anew when it is opened.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape, unescape

from ronda.core.verdicts import Refusal
from ronda.systems.declarations import CellValue, FilledForm

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
