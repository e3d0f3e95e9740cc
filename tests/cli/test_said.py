"""What the command line says about an event: provisional standings, the winner, who approved a forced round."""

from __future__ import annotations

from typing import Any

import pytest

from ronda.texts import LANGUAGES
from tests.cli.running import Desk
from tests.cli.test_contract import rulebook_event


def running_event() -> dict[str, Any]:
    """The worked example of redemption with round 2 open: Fay rests."""
    event = rulebook_event()
    for table in event["rounds"][1]["tables"][1:]:
        table["result"] = None
    return event


def test_standings_in_a_running_round_say_so(desk: Desk) -> None:
    path = desk.write("a.json", running_event())
    text = desk("standings", path).out
    assert text.startswith("Standings in round 2\nProvisional: 2 results are missing.\n")
    assert "after round 2" not in text
    value = desk("standings", path, "--json").value
    assert (value["after"], value["provisional"], value["missing"]) == (2, True, 2)
    fay = next(row for row in value["rows"] if row["name"] == "Fay")
    assert (fay["place"], fay["criteria"]["match_points"]) == (7, 0)


def test_standings_after_a_whole_round_say_that(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    text = desk("standings", path).out
    assert text.startswith("Standings after round 2\n")
    assert "rovisional" not in text
    value = desk("standings", path, "--json").value
    assert (value["after"], value["provisional"], value["missing"]) == (2, False, 0)
    path = desk.write("b.json", running_event())
    assert desk("standings", path, "--after", 1).out.startswith("Standings after round 1\n")
    assert desk("standings", path, "--after", 1, "--json").value["provisional"] is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_provisional(desk: Desk, language: str) -> None:
    path = desk.write("a.json", running_event())
    words = {"en": "Provisional", "es": "Provisional", "tr": "Geçici", "de": "Vorläufig", "fr": "Provisoire"}
    assert words[language] in desk("standings", path, "--lang", language).out
    assert words[language] in desk("show", path, "final", "--lang", language).out


def finished_file() -> dict[str, Any]:
    """The worked example to its end: Eve wins, Ann and Gus share the fourth place."""
    event = rulebook_event()
    seats, results = ([(5, 3), (6, 2), (7, 4)], ["3-4", "5-0", "4-0"])
    tables = [
        {"number": n, "first": [a], "second": [b], "result": result}
        for n, ((a, b), result) in enumerate(zip(seats, results, strict=True), start=1)
    ]
    event["rounds"].append({"number": 3, "tables": tables, "byes": [{"player": 1}]})
    return event


def test_r6_2_a_file_with_all_its_rounds_has_a_winner(desk: Desk) -> None:
    path = desk.write("a.json", finished_file())
    assert "Winner: Eve\nPlace 2: Cal\nPlace 3: Fay\n" in desk("standings", path).out
    assert "Winner: Eve" in desk("show", path, "final").out
    value = desk("standings", path, "--json").value
    assert value["winners"] == [5]
    assert value["podium"][0] == {"place": 1, "players": [5], "names": ["Eve"]}
    assert [step["place"] for step in value["podium"]] == [1, 2, 3]
    assert desk("standings", path, "--after", 2, "--json").value["winners"] == []
    assert "Winner" not in desk("standings", path, "--player", "Cal").out


def test_r6_2_a_tie_is_declared(desk: Desk) -> None:
    event = rulebook_event()
    event["options"]["rounds"] = 1
    event["players"] = event["players"][:4]
    event["rounds"] = [
        {
            "number": 1,
            "tables": [
                {"number": 1, "first": [1], "second": [2], "result": "5-3"},
                {"number": 2, "first": [3], "second": [4], "result": "5-3"},
            ],
            "byes": [],
        }
    ]
    path = desk.write("a.json", event)
    words = {
        "en": "A tie, first place is shared: Ann and Cal",
        "es": "Empate, primer puesto compartido: Ann y Cal",
        "tr": "Eşitlik bozulmadı, birinciliği paylaşanlar: Ann ve Cal",
        "de": "Gleichstand, geteilter erster Platz: Ann und Cal",
        "fr": "Égalité, première place partagée : Ann et Cal",
    }
    for language, text in words.items():
        assert text in desk("standings", path, "--lang", language).out
    assert desk("standings", path, "--json").value["winners"] == [1, 3]
    assert "Place 3, shared: Ben and Dee" in desk("standings", path).out


def test_finish_declares_the_winner_and_reopen_takes_it_back(desk: Desk) -> None:
    path = desk.write("a.json", finished_file())
    code = desk("import", path, "--store", "--json").value["code"]
    assert desk("standings", code, "--json").value["winners"] == []
    text = desk("finish", code)
    assert text.status == 0
    assert f"{code} is finished; round 3 was the last.\nWinner: Eve\nPlace 2: Cal\nPlace 3: Fay\n" == text.out
    assert desk("standings", code, "--json").value["winners"] == [5]
    assert desk("reopen", code).status == 0
    assert desk("standings", code, "--json").value["winners"] == []
    assert "Winner" not in desk("standings", code).out
    value = desk("finish", code, "--json").value
    assert (value["state"], value["winners"]) == ("finished", [5])
    assert value["podium"][2] == {"place": 3, "players": [6], "names": ["Fay"]}


# --- who stands for a forced round (D7.3) -------------------------------------------------------------------

SAID = "approved by Juan Pérez: no hay otra"


def forced_event() -> dict[str, Any]:
    """Four players of domino: from the second round on partners or rivals come back at once."""
    return {
        "ronda": 1,
        "system": "domino",
        "options": {"rounds": 6},
        "seed": 3,
        "players": [{"id": n, "name": f"Atleta {n}"} for n in range(1, 5)],
        "rounds": [],
    }


def forced(desk: Desk) -> tuple[object, int]:
    """A file in which the last round is forced, and its number."""
    path = desk.write("d.json", forced_event())
    for number in range(1, 6):
        answer = desk("pair", path, "--write", "--json")
        if answer.status == 1:
            assert answer.value["error"]["code"] == "approval_needed"
            return path, number
        for table in answer.value["tables"]:
            desk("result", path, number, table["number"], "200-100")
    raise AssertionError("no round was forced")


def test_d7_3_the_approval_is_printed_wherever_the_round_is(desk: Desk) -> None:
    path, number = forced(desk)
    approval = ("--approve", "Juan Pérez:no hay otra")
    assert SAID in desk("pair", path, *approval).out
    assert SAID in desk("pair", path, "--write", *approval).out
    for words in (("explain", path), ("explain", path, "--player", 1), ("show", path, "pairings")):
        assert SAID in desk(*words).out, words
    wanted = {"by": "Juan Pérez", "reason": "no hay otra"}
    assert desk("explain", path, "--json").value["rounds"][-1]["approved"] == wanted
    assert desk("show", path, "pairings", "--json").value["approved"] == wanted
    assert desk("explain", path, "--round", 1, "--json").value["rounds"][0].get("approved") is None
    assert SAID not in desk("show", path, "pairings", "--round", number - 1).out
    assert SAID not in desk("show", path, "final").out


# --- the report ---------------------------------------------------------------------------------------------


def test_d8_the_report_prints_goals_and_exceptions_with_their_approval(desk: Desk) -> None:
    path, number = forced(desk)
    desk("pair", path, "--write", "--approve", "Juan Pérez:no hay otra")
    text = desk("report", path).out
    assert "more than 95%" in text
    assert "less than 15%" in text
    assert "less than 30 s" in text
    assert "at most 2" in text
    assert "missed" in text
    assert "Exceptions and who approved them" in text
    assert "Approved by Juan Pérez: no hay otra" in text
    value = desk("report", path, "--json").value
    goals = {goal["quality"]: goal for goal in value["goals"]}
    assert goals["clean_share"] == {
        "quality": "clean_share",
        "value": value["event"]["clean_share"],
        "goal": 0.95,
        "better": "above",
        "met": False,
        "article": "D8",
    }
    assert goals["opponent_spread"]["value"] == value["event"]["opponent_spread"]
    last = [one for one in value["exceptions"] if one["round"] == number]
    assert last
    assert all(one["approved"] == {"by": "Juan Pérez", "reason": "no hay otra"} for one in last)
    assert {"article", "players", "code", "text"} <= last[0].keys()
    assert all(one["approved"] is None for one in value["exceptions"] if one["round"] != number)


def test_a_report_without_goals_and_exceptions_says_so(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    value = desk("report", path, "--json").value
    assert (value["goals"], value["exceptions"]) == ([], [])
    text = desk("report", path).out
    assert "No exceptions" in text
    assert "goal" not in text


def test_simulate_prints_the_goals_too(desk: Desk) -> None:
    words = ("simulate", "--system", "domino", "--players", 12, "--rounds", 2, "--workers", 1)
    assert "more than 95%" in desk(*words).out
    assert {goal["quality"] for goal in desk(*words, "--json").value["goals"]} >= {"clean_share", "byes_max"}
