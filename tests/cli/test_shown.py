"""What a system declares, on the command line: what is in force, words for results, notes about a player."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.running import Desk

NAMES = ["Ana", "Beto", "Caro", "Dani", "Eva", "Fito", "Gala", "Hugo", "Inés"]
IN_FORCE = "Categoría Compacta: no se repite compañero en 1 ronda ni rival en 2 rondas."


def domino(desk: Desk, **options: Any) -> Path:
    tables = [
        {"number": 1, "first": [1, 2], "second": [3, 4], "result": "200-120"},
        {"number": 2, "first": [5, 6], "second": [7, 8], "result": "---", "absent": [6]},
    ]
    event = {
        "ronda": 1,
        "name": "Copa",
        "system": "domino",
        "options": {"rounds": 4, **options},
        "seed": 3,
        "players": [{"id": n, "name": name} for n, name in enumerate(NAMES, start=1)],
        "rounds": [{"number": 1, "tables": tables, "byes": [{"player": 9}]}],
    }
    return desk.write("copa.json", event)


def test_d1_2_category_and_windows_stand_above_lists(desk: Desk) -> None:
    path = domino(desk)
    for what in ("start", "pairings", "final", "cross"):
        assert desk("show", path, what, "--lang", "es").out.startswith(IN_FORCE)
    assert desk("pair", path, "--lang", "es").out.startswith(IN_FORCE)


def test_d1_2_category_and_windows_for_scripts(desk: Desk) -> None:
    path = domino(desk, category="internacional", partner_window=2)
    (told,) = desk("pair", path, "--json").value["in_force"]
    assert told == {
        "article": "D1.2",
        "code": "category",
        "facts": {"category": "internacional", "partner_window": 2, "rival_window": 4, "by_hand": True},
        "text": "International field (set by hand): "
        "not the same partner for 2 rounds, nor the same rival for 4 rounds.",
    }
    assert desk("show", path, "cross", "--json").value["in_force"] == [told]


def test_other_systems_say_nothing_of_the_kind(desk: Desk) -> None:
    csv = desk.write("players.csv", "name\n" + "\n".join(NAMES))
    for name in ("chess", "melee", "redemption"):
        path = desk.path(f"{name}.json")
        assert desk("new", path, "--system", name, "--players", csv).status == 0
        assert "in_force" not in desk("pair", path, "--json").value
        assert "in_force" not in desk("show", path, "start", "--json").value


def test_d2_3_a_table_that_was_not_played_is_called_so(desk: Desk) -> None:
    path = domino(desk)
    pairings = desk("show", path, "pairings", "--lang", "es").out
    assert "Eva / Fito  no jugado  Gala / Hugo" in pairings
    cross = desk("show", path, "cross", "--lang", "es").out
    assert cross.count("no jugado ½") == 3
    assert cross.count("no jugado 0") == 1
    assert desk("result", path, 1, 2, "200-10", "--lang", "es").out.endswith("200-10. Corregido; era no jugado.\n")
    assert "Gala y Hugo no jugado. Corregido" in desk("result", path, 1, 2, "---", "--lang", "es").out
    assert json.loads(path.read_text("utf-8"))["rounds"][0]["tables"][1]["result"] == "---"
    assert desk("result", path, 1, 2, "---", "--json").value["was"] == "---"


def test_an_athlete_in_figures(desk: Desk) -> None:
    path = domino(desk)
    told = desk("standings", path, "--player", "Ana", "--lang", "es").out
    assert "Partidas: 1 (ganadas: 1; perdidas: 0).\nRacha actual: 1 victoria.\n" in told
    assert "Mejor pareja: con Beto (1 victoria, diferencial 80)." in told
    (row,) = desk("standings", path, "--player", "Ana", "--json").value["rows"]
    assert row["notes"][-1]["facts"] == {"players": [2], "wins": 1, "difference": 80}
    (row,) = desk("standings", path, "--player", "Eva", "--json").value["rows"]
    assert "notes" not in row  # no game yet
    (row,) = desk("standings", path, "--player", "Ana", "--after", 0, "--json").value["rows"]
    assert "notes" not in row


def test_m4_1_more_rounds_are_refused_with_the_way_out_and_played_where_allowed(desk: Desk) -> None:
    csv = desk.write("players.csv", "name\n" + "\n".join(NAMES[:4]))
    path = desk.path("melee.json")
    asked = ("new", path, "--system", "melee", "--players", csv, "--option", "rounds=4", "--force")
    refused = desk(*asked)
    assert refused.status == 1
    assert "To play more, allow repeated partners." in refused.err
    made = desk(*asked, "--option", "repeats=true", "--option", "ranking=difference")
    assert "new partners run out after round 3" in made.out + made.err
    for number in range(1, 5):
        assert desk("pair", path, "--write").status == 0
        assert desk("result", path, number, 1, "13-7").status == 0
    checked = desk("check", path, "--json")
    assert checked.status == 0
    assert [finding["code"] for finding in checked.value["findings"]] == ["partner_repeat"] * 2
    row = desk("standings", path, "--json").value["rows"][0]
    assert list(row["criteria"]) == ["points", "difference", "points_for", "buchholz", "free_games"]
