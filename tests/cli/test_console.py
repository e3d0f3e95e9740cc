"""`ronda console`: the Turkish dialogue of the assignment, with piped input."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Answer, Desk

NAMES = ["Ada", "Baki", "Can", "Çiler", "Deniz", "Ege", "Funda", "Gül"]
PLAYERS = [line for n, name in enumerate(NAMES) for line in (str(100 + n), name, str(2000 - 100 * n), "0")]
RESULTS = ["1", "0", "2", "1", "1", "1", "0", "2", "0", "1", "2", "1"]


def talk(desk: Desk, monkeypatch: pytest.MonkeyPatch, lines: list[str], *words: str) -> Answer:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return desk("console", *words)


def test_the_rulebooks_eight_players(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", *RESULTS])
    assert answer.status == 0
    assert "ÇİLER" in answer.out
    assert "Beyazlar" in answer.out
    assert "BH-1" in answer.out
    final = answer.out[answer.out.rindex("BH-1") :].splitlines()[1:9]
    assert [line.split()[1] for line in final] == ["6", "4", "1", "7", "5", "3", "8", "2"]
    assert final[0].split()[-5:] == ["2,50", "4,00", "2,00", "4,00", "2"]
    cross = answer.out[answer.out.rindex("BH-1") :]
    assert "2 b 1" in cross  # 1 beat 2 with white


def test_every_invalid_entry_is_asked_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["x", "0", "5", "", "ışık i", "999", "1000", "abc", "0", "5", "7", "Bora", "-1", "0", "0"]
    lines += ["-3", "0", "2", "1", "w", "s", "9", "", "5"]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    saved = json.loads(Path("ronda-console.json").read_text())
    assert [player["name"] for player in saved["players"]] == ["IŞIK İ", "BORA"]
    assert saved["rounds"][0]["tables"][0] == {"number": 1, "first": [2], "second": [1], "result": "---"}


@pytest.mark.parametrize(
    ("tongue", "light", "dark"),
    [("en", "w", "b"), ("es", "b", "n"), ("tr", "b", "s"), ("de", "w", "s"), ("fr", "b", "n")],
)
def test_the_colours_are_asked_for_in_the_letters_of_the_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tongue: str, light: str, dark: str
) -> None:
    """What is kept stays b and s, and s is taken for black in every language."""
    for n, (typed, kept) in enumerate(((light, "b"), (dark, "s"), ("s", "s"))):
        lines = ["1", "A", "0", "0", "2", "B", "0", "0", "0", "1", "?", typed, "1"]
        answer = talk(desk, monkeypatch, lines, f"{n}.json", "--lang", tongue)
        assert answer.status == 0, answer.err
        assert re.search(rf"\({light} ?[=:] .*, {dark} ?[=:] ", answer.out)
        assert json.loads(Path(f"{n}.json").read_text())["options"].get("first_colour", "b") == kept


@pytest.mark.parametrize(
    ("typed", "kept"), [("w", "b"), ("white", "b"), ("b", "b"), ("black", "s"), ("n", "s"), ("s", "s")]
)
def test_the_option_takes_the_colours_in_several_words(desk: Desk, typed: str, kept: str) -> None:
    assert desk("new", "cup.json", "--system", "chess", "--option", f"first_colour={typed}").status == 0
    assert json.loads(Path("cup.json").read_text())["options"].get("first_colour", "b") == kept


def test_an_interrupted_event_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [*PLAYERS, "0", "3", "b", *RESULTS]
    whole = talk(desk, monkeypatch, everything, "whole.json")
    for cut in (10, 33, 36, 40, 44):
        name = f"cut{cut}.json"
        first = talk(desk, monkeypatch, everything[:cut], name)
        assert first.status == 2
        saved = json.loads(Path(name).read_text())
        kept = sum(t["result"] is not None for r in saved["rounds"] for t in r["tables"])
        assert kept == max(0, cut - 35)
        players = 4 * len(saved["players"])
        rest = everything[cut:] if cut > 35 else everything[min(cut, players) :]
        assert talk(desk, monkeypatch, rest, name).status == 0
        assert Path(name).read_bytes() == Path("whole.json").read_bytes()
    assert whole.status == 0


def test_a_finished_event_is_left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["1", "A", "0", "0", "2", "B", "0", "0", "0", "1", "b", "1"]
    for _ in range(2):
        assert talk(desk, monkeypatch, lines).status == 0
    assert Path("ronda-console.json").exists()
    assert Path("ronda-console-2.json").exists()


def test_as_a_process_of_its_own_it_never_shows_a_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ronda", "console"]
    done = subprocess.run(command, input=b"1\n\xff\xfe\n", capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


# --- corrections and standings inside the dialogue ----------------------------------------------------------


def test_a_mistyped_player_is_put_right_before_round_1(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "101",
        "Adda",
        "1000",
        "0",
        "d",
        "7",
        "101",
        "1o1",
        "111",
        "Ada",
        "2000",
        "",
        "102",
        "Baki",
        "1900",
        "0",
        "0",
    ]
    lines += ["d", "102", "111", "", "", "1950", "", "1", "d", "", "b", "1"]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    saved = json.loads(Path("ronda-console.json").read_text())
    people = [(p["licence"], p["name"], p["rating"], p.get("national_rating", 0)) for p in saved["players"]]
    assert people == [("111", "ADA", 2000, 0), ("102", "BAKİ", 1950, 0)]
    assert "girilmiş bir oyuncuyu düzelt" in answer.out
    assert "Bu lisans numarasıyla girilmiş oyuncu yok" in answer.out
    assert answer.out.count("Başlangıç Sıralama Listesi") == 3  # again after each look at a player


def test_nobody_can_take_the_licence_number_of_another(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "d",
        "101",
        "Ada",
        "0",
        "0",
        "102",
        "Baki",
        "0",
        "0",
        "d",
        "102",
        "101",
        "0",
        "103",
        "",
        "",
        "",
        "0",
        "1",
        "b",
        "1",
    ]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    assert "Henüz girilmiş oyuncu yok" in answer.out
    saved = json.loads(Path("ronda-console.json").read_text())
    assert [p["licence"] for p in saved["players"]] == ["101", "103"]


def saved_rounds(name: str = "ronda-console.json") -> list[list[tuple[int, int, str]]]:
    rounds = json.loads(Path(name).read_text())["rounds"]
    return [[(t["first"][0], t["second"][0], t["result"]) for t in r["tables"]] for r in rounds]


def test_a_result_of_the_running_round_is_put_right(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*PLAYERS, "0", "3", "b", "2", "d", "", "9", "1", "x", "1", *RESULTS[1:]]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    assert "ADA – BAKİ, şimdiki sonuç: 0-1" in answer.out
    talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", *RESULTS], "plain.json")
    assert saved_rounds() == saved_rounds("plain.json")


def test_a_round_that_nobody_has_played_is_paired_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last result of round 1 was mistyped; round 2 is already there."""
    lines = [*PLAYERS, "0", "3", "b", "1", "0", "2", "2", "d", "1", "4", "1", "e", *RESULTS[4:]]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    assert "yeniden eşleştirilsin mi? (e/h)" in answer.out
    assert answer.out.count("2. Tur Eşleştirme Listesi") == 2
    talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", *RESULTS], "plain.json")
    assert saved_rounds() == saved_rounds("plain.json")
    assert desk("check", "ronda-console.json").status == 0


