"""Categories, prizes and money, by article: the examples of the rulebook, and sums that come out (PR)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.verdicts import Refusal
from ronda.prizes import (
    FeeRule,
    Prize,
    PrizeStanding,
    Sharing,
    Winner,
    assign,
    equal_split,
    fee_due,
    group_shares,
    pay,
    percentages,
    pot,
    refused_list,
    unequal_split,
)
from ronda.prizes.categories import (
    Age,
    AllOf,
    AnyOf,
    KnownPlayer,
    LabelCategory,
    Not,
    OneOf,
    Rating,
    Sex,
    Test,
    Unrated,
    category_places,
    fits,
    in_age,
)
from tests.worked.not_offered import shared_prizes

F = Fraction
GIRL = KnownPlayer(born=2015, sex="F", ratings={"rating": 1450})
NOBODY = KnownPlayer()


@pytest.mark.parametrize(
    ("test", "who", "verdict"),
    [
        (AllOf((Sex("F"), Age("U", 12))), GIRL, True),
        (AllOf((Sex("M"), Age("U", 12))), GIRL, False),
        (AllOf((Sex("M"), Age("U", 12))), KnownPlayer(sex="F"), False),
        (AllOf((Sex("F"), Age("U", 12))), KnownPlayer(sex="F"), None),
        (AnyOf((Sex("F"), Age("U", 12))), KnownPlayer(sex="F"), True),
        (AnyOf((Sex("M"), Age("U", 12))), KnownPlayer(sex="F"), None),
        (Not(Sex("F")), GIRL, False),
        (Not(Age("U", 12)), NOBODY, None),
        (Rating("rating", high=1599), GIRL, True),
        (Rating("rating", high=1599), NOBODY, False),
        (Rating("rating", high=1599, unrated=True), NOBODY, True),
        (Rating("rating", low=1500), GIRL, False),
        (Unrated("rating"), NOBODY, True),
        (Unrated("national_rating"), GIRL, True),
        (OneOf("club", frozenset({"X"})), KnownPlayer(club="X"), True),
        (OneOf("title", frozenset({"WFM"})), GIRL, False),
        (LabelCategory("novice"), KnownPlayer(labels=("novice",)), True),
        (AllOf(()), NOBODY, True),
    ],
)
def test_pr2_1_predicates(test: Test, who: KnownPlayer, verdict: bool | None) -> None:
    assert fits(test, who, 2026) is verdict


def test_pr2_2_age_by_years_alone() -> None:
    assert [in_age("U", 8, born, 2026) for born in (2017, 2018, None)] == [False, True, None]
    assert [in_age("O", 50, born, 2026) for born in (1976, 1977)] == [True, False]


def test_pr2_5_places_counted_anew() -> None:
    overall = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 9: 9, 10: None}
    assert category_places(overall, [1, 4, 5, 9, 10]) == {1: 1, 4: 2, 5: 2, 9: 4}


def test_pr3_2_prizes_fall_with_the_places() -> None:
    assert isinstance(refused_list([Prize("W1", "W", 10000), Prize("W2", "W", 15000)]), Refusal)
    assert refused_list([Prize("W1", "W", 100), Prize("1", value=500), Prize("W2", "W", 100)]) is None


def test_pr3_3_who_can_win() -> None:
    assert PrizeStanding(3, 4).can_win(4)
    assert not PrizeStanding(3, 3).can_win(4)
    assert not PrizeStanding(None, 7).can_win()
    assert not PrizeStanding(1, 7, expelled=True).can_win()
    assert not PrizeStanding(1, 7, no_prize=True).can_win()


FINISH = [
    Winner(1),
    Winner(2, ("U1600",)),
    Winner(3, ("W",)),
    Winner(4, ("U18",)),
    Winner(5, ("W", "U18")),
    Winner(6, ("U1600", "U18")),
    Winner(7, ("W",)),
]
PRIZES = [
    Prize("1st", value=500),
    Prize("2nd", value=300),
    Prize("3rd", value=200),
    Prize("W1", "W", 250),
    Prize("W2", "W", 100),
    Prize("U18", "U18", 100),
    Prize("U1600", "U1600", 100),
]


def test_pr3_1_honours_go_with_the_place() -> None:
    prizes = [Prize("cup", kind="honour"), Prize("100", value=10000), Prize("book", value=2000, kind="thing")]
    assert assign(FINISH, prizes).prizes == {"cup": 1, "100": 1, "book": 2}


def test_pr4_1_one_of_each_kind() -> None:
    prizes = [*PRIZES[:3], Prize("book", "W", 20, "thing")]
    found = assign(FINISH, prizes, "one-per-kind").prizes
    assert (found["3rd"], found["book"]) == (3, 3)


def test_pr4_2_one_prize_each() -> None:
    found = assign(FINISH, PRIZES)
    expected = {"1st": 1, "2nd": 2, "W1": 3, "3rd": 4, "W2": 5, "U18": 6, "U1600": None}
    assert found.prizes == expected
    assert found.passed["U18"] == (4, 5)
    assert found.passed["3rd"] == (1, 2, 3)


def test_pr4_3_own_choice() -> None:
    prizes = [*PRIZES[:2], Prize("trophy", value=200), Prize("W1", "W", 250)]
    found = assign(FINISH, prizes, choices={3: "trophy"}).prizes
    assert (found["trophy"], found["W1"]) == (3, 5)


def test_pr4_4_nobody_eligible() -> None:
    prizes = [Prize("V", "V60", 50), Prize("4th", value=50)]
    assert assign(FINISH, prizes).prizes == {"V": None, "4th": 1}
    assert assign(FINISH, prizes, unclaimed_down=True).prizes == {"V": 1, "4th": 2}


def test_pr4_5_all_prizes() -> None:
    found = assign(FINISH, PRIZES, "all").prizes
    assert (found["3rd"], found["W1"], found["2nd"], found["U1600"]) == (3, 3, 2, 2)


@given(
    st.lists(st.sets(st.sampled_from("ab")), max_size=8),
    st.lists(st.tuples(st.sampled_from(["all", "a", "b"]), st.integers(0, 5)), max_size=8),
)
def test_pr4_nobody_twice_and_no_better_placed_one_without(
    categories: list[set[str]], made: list[tuple[str, int]]
) -> None:
    people = [Winner(at, tuple(cats)) for at, cats in enumerate(categories)]
    prizes = [Prize(str(at), category, value) for at, (category, value) in enumerate(made)]
    found = assign(people, prizes).prizes
    winners = [who for who in found.values() if who is not None]
    assert len(set(winners)) == len(winners)
    for prize in prizes:
        who = found[prize.id]
        able = [one.id for one in people if one.may_win(prize)]
        assert who is None or who in able
        assert all(one in winners for one in able if who is None or one < who)


POINTS = [F(8), F(8), F(15, 2), F(7), F(7), F(7)]
SIX = [10000, 8000, 6000, 4000, 2000, 1000]


def test_pr5_2_sharing() -> None:
    assert shared_prizes(POINTS, SIX, "equal") == [9000, 9000, 6000, 2334, 2333, 2333]
    assert shared_prizes(POINTS, SIX, "hort") == [9500, 8500, 6000, 3167, 2167, 1666]
    assert shared_prizes(POINTS, SIX, "hort", unit=100) == [9500, 8500, 6000, 3200, 2200, 1600]
    assert shared_prizes(POINTS, SIX, "none") == SIX


FIVE = [F(5), F(4), F(4), F(4), F(4)]


def test_pr5_3_more_people_than_prizes() -> None:
    assert shared_prizes(FIVE, [10000, 5000], "equal") == [10000, 1250, 1250, 1250, 1250]
    assert shared_prizes(FIVE, [10000, 5000], "hort") == [10000, 3125, 625, 625, 625]


def test_pr5_4_smallest_share() -> None:
    assert shared_prizes(FIVE, [10000, 5000], "equal", min_share=1500) == [10000, 1667, 1667, 1666, 0]
    assert shared_prizes(FIVE, [10000, 5000], "hort", min_share=1500) == [10000, 5000, 0, 0, 0]


MONEY = [Prize("1st", value=50000), Prize("2nd", value=30000), Prize("W1", "W", 25000)]
TIED = [Winner(1), Winner(2), Winner(3, ("W",)), Winner(5, ("W", "U18"))]


def test_pr5_5_sharing_inside_a_category() -> None:
    assert pay(TIED, MONEY, [[3, 5]], "equal").paid == {1: 50000, 2: 30000, 3: 12500, 5: 12500}
    found = pay(TIED, [*MONEY, Prize("U18-1", "U18", 10000)], [[3, 5]], "equal")
    assert found.paid == {1: 50000, 2: 30000, 3: 25000, 5: 10000}
    assert found.by_sharing == {(5, "W"): 12500}


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=12),
    st.lists(st.integers(0, 10_000), max_size=12),
    st.sampled_from(["none", "equal", "hort"]),
    st.sampled_from([1, 10, 50, 100, 500]),
    st.integers(0, 2000),
)
def test_pr5_the_fund_is_paid_out_to_the_last_unit(
    marks: list[int], made: list[int], sharing: Sharing, unit: int, least: int
) -> None:
    points = [F(one) for one in sorted(marks, reverse=True)]
    prizes = sorted(made, reverse=True)
    found = shared_prizes(points, prizes, sharing, unit=unit, min_share=least)
    assert len(found) == len(points)
    assert sum(found) == sum(prizes[: len(points)])
    assert min(found) >= 0


def test_pr6_2_equal_split() -> None:
    assert equal_split(10000, 3) == [3334, 3333, 3333]
    assert equal_split(10050, 3, 100) == [3450, 3300, 3300]
    assert equal_split(100001, 7, 50) == [14301, 14300, 14300, 14300, 14300, 14250, 14250]


def test_pr6_3_per_cents() -> None:
    assert percentages(33333, [F(50), F(30), F(20)]) == [16666, 10000, 6667]
    assert percentages(100001, [F(45), F(27), F(18), F(10)]) == [45001, 27000, 18000, 10000]
    assert isinstance(percentages(100, [F(60), F(50)]), Refusal)
    assert percentages(100, []) == []


def test_pr6_4_pot() -> None:
    assert pot(160000, 0, F(100), 0) == 160000
    assert pot(30000, 0, F(100), 50000) == 50000
    assert pot(1000, 2000, F(100), 0) == 0
    assert pot(1001, 0, F(50), 0) == 500
    assert percentages(160000, [F(45), F(27), F(18), F(10)]) == [72000, 43200, 28800, 16000]
    assert percentages(12345, [F(40), F(25), F(15)]) == [4938, 3086, 1852]


@given(st.integers(0, 10**7), st.lists(st.integers(0, 50), min_size=1, max_size=8), st.sampled_from([1, 7, 100]))
def test_pr6_shares_add_up(total: int, weights: list[int], unit: int) -> None:
    whole = sum(weights) or 1
    shares = [F(total * weight, whole) for weight in weights]
    if sum(weights):
        assert sum(unequal_split(total, shares, unit)) == total
    assert sum(equal_split(total, len(weights), unit)) == total
    assert sum(group_shares(len(weights), [total], "equal", unit=unit)) == total


def test_pr7_1_fees() -> None:
    rules = [FeeRule("U18", 500), FeeRule("member", 800), FeeRule("else", 1000), FeeRule("on the day", 200, add=True)]
    assert fee_due(rules, ["member", "U18"]) == 500
    assert fee_due(rules, []) == 1000
    assert fee_due(rules, ["on the day"]) == 1200
    assert fee_due(rules[:2], []) == 0
