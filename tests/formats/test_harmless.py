"""Cells that a spreadsheet would run: harmless in every file we write, and the same again when they come back."""

from __future__ import annotations

import csv
import io
import re
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.facts import Created, Entered
from ronda.core.history import fold
from ronda.core.model import Player, Setup, Tournament
from ronda.formats.csv_text import escape_cell, unescape_cell
from ronda.formats.player_lists import list_text, understand
from ronda.formats.workbooks import SHEETS, csv_bytes, workbook_bytes
from ronda.systems import NAMES

OBEYED = "=+-@\t\r\n＝＋－＠"
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1+cmd()",
    "-2+3",
    "@SUM(1)",
    '=HYPERLINK("http://x","y")',
    "'=already",
    "''@twice",
    "Ann;=cmd()",
    "＝full width",
)
# What may stand in a name: no control characters, no spaces at the ends or twice.
names = st.text(st.sampled_from("=+-@'; aB5,\"＝"), min_size=1, max_size=12).map(lambda text: " ".join(text.split()))


def event(*people: str, system: str = "redemption") -> Tournament:
    players = [Player(n, name, club=name) for n, name in enumerate(people, start=1)]
    return fold([Created(Setup(system, people[0], {}, 1)), *map(Entered, players)])


def obeyed(cell: str) -> bool:
    """Whether a spreadsheet runs it, also one that cuts at semicolons."""
    number = re.fullmatch(r"[+-]?[0-9]+([.,][0-9]+)?", cell)
    return not number and any(part[:1] in OBEYED for part in cell.split(";") if part)


@given(st.text(st.sampled_from("=+-@'; \t\r\nxY5.＝"), max_size=14) | st.text(max_size=20))
def test_what_is_made_harmless_comes_back(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text
    assert not obeyed(escape_cell(text)) or escape_cell(text) == text
    if text and text[0] in OBEYED and not obeyed(text):
        assert escape_cell(text) == text, "a number stays one"


@pytest.mark.parametrize(
    ("text", "cell"),
    [("-5", "-5"), ("+3.5", "+3.5"), ("-5+x", "'-5+x"), ("---", "'---"), ("5-3", "5-3"), ("", ""), ("'-5", "''-5")],
)
def test_numbers_stay_numbers(text: str, cell: str) -> None:
    assert escape_cell(text) == cell


@pytest.mark.parametrize("what", list(SHEETS))
@pytest.mark.parametrize("system", NAMES)
def test_no_cell_of_a_list_is_run(system: str, what: str) -> None:
    rows = csv.reader(io.StringIO(csv_bytes(event(*HOSTILE, system=system), what).decode("utf-8-sig"), newline=""))
    cells = [cell for row in rows for cell in row]
    assert any("cmd" in cell for cell in cells) or what == "rounds"
    assert not [cell for cell in cells if obeyed(cell)]


@given(st.lists(names.filter(bool), min_size=1, max_size=5))
def test_a_list_comes_back_as_it_was(people: list[str]) -> None:
    tournament = event(*people)
    understood = understand(csv_bytes(tournament, "players"))
    assert [(p.name, p.club) for p in understood.players] == [(p.name, p.club) for p in tournament.players]


def test_a_workbook_has_no_formulas_and_comes_back_as_it_was() -> None:
    tournament = event(*HOSTILE, "{=array()}", "http://x/y")
    data = workbook_bytes(tournament)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        sheets = [packed.read(name) for name in packed.namelist() if "worksheets" in name]
    assert sheets
    assert not any(b"<f>" in sheet or b"<f " in sheet or b"hyperlink" in sheet for sheet in sheets)
    understood = understand(list_text(data)[0].encode(), encoding="utf-8")
    assert [player.name for player in understood.players] == [player.name for player in tournament.players]
