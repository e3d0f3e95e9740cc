"""The words of an event's system come first in everything that the terminal says of it, refusals too."""

from __future__ import annotations

import re

import pytest

from ronda import registry
from tests.cli.running import Answer, Desk

OTHERS = re.compile(
    r"\b(rondes?|tables?)\b(?! de marque)", re.IGNORECASE
)  # pétanque in French has parties and terrains
PEOPLE = "\n".join(("Ana", "Luis", "Eva", "Ömer", "Irene", "Zoë", "Kim", "Noor"))


def french(desk: Desk, *words: object) -> Answer:
    answer = desk(*words, "--lang", "fr")
    told = re.sub(r"[\w-]+\.(?:json|txt)", "", answer.out + answer.err)
    assert not OTHERS.search(told), f"{words}: {told}"
    return answer


def an_event(desk: Desk, target: str) -> str:
    desk.write("eight.txt", PEOPLE)
    words = ("new", target, "--system", "melee", "--players", "eight.txt", "--option", "rounds=3", "--seed", 7)
    made = french(desk, *words, "--preset", "petanque")
    assert made.status == 0, made.err
    return target if target != "store" else desk("list", "--json").value["tournaments"][0]["code"]


@pytest.mark.parametrize("kept", ["m.json", "store"])
def test_a_melee_in_french_has_no_table_and_no_ronde(desk: Desk, kept: str) -> None:
    event = an_event(desk, kept)
    for words in (
        ("pair", event, "--write"),
        ("result", event, 1, 1, "13-7"),
        ("result", event, 1, 1, "13-8"),  # refused: it has one
        ("result", event, 1, 9, "13-7"),
        ("result", event, 7, 1, "13-7"),
        ("result", event, 1, 2, "13-13"),
        ("pair", event, "--write"),  # refused: a result is missing
        ("close", event),
        ("standings", event, "--after", 9),
        ("swap", event, 1, 99),
        ("undo", event),
        ("redo", event),
        ("leave", event, 2),
        ("log", event),
        ("log", event, "--last", 2),
        ("show", event, "pairings"),
        ("explain", event),
    ):
        french(desk, *words)
    log = french(desk, "log", event).out
    assert "Partie 1, terrain 1" in log
    assert re.search(r"Annulé\u00a0: entrée \d+\n", log), "one entry is no entries"
    if kept == "store":
        assert "partie en cours" in desk("list", "--lang", "fr").out
        assert "artie 1" in french(desk, "replay", event).out


def test_m7_padel_in_german_is_played_on_courts(desk: Desk) -> None:
    desk.write("eight.txt", PEOPLE)
    made = desk("new", "p.json", "--system", "melee", "--players", "eight.txt", "--preset", "padel", "--lang", "de")
    assert made.status == 0, made.err
    others = re.compile(r"\b(Tische?n?|Bahn(en)?)\b")
    told = ""
    for words in (
        ("pair", "p.json", "--write"),
        ("result", "p.json", 1, 1, "13-7"),
        ("result", "p.json", 1, 9, "13-7"),
        ("close", "p.json"),
        ("log", "p.json"),
        ("show", "p.json", "pairings"),
        ("explain", "p.json"),
        ("check", "p.json"),
    ):
        answer = desk(*words, "--lang", "de")
        assert not others.search(answer.out + answer.err), f"{words}: {answer.out} {answer.err}"
        told += answer.out + answer.err
    assert "Runde 1, Court 1" in told
    assert "Runde 1 hat keinen Court 9" in told


@pytest.mark.parametrize("name", ["domino", "domino_pairs"])
def test_domino_in_spanish_has_no_jugador(desk: Desk, name: str) -> None:
    desk.write("nine.txt", PEOPLE + "\nTen")
    told = ""
    for words in (
        ("new", "d.json", "--system", name, "--players", "nine.txt", "--seed", 7),
        ("pair", "d.json", "--write"),
        ("result", "d.json", 1, 1, "200-100"),
        ("result", "d.json", 1, 2, "200-300"),
        ("swap", "d.json", 1, 99),
        ("leave", "d.json", "Nobody"),
        ("show", "d.json", "start"),
        ("show", "d.json", "pairings"),
        ("explain", "d.json"),
        ("standings", "d.json"),
        ("check", "d.json"),
        ("report", "d.json"),
        ("log", "d.json"),
        ("simulate", "--system", name, "--players", 9, "--rounds", 3),
    ):
        answer = desk(*words, "--lang", "es")
        told += answer.out + answer.err
    assert "jugador" not in told.lower()
    assert "atletas" in told


def test_who_leaves_before_round_1_leaves_before_it(desk: Desk) -> None:
    event = an_event(desk, "m.json")
    french(desk, "leave", event, 2)
    assert "avant la partie 1" in french(desk, "log", event).out
    assert "before round 1" in desk("log", event).out
    assert "round 0" not in desk("log", event).out


@pytest.mark.parametrize("name", registry.names())
def test_a_demonstration_of_every_system_runs_to_its_end(desk: Desk, name: str) -> None:
    shown = desk("demo", "--system", name)
    assert shown.status == 0, shown.err
    assert "Rounds checked: 4. Violations found: 0." in shown.out


def test_json_has_the_same_numbers_in_every_language(desk: Desk) -> None:
    desk.write("eight.txt", PEOPLE)
    assert desk("new", "c.json", "--system", "chess", "--players", "eight.txt", "--seed", 7).status == 0
    assert desk("pair", "c.json", "--write").status == 0
    assert "0,00" in desk("show", "c.json", "cross", "--lang", "de").out
    rows = desk("show", "c.json", "cross", "--lang", "de", "--json").value["rows"]
    assert {row[-1] for row in rows} == {"0.00"}


def test_money_is_written_in_the_way_of_the_language(desk: Desk) -> None:
    event = an_event(desk, "m.json")
    desk.write("rules.txt", "7,50\n")
    words = ("fees", event, "--rules", "rules.txt", "--currency", "EUR")
    assert "60,00" in french(desk, *words).out
    assert "7.50" in desk("fees", event, "--pay", "Ana=7,5").out
    assert "a payé 7,50" in french(desk, "log", event).out
    assert desk("fees", event, "--out", "fees.csv", "--lang", "fr").status == 0
    assert "Ana,7.50,7.50,0.00" in desk.path("fees.csv").read_text("utf-8-sig")
    refused = french(desk, "fees", event, "--refund", "Ana=9.00", "--reason", "x")
    assert refused.status == 1
    assert "7,50" in refused.err


def test_explain_names_its_round_as_result_does(desk: Desk) -> None:
    event = an_event(desk, "m.json")
    for _ in range(2):
        desk("pair", event, "--write")
        number = len(desk("show", event, "pairings", "--json").value["rows"])
        rounds = desk("explain", event, "--json").value["rounds"]
        for table in range(1, number + 1):
            desk("result", event, rounds[-1]["number"], table, "13-7")
    first = desk("explain", event, 1)
    assert first.status == 0
    assert first.out == desk("explain", event, "--round", 1).out == desk("explain", "--round", 1, event).out
    assert first.out != desk("explain", event).out == desk("explain", event, 2).out
    assert desk("explain", event, 1, "--round", 1).out == first.out
    refused = desk("explain", event, 1, "--round", 2)
    assert refused.status == 2
    assert "1 and 2" in refused.err
    assert "no round 7" in desk("explain", event, 7).err
