"""What setting up an event says about an option that is worth a trial (D10.5)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Player, Setup
from ronda.lab.forecast import MOST_ROUNDS, MOST_TRIED, Advice, advice
from ronda.systems import NAMES, system
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import of_system


def field(players: int) -> list[Player]:
    return [Player(n, f"P{n}", rating=2000 - n) for n in range(1, players + 1)]


def of_variety(setup: Setup, players: int) -> Advice:
    (found,) = [one for one in advice(setup, field(players)) if one.option == "variety"]
    return found


def test_d10_5_fresh_partners_are_offered_where_they_help() -> None:
    found = of_variety(Setup("domino"), 28)
    windows, fresh = found.tried
    assert (windows.value, fresh.value, found.better) == ("windows", "fresh", "fresh")
    assert fresh.counts[0] == 0 < windows.counts[0]
    assert fresh.counts[1] < windows.counts[1]
    assert (found.players, found.rounds) == (28, 7)


def test_d10_5_nothing_is_offered_to_who_has_it() -> None:
    found = of_variety(Setup("domino", options={"variety": "fresh"}), 16)
    assert found.tried[0].value == "fresh"
    assert found.better is None


def test_d10_6_exchanging_first_is_offered_where_it_keeps_more_windows() -> None:
    """Where nothing has to be relaxed, nothing is said of it."""
    tight = Setup("domino", options={"category": "internacional", "variety": "fresh"})
    _, found = advice(tight, field(16))
    relax, exchange = found.tried
    assert (found.option, relax.value, exchange.value, found.better) == ("contingency", "relax", "exchange", "exchange")
    assert exchange.counts[0] < relax.counts[0]
    assert [one.option for one in advice(Setup("domino", options={"variety": "fresh"}), field(28))] == ["variety"]


def test_the_same_field_gets_the_same_answer() -> None:
    assert advice(Setup("domino", seed=1), field(12)) == advice(Setup("domino", seed=2), field(12))


def test_a_large_field_is_sampled_with_its_own_windows_and_rounds_are_bounded() -> None:
    setup = Setup("domino", options={"rounds": 8}, avoid=(Avoid((1, 2000)),))
    found = of_variety(setup, 2000)
    assert found.players <= MOST_TRIED
    assert found.rounds == 8
    many = of_variety(replace(setup, options={"rounds": 500}), 12)
    assert many.rounds == MOST_ROUNDS


def test_nothing_to_compare() -> None:
    assert advice(Setup("domino"), []) == ()
    assert advice(Setup("domino"), field(3)) == ()
    for name in NAMES:
        if not system(name).trial.comparisons:
            assert advice(Setup(name), field(8)) == ()


def test_nothing_is_said_where_the_values_come_to_the_same() -> None:
    assert advice(Setup("domino", options={"rounds": 2}), field(28)) == ()


def test_no_option_is_told_by_its_code() -> None:
    """Who makes an event in the browser reads words."""
    for name in NAMES:
        for language in LANGUAGES:
            told = {key: text for key, text in of_system(language, name).items() if key.startswith("advice.")}
            assert not [key for key, text in told.items() if re.search(r"\w=\w", str(text))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_said(language: str) -> None:
    several = advice(Setup("domino", options={"category": "internacional"}), field(16))
    assert [found.option for found in several] == ["variety", "contingency"]
    speaker = Speaker(language, strict=True)
    for found in several:
        assert "16" in speaker.say(found.key, **found.facts())
    assert speaker.say("say.advice", option="variety", value="fresh")
