"""C1.2: names in capitals, however they come in, and as the organiser's language wants them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ronda.core.facts import Created, Edited, Entered, OptionsChanged
from ronda.core.history import fold
from ronda.core.model import Player, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.bodies import Options
from ronda.desk.players import edit, register
from ronda.desk.settings import decide_options
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import system
from ronda.systems.lists import start_list
from tests.cli.running import Desk

NAME = "Kid Işıl istemi"
KEPT = [("tr", "KİD IŞIL İSTEMİ"), ("plain", "KID IŞIL ISTEMI"), ("off", NAME)]


def event(capitals: str | None) -> Tournament:
    return fold([Created(Setup("chess", "Open", {} if capitals is None else {"capitals": capitals}))])


@pytest.mark.parametrize(("capitals", "kept"), [(None, KEPT[0][1]), *KEPT])
def test_c1_2_as_typed_at_the_desk(capitals: str | None, kept: str) -> None:
    entered = register(event(capitals), Player(0, NAME))
    assert isinstance(entered, Entered)
    assert entered.player.name == kept
    edited = edit(fold([entered], event(capitals)), Player(entered.player.id, f"{NAME} b"))
    assert isinstance(edited, Edited)
    assert edited.player.name[: len(kept)] == kept


@pytest.mark.parametrize(("capitals", "kept"), [(None, KEPT[0][1]), *KEPT])
def test_c1_2_a_file_with_small_letters(capitals: str | None, kept: str) -> None:
    options = {} if capitals is None else {"capitals": capitals}
    text = {"ronda": 1, "name": "Open", "system": "chess", "options": options, "players": [{"id": 1, "name": NAME}]}
    tournament = fold(read(json.dumps(text).encode()))
    assert [player.name for player in tournament.players] == [kept]
    assert kept in [cell for row in start_list(tournament).rows for cell in row]
    assert json.loads(write(tournament))["players"][0]["name"] == kept
    assert write(fold(read(write(tournament)))) == write(tournament)


@pytest.mark.parametrize(("capitals", "kept"), KEPT)
def test_c1_2_every_command_says_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], capitals: str, kept: str
) -> None:
    run = Desk(tmp_path, capsys)
    people, path = run.write("list.csv", f"Name\n{NAME}\nAnn Lee\n"), run.path("event.json")
    made = run("new", path, "--system", "chess", "--players", people, "--option", f"capitals={capitals}")
    assert kept in made.out
    if kept != NAME:
        assert NAME not in made.out
    assert run("enter", path, "can ılgaz").status == 0
    run("pair", path, "--write")
    late = system("chess").forms.name(Setup("chess", options={"capitals": capitals}), "can ılgaz")
    for words in (("show", path, "start"), ("standings", path), ("explain", path)):
        told = run(*words).out
        assert kept in told
        assert late in told


def test_c1_2_other_capitals_are_put_on_at_once() -> None:
    tournament = fold([Entered(Player(1, NAME)), Entered(Player(2, "ANN"))], event("off"))
    facts = decide_options(tournament, Options({"capitals": "tr"}))
    assert not isinstance(facts, Refusal)
    assert isinstance(facts[0], OptionsChanged)
    assert [player.name for player in fold(facts, tournament).players] == ["KİD IŞIL İSTEMİ", "ANN"]
    assert len(facts) == 2  # who is called the same is not touched


def test_c1_2_other_systems_keep_names_as_they_are() -> None:
    entered = register(fold([Created(Setup("redemption"))]), Player(0, NAME))
    assert isinstance(entered, Entered)
    assert entered.player.name == NAME


@pytest.mark.parametrize(
    ("language", "chosen"), [("tr", "tr"), ("es", "off"), ("en", "off"), ("de", "off"), ("fr", "off")]
)
def test_c1_2_a_new_event_begins_with_what_the_language_wants(language: str, chosen: str) -> None:
    option = next(option for option in system("chess").rules.options if option.name == "capitals")
    assert option.proposed(language) == chosen
    assert option.default == "tr"
