"""Files through the same door as the store: refusals, undo, redo and the log; and a file that others have written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import ResultEntry
from ronda.desk.desk import Desk as OneDesk
from ronda.desk.permissions import Actor
from ronda.ledgers import FileConflict, FileLedger, FileState, history_of
from tests.cli.running import Desk

NAMES = ("Ann", "Ben", "Cal", "Dora", "Eve", "Fay", "Gus", "Hal")


def made(desk: Desk, *words: object, system: str = "redemption") -> Path:
    players = desk.write("names.csv", "\n".join(NAMES))
    path = desk.path("e.json")
    options = ("--players", players, "--option", "rounds=3", "--seed", 7)
    assert desk("new", path, "--system", system, *options, *words).status == 0
    return path


def paired(desk: Desk) -> Path:
    path = made(desk)
    assert desk("pair", path, "--write").status == 0
    return path


def code_of(desk: Desk, *words: object) -> str:
    answer = desk(*words, "--json")
    assert answer.status == 1, answer
    code: str = answer.value["error"]["code"]
    return code


def test_a_draft_from_the_store_takes_no_results_in_its_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six lines that once led to a file that nobody could read."""
    monkeypatch.setenv("RONDA_DB", str(desk.path("ronda.db")))
    players = desk.write("names.csv", "\n".join(NAMES))
    options = ("--name", "X", "--players", players, "--option", "rounds=3", "--seed", 7, "--json")
    code = desk("new", "store", "--system", "redemption", *options).value["code"]
    assert desk("pair", code, "--write", "--draft").status == 0
    assert code_of(desk, "result", code, 1, 1, "5-3") == "not_now"
    path = desk.path("x.json")
    assert desk("export", code, "--to", "json", "--out", path).status == 0
    for table in (1, 2, 3, 4):
        assert code_of(desk, "result", path, 1, table, "5-3") == "not_now"
    assert code_of(desk, "pair", path, "--write") == "not_now"
    assert desk("standings", path).status == 0


def test_undo_redo_and_log_on_a_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_ACTOR", "Dora")
    path = made(desk)
    begun = path.read_bytes()
    assert desk("pair", path, "--write").status == 0
    drawn = path.read_bytes()
    assert desk("result", path, 1, 1, "5-3").status == 0
    entered = path.read_bytes()
    assert desk("undo", path, "--json").value["state"] == "playing"
    assert path.read_bytes() == drawn
    assert desk("undo", path).status == 0
    assert path.read_bytes() == begun
    assert code_of(desk, "undo", path) == "nothing_to_undo"
    assert desk("redo", path).status == 0
    assert desk("redo", path).status == 0
    assert path.read_bytes() == entered
    assert code_of(desk, "redo", path) == "nothing_to_redo"
    log = desk("log", path, "--json").value
    assert log["file"] == str(path)
    kinds = [entry["kind"] for entry in log["entries"]]
    assert kinds == [
        "created",
        *["entered"] * 8,
        "paired",
        "published",
        "result_entered",
        *["undone"] * 2,
        *["redone"] * 2,
    ]
    assert {entry["actor"] for entry in log["entries"]} == {"", "Dora"}
    assert "5-3" in desk("log", path, "--last", 5).out


def test_what_only_looks_leaves_no_history(desk: Desk) -> None:
    path = made(desk)
    before = path.read_bytes()
    for words in (("pair", path), ("standings", path), ("log", path), ("check", path), ("report", path)):
        assert desk(*words).status == 0
    assert path.read_bytes() == before
    assert not history_of(path).exists()


def test_the_file_is_the_same_with_and_without_its_history(desk: Desk) -> None:
    path = paired(desk)
    other = desk.write("copy.json", path.read_bytes())
    for file in (path, other):
        assert desk("result", file, 1, 1, "5-3").status == 0
        assert desk("close", file).status == 1
    assert path.read_bytes() == other.read_bytes()
    assert len(history_of(path).read_bytes().splitlines()) == 3
    assert len(history_of(other).read_bytes().splitlines()) == 2


def test_a_file_changed_by_hand_counts_and_its_history_begins_anew(desk: Desk) -> None:
    path = paired(desk)
    assert desk("result", path, 1, 1, "5-3").status == 0
    path.write_text(path.read_text().replace('"5-3"', '"5-2"'))
    for _ in range(2):
        looked = desk("standings", path, "--json")
        assert looked.status == 0
        assert "history" in looked.err
    assert code_of(desk, "undo", path) == "nothing_to_undo"
    assert "history" in desk("result", path, 1, 2, "5-1").err
    assert desk("standings", path).err == ""
    assert desk("undo", path).status == 0
    assert [table["result"] for table in json.loads(path.read_text())["rounds"][0]["tables"]][:2] == ["5-2", None]


def test_a_file_that_is_only_spelt_otherwise_keeps_its_history(desk: Desk) -> None:
    path = paired(desk)
    drawn = path.read_bytes()
    assert desk("result", path, 1, 1, "5-3").status == 0
    path.write_text(json.dumps(json.loads(path.read_text())))
    assert desk("standings", path).err == ""
    assert desk("undo", path).status == 0
    assert path.read_bytes() == drawn


