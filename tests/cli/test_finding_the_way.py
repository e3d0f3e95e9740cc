"""What helps somebody at a terminal: commands in groups, the name that was perhaps meant; and what a program can do
from there: any action, any sheet."""

from __future__ import annotations

import pytest

from ronda.cli.commands import COMMANDS, GROUPS
from ronda.cli.commands import SHEETS as OFFERED
from ronda.desk.actions import ACTIONS, PHONE
from ronda.formats.workbooks import SHEETS as LISTS
from ronda.sheets import SHEETS
from ronda.texts import LANGUAGES, Speaker
from tests.cli.running import Desk


@pytest.fixture
def club(desk: Desk) -> str:
    desk.write("four.txt", "Ann\nBen\nCan\nDora")
    desk("new", "club.json", "--system", "dutch", "--players", "four.txt", "--seed", 1, "--option", "rounds=2")
    desk("pair", "club.json", "--write")
    return "club.json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_stand_in_groups(desk: Desk, language: str) -> None:
    speaker, lines = Speaker(language, strict=True), desk("--help", "--lang", language).out.splitlines()
    for group, commands in GROUPS.items():
        at = lines.index(speaker.say(f"help.group.{group}"))
        assert [line.split()[0] for line in lines[at + 1 : at + 1 + len(commands)]] == list(commands)
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("pari", "x.json"), "pair"),
        (("standings", "x.json", "--aftre", 3), "--after"),
        (("simulate", "--sytem", "chess", "--players", 8), "--system"),
        (("export", "x.json", "--to", "pfd"), "pdf"),
        (("new", "x.json", "--system", "ches"), "chess"),
        (("new", "x.json", "--system", "chess", "--option", "ronds=3"), "rounds"),
        (("do", "leeve", "event=x.json"), "leave"),
        (("do", "listAccount"), "listAccounts"),
        (("do", "leave", "event=x.json", "plaier=3"), "player"),
    ],
)
def test_the_name_that_was_perhaps_meant_is_told(desk: Desk, words: tuple[object, ...], meant: str) -> None:
    answer = desk(*words)
    assert answer.status == 2
    assert f"Did you mean {meant}?" in answer.err


def test_what_resembles_nothing_is_not_guessed(desk: Desk) -> None:
    assert "Did you mean" not in desk("pair", "x.json", "--qwertz").err


def test_a_sheet_is_printed_to_a_file(desk: Desk, club: str) -> None:
    assert {*OFFERED, "standings", "start"} == set(SHEETS)
    made = desk("export", club, "--to", "pdf", "--what", "tables", "--out", "t.pdf", "--lang", "de", "--json")
    assert made.value["file"] == "t.pdf"
    assert desk.path("t.pdf").read_bytes().startswith(b"%PDF")
    assert desk("export", club, "--to", "pdf", "--what", "tables").status == 2
    assert desk("export", club, "--to", "pdf", "--what", "tables", "--round", 7, "--out", "t.pdf").status == 2
    assert desk("export", club, "--to", "pdf", "--what", "rounds", "--out", "t.pdf").status == 2
    refused = desk("export", club, "--to", "csv", "--what", "tables")
    assert refused.status == 2
    assert all(name in refused.err for name in LISTS)


def test_any_action_is_done_by_its_name(desk: Desk, club: str) -> None:
    assert desk("do", "enter", f"event={club}", "name=Zoe", "rating=1500").value["players"] == 5
    assert desk("do", "avoid", f"event={club}", 'avoid=[{"players": [1, 2]}]').status == 0
    assert desk("do", "result", f"event={club}", "round=1", "table=1", "result=1-0").value["rounds"] == 1
    assert desk("do", "leave", f"event={club}", "player=99").status == 2
    assert desk("do", "leave", f"event={club}", "player=three").status == 2
    assert desk("do", "leave", "player=1").status == 2
    assert "Zoe" in desk("show", club, "start").out
    code = desk("new", "store", "--system", "dutch", "--players", "four.txt", "--json").value["code"]
    assert desk("do", "leave", f"event={code}", "player=1").value["version"] == 6
    assert desk("do", "delete", f"event={code}").status == 1
    assert desk("do", "delete", f"event={code}", "confirm=true").value["deleted"]


@pytest.mark.parametrize("name", [name for name in ACTIONS if name not in PHONE])
def test_every_action_can_be_named(desk: Desk, club: str, name: str) -> None:
    answer = desk("do", name, f"event={club}", "nonsense=1")
    assert answer.status == 2
    assert "nonsense" in answer.err