def test_s4_a_round_with_results_stays_as_it_is(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*PLAYERS, "0", "3", "b", *RESULTS[:5], "d", "1", "4", "2", *RESULTS[5:]]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    assert "2. tur olduğu gibi kalır" in answer.out
    plain = talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", *RESULTS], "plain.json")
    assert plain.status == 0
    assert [t[:2] for t in saved_rounds()[1]] == [t[:2] for t in saved_rounds("plain.json")[1]]
    assert saved_rounds()[0][3][2] == "0-1"
    lines = [*PLAYERS, "0", "3", "b", *RESULTS[:4], "d", "1", "1", "0", "h", *RESULTS[4:]]
    assert talk(desk, monkeypatch, lines, "kept.json").status == 0
    assert [t[:2] for t in saved_rounds("kept.json")[1]] == [t[:2] for t in saved_rounds("plain.json")[1]]


def test_standings_between_the_rounds(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*PLAYERS, "0", "3", "b", "s", *RESULTS[:4], "s", "1", "S", *RESULTS[5:]]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    assert answer.out.count("Başlangıç Sıralama Listesi") == 2  # before round 1 nobody has points
    assert "1. tur sonu sıralaması" in answer.out
    assert "2. turda sıralama\nGeçici: 3 sonuç eksik." in answer.out
    talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", *RESULTS], "plain.json")
    assert saved_rounds() == saved_rounds("plain.json")


def test_the_last_result_can_be_put_right_after_the_final_list(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*PLAYERS, "0", "3", "b", *RESULTS, "x", "d", "3", "1", "1", ""]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    assert answer.out.count("Nihai Sıralama Listesi") == 2
    assert "Turnuva birincisi: EGE" in answer.out
    assert "Turnuva birincisi: ÇİLER" in answer.out[answer.out.rindex("Nihai Sıralama Listesi") :]
    assert saved_rounds()[2][0][2] == "1-0"


@pytest.mark.parametrize(("language", "correct", "standings"), [("en", "c", "s"), ("es", "r", "c"), ("de", "k", "r")])
def test_the_letters_are_those_of_the_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, language: str, correct: str, standings: str
) -> None:
    lines = [*PLAYERS, "0", "3", "b", standings, correct, "", "1", "1", *RESULTS[1:]]
    answer = talk(desk, monkeypatch, lines, "a.json", "--lang", language)
    assert answer.status == 0, answer.err
    assert f"{correct}: " in answer.out
    assert saved_rounds("a.json")[0][0][2] == "1-0"


def test_a_dialogue_that_ends_inside_a_correction_keeps_what_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", "1", "d", "1", "1"])
    assert answer.status == 2
    assert saved_rounds()[0][0][2] == "1-0"