def test_a_history_that_is_ahead_of_its_file_was_never_done(desk: Desk) -> None:
    """A crash between the two writes, or in the middle of the first one."""
    path = paired(desk)
    drawn, history = path.read_bytes(), history_of(path).read_bytes()
    assert desk("result", path, 1, 1, "5-3").status == 0
    ahead = history_of(path).read_bytes()
    for cut in (len(ahead), len(ahead) - 9):
        path.write_bytes(drawn)
        history_of(path).write_bytes(ahead[:cut])
        assert desk("standings", path).err == ""
        assert desk("result", path, 1, 2, "5-1").status == 0
        assert history_of(path).read_bytes().startswith(history)
        assert len(history_of(path).read_bytes().splitlines()) == 3
        assert desk("undo", path).status == 0
        assert path.read_bytes() == drawn


@pytest.mark.parametrize(
    "rubbish", [b"", b"\xff\n", b"[]\n", b'{"at": 5}\n', b'{"at": "2026-01-01T00:00:00Z", "by": "x", "facts": []}\n']
)
def test_a_history_that_is_none_does_no_harm(desk: Desk, rubbish: bytes) -> None:
    path = paired(desk)
    history_of(path).write_bytes(rubbish)
    looked = desk("standings", path)
    assert looked.status == 0
    assert ("history" in looked.err) == bool(rubbish)
    assert desk("result", path, 1, 1, "5-3").status == 0
    assert desk("standings", path).err == ""


def test_a_history_that_cannot_be_written_leaves_the_file_as_it_was(desk: Desk) -> None:
    path = made(desk)
    before = path.read_bytes()
    history_of(path).mkdir()
    refused = desk("pair", path, "--write", "--json")
    assert (refused.status, refused.value["error"]["code"]) == (2, "cannot_write")
    assert path.read_bytes() == before
    assert desk("pair", path).status == 0


def test_who_is_removed_is_not_in_the_history_either(desk: Desk) -> None:
    path = paired(desk)
    assert desk("result", path, 1, 1, "5-3").status == 0
    assert b"Dora" in history_of(path).read_bytes()
    assert desk("forget", path, "Dora", "--yes").status == 0
    assert b"Dora" not in path.read_bytes() + history_of(path).read_bytes()
    assert desk("standings", path).err == ""
    assert code_of(desk, "undo", path) == "erasure_is_final"


def test_a_new_event_in_the_place_of_another_has_no_history(desk: Desk) -> None:
    path = paired(desk)
    assert made(desk, "--force") == path
    assert not history_of(path).exists()
    assert len(desk("log", path, "--json").value["entries"]) == 1 + len(NAMES)


def test_an_event_in_a_file_is_finished_and_opened_again(desk: Desk) -> None:
    path = paired(desk)
    for table in (1, 2, 3, 4):
        assert desk("result", path, 1, table, "5-3").status == 0
    assert desk("finish", path, "--json").value["state"] == "finished"
    assert code_of(desk, "enter", path, "Ida") == "not_now"
    assert code_of(desk, "result", path, 1, 1, "5-0") == "not_now"
    assert desk("reopen", path).status == 0
    assert desk("undo", path).status == 0
    assert desk("log", path).status == 0


def test_whoever_was_faster_at_a_file_makes_it_a_conflict(desk: Desk) -> None:
    path = paired(desk)
    slow, fast = FileLedger(), FileLedger()
    seen = slow.load(str(path))
    assert seen is not None
    request = Request(ACTIONS["result"], ResultEntry(1, 1, "5-3"), Actor("owner", "dora"))
    done = OneDesk(fast).act(str(path), request)
    assert isinstance(done, FileState)
    fact = done.facts[-1]
    answer = slow.append(str(path), [fact], expected=len(seen.facts), actor="ana")
    assert isinstance(answer, FileConflict)
    assert answer.current.facts[-1] == fact


@pytest.mark.parametrize("target", ["store", "file"])
def test_c1_a_player_is_refused_alike_everywhere(desk: Desk, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    """C1.1, C1.2, C1.3."""
    monkeypatch.setenv("RONDA_DB", str(desk.path("ronda.db")))
    players = desk.write("p.csv", "name,licence\nAnn,5\nBen,6\nCal,7\nDora,8\n")
    words = ("--system", "chess", "--players", players, "--json")
    event = desk.path("c.json")
    made = desk("new", "store" if target == "store" else event, *words).value
    where = made.get("code", event)
    for typed, code, article in (
        (("Eve", "--licence", "5"), "licence_taken", "C1.1"),
        (("Eve", "--rating", "999"), "bad_rating", "C1.3"),
        (("Eve", "--national-rating", "1"), "bad_rating", "C1.3"),
        (("Eve", "--rating", "-1"), "number_out_of_range", "S4"),
        ((" ",), "name_missing", "S4"),
    ):
        refused = desk("enter", where, *typed, "--json")
        assert (refused.status, refused.value["error"]["code"], refused.value["error"]["article"]) == (1, code, article)
    twice = desk.write("twice.csv", "name,licence\nAnn,5\nBen,5\n")
    refused = desk("new", desk.path("d.json"), "--system", "chess", "--players", twice, "--json")
    assert (refused.status, refused.value["error"]["article"]) == (1, "C1.1")
    assert not desk.path("d.json").exists()
