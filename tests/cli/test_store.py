"""The command line on the codes of stored tournaments: the same verbs as on files, and those that only a store has."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ronda.core.facts import Fact, ResultEntered
from ronda.core.model import Scored
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import StageInput, Stages
from ronda.desk.desk import decided
from ronda.desk.permissions import Actor
from ronda.store import Conflict, Store, Stored, open_store
from ronda.systems import planned_rounds
from tests.cli.running import Desk

PLAYERS = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus"]


@pytest.fixture(autouse=True)
def database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of its own for every test, with somebody at the desk."""
    path = desk.path("ronda.db")
    monkeypatch.setenv("RONDA_DB", str(path))
    monkeypatch.setenv("RONDA_ACTOR", "Dora")
    return path


def made(desk: Desk, players: Sequence[str] = PLAYERS, *words: object) -> str:
    listed = desk.write("players.csv", "\n".join(players))
    settings = ("--option", "rounds=3", "--seed", 7, *words)
    answer = desk("new", "store", "--system", "redemption", "--players", listed, *settings, "--json")
    assert answer.status == 0, answer.out
    return str(answer.value["code"])


def paired(desk: Desk, players: Sequence[str] = PLAYERS) -> str:
    code = made(desk, players)
    assert desk("pair", code, "--write").status == 0
    return code


def play(desk: Desk, code: str, number: int, result: str = "5-3") -> None:
    for table in (1, 2, 3):
        assert desk("result", code, number, table, result).status == 0


def state(desk: Desk, code: str) -> dict[str, Any]:
    listed = desk("list", "--all", "--json").value["tournaments"]
    return next(entry for entry in listed if entry["code"] == code)


def refusal(desk: Desk, *words: object) -> dict[str, Any]:
    answer = desk(*words, "--json")
    assert answer.status == 1, answer.out
    error = answer.value["error"]
    assert isinstance(error, dict)
    return error


# --- a whole event -----------------------------------------------------------------------------------------


def test_a_whole_event_on_a_code(desk: Desk) -> None:
    code = made(desk)
    assert state(desk, code)["state"] == "setup"
    for number in (1, 2, 3):
        shown = desk("pair", code, "--json").value
        kept = desk("pair", code, "--write", "--json").value
        assert shown == kept
        assert state(desk, code)["state"] == "playing"
        play(desk, code, number)
        assert state(desk, code)["state"] == "played"
    assert desk("pair", code).status == 1
    before = state(desk, code)
    assert desk("close", code).status == 0
    assert state(desk, code) == before
    assert desk("finish", code).status == 0
    assert state(desk, code) | {"state": "finished", "rounds": 3, "planned": 3, "players": 7} == state(desk, code)
    assert refusal(desk, "result", code, 3, 1, "5-0", "--yes")["code"] == "not_now"
    assert desk("reopen", code).status == 0
    assert desk("check", code).status == 0
    assert desk("replay", code).status == 0


def test_reading_verbs_say_the_same_of_a_code_and_of_its_file(desk: Desk) -> None:
    code = paired(desk)
    play(desk, code, 1)
    desk("pair", code, "--write")
    assert desk("export", code, "--to", "json", "--out", "a.json").status == 0
    for words in (
        ("standings", "--json"),
        ("standings", "--player", "Ann"),
        ("explain", "--json"),
        ("show", "pairings"),
        ("show", "cross"),
        ("check", "--json"),
        ("export", "--to", "csv"),
    ):
        verb, *rest = words
        assert desk(verb, code.lower(), *rest) == desk(verb, "a.json", *rest), words


def test_a_file_of_that_name_comes_before_a_code(desk: Desk) -> None:
    code = paired(desk)
    desk("export", code, "--to", "json", "--out", code)
    desk("enter", code, "Hal")
    assert len(json.loads(Path(code).read_text())["players"]) == 8
    assert state(desk, code)["players"] == 7


def test_an_exported_event_goes_on_elsewhere(desk: Desk) -> None:
    code = paired(desk)
    play(desk, code, 1)
    desk("pair", code, "--write")
    play(desk, code, 2)
    desk("result", code, 1, 1, "1-4", "--yes")
    desk("export", code, "--to", "json", "--out", "a.json")
    desk.path("other").mkdir()
    elsewhere = ("--db", desk.path("other") / "b.db")
    answer = desk("import", "a.json", "--store", *elsewhere, "--json")
    assert answer.status == 0
    there = answer.value["code"]
    wanted = desk("standings", code, "--json").value
    assert desk("standings", there, *elsewhere, "--json").value == wanted
    assert desk("replay", there, *elsewhere).status == 0
    assert desk("pair", there, "--write", *elsewhere).status == 0
    assert desk("import", "a.json").status == 2
    assert desk("import", "a.json", "--store", "--out", "x.json").status == 2


