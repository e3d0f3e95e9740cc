"""domino: lines by the house rules of Venezuela (PE4, PS2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ronda.core.model import Card
from ronda.systems.domino.rules import card
from ronda.systems.score_to_target import HouseLine, bye_line, line
from tests.worked.domino_cases import summed


@pytest.mark.parametrize(
    ("own", "opponents", "sanction", "found"),
    [
        (200, 150, 0, HouseLine(200, 150, True, 50)),
        (200, 150, 40, HouseLine(160, 150, True, 10)),
        (200, 150, 80, HouseLine(120, 150, False, -30)),
        (200, 160, 40, HouseLine(160, 160, False, 0)),
        (20, 200, 40, HouseLine(0, 200, False, -200)),
        (150, 200, 0, HouseLine(150, 200, False, -50)),
        (160, 120, 0, HouseLine(160, 120, True, 40)),
        (120, 160, 0, HouseLine(120, 160, False, -40)),
        (190, 320, 0, HouseLine(190, 320, False, -10)),
    ],
)
def test_pe4_2_lines(own: int, opponents: int, sanction: int, found: HouseLine) -> None:
    assert line(own, opponents, 200, sanction=sanction) == found


def test_pe4_3_absence_before_card_before_sanction() -> None:
    assert line(200, 150, 200, forfeit="me", card="other", sanction=40) == HouseLine(0, 200, False, -200)
    assert line(0, 0, 101, forfeit="other") == bye_line(101) == HouseLine(101, 0, True, 50)
    assert line(200, 150, 200, card="me", sanction=40) == HouseLine(0, 200, False, -200)
    assert line(200, 150, 200, card="other") == HouseLine(200, 0, True, 200)
    assert line(200, 150, 200, card="me", forfeit="other") == bye_line(200)


@pytest.mark.parametrize(
    ("sanction", "shown", "before", "found"),
    [
        (40, "", "yellow", ""),
        (80, "", "", "yellow"),
        (80, "", "yellow", "red"),
        (0, "yellow", "red", "black"),
        (0, "red", "", "red"),
        (0, "black", "", "black"),
        (80, "", "black", "black"),
        (0, "", "red", ""),
        (80, "orange", "", "orange"),
        (80, "", "orange", ""),
    ],
)
def test_pe4_4_cards(sanction: int, shown: Card, before: Card, found: Card) -> None:
    assert card(sanction, shown, before) == found


def test_ps2_4_four_rounds() -> None:
    rounds = [line(200, 150, 200), bye_line(200), line(120, 160, 200), line(0, 0, 200, forfeit="me")]
    found = summed((one, 200) for one in rounds)
    assert (found.wins, found.effectiveness, found.points) == (2, -90, Fraction(520))


def test_ps2_1_a_score_counts_up_to_its_ceiling() -> None:
    assert summed([(line(330, 190, 200), 200)]).points == 320
    assert summed([(line(170, 90, 101), 101)]).points == Fraction(808, 5)
