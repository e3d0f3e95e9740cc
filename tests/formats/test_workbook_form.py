"""The tracker workbook filled in (PS4.5): cells as told, everything else as it was."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
import xlsxwriter
from python_calamine import CalamineWorkbook

from ronda.core.model import Bye, Forfeit, Player, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.formats.workbooks import filled
from ronda.systems import NAMES, system
from ronda.systems.declarations import FilledForm

SHEET = "2-Player (1)"


def template() -> bytes:
    """A workbook like the tracker: formulas beside the cells that are filled in, another sheet, a style."""
    held = io.BytesIO()
    with xlsxwriter.Workbook(held, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        sheet = book.add_worksheet(SHEET)
        sheet.write("A1", "Tracker & co", bold)
        sheet.write_blank("B3", None, bold)
        sheet.write_formula("I3", "=G3-H3")
        sheet.write("B30", "below")
        book.add_worksheet("Other").write("A1", "kept")
    return held.getvalue()


def read(data: bytes, sheet: str = SHEET) -> list[list[Any]]:
    return list(
        CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    )


def event() -> Tournament:
    """Seven players (two of one name), two rounds: the last one rests in both, one result is missing."""
    names = ["Ann <A>", "Bo", "Cy", "Bo", "Ed", "Flo", "Gus"]
    players = tuple(Player(n, name) for n, name in enumerate(names, start=1))
    first = (
        Table(1, (1,), (2,), Scored(5, 3)),
        Table(2, (3,), (4,), Scored(2, 5)),
        Table(3, (5,), (6,), Forfeit(first_absent=True, second_absent=False)),
    )
    second = (Table(1, (1,), (4,), Scored(4, 4)), Table(2, (2,), (3,)), Table(3, (5,), (6,), Scored(5, 0)))
    return Tournament(
        Setup("redemption"), players, (Round(1, first, (Bye(7),)), Round(2, second, (Bye(7),), status="published"))
    )


def form() -> FilledForm:
    make = system("redemption").forms.report
    assert make is not None
    found = make(event())
    assert isinstance(found, FilledForm)
    return found


def test_ps4_5_who_stands_where() -> None:
    cells = form().cells
    assert (cells["A14"], cells["A28"]) == (1, 2)
    assert [cells[f"B{row}"] for row in range(3, 10)] == ["Ann <A>", "Bo", "Cy", "Bo (2)", "Ed", "Flo", "Gus"]
    assert [cells[f"{column}3"] for column in "FGHKLM"] == ["Bo", 5, 3, "Bo (2)", 4, 4]
    assert [cells[f"{column}8"] for column in "FGH"] == ["Ed", 5, 0], "by absence: a full win"
    assert [cells[f"{column}9"] for column in "FGHKLM"] == ["Bye", -3, 0, "Bye", -2, 0]
    assert "L4" not in cells, "no result yet: both stay empty"
    assert cells["K4"] == "Cy"
    assert form().notes == ("form_byes",)


def test_ps4_5_the_rest_of_the_workbook_stays() -> None:
    data = filled(template(), form())
    assert isinstance(data, bytes)
    rows = read(data)
    assert rows[0][0] == "Tracker & co"
    assert rows[2][1] == "Ann <A>"
    assert rows[2][5:8] == ["Bo", 5, 3]
    assert rows[29][1] == "below"
    assert read(data, "Other") == [["kept"]]
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        assert "<f>G3-H3</f>" in sheet
        assert 'r="B3" s="1" t="inlineStr"' in sheet, "the style of the cell stays"
        assert 'fullCalcOnLoad="1"' in book.read("xl/workbook.xml").decode()
    again = filled(data, form())
    assert isinstance(again, bytes)
    assert read(again) == rows


@pytest.mark.parametrize(
    ("given", "cells", "code"),
    [
        (b"no zip at all", {"B3": "x"}, "form_unreadable"),
        (template(), {"I3": 4}, "form_has_formula"),
    ],
)
def test_what_cannot_be_filled_in_is_refused(given: bytes, cells: dict[str, str | int], code: str) -> None:
    answer = filled(given, FilledForm(SHEET, cells))
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_another_workbook_is_refused() -> None:
    answer = filled(template(), FilledForm("2-Player (9)", {"B3": "x"}))
    assert answer == Refusal("form_sheet_missing", "PS4.5", {"sheet": "2-Player (9)"})


def test_only_who_reports_so_has_a_form() -> None:
    assert [name for name in NAMES if system(name).forms.report] == ["redemption"]
