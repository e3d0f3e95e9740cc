"""House rules on the command line (PS6.2)."""

from __future__ import annotations

import json
from typing import Any

from ronda.systems import names
from ronda.systems.presets import presets
from tests.cli.running import Desk

ALL = [preset for name in names() for preset in presets(name)]


def test_cli_lists_them_and_begins_with_one(desk: Desk) -> None:
    listed = desk("presets", "--json").value["presets"]
    assert {(one["system"], one["id"]) for one in listed} == {(one.system, one.id) for one in ALL}
    assert "Supermêlée" in desk("presets").out
    players = desk.write("p.csv", "name\n" + "\n".join(f"P{n}" for n in range(22)))
    target = desk.path("evening.json")
    words = ("new", target, "--system", "melee", "--preset", "supermelee-final", "--players", players, "--json")
    assert desk(*words, "--option", "rounds=3").status == 0
    event: dict[str, Any] = json.loads(target.read_text())
    assert event["options"]["leftovers"] == "triplette"
    assert event["options"]["rounds"] == 3  # what is said beside it counts
    assert "preset" not in target.read_text()
    assert [stage["kind"] for stage in event["stages"]] == ["rounds", "elimination"]
    refused = desk("new", desk.path("x.json"), "--system", "melee", "--preset", "nothing")
    assert refused.status == 2
    assert "supermelee" in refused.err
