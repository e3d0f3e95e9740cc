"""What people mistype: told with what was meant, and with the exit status of the contract: 1 a rule, 2 wrong usage."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Desk

NAMES = ("Ann", "Anna", "Ben", "Cal", "Dee")


@pytest.fixture
def event(desk: Desk) -> str:
    """Chess, five players, the first round to be played."""
    players = desk.folder / "players.csv"
    players.write_text("\n".join(("name", *NAMES)), "utf-8")
    assert desk("new", "a.json", "--system", "chess", "--players", str(players), "--seed", 1).status == 0
    assert desk("pair", "a.json", "--write").status == 0
    return "a.json"


NEW = ("new", "b.json", "--system", "chess", "--players", "players.csv", "--option")

STATUSES = {  # the words, and the status
    ("pairr", "a.json"): 2,
    ("standings",): 2,
    ("standings", "a.json", "--foo"): 2,
    ("standings", "nix.json"): 2,
    ("standings", "K7M2XQ"): 2,
    ("standings", "players.csv"): 2,
    ("standings", "a.json", "--after", "9"): 2,
    ("standings", "a.json", "--after", "x"): 2,
    ("standings", "a.json", "--tiebreaks", "XX"): 2,
    ("standings", "a.json", "--player", "Zed"): 2,
    ("explain", "a.json", "--round", "9"): 2,
    ("result", "a.json", "1", "9", "1-0"): 2,
    ("result", "a.json", "7", "1", "1-0"): 2,
    ("result", "a.json", "x", "1", "1-0"): 2,
    ("leave", "a.json", "Zed"): 2,
    ("leave", "a.json", "An"): 2,
    ("enter", "a.json", "Zed", "--rating", "x"): 2,
    ("new", "b.json", "--system", "ches"): 2,
    ("new", "b.json", "--system", "chess", "--players", "nix.csv"): 2,
    ("new", "a.json", "--system", "chess"): 2,
    ("new", "store", "--system", "chess", "--db", "nowhere/x.db"): 2,
    (*NEW, "round=3"): 2,
    (*NEW, "rounds"): 2,
    (*NEW, "rounds=x"): 2,
    (*NEW, "rounds=9999"): 2,
    (*NEW, "rounds=999"): 1,  # a number of rounds, and the rules allow no more than four
    ("result", "a.json", "1", "1", "9-9"): 1,  # a score, and the rules know no such result
    ("pair", "a.json", "--write"): 1,
    ("close", "a.json"): 1,
    ("lift", "a.json", "7"): 1,  # perhaps it was lifted
    ("return", "a.json", "Ben"): 1,
}


@pytest.mark.parametrize("words", STATUSES, ids=" ".join)
def test_the_exit_status_tells_a_rule_from_a_mistake(words: tuple[str, ...], event: str, desk: Desk) -> None:
    assert event
    before = (desk.folder / event).read_bytes()
    answer = desk(*words)
    assert answer.status == STATUSES[words], answer.err
    assert answer.err
    assert not answer.out
    assert (desk.folder / event).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("pairr", "a.json"), "Did you mean pair?"),
        (("standing", "a.json"), "Did you mean standings?"),
        ((*NEW, "round=3"), "Did you mean rounds?"),
        (("new", "b.json", "--system", "ches"), "Did you mean chess?"),
        ((*NEW, "rounds=x"), "Possible: 3…4."),
    ],
)
def test_what_was_meant_is_told(words: tuple[str, ...], meant: str, event: str, desk: Desk) -> None:
    assert event
    assert meant in desk(*words).err


def test_a_list_of_all_commands_is_no_answer_to_a_slip(desk: Desk) -> None:
    assert len(desk("pairr").err) < 100
    assert "ronda COMMAND --help" in desk("qqqqq").err


SURELY = {
    "leave": lambda who: ("leave", "a.json", who),
    "penalise": lambda who: ("penalise", "a.json", who, "warning", "--reason", "Late"),
    "forget": lambda who: ("forget", "a.json", who, "--yes"),
}


@pytest.mark.parametrize("words", SURELY.values(), ids=SURELY)
def test_what_is_hard_to_take_back_wants_the_whole_name(
    words: Callable[[str], tuple[str, ...]], event: str, desk: Desk
) -> None:
    before = (desk.folder / event).read_bytes()
    answer = desk(*words("Be"))
    assert answer.status == 2
    assert "BEN (#3)" in answer.err
    assert desk(*words("Be"), "--json").status == 2
    assert (desk.folder / event).read_bytes() == before
    assert desk(*words("ben")).status == 0
    assert desk(*words("#4")).status == 0
    assert desk(*words("Ann")).status == 0  # Anna begins so, too


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "status"), [("y\n", 0), ("yes\n", 0), ("n\n", 2), ("\n", 2), ("", 2)])
def test_at_a_terminal_it_is_asked(
    typed: str, status: int, event: str, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    answer = desk("leave", event, "Be")
    assert answer.status == status
    assert "BEN (#3): is that who you mean? (yes/no)" in answer.err
    left = json.loads((desk.folder / event).read_bytes())["players"][2].get("left_after")
    assert (left is not None) == (status == 0)


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("new", "store", "--system", "chess"),
        ("standings", "K7M2XQ"),
        ("backup",),
        ("seal",),
        ("restore", "copy.db"),
        ("recover", "--from", "copy.db"),
        ("serve", "--port", "0"),
    ],
    ids=" ".join,
)
def test_no_folder_is_made_for_a_mistyped_database(words: tuple[str, ...], desk: Desk) -> None:
    (desk.folder / "copy.db").touch()
    answer = desk(*words, "--db", "nowhere/deep/x.db")
    assert answer.status == 2
    assert "nowhere/deep" in answer.err.replace("\\", "/")
    assert not (desk.folder / "nowhere").exists()


def test_the_usual_folder_is_made(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RONDA_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "fresh"))
    assert desk("new", "store", "--system", "chess").status == 0
    assert (tmp_path / "fresh" / "ronda" / "ronda.db").exists()


def test_what_a_list_has_and_cannot_be_read_is_told_with_its_place(desk: Desk) -> None:
    (desk.folder / "bad.csv").write_text("name,rating\nAnn,1500\nBen,15x0\n", "utf-8")
    answer = desk("new", "c.json", "--system", "chess", "--players", "bad.csv")
    assert "line 3, column 2: “15x0” is not a valid rating." in answer.out
    assert "left empty" in answer.out


@pytest.mark.parametrize("target", ["store", "b.json"])
def test_a_name_of_somebody_who_left_is_asked_about(target: str, event: str, desk: Desk) -> None:
    assert event
    answer = desk("new", target, "--system", "redemption", "--players", "players.csv", "--json")
    code = answer.value.get("code", target)
    assert desk("pair", code, "--write").status == 0
    assert desk("leave", code, "Ben").status == 0
    asked = desk("enter", code, "BEN")
    assert asked.status == 1
    assert "Ben has left this event. ronda return brings the same player back" in asked.err
    assert desk("enter", code, "Bena").status == 0
    assert desk("enter", code, "Ben", "--yes").status == 0
    assert desk("enter", code, "Ben").status == 0  # one of that name plays: nobody is asked
