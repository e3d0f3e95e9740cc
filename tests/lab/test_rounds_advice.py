"""What the desk says about a number of rounds, from what was studied."""

from __future__ import annotations

import pytest

from ronda.core.model import Player
from ronda.lab.forecast import rounds_advice


def people(count: int, rating: int = 1500) -> list[Player]:
    return [Player(n, f"P{n}", rating=rating) for n in range(1, count + 1)]


def test_advice_is_that_of_the_nearest_field() -> None:
    told = rounds_advice("redemption", people(38), 6)
    assert told is not None
    assert (told.players, told.rounds) == (40, 6)
    assert told.first <= told.top
    assert [number for number, _ in told.others] == [4, 5, 7, 8]
    short = rounds_advice("redemption", people(38), 2)
    assert short is not None
    assert [number for number, _ in short.others] == [1, 3, 4]
    assert short.top < told.top
    unrated = rounds_advice("redemption", people(38, 0), 6)
    assert unrated is not None
    assert unrated != told


@pytest.mark.parametrize(("count", "rounds"), [(3, 3), (400, 9), (16, 40), (0, 3), (16, 0)])
def test_nothing_is_said_about_what_was_not_studied(count: int, rounds: int) -> None:
    assert rounds_advice("redemption", people(count), rounds) is None
    assert rounds_advice("somebody_elses", people(16), 5) is None
