"""What setting up an event says about an option that is worth a trial (D10.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Player, Setup
from ronda.lab.advice import MOST_PLAYERS, MOST_ROUNDS, advice
from ronda.systems import NAMES, system
from ronda.texts import LANGUAGES, Speaker


def field(players: int) -> list[Player]:
    return [Player(n, f"P{n}", rating=2000 - n) for n in range(1, players + 1)]


def test_d10_5_fresh_partners_are_offered_where_they_help() -> None:
    found = advice(Setup("domino"), field(28))
    assert found is not None
    windows, fresh = found.tried
    assert (windows.value, fresh.value, found.better) == ("windows", "fresh", "fresh")
    assert fresh.counts[0] == 0 < windows.counts[0]
    assert fresh.counts[1] < windows.counts[1]
    assert (found.players, found.rounds) == (28, 7)


def test_d10_5_nothing_is_offered_to_who_has_it() -> None:
    found = advice(Setup("domino", options={"variety": "fresh"}), field(16))
    assert found is not None
    assert found.tried[0].value == "fresh"
    assert found.better is None


def test_the_same_field_gets_the_same_answer() -> None:
    assert advice(Setup("domino", seed=1), field(12)) == advice(Setup("domino", seed=2), field(12))


def test_a_large_field_is_sampled_with_its_own_windows_and_rounds_are_bounded() -> None:
    setup = Setup("domino", options={"rounds": 3}, avoid=(Avoid((1, 2000)),))
    found = advice(setup, field(2000))
    assert found is not None
    assert found.players <= MOST_PLAYERS
    assert found.rounds == 3
    many = advice(replace(setup, options={"rounds": 500}), field(8))
    assert many is not None
    assert many.rounds == MOST_ROUNDS


def test_nothing_to_compare() -> None:
    assert advice(Setup("domino"), []) is None
    assert advice(Setup("domino"), field(3)) is None
    for name in NAMES:
        if system(name).comparison is None:
            assert advice(Setup(name), field(8)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_said(language: str) -> None:
    found = advice(Setup("domino", options={"rounds": 2}), field(8))
    assert found is not None
    speaker = Speaker(language, strict=True)
    assert "8" in speaker.say(found.key, **found.facts())
    assert speaker.say("say.advice", option="variety", value="fresh")
