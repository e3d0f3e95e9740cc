"""A whole tournament as a workbook (.xlsx), and back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.formats.errors import Unreadable
from ronda.formats.sandbox import read_apart
from ronda.formats.strict_json.text import parse
from ronda.formats.tabular import SHEETS
from ronda.formats.tournament.reading import read

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
    sheets: dict[str, list[list[Any]]] = read_apart("ronda.formats.workbooks.sheets", data, tuple(SHEETS))
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
