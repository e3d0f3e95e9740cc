"""Characters that nobody sees: which they are, and that no entrance lets them in."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from ronda.cli import run
from ronda.cli.dialogue import name_of
from ronda.core.facts import Created, Edited, Entered
from ronda.core.history import fold
from ronda.core.model import Player, Setup, Tournament
from ronda.core.text_rules import invisible_character, visible_text
from ronda.core.verdicts import Refusal
from ronda.desk.players import edit, register
from ronda.desk.settings import rename
from ronda.formats.player_lists import understand

DIRECTION = [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
WIDTHLESS = [*"\u00ad\u034f\u115f\u1160\u180e\u200b\u200c\u200d\u2060\u2064\u2800\u3164\ufe0f\ufeff\uffa0"]
TAGS = ["\U000e0001", "\U000e0041", "\U000e007f", "\U000e0100"]
SEEN = "0600 0601 0602 0603 0604 0605 06DD 070F 0890 0891 08E2 110BD 110CD"
HOSTILE = f"Ana {chr(0x202E)}lleB"


@pytest.mark.parametrize("sign", [*DIRECTION, *WIDTHLESS, *TAGS], ids=lambda sign: f"U+{ord(sign):04X}")
def test_nobody_sees_it(sign: str) -> None:
    for text in (f"An{sign}a", f"{sign}Ana", f"Ana{sign}"):
        assert invisible_character(text) == f"U+{ord(sign):04X}"
        assert visible_text(text) == "Ana"


def test_all_format_characters_are_known() -> None:
    """Of this and of later editions of Unicode: those that are seen are signs before numbers."""
    signs = {chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) == "Cf"}
    seen = {sign for sign in signs if invisible_character(f"x{sign}x") is None}
    assert {f"{ord(sign):04X}" for sign in seen} <= set(SEEN.split())


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Çağrı Öğüt",
        "e\u0301mile",
        "محمد علي",
        "דוד כהן",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian: the joiner is part of the spelling
        "\u0915\u094d\u200d\u0937",  # Hindi
        "李小龙",
        "葛\U000e0100城",  # which of two shapes the family uses
        "Ann ❤\ufe0f",
        "\U0001f469\U0001f3fd\u200d\U0001f4bb",
        "",
        "–/'’.",
    ],
)
def test_names_of_people_stay_as_they_are(name: str) -> None:
    assert invisible_character(name) is None
    assert visible_text(name) == name


# --- entrances ---------------------------------------------------------------------------------------------


def empty() -> Tournament:
    return fold([Created(Setup("redemption", "X", {}, 1))])


def test_at_the_desk() -> None:
    for player in (Player(0, HOSTILE), Player(0, "Ana", club="No\u200brte")):
        refused = register(empty(), player)
        assert isinstance(refused, Refusal)
        assert refused.code == "text_invisible"
    assert isinstance(rename(empty(), HOSTILE), Refusal)


def test_a_list_of_players_is_cleaned_and_says_so() -> None:
    found = understand(f"Name,Club\n{HOSTILE},Norte\nBea,S\u200bur\nEva,Este\n".encode())
    assert [(player.name, player.club) for player in found.players] == [
        ("Ana lleB", "Norte"),
        ("Bea", "Sur"),
        ("Eva", "Este"),
    ]
    assert ("invisible_removed", {"count": 2, "lines": [2, 3]}) in [(code, dict(facts)) for code, facts in found.notes]


def test_a_name_of_nothing_else_is_none() -> None:
    with pytest.raises(Exception, match="blank"):
        understand("Name\n\u200b\u200e\n".encode())


@pytest.mark.parametrize(
    "words",
    [
        ("new", "{folder}/new.json", "--system", "chess", "--name", HOSTILE),
        ("enter", "{folder}/club.json", HOSTILE),
        ("enter", "{folder}/club.json", "Ana", "--club", HOSTILE),
        ("pair", "{folder}/club.json", "--approve", f"{HOSTILE}: few"),
    ],
)
def test_on_the_command_line(tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    players = tmp_path / "players.csv"
    players.write_text("Name\nAnn\nBen\nCal\nDee\n")
    club = str(tmp_path / "club.json")
    assert run(["new", club, "--system", "redemption", "--players", str(players)]) == 0
    before = Path(club).read_bytes()
    capsys.readouterr()
    assert run([word.format(folder=tmp_path) for word in words]) == 1
    assert "U+202E" in capsys.readouterr().err
    assert Path(club).read_bytes() == before
    assert not (tmp_path / "new.json").exists()


def test_in_the_dialogue() -> None:
    assert name_of("An\u200ba") == "ANA"
    assert name_of("\u200b") is None


# --- events from before ------------------------------------------------------------------------------------


def old_file(folder: Path) -> Path:
    """As an earlier release took it."""
    path = folder / "old.json"
    players = [{"id": 1, "name": HOSTILE}, {"id": 2, "name": "Bea"}]
    path.write_text(json.dumps({"ronda": 1, "name": "X", "system": "redemption", "players": players, "rounds": []}))
    return path


def test_an_old_event_opens_and_is_kept_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = old_file(tmp_path)
    assert run(["pair", str(path), "--seed", "1", "--write"]) == 0
    assert "\u202e" not in capsys.readouterr().out, "what is shown does not turn the line round"
    assert run(["export", str(path), "--to", "json", "--out", str(tmp_path / "again.json")]) == 0
    kept = json.loads((tmp_path / "again.json").read_text("utf-8"))
    assert kept["players"][0]["name"] == HOSTILE
    assert run(["check", str(path)]) == 0


def test_a_player_from_before_can_be_edited() -> None:
    tournament = fold([Created(Setup("redemption", "X", {}, 1)), Entered(Player(1, HOSTILE))])
    assert isinstance(edit(tournament, Player(1, HOSTILE, rating=1500)), Edited)
    assert isinstance(edit(tournament, Player(1, HOSTILE + "x")), Refusal)
    assert isinstance(edit(tournament, Player(1, "Ana")), Edited)
