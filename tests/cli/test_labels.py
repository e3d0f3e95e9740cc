"""Names on the command line: nobody is mistaken for somebody else, and a name is never set like a figure."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from ronda.cli.output import text_table
from ronda.core import Setup
from ronda.systems import system as rules
from ronda.systems.labels import folded
from ronda.texts.catalogue import catalogue, of_system
from tests.cli.running import Desk

PLAYERS = """name,club,licence,rating
P5,Norte,20,1500
A1,Sur,21,1600
John,Norte,22,1700
john,Sur,23,1800
Eva,,24,1900
EVA,,25,1650
"""
LABELS = {
    "chess": {"P5", "A1", "JOHN (2)", "JOHN (3)", "EVA (1)", "EVA (4)"},
    "domino": {"P5", "A1", "John (Norte)", "john (Sur)", "Eva (#5)", "EVA (#6)"},
    "melee": {"P5", "A1", "John (Norte)", "john (Sur)", "Eva (#5)", "EVA (#6)"},
    "redemption": {"P5", "A1", "John (Norte)", "john (Sur)", "Eva (#5)", "EVA (#6)"},
}


@pytest.fixture(params=sorted(LABELS))
def played(request: pytest.FixtureRequest, desk: Desk) -> tuple[Desk, Path, str]:
    desk.write("players.csv", PLAYERS)
    file = desk.path("event.json")
    made = desk("new", file, "--system", request.param, "--players", desk.path("players.csv"), "--seed", 3)
    assert made.status == 0
    assert desk("pair", file, "--write").status == 0
    return desk, file, request.param


def test_rounds_and_reasons_name_everybody_by_label(played: tuple[Desk, Path, str]) -> None:
    desk, file, system = played
    told = " ".join(desk(verb, file).out for verb in ("explain", "standings"))
    shown = desk("show", file, "pairings").out if system != "chess" else told  # there are numbers instead of names
    for label in LABELS[system]:
        assert label in told
        assert label in shown
    for name in ("John", "john", "JOHN", "Eva", "EVA"):
        assert f"{name} plays" not in told
        assert f"plays {name}:" not in told


def test_standings_have_name_and_label(played: tuple[Desk, Path, str]) -> None:
    desk, file, system = played
    rows = desk("standings", file, "--json").value["rows"]
    assert {row["label"] for row in rows} == LABELS[system]
    assert {folded(row["name"]) for row in rows} == {"p5", "a1", "john", "eva"}


def test_a_player_is_meant_by_label_by_id_and_else_asked_for(played: tuple[Desk, Path, str]) -> None:
    desk, file, system = played
    unclear = desk("explain", file, "--player", "john")
    assert unclear.status == 2
    assert "(#3)" in unclear.err
    assert "(#4)" in unclear.err
    label = next(label for label in sorted(LABELS[system]) if folded(label).startswith("john"))
    by_label = desk("explain", file, "--player", label.lower())
    assert by_label.status == 0
    ids = [desk("explain", file, "--player", wish).out for wish in ("#3", "3", "#4")]
    assert ids[0] == ids[1]
    assert by_label.out in ids


@pytest.mark.parametrize("what", ["start", "players", "standings"])
def test_exports_keep_the_name_and_add_the_label(played: tuple[Desk, Path, str], what: str) -> None:
    desk, file, system = played
    out = desk.path("out.csv")
    assert desk("export", file, "--to", "csv", "--what", what, "--out", out).status == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))
    assert {row["label"] for row in rows} == LABELS[system]
    assert {folded(row["name"]) for row in rows} == {"p5", "a1", "john", "eva"}


def test_the_start_list_as_export_is_in_its_order(played: tuple[Desk, Path, str]) -> None:
    desk, file, system = played
    out = desk.path("out.csv")
    desk("export", file, "--to", "csv", "--what", "start", "--out", out)
    head, *rows = csv.reader(io.StringIO(out.read_text("utf-8-sig")))
    if system == "chess":
        assert head == ["number", "licence", "name", "rating", "national_rating", "id", "label"]
        assert [row[:5] for row in rows[:2]] == [["1", "24", "EVA", "1900", "0"], ["2", "23", "JOHN", "1800", "0"]]
    else:
        number = "draw" if system == "redemption" else "number"
        assert head == [number, "id", "name", "rating", "club", "label"]
        assert [int(row[0] or 0) for row in rows] == sorted(int(row[0] or 0) for row in rows)


def test_a_workbook_with_labels_is_read_again(played: tuple[Desk, Path, str]) -> None:
    desk, file, _ = played
    book, back = desk.path("event.xlsx"), desk.path("back.json")
    assert desk("export", file, "--to", "xlsx", "--out", book).status == 0
    assert desk("import", book, "--out", back).status == 0
    assert desk("standings", back, "--json").value == desk("standings", file, "--json").value


# --- columns -----------------------------------------------------------------------------------------------


def test_a_name_that_ends_in_a_figure_is_a_name() -> None:
    rows = [(1, "P5", "12"), (10, "A1", "7"), (100, "Bartholomew 2", "")]
    assert list(text_table(["No", "Name", "Points"], rows, words=(1,))) == [
        " No  Name           Points",
        "  1  P5                 12",
        " 10  A1                  7",
        "100  Bartholomew 2",
    ]


NUMBERED = ["A1", "P5", "Bartholomew 2", "Cleopatra 3", "D4", "E6"]


def begin_below(heading: str, text: str) -> None:
    """Every name begins where its heading begins."""
    lines = text.splitlines()
    head = max(at for at, line in enumerate(lines) if heading in re.split(r"  +", line.strip()))
    column = lines[head].index(heading)
    rows = [line[column:] for line in lines[head + 1 :][: len(NUMBERED) // 2] if line]
    assert rows
    for row in rows:
        assert row.upper().startswith(tuple(name.upper() for name in NUMBERED)), text


def test_no_list_sets_names_to_the_right(desk: Desk) -> None:
    desk.write("list.csv", "name,rating\n" + "".join(f"{name},{1500 + at}\n" for at, name in enumerate(NUMBERED)))
    for system in LABELS:
        file = desk.path(f"{system}.json")
        begin_below("name", desk("new", file, "--system", system, "--players", desk.path("list.csv"), "--seed", 1).out)
        assert desk("pair", file, "--write").status == 0
        begin_below("Name", desk("standings", file).out)
        for listed in ("start", "final", "cross"):
            begin_below("Name", desk("show", file, listed).out)
        if system != "chess":  # there are numbers instead of names
            sides = rules(system).words.sides_for(Setup(system)).names
            first, second = (of_system("en", system).get(side) or catalogue("en")[side] for side in sides)
            begin_below(str(first), desk("show", file, "pairings").out)
            begin_below(str(second), desk("show", file, "pairings").out.replace("BYE", "A1").replace("free game", "A1"))
