"""`ronda person`, `forget` and `keep`, on files and in the store (PP5.4, PP6)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ronda.core.history import fold
from ronda.formats.tournament.reading import read
from tests.cli.running import Desk

LISTED = "name;club;licence\nZelda Quirk;Castle Club;QX-4711-ZW\nBen;;\nCal;;\nDee;;\n"


@pytest.fixture(autouse=True)
def database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = desk.path("ronda.db")
    monkeypatch.setenv("RONDA_DB", str(path))
    monkeypatch.setenv("RONDA_ACTOR", "Dora")
    return path


def made(desk: Desk, target: str = "store") -> str:
    listed = desk.write("players.csv", LISTED)
    where = target if target == "store" else desk.path(target)
    answer = desk("new", where, "--system", "redemption", "--players", listed, "--option", "rounds=2", "--json")
    assert answer.status == 0, answer.err
    code = str(answer.value["code"]) if target == "store" else str(where)
    assert desk("pair", code, "--write").status == 0
    assert desk("result", code, 1, 1, "5-3").status == 0
    return code


@pytest.mark.parametrize("target", ["store", "event.json"])
def test_somebody_is_removed_and_the_places_stay(desk: Desk, target: str) -> None:
    code = made(desk, target)
    before = desk("standings", code, "--json").value
    asked = desk("forget", code, "Zelda")
    assert asked.status == 1
    assert "name=Zelda Quirk, licence=QX-4711-ZW, club=Castle Club" in asked.out
    assert "--yes" in asked.err
    preview = desk("forget", code, "Zelda", "--json")
    assert (preview.status, preview.value["would_remove"][0]["name"]) == (1, "Zelda Quirk")
    assert desk("standings", code, "--json").value == before
    done = desk("forget", code, "Zelda Quirk", "--yes", "--json")
    assert (done.status, done.value["removed"]) == (0, [1])
    after = desk("standings", code, "--json").value
    named = dict.fromkeys(("name", "label"), "")
    told = [{**row, **named, "cells": {**row["cells"], **named}} for row in after["rows"]]
    assert told == [{**row, **named, "cells": {**row["cells"], **named}} for row in before["rows"]]
    assert "Player 1 (removed)" in desk("standings", code).out
    assert "Spieler 1 (entfernt)" in desk("show", code, "start", "--lang", "de").out
    assert "Oyuncu 1 (silindi)" in desk("show", code, "pairings", "--lang", "tr").out
    assert desk("check", code).status == 0
    again = desk("forget", code, 1, "--yes", "--json")
    assert (again.status, again.value["removed"]) == (0, [])


def test_nothing_is_left_in_the_store_nor_in_the_log(desk: Desk, database: Path) -> None:
    code = made(desk)
    assert desk("forget", code, "#1", "--yes").status == 0
    data = b"".join(part.read_bytes() for part in desk.folder.glob("ronda.db*") if part.is_file())
    assert not any(word in data for word in (b"Zelda", b"Quirk", b"Castle", b"4711-ZW"))
    log = desk("log", code)
    assert "Player 1 (removed) entered" in log.out
    assert "Personal data removed: Player 1 (removed)" in log.out
    assert desk("replay", code).status == 0
    refused = desk("undo", code)
    assert (refused.status, "cannot be undone" in refused.err) == (1, True)


def test_a_file_without_the_person_opens_again(desk: Desk) -> None:
    code = made(desk, "event.json")
    assert desk("forget", code, "--all", "--yes").status == 0
    text = Path(code).read_text("utf-8")
    assert not any(word in text for word in ("Zelda", "Castle", "4711-ZW", "Ben"))
    assert [player.name for player in fold(read(text.encode())).players] == ["#1", "#2", "#3", "#4"]


def test_free_texts_go_if_one_says_so(desk: Desk) -> None:
    code = made(desk, "event.json")
    value = json.loads(Path(code).read_text("utf-8"))
    value["rounds"][0]["approved"] = {"by": "Dora", "reason": "Zelda is late"}
    desk.write("event.json", value)
    assert "Zelda is late" in desk("forget", code, "Zelda").out
    assert desk("forget", code, "Zelda Quirk", "--yes", "--texts").status == 0
    assert json.loads(Path(code).read_text("utf-8"))["rounds"][0]["approved"] == {"by": "Dora", "reason": "–"}


def test_pp5_4_all_that_is_known_of_a_person(desk: Desk) -> None:
    code = made(desk)
    found = desk("person", code, "Zelda", "--json").value
    assert (found["player"]["name"], found["player"]["licence"]) == ("Zelda Quirk", "QX-4711-ZW")
    assert [one["name"] for one in found["history"]] == ["Zelda Quirk"]
    assert found["rounds"][0]["opponents"][0] in ("Ben", "Cal", "Dee")
    assert "Zelda Quirk entered (id 1)" in [one["text"] for one in found["log"]]
    others = json.dumps({**found, "rounds": [], "log": []})
    assert not any(name in others for name in ("Ben", "Cal", "Dee"))
    assert "Zelda Quirk" in desk("person", code, 1).out
    assert desk("person", made(desk, "event.json"), 1, "--json").value["log"] == []


def test_whom_one_means_must_be_said(desk: Desk) -> None:
    code = made(desk)
    assert desk("forget", code).status == 2
    assert desk("forget", code, 1, "--all").status == 2
    assert desk("forget", code, 99, "--yes").status == 2


def test_pp6_4_what_is_due_is_told_and_can_be_removed(desk: Desk) -> None:
    code = made(desk)
    early = desk("forget", code, "--due", "--yes")
    assert (early.status, desk("list", "--json").value["tournaments"][0]["due"]) == (1, False)
    assert desk("keep", code, "--until", "yesterday").status == 2
    assert desk("keep", code, "--until", "2020-01-01", "--json").value == {
        "code": code,
        "mode": "date",
        "until": "2020-01-01",
        "keep_until": "2020-01-01",
        "chosen": True,
        "due": True,
        "changes": 1,
    }
    assert f"ronda forget {code} --due" in desk("list").out
    assert desk("forget", code, "--due").status == 1
    assert desk("forget", code, "--due", "--yes", "--json").value["removed"] == [1, 2, 3, 4]
    assert desk("list", "--json").value["tournaments"][0]["due"] is False
    assert desk("keep", code, "--until", "never", "--json").value["keep_until"] is None
    assert desk("keep", code, "--until", "usual", "--json").value["chosen"] is False


def test_a_copy_of_before_is_restored_without_the_person(desk: Desk) -> None:
    code = made(desk)
    copy = desk("backup", "--out", desk.path("copy.db"), "--json").value["file"]
    assert desk("forget", code, 1, "--yes").status == 0
    answer = desk("restore", copy, "--force")
    assert answer.status == 0
    assert "removed again" in answer.out
    assert "Zelda" not in desk("log", code).out
    assert "Player 1 (removed)" in desk("standings", code).out
