"""Single players and fixed pairs play the same game: its results are read and doubted alike (D1.1, D2.1, PS2.5)."""

from __future__ import annotations

import pytest

from ronda.core.model import Scored, Setup
from ronda.core.verdicts import Refusal
from ronda.systems import system
from ronda.systems.declarations import Game

COUNTED = {"domino": "scoring", "domino_pairs": "score"}


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize(
    ("target", "text", "most", "doubted"),
    [(200, "320-100", 320, False), (200, "100-321", 320, True), (113, "180-2", 180, False), (113, "181-2", 180, True)],
)
def test_more_than_the_ceiling(name: str, target: int, text: str, most: int, *, doubted: bool) -> None:
    rules, setup = system(name).rules, Setup(name, options={"target": target})
    result = rules.results.read(text, setup)
    assert isinstance(result, Scored)
    facts = {"score": max(result.first, result.second), "target": target, "most": most}
    assert rules.results.doubted(result, setup) == (
        Refusal("score_needs_confirmation", "D2.1", facts) if doubted else None
    )
    house = rules.results.read(text, Setup(name, options={"target": target, COUNTED[name]: "fvd"}))
    facts.pop("target")
    assert house == (Refusal("score_above_ceiling", "PS2.5", facts) if doubted else result)


@pytest.mark.parametrize("name", COUNTED)
def test_the_length_of_a_game(name: str) -> None:
    form, setup = system(name).rules.results.form_for(Setup(name)), Setup(name, options={"target": 150, "minutes": 40})
    assert form.example_for(setup) == "150-120"
    assert form.game_for(setup) == Game(150, 40)
    assert form.game_for(Setup(name)) == Game(200, 35)