def test_wrong_codes_and_targets_are_told(desk: Desk, database: Path) -> None:
    for words in (("pair", "ABC123"), ("log", "ABC123"), ("replay", "ABC123"), ("pair", "no code"), ("undo", "x.json")):
        answer = desk(*words)
        assert answer.status == 2, words
        assert words[1] in answer.err
    assert desk("list").status == 0
    assert desk("backup").status == 2
    assert desk("new", "evening", "--system", "redemption").status == 2
    database.write_bytes(b"something else entirely" * 100)
    answer = desk("list")
    assert answer.status == 2
    assert "Traceback" not in answer.err


# --- drafts and states -------------------------------------------------------------------------------------


def test_a_draft_is_arranged_and_published(desk: Desk) -> None:
    code = made(desk)
    assert desk("pair", code, "--write", "--draft").status == 0
    assert state(desk, code)["state"] == "draft"
    assert refusal(desk, "result", code, 1, 1, "5-0")["code"] == "not_now"
    assert refusal(desk, "pair", code)["code"] == "not_now"
    bye = desk("explain", code, "--json").value["rounds"][0]["reasons"]
    resting = next(reason["player"] for reason in bye if "player" in reason)
    other = next(n for n in range(1, 8) if n != resting)
    seen = desk("swap", code, resting, other, "--json").value
    assert not seen["kept"]
    assert "findings" in seen
    kept = desk("swap", code, resting, other, "--write", "--json").value
    assert [bye["player"] for bye in kept["byes"]] == [other]
    assert desk("publish", code).status == 0
    assert refusal(desk, "swap", code, 1, 2, "--write")["code"] == "confirm_first"
    replayed = desk("replay", code, "--json").value
    assert [entry["outcome"] for entry in replayed["rounds"]] == ["same", "by_hand"]
    assert "by hand" in desk("explain", code).out


def test_a_round_is_taken_back(desk: Desk) -> None:
    code = paired(desk)
    assert refusal(desk, "discard", code)["code"] == "confirm_first"
    assert desk("discard", code, "--yes").status == 0
    assert state(desk, code) | {"state": "setup", "rounds": 0} == state(desk, code)
    assert desk("pair", code, "--write").status == 0
    assert desk("replay", code).status == 0


def test_people_come_leave_and_return(desk: Desk) -> None:
    code = paired(desk)
    assert desk("leave", code, "Ben").status == 0
    assert refusal(desk, "leave", code, "Ben")["code"] == "already_left"
    assert desk("enter", code, "Hal", "--rating", 1500, "--json").value == {"player": 8, "round": 2}
    assert refusal(desk, "enter", code, "x" * 300)["code"] == "text_too_long"
    play(desk, code, 1)
    round_ = desk("pair", code, "--write", "--json").value
    seated = {p for t in round_["tables"] for p in (*t["first"], *t["second"])} | {b["player"] for b in round_["byes"]}
    assert seated == {1, 3, 4, 5, 6, 7, 8}
    assert desk("return", code, "Ben").status == 0
    desk("result", code, 2, 1, "5-0")
    desk("result", code, 2, 2, "5-0")
    desk("result", code, 2, 3, "5-0")
    desk("finish", code, "--yes")
    assert refusal(desk, "enter", code, "Ida")["code"] == "not_now"


def test_a_correction_is_previewed_and_confirmed(desk: Desk) -> None:
    code = paired(desk)
    play(desk, code, 1)
    before = desk("standings", code, "--json").out
    value = desk("result", code, 1, 1, "0-5", "--preview", "--json").value
    assert value["was"] == "5-3"
    changed = {change["after"]["player"]: change for change in value["changes"]}
    assert changed
    assert desk("result", code, 1, 1, "0-5", "--preview").status == 0
    assert desk("standings", code, "--json").out == before
    error = refusal(desk, "result", code, 1, 1, "0-5")
    assert error["code"] == "confirm_correction"
    assert "5-3" in error["message"]
    assert "Dora" in error["message"]
    assert desk("result", code, 1, 1, "5-3").status == 0  # nothing new
    assert desk("result", code, 1, 1, "0-5", "--yes").status == 0
    rows = {row["player"]: row for row in desk("standings", code, "--json").value["rows"]}
    for player, change in changed.items():
        assert rows[player]["place"] == change["after"]["place"]


