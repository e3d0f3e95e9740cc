"""The public contract: names, shapes and exit statuses that people script against."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Desk

PLAYERS = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus"]


def rulebook_event() -> dict[str, Any]:
    """The worked example of redemption after round 2."""
    return {
        "ronda": 1,
        "name": "Club night",
        "system": "redemption",
        "options": {"rounds": 3, "max_score": 5},
        "seed": 42,
        "players": [{"id": n, "name": name, "draw": n} for n, name in enumerate(PLAYERS, start=1)],
        "rounds": [
            {
                "number": 1,
                "tables": [
                    {"number": 1, "first": [1], "second": [2], "result": "1-0"},
                    {"number": 2, "first": [3], "second": [4], "result": "3-1"},
                    {"number": 3, "first": [5], "second": [6], "result": "5-2"},
                ],
                "byes": [{"player": 7}],
            },
            {
                "number": 2,
                "tables": [
                    {"number": 1, "first": [5], "second": [7], "result": "5-0"},
                    {"number": 2, "first": [3], "second": [1], "result": "5-3"},
                    {"number": 3, "first": [2], "second": [4], "result": "2-2"},
                ],
                "byes": [{"player": 6}],
            },
        ],
    }


def test_systems_lists_options_defaults_and_edition(desk: Desk) -> None:
    systems = {entry["id"]: entry for entry in desk("systems", "--json").value["systems"]}
    options = {option["name"]: option for option in systems["redemption"]["options"]}
    assert options["bye_points"]["default"] == 3
    assert options["max_score"]["choices"] == [5, 7]
    assert systems["chess"]["edition"]
    assert "max_score" in desk("systems").out


def test_pair_prints_the_round_and_never_writes_by_itself(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    before = path.read_bytes()
    answer = desk("pair", path, "--json")
    assert answer.status == 0
    assert path.read_bytes() == before
    round_ = answer.value
    assert [(t["first"], t["second"]) for t in round_["tables"]] == [([5], [3]), ([6], [2]), ([7], [4])]
    assert [bye["player"] for bye in round_["byes"]] == [1]
    assert (round_["number"], round_["seed"], round_["system"]) == (3, 42, "redemption")
    assert round_["relaxations"] == []
    by_table = {reason["table"]: reason for reason in round_["reasons"] if "table" in reason}
    assert by_table[2]["article"] == "R4.4"
    assert "Gus" in by_table[2]["text"]


def test_s5_the_same_facts_and_seed_give_the_same_bytes(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    assert desk("pair", path, "--json").out == desk("pair", path, "--json").out
    event = rulebook_event()
    event["rounds"] = []
    one, two = desk.write("1.json", event), desk.write("2.json", event)
    for file in (one, two):
        assert desk("pair", file, "--write", "--seed", 9).status == 0
    assert one.read_bytes() == two.read_bytes()
    assert json.loads(one.read_text())["rounds"][0]["seed"] == 9


def test_a_whole_event_on_a_file(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    assert desk("pair", path, "--write").status == 0
    for table, result in enumerate(("3-4", "5-0", "4-0"), start=1):
        assert desk("result", path, 3, table, result).status == 0
    rows = desk("standings", path, "--json").value["rows"]
    assert [(row["place"], row["name"]) for row in rows] == [
        (1, "Eve"),
        (2, "Cal"),
        (3, "Fay"),
        (4, "Ann"),
        (4, "Gus"),
        (6, "Dee"),
        (7, "Ben"),
    ]
    assert rows[5]["criteria"]["match_points"] == 3.5
    assert desk("check", path, "--json").value == {"findings": []}
    report = desk("report", path, "--json").value
    assert report["rounds"][2]["remade"] is True
    assert report["event"]["tables"] == 9
    assert desk("pair", path).status == 1  # all rounds are played


def test_standings_after_a_round(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    value = desk("standings", path, "--after", 1, "--json").value
    assert value["after"] == 1
    assert [row["name"] for row in value["rows"]][:2] == ["Eve", "Gus"]


@pytest.mark.parametrize(
    ("words", "status", "code", "article"),
    [
        (("result", "a.json", 2, 1, "6-1"), 1, "score_too_high", "R2.3"),
        (("result", "a.json", 2, 1, "5-5"), 1, "both_at_maximum", "R2.3"),
        (("result", "a.json", 2, 1, "2½-1"), 1, "result_unreadable", "R2.3"),
        (("result", "a.json", 9, 1, "5-1"), 2, "unknown_round", "S4"),
        (("result", "a.json", 2, 9, "5-1"), 2, "unknown_table", "S4"),
    ],
)
def test_refusals_name_the_article_and_change_nothing(
    desk: Desk, words: tuple[object, ...], status: int, code: str, article: str
) -> None:
    path = desk.write("a.json", rulebook_event())
    before = path.read_bytes()
    answer = desk(*words, "--json")
    assert answer.status == status
    error = answer.value["error"]
    assert (error["code"], error["article"]) == (code, article)
    assert error["message"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("result", ["+--", "--+", "---"])
def test_absence_results_are_taken_as_they_are(desk: Desk, result: str) -> None:
    path = desk.write("a.json", rulebook_event())
    assert desk("result", path, 2, 1, result).status == 0
    assert json.loads(path.read_text())["rounds"][1]["tables"][0]["result"] == result


def test_missing_results_are_named(desk: Desk) -> None:
    event = rulebook_event()
    event["rounds"][1]["tables"][1]["result"] = None
    answer = desk("pair", desk.write("a.json", event), "--json")
    assert answer.status == 1
    assert answer.value["error"]["code"] == "results_missing"
    assert "2" in answer.value["error"]["message"]


def test_a_correction_never_makes_an_older_round_wrong(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    desk("pair", path, "--write")
    assert desk("result", path, 1, 1, "0-5").status == 0
    assert json.loads(path.read_text())["rounds"][0]["tables"][0]["earlier"] == [{"result": "1-0", "until": 3}]
    assert desk("check", path).status == 0


def test_check_finds_what_somebody_changed_by_hand(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    desk("pair", path, "--write")
    event = json.loads(path.read_text())
    tables = event["rounds"][2]["tables"]
    tables[1]["second"], tables[2]["second"] = tables[2]["second"], tables[1]["second"]
    answer = desk("check", desk.write("b.json", event), "--json")
    assert answer.status == 3
    violations = [f for f in answer.value["findings"] if f["severity"] == "violation"]
    assert violations
    assert all(f["round"] == 3 and f["text"] and f["article"] for f in violations)


def test_explain_answers_for_one_player(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    desk("pair", path, "--write")
    answer = desk("explain", path, "--player", "Ben", "--json").value["rounds"][2]
    assert [reason.get("table") for reason in answer["reasons"]] == [2]
    assert "Ben" in desk("explain", path, "--player", "ben", "--round", 3).out


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"\xff\xfe\x00", ""),
        (b"[" * 200_000, ""),
        (b'{"ronda": 1, "ronda": 1}', ""),
        (b'{"ronda": 1, "system": "chess", "seed": NaN}', ""),
        (b'{"ronda": 1, "system": "chess", "players": [{"id": 1, "name": 5}]}', "players[0].name"),
        (b'{"ronda": 1, "system": "chess", "wrong": 1}', "wrong"),
    ],
)
def test_hostile_files_are_refused_with_the_place(desk: Desk, content: bytes, place: str) -> None:
    path = desk.write("bad.json", content)
    for command in ("pair", "standings", "check"):
        answer = desk(command, path, "--json")
        assert answer.status == 2
        message = answer.value["error"]["message"]
        assert "bad.json" in message
        assert place in message


def test_wrong_usage_is_status_2_with_a_message(desk: Desk) -> None:
    for words in ((), ("nonsense",), ("pair",), ("pair", "none.json"), ("new", "x.json", "--system", "poker")):
        answer = desk(*words)
        if words:
            assert answer.status == 2
            assert answer.err.strip()
            assert "Traceback" not in answer.err


def test_a_read_only_folder_leaves_the_file_as_it_was(desk: Desk) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    folder = desk.path("locked")
    folder.mkdir()
    path = folder / "a.json"
    path.write_text(json.dumps(rulebook_event()))
    before = path.read_bytes()
    folder.chmod(0o500)
    try:
        assert desk("pair", path, "--write").status == 2
    finally:
        folder.chmod(0o700)
    assert path.read_bytes() == before


def test_new_from_a_spreadsheet_in_cp1254_shows_what_was_understood(desk: Desk) -> None:
    listed = "Ad-Soyad;ELO;UKD\nÇağla Işık;1800;0\nİsmet Şen;0;1500\nBarış Öz;1500;1400\n"
    csv = desk.write("oyuncular.csv", listed.encode("cp1254"))
    answer = desk("new", "t.json", "--system", "chess", "--players", csv, "--option", "rounds=2")
    assert answer.status == 0
    assert "cp1254" in answer.out
    names = [player["name"] for player in json.loads(Path("t.json").read_text())["players"]]
    assert names == ["ÇAĞLA IŞIK", "İSMET ŞEN", "BARIŞ ÖZ"]
    assert desk("new", "t.json", "--system", "chess").status == 2  # already there


def test_new_refuses_rounds_out_of_bounds(desk: Desk) -> None:
    csv = desk.write("p.csv", "Ann\nBen\nCal\n")
    answer = desk("new", "t.json", "--system", "chess", "--players", csv, "--option", "rounds=9", "--json")
    assert answer.status == 1
    assert answer.value["error"]["article"] == "C3.1"
    assert not Path("t.json").exists()


def test_a_bye_is_asked_for_in_advance_and_taken_back(desk: Desk) -> None:
    csv = desk.write("p.csv", "name,rating\n" + "".join(f"P{n},{2400 - 10 * n}\n" for n in range(1, 8)))
    assert desk("new", "d.json", "--system", "dutch", "--players", csv, "--option", "rounds=4", "--seed", 1).status == 0
    told = desk("bye", "d.json", "P3", 1, "H")
    assert (told.status, told.out) == (0, "P3 has a bye in round 1 (half point).\n")
    assert desk("bye", "d.json", 4, 1, "F", "--json").value == {"player": 4, "round": 1, "kind": "F"}
    assert desk("bye", "d.json", "P4", 1, "none").out.startswith("P4 plays in round 1")
    assert desk("bye", "d.json", "P4", 1, "none").status == 1, "there is nothing to take back"
    assert desk("bye", "d.json", "P4", 1, "X").status == 2
    assert json.loads(Path("d.json").read_text())["players"][2]["byes"] == {"1": "H"}
    round_ = desk("pair", "d.json", "--write", "--json").value
    assert [(bye["player"], bye["kind"]) for bye in round_["byes"]] == [(3, "H")]
    late = desk("bye", "d.json", "P4", 1, "Z", "--json")
    assert (late.status, late.value["error"]["code"]) == (1, "round_made")
    assert desk("new", "m.json", "--system", "melee", "--players", csv, "--seed", 1).status == 0
    assert desk("bye", "m.json", "P3", 1, "H", "--json").value["error"]["code"] == "bye_not_offered"


def test_people_come_leave_and_return(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    assert desk("leave", path, "Ben").status == 0
    assert desk("leave", path, "Ben").status == 1
    assert desk("enter", path, "Hal", "--rating", 1500).status == 0
    round_ = desk("pair", path, "--write", "--json").value
    seated = {p for t in round_["tables"] for p in (*t["first"], *t["second"])}
    seated |= {bye["player"] for bye in round_["byes"]}
    assert seated == {1, 3, 4, 5, 6, 7, 8}
    assert desk("return", path, "Ben").status == 0
    ben = json.loads(path.read_text())["players"][1]
    assert ben["missed"] == [3]
    assert desk("check", path).status == 0


def test_an_event_becomes_a_site(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    told = desk("export", path, "--to", "site", "--out", "site", "--json")
    assert told.status == 0
    files = {
        str(file.relative_to(desk.folder / "site")) for file in (desk.folder / "site").rglob("*") if file.is_file()
    }
    assert told.value == {"folder": "site", "files": len(files), "start": "site/index.html"}
    assert {"index.html", "standings.html", "player-1.html", "style.css", "site.js", "card.png"} <= files
    assert desk("export", path, "--to", "site", "--out", "h", "--names", "number", "--lang", "tr").status == 0
    hidden = "".join(file.read_text() for file in (desk.folder / "h").glob("*.html"))
    assert '<html lang="tr"' in hidden
    assert not any(name in hidden for name in PLAYERS)
    assert desk("export", path, "--to", "site", "--out", "s.zip").status == 0
    assert desk("export", path, "--to", "site").status == 2
    assert desk("export", path, "--to", "site", "--out", path).status == 2, "a file is no folder"


def test_export_and_import_keep_the_event(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    desk("pair", path, "--write")
    assert desk("export", path, "--to", "json", "--out", "b.json").status == 0
    assert Path("b.json").read_bytes() == path.read_bytes()
    assert desk("export", path, "--to", "xlsx", "--out", "b.xlsx").status == 0
    assert desk("import", "b.xlsx", "--out", "c.json").status == 0
    wanted, found = desk("standings", path, "--json"), desk("standings", "c.json", "--json")
    assert wanted.value == found.value
    assert desk("export", path, "--to", "csv", "--what", "players", "--out", "p.csv").status == 0
    assert desk("import", "p.csv", "--out", "d.json", "--system", "redemption").status == 0
    assert [p["name"] for p in json.loads(Path("d.json").read_text())["players"]] == PLAYERS


def test_simulate_gives_the_same_answer_at_any_number_of_workers(desk: Desk) -> None:
    words = ("simulate", "--system", "redemption", "--players", 9, "--rounds", 4, "--repeat", 4, "--seed", 3, "--json")
    one, two = desk(*words, "--workers", 1).value, desk(*words, "--workers", 2).value
    assert one["quality"] == two["quality"]
    wanted = {"tables", "relaxed_tables", "forced", "rematches", "partner_repeats", "byes_max", "byes_min"}
    assert wanted | {"mean_score_gap"} <= one["quality"].keys()
    assert one["seconds_per_round"].keys() == {"median", "max"}


def test_forecast_says_bound_and_simulation_apart(desk: Desk) -> None:
    csv = desk.write("p.csv", "\n".join(PLAYERS[:6]))
    desk("new", "t.json", "--system", "redemption", "--players", csv, "--option", "rounds=7", "--seed", 1)
    value = desk("check", "t.json", "--forecast", "--json").value
    assert value["forecast"]["secure"] == 3
    assert value["forecast"]["first_relaxed"] is not None
    assert {f["code"] for f in value["findings"]} >= {"forecast_secure", "forecast_relaxed"}


def test_two_helpers_at_once_lose_nothing(desk: Desk) -> None:
    csv = desk.write("p.csv", "\n".join(f"Player {n}" for n in range(40)))
    desk("new", "t.json", "--system", "redemption", "--players", csv, "--seed", 1)
    desk("pair", "t.json", "--write")
    commands = [[sys.executable, "-m", "ronda", "result", "t.json", "1", str(n), "5-0"] for n in range(1, 21)]
    running = [subprocess.Popen(command, cwd=desk.folder, stdout=subprocess.DEVNULL) for command in commands]
    assert [process.wait() for process in running] == [0] * 20
    tables = json.loads(Path("t.json").read_text())["rounds"][0]["tables"]
    assert [table["result"] for table in tables] == ["5-0"] * 20


def test_new_says_what_comes_back_and_names_the_better_option(desk: Desk) -> None:
    csv = desk.write("p.csv", "name\n" + "".join(f"P{n}\n" for n in range(1, 17)))
    letter = ("--option", "rounds=4", "--option", "variety=windows")
    answer = desk("new", "t.json", "--system", "domino", "--players", csv, *letter)
    assert "Tried out with 16 players and 4 rounds" in answer.out
    assert "--option variety=fresh" in answer.out
    value = desk("new", "u.json", "--system", "domino", "--players", csv, "--json").value
    told = value["advice"]
    assert (told["option"], told["better"]) == ("variety", None)
    assert told["values"]["fresh"]["partner_repeats"] < told["values"]["windows"]["partner_repeats"]
    value = desk("new", "v.json", "--system", "redemption", "--players", csv, "--json").value
    assert (value["advice"], value["further_advice"]) == (None, [])


def test_d10_5_new_events_prefer_new_partners_unless_told_otherwise(desk: Desk) -> None:
    """What is written into new events is shown with the systems; an event without it is as ever."""
    csv = desk.write("p.csv", "name\n" + "".join(f"P{n}\n" for n in range(1, 17)))
    for words, chosen in (
        ((), "fresh"),
        (("--option", "variety=windows"), "windows"),
        (("--preset", "venezuela"), "fresh"),
    ):
        desk("new", "t.json", "--system", "domino", "--players", csv, "--force", *words)
        assert json.loads(Path("t.json").read_text())["options"]["variety"] == chosen
    (domino,) = [one for one in desk("systems", "--json").value["systems"] if one["id"] == "domino"]
    (variety,) = [one for one in domino["options"] if one["name"] == "variety"]
    assert (variety["default"], variety["new"]) == ("windows", "fresh")
    assert "fresh (where missing: windows)" in desk("systems").out


@pytest.mark.parametrize("system", ["chess", "domino", "melee", "redemption"])
def test_a_printed_round_can_be_put_into_the_file(desk: Desk, system: str) -> None:
    """It has the shape of the file; what it tells beside that follows from the rest and is not read."""
    players = [{"id": n, "name": f"P{n}"} for n in range(1, 10)]
    event = {"ronda": 1, "system": system, "seed": 5, "options": {"rounds": 4}, "players": players, "rounds": []}
    path = desk.write("a.json", event)
    printed = desk("pair", path, "--json").value
    assert {"status", "forced", "by_hand"} <= printed.keys()
    assert all(len(table["labels"]) == len(table["first"] + table["second"]) for table in printed["tables"])
    assert all({"player", "name", "label"} <= bye.keys() for bye in printed["byes"])
    by_hand = desk.write("b.json", {**event, "rounds": [printed]})
    assert desk("check", by_hand, "--json").status == 0
    assert desk("pair", path, "--write").status == 0
    rounds = [desk("explain", name, "--json").value["rounds"] for name in (path, by_hand)]
    assert rounds[0] == rounds[1]
    assert json.loads(path.read_text())["rounds"][0]["tables"] == [
        {key: table[key] for key in ("number", "first", "second", "result")} for table in printed["tables"]
    ]


def test_a_finding_tells_its_facts(desk: Desk) -> None:
    event = rulebook_event()
    event["rounds"][1]["byes"][0]["player"], event["rounds"][1]["tables"][0]["second"] = 7, [6]
    (found, *_) = desk("check", desk.write("a.json", event), "--json").value["findings"]
    assert {"round", "article", "severity", "players", "code", "facts", "text"} == found.keys()
