"""The worked examples of TB6 and TB7, to the letter."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ronda.tiebreaks.chart import Chart, adjusted
from ronda.tiebreaks.performance import expected_percent, rating_change, rating_difference
from ronda.tiebreaks.results import Contribution, Meetings, kept, ranked, scores
from tests.tiebreaks.charts import EXAMPLE, chart, values


@pytest.fixture(scope="module")
def seven() -> Chart:
    return chart(EXAMPLE.read_bytes())


def value(seen: Chart, code: str, player: int) -> Any:
    return values(seen, code)[player]


def test_tb7_1_adjusted_scores(seven: Chart) -> None:
    assert [Fraction(score, seven.unit) for score in adjusted(seven)] == [
        3,
        Fraction(5, 2),
        *[Fraction(3, 2)],
        2,
        Fraction(3, 2),
        1,
        1,
    ]


def test_tb7_2_buchholz_of_3(seven: Chart) -> None:
    assert scores(seven)[2] == [10, 30, 15, 25]
    assert value(seven, "BH", 3) == 8
    assert value(seven, "BH/C1", 3) == Fraction(13, 2)
    assert value(seven, "BH/C2", 3) == Fraction(11, 2)


def test_tb7_3_the_voluntarily_unplayed_round_is_cut_first(seven: Chart) -> None:
    assert value(seven, "BH", 4) == 7
    assert value(seven, "BH/C1", 4) == Fraction(11, 2)


def test_tb7_4_a_forfeit_loss(seven: Chart) -> None:
    assert value(seven, "BH", 6) == 7
    assert value(seven, "SB", 6) == value(seven, "SB/C1", 6) == Fraction(9, 4)


def test_tb7_5_a_forfeit_win(seven: Chart) -> None:
    assert value(seven, "SB", 7) == 1
    assert value(seven, "BH", 7) == Fraction(9, 2)


def test_tb7_6_fore_buchholz(seven: Chart) -> None:
    assert value(seven, "FB", 3) == Fraction(17, 2)
    assert value(seven, "FB", 7) == 4


def test_tb7_7_performance(seven: Chart) -> None:
    assert (value(seven, "ARO", 1), value(seven, "TPR", 1), value(seven, "PTP", 1)) == (1750, 1943, 1957)
    assert (value(seven, "TPR", 7), value(seven, "PTP", 7)) == (800, 800)


def test_tb7_8_counts(seven: Chart) -> None:
    assert (value(seven, "REP", 6), value(seven, "REP", 7)) == (3, 2)
    assert (value(seven, "WIN", 7), value(seven, "WON", 7)) == (1, 0)


def test_tb5_2_the_exception_for_products() -> None:
    """A half-point bye 4.5 × ½, a forfeit loss 5.0 × 0, the lowest opponent 3.0 × ½: the last one is cut."""
    rounds = [Contribution(0, 45, 225, True), Contribution(1, 50, 0, True), Contribution(2, 30, 150, False)]
    assert kept(rounds, 1, 0, berger=True) == rounds[:2]
    assert kept(rounds, 1, 0, berger=False) == rounds[1:]  # of the two, the one with the lower score


def test_tb5_3_median_cuts_high_after_low() -> None:
    rounds = [Contribution(at, score, score, False) for at, score in enumerate((10, 40, 20, 30))]
    assert [one.score for one in kept(rounds, 1, 1, berger=False)] == [20, 30]
    assert not kept(rounds, 9, 9, berger=False)


def meetings(games: dict[tuple[int, int], int]) -> Meetings:
    found: Meetings = {}
    for (one, other), points in games.items():
        found.setdefault(one, {}).setdefault(other, []).append(points)
        found.setdefault(other, {}).setdefault(one, []).append(2 - points)
    return found


def test_tb6_3_somebody_has_not_met_somebody() -> None:
    """A½B, A1C, A1D, B½C, B1D, C and D not met: A, B, then C and D level."""
    a, b, c, d = range(4)
    met = meetings({(a, b): 1, (a, c): 2, (a, d): 2, (b, c): 1, (b, d): 2})
    assert ranked(met, [d, c, b, a], 2) == [[a], [b], [d, c]]


def test_tb6_2_all_have_met_all() -> None:
    a, b, c = range(3)
    assert ranked(meetings({(a, b): 2, (b, c): 2, (c, a): 2}), [a, b, c], 2) == [[a, b, c]]
    assert ranked(meetings({(a, b): 2, (b, c): 2, (a, c): 1}), [c, b, a], 2) == [[a], [b], [c]]


def test_tb6_2_a_subgroup_starts_again_among_itself() -> None:
    a, b, c, d = range(4)
    games = {(a, b): 2, (a, c): 0, (a, d): 2, (b, c): 2, (b, d): 2, (c, d): 1}
    assert ranked(meetings(games), [a, b, c, d], 2) == [[a], [b], [c], [d]]


def test_tb6_1_more_than_one_meeting_is_a_mean() -> None:
    a, b = range(2)
    met: Meetings = {a: {b: [2, 1]}, b: {a: [0, 1]}}
    assert ranked(met, [b, a], 2) == [[a], [b]]


def test_tb6_3_nobody_stands_out() -> None:
    assert ranked({0: {}, 1: {}, 2: {}}, [0, 1, 2], 2) == [[0, 1, 2]]


def test_tb8_tables() -> None:
    assert [rating_difference(p) for p in (0, 1, 49, 50, 51, 75, 99, 100)] == [-800, -677, -7, 0, 7, 193, 677, 800]
    assert [expected_percent(d) for d in (0, 3, 4, -4, 100, 735, 736, 5000, -5000)] == [
        50,
        50,
        51,
        49,
        64,
        99,
        100,
        100,
        0,
    ]


def test_b02_8_3_elo_change(seven: Chart) -> None:
    """Player 1, 2000: 1 against 1700 (85 %) and 1800 (76 %), ½ against 1900 (64 %) and 1600 (92 %)."""
    assert rating_change(seven, 0, 20) == 20 * (3 - Fraction(85 + 76 + 64 + 92, 100))
    assert rating_change(seven, 6, 40) == 40 * (0 - Fraction(24, 100))  # the forfeit win is not rated


def test_std_counts_against_the_opponent_or_a_draw(seven: Chart) -> None:
    assert value(seven, "STD", 4) == Fraction(3, 2)  # lost, bye of a point, drew, absent
    assert value(seven, "STD", 7) == 1


def test_tb1_4_no_value_without_a_rating_unless_one_is_published() -> None:
    text = EXAMPLE.read_text().replace("1400", "    ")
    unrated = chart(text)
    assert set(values(unrated, "TPR").values()) == {None}
    assert value(unrated, "TPR/U1400", 1) == 1943
    assert value(unrated, "RTNG/U1400", 7) == 1400