# --- several people ----------------------------------------------------------------------------------------


HELPER = """
import sys
from ronda.cli import run
code, *tables = sys.argv[1:]
sys.exit(max(run(["result", code, "1", table, "5-0"]) for table in tables))
"""


def test_two_helpers_in_processes_of_their_own_lose_nothing(desk: Desk) -> None:
    code = paired(desk, [f"Player {n}" for n in range(1, 25)])
    running = [
        subprocess.Popen([sys.executable, "-c", HELPER, code, *map(str, tables)], stdout=subprocess.DEVNULL)
        for tables in (range(1, 7), range(7, 13))
    ]
    assert [process.wait() for process in running] == [0, 0]
    assert state(desk, code)["state"] == "played"
    assert desk("replay", code).status == 0


def interrupt(monkeypatch: pytest.MonkeyPatch, database: Path, code: str, fact: Fact) -> None:
    """Just before the next append somebody else is faster, once."""
    append = Store.append
    waiting = [fact]

    def slower(
        self: Store, code_: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> Stored | Conflict:
        if waiting:
            with open_store(database) as other:
                append(other, code, [waiting.pop()], expected=expected, actor="Ana")
        return append(self, code_, facts, expected=expected, actor=actor, key=key)

    monkeypatch.setattr(Store, "append", slower)


def test_somebody_faster_at_another_table_does_no_harm(
    desk: Desk, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = paired(desk)
    interrupt(monkeypatch, database, code, ResultEntered(1, 2, Scored(5, 1)))
    answer = desk("result", code, 1, 1, "5-3", "--json")
    assert answer.status == 0
    assert answer.value["missing"] == [3]


def test_somebody_faster_at_the_same_table_is_told(desk: Desk, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = paired(desk)
    interrupt(monkeypatch, database, code, ResultEntered(1, 1, Scored(5, 1)))
    error = refusal(desk, "result", code, 1, 1, "5-3")
    assert error["code"] == "conflict"
    assert "Ana" in error["message"]
    assert "5-1" in error["message"]
    assert "5-1" in desk("show", code, "pairings").out
    assert desk("result", code, 1, 1, "5-3", "--yes").status == 0


def test_somebody_faster_with_the_same_result_is_no_conflict(
    desk: Desk, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = paired(desk)
    interrupt(monkeypatch, database, code, ResultEntered(1, 1, Scored(5, 3)))
    assert desk("result", code, 1, 1, "5-3").status == 0


# --- looking back ------------------------------------------------------------------------------------------


def test_undo_and_redo(desk: Desk) -> None:
    code = paired(desk)
    desk("result", code, 1, 1, "5-3")
    assert "5-3" in desk("undo", code).out
    assert desk("result", code, 1, 2, "4-4", "--json").value["missing"] == [1, 3]
    assert refusal(desk, "redo", code)["code"] == "nothing_to_redo"
    desk("undo", code)
    undone = desk("undo", code, "--json").value  # the whole round: draft and publication are one action
    assert (undone["state"], len(undone["actions"])) == ("setup", 2)
    assert refusal(desk, "undo", code)["code"] == "nothing_to_undo"
    assert desk("redo", code, "--json").value["state"] == "playing"
    assert desk("replay", code).status == 0


def test_the_log_says_who_what_and_what_was_there_before(desk: Desk) -> None:
    code = paired(desk)
    desk("result", code, 1, 1, "5-3")
    desk("result", code, 1, 1, "5-2", "--yes")
    desk("undo", code)
    entries = desk("log", code, "--json").value["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    correction = entries[-2]
    assert (correction["before"], correction["after"], correction["counts"]) == ("5-3", "5-2", False)
    assert correction["actor"] == "Dora"
    assert correction["fact"] == {"round": 1, "table": 1, "result": {"kind": "scored", "first": 5, "second": 2}}
    told = desk("log", code, "--last", 2).out.splitlines()
    assert len(told) == 3
    assert "[undone]" in told[1]
    assert "5-3 → 5-2" in told[1]


def tamper(database: Path, statement: str) -> None:
    with sqlite3.connect(database) as connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()


def test_replay_finds_a_result_that_was_changed_in_the_database(desk: Desk, database: Path) -> None:
    code = paired(desk)
    desk("result", code, 1, 1, "5-3")
    tamper(database, """UPDATE fact SET body = replace(body, '"first":5', '"first":4') WHERE kind = 'result_entered'""")
    answer = desk("replay", code, "--json")
    assert answer.status == 3
    assert [problem["code"] for problem in answer.value["problems"]] == ["changed"]
    assert "11" in desk("replay", code).out


def test_replay_finds_a_round_that_does_not_come_out(desk: Desk, database: Path) -> None:
    code = paired(desk)
    tamper(database, """UPDATE fact SET body = replace(body, '"seed":7', '"seed":8') WHERE kind = 'paired'""")
    value = desk("replay", code, "--json").value
    assert [entry["outcome"] for entry in value["rounds"]] == ["differs"]
    assert not value["holds"]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM fact WHERE version = 3",
        "UPDATE fact SET body = 'x' WHERE version = 9",
        "UPDATE fact SET kind = 'closed', body = '{\"round\":5}' WHERE version = 10",
    ],
)
def test_replay_survives_damage(desk: Desk, database: Path, statement: str) -> None:
    code = paired(desk)
    tamper(database, statement)
    assert desk("replay", code, "--json").status == 3
    assert desk("replay", code).status == 3
    assert desk("list").status == 0
    assert "Traceback" not in desk("standings", code).err


# --- the shelf ---------------------------------------------------------------------------------------------


def test_delete_and_recover(desk: Desk) -> None:
    code = paired(desk)
    assert refusal(desk, "delete", code)["code"] == "confirm_first"
    assert desk("delete", code, "--yes").status == 0
    assert desk("list", "--json").value["tournaments"] == []
    assert refusal(desk, "pair", code)["code"] == "deleted"
    assert desk("log", code).status == 0
    assert desk("recover", code).status == 0
    assert refusal(desk, "recover", code)["code"] == "nothing_changed"
    assert state(desk, code)["state"] == "playing"


def test_the_list_tells_the_rounds_of_the_event_with_its_stages(desk: Desk) -> None:
    code = made(desk, PLAYERS[:6], "--option", "rounds=1")
    with open_store(desk.path("ronda.db")) as store:
        stored = store.load(code)
        assert stored is not None
        plan = Stages([StageInput(kind="rounds"), StageInput(kind="elimination", take="top 4")])
        request = Request(ACTIONS["stages"], plan, Actor("owner", "Dora"), confirmed=True)
        facts = decided(store.tournament(stored), request)
        assert not isinstance(facts, Refusal)
        store.append(code, facts, expected=stored.version, actor="Dora")
    desk("pair", code, "--write")
    play(desk, code, 1)
    assert desk("stages", code, "--begin", "--yes").status == 0
    assert desk("pair", code, "--write").status == 0
    with open_store(desk.path("ronda.db")) as store:
        now = store.load(code)
        assert now is not None
        assert planned_rounds(store.tournament(now)) == 3
    assert (state(desk, code)["rounds"], state(desk, code)["planned"]) == (2, 3)
    assert "2/3" in desk("list").out


def test_the_list_reads_no_facts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many events there are, and however long."""
    code = paired(desk)
    before = state(desk, code)

    def fails(*_: object) -> None:
        raise AssertionError("the list of events knows where they stand")

    for name in ("load", "tournament", "progress"):
        monkeypatch.setattr(Store, name, fails)
    assert state(desk, code) == before


def test_where_an_event_stands_that_an_earlier_release_wrote_is_worked_out_once(desk: Desk, database: Path) -> None:
    code = paired(desk)
    before = state(desk, code)
    tamper(database, "UPDATE ledger SET progress = NULL")
    assert state(desk, code) == before
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT progress FROM ledger").fetchall() != [(None,)]
    connection.close()


def test_archive_and_duplicate(desk: Desk) -> None:
    code = paired(desk)
    assert desk("archive", code, "--yes").status == 0
    assert desk("list", "--json").value["tournaments"] == []
    assert desk("archive", code, "--back").status == 0
    copy = desk("duplicate", code, "--name", "Again", "--seed", 3, "--json").value["code"]
    assert state(desk, copy) | {"name": "Again", "rounds": 0, "players": 7, "state": "setup"} == state(desk, copy)
    assert desk("pair", copy, "--write").status == 0


def test_the_tables_for_reports_are_made_again(desk: Desk) -> None:
    codes = [paired(desk), made(desk)]
    assert desk("rebuild", "--json").value["rebuilt"] == codes
    assert desk("rebuild", codes[1], "--json").value["rebuilt"] == codes[1:]
