"""What the desk says about a number of rounds, for the players who are entered, and only where there is a choice."""

from __future__ import annotations

import pytest

from ronda.core.model import Player, Setup
from ronda.lab.forecast import RoundsAdvice, rounds_advice
from ronda.systems import NAMES


def advised(system: str, count: int, rounds: int) -> RoundsAdvice | None:
    players = [Player(n, f"P{n}", rating=1500) for n in range(1, count + 1)]
    return rounds_advice(Setup(system, options={"rounds": rounds}), players)


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("count", [*range(4, 20), 33, 47])
def test_advice_that_is_taken_is_not_taken_back(system: str, count: int) -> None:
    for rounds in range(1, count + 2):
        found = advised(system, count, rounds)
        if found is not None:
            assert found.rounds != rounds
            assert advised(system, count, found.rounds) is None, (rounds, found)


@pytest.mark.parametrize("system", NAMES)
def test_more_rounds_never_leave_more_in_doubt(system: str) -> None:
    """And it is the number of players entered that is spoken of, however odd."""
    for count in (13, 14, 16, 20):
        few = [(rounds, found.unbeaten) for rounds in range(1, 8) if (found := advised(system, count, rounds))]
        unbeaten = [(rounds, left) for rounds, left in few if left]
        assert [left for _, left in unbeaten] == [-(-count // 2**rounds) for rounds, _ in unbeaten]
        assert [rounds for rounds, _ in unbeaten] == [*range(1, len(unbeaten) + 1)]


def test_two_may_win_everything_in_too_few_rounds() -> None:
    assert advised("domino", 16, 3) == RoundsAdvice(4, None, 2)
    assert advised("domino", 16, 4) is None
    assert advised("redemption", 40, 3) == RoundsAdvice(6, None, 5)


def test_what_the_rulebook_says_comes_first() -> None:
    found = advised("melee", 8, 9)
    assert found is not None
    assert found.finding is not None
    assert (found.finding.code, found.rounds) == ("rounds_out_of_bounds", 7)
    again = advised("redemption", 4, 5)
    assert again is not None
    assert again.finding is not None
    assert (again.finding.code, again.rounds) == ("rematches_ahead", 3)


def test_a_table_of_everybody_against_everybody_is_as_long_as_it_is() -> None:
    assert advised("robin", 16, 3) is None
    assert rounds_advice(Setup("redemption"), []) is None
    assert rounds_advice(Setup("redemption"), [Player(n, f"P{n}") for n in range(600)]) is None, "as suggested"
