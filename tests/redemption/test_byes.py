"""redemption R3: the bye."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ronda.core.facts import Left, OptionsChanged, Paired
from ronda.core.model import OptionValue, Player
from ronda.desk import check_rounds, next_round, standings_after
from ronda.systems import book_of
from tests.playing import Event, byes, hand_made


def event(n: int, **options: OptionValue) -> Event:
    players = [Player(i, f"P{i}", number=i) for i in range(1, n + 1)]
    return Event("redemption", players, {"rounds": 12, **options})


def three_after_everybody_rested(**options: OptionValue) -> Event:
    """Three rounds of three players; 1 has won all, 3 has lost all; the byes were 3, 2, 1."""
    made = event(3, **options)
    for number, (seats, resting, result) in enumerate(
        [((1, 2), 3, "5-0"), ((1, 3), 2, "5-0"), ((2, 3), 1, "5-0")], start=1
    ):
        made.given(hand_made(number, seats, bye=[resting]))
        made.results(result)
    return made


def violations(made: Event) -> list[str]:
    """What a check finds in the last round."""
    found = [f for f in check_rounds(made.tournament) if f.round == len(made.tournament.rounds)]
    return [f.code for f in found if f.severity == "violation"]


# --- R3.1 ---------------------------------------------------------------------------------------------------


def test_r3_1_round_1_by_lot() -> None:
    rested: Counter[int] = Counter()
    for seed in range(150):
        made = Event("redemption", [Player(i, f"P{i}") for i in range(1, 6)], {"rounds": 3}, seed=seed)
        round_ = made.pair()
        (reason,) = (r for r in round_.reasons if r.player is not None)
        assert (reason.code, reason.article) == ("bye_by_lot", "R3.1")
        rested.update(byes(round_))
    assert set(rested) == {1, 2, 3, 4, 5}
    assert min(rested.values()) >= 15


def test_r3_1_later_the_lowest_who_never_had_one() -> None:
    made = event(5)
    made.given(hand_made(1, (1, 2), (3, 4), bye=[5]))
    made.results("5-0", "5-1")
    assert byes(made.pair()) == [2]  # 0 points, differential −5


def test_r3_1_walks_up_past_those_who_had_one() -> None:
    made = event(5)
    made.given(hand_made(1, (1, 2), (3, 4), bye=[5]))
    made.results("5-0", "5-1")
    made.given(hand_made(2, (1, 3), (4, 5), bye=[2]))
    made.results("5-0", "5-0")  # 1 has 6, then 4 and 3 and 2 and 5 have 3: +1, 0, −5, −5
    round_ = made.pair()
    assert byes(round_) == [3]
    (reason,) = (r for r in round_.reasons if r.player == 3)
    assert [(s["player"], s["why"], s["rounds"]) for s in reason.facts["skipped"]] == [
        (5, "had_bye", [1]),
        (2, "had_bye", [2]),
    ]
    assert violations(made) == []


def test_r3_1_an_even_number_has_no_bye() -> None:
    assert byes(event(4).pair()) == []


# --- R3.2 ---------------------------------------------------------------------------------------------------


def test_r3_2_everybody_had_one_then_the_lowest_who_did_not_just_rest() -> None:
    made = three_after_everybody_rested()
    round_ = made.pair()
    assert byes(round_) == [3]
    assert [(r.code, r.article) for r in round_.reasons if r.player == 3] == [("bye_again", "R3.2")]


def test_r3_2_the_lowest_is_passed_over_if_he_just_rested() -> None:
    made = three_after_everybody_rested()
    made.given(hand_made(4, (1, 2), bye=[3]))
    made.results("5-0")  # 3 is still the lowest
    assert byes(made.pair()) == [2]
    assert violations(made) == []


def test_r3_2_only_active_players_count() -> None:
    made = event(4)
    made.given(hand_made(1, (1, 2), (3, 4)))
    made.results("5-0", "5-0")
    made.facts.append(Left(1, 1))
    for expected, result in ((4, "5-0"), (2, "0-5")):
        round_ = made.pair()
        assert byes(round_) == [expected]
        made.results(result)
    assert byes(made.pair()) == [3]  # 1 never had one, but is gone
    made.results("1-0")
    assert made.pair().reasons[0].code == "bye_again"


@pytest.mark.parametrize("option", ["seed", "even"])
def test_r3_2_if_all_of_them_just_rested_the_lowest(option: str) -> None:
    made = event(3, byes=option)
    made.given(hand_made(1, bye=[1, 2, 3]))  # a round that could not be held
    assert byes(made.pair()) == [3]


# --- R3.3 ---------------------------------------------------------------------------------------------------


def test_r3_3_the_settings_are_copied_onto_the_bye() -> None:
    made = event(3, bye_points=3, bye_differential=-2)  # 1½ points
    (bye,) = made.pair().byes
    assert (bye.halves, bye.differential) == (3, -2)
    made.results("5-0")
    values = {row.player: row.measures for row in standings_after(made.tournament, 1)}[bye.player]
    assert values["match_points"].value == Fraction(3, 2)
    assert values["differential"].value == -2


def test_r3_3_what_was_awarded_stays_when_the_settings_change() -> None:
    made = event(3)
    first = made.pair().byes[0].player
    made.results("5-0")
    made.facts.append(OptionsChanged({"bye_points": 0, "bye_differential": -5}))
    second = made.pair().byes[0].player
    book = book_of(made.tournament)
    assert [(line.halves, line.differential) for line in book.lines[first] if line.outcome == "bye"] == [(6, 0)]
    assert [(line.halves, line.differential) for line in book.lines[second] if line.outcome == "bye"] == [(0, -5)]


def test_r3_3_a_bye_written_by_hand_has_the_settings_worth() -> None:
    made = event(3, bye_points=4, bye_differential=1)
    made.given(hand_made(1, (1, 2), bye=[3]))
    line = book_of(made.tournament).lines[3][0]
    assert (line.halves, line.differential) == (4, 1)


# --- R3.4 ---------------------------------------------------------------------------------------------------


def test_r3_4_even_fewest_byes_come_before_lowest() -> None:
    made = three_after_everybody_rested(byes="even")
    made.given(hand_made(4, (1, 2), bye=[3]))
    made.results("5-0")
    made.given(hand_made(5, (1, 3), bye=[2]))
    made.results("5-0")  # 1 has rested once, 2 and 3 twice, 2 just now
    round_ = made.pair()
    assert byes(round_) == [1]
    assert [(r.code, r.article) for r in round_.reasons if r.player == 1] == [("bye_even", "R3.4")]
    assert violations(made) == []


def test_r3_4_the_seeds_way_would_take_the_lowest() -> None:
    made = three_after_everybody_rested(byes="seed")
    made.given(hand_made(4, (1, 2), bye=[3]))
    made.results("5-0")
    made.given(hand_made(5, (1, 3), bye=[2]))
    made.results("5-0")
    assert byes(made.pair()) == [3]


@pytest.mark.parametrize("n", [3, 5, 7])
def test_r3_4_over_a_long_event_byes_differ_by_one_at_most(n: int) -> None:
    made = event(n, byes="even")
    rested = Counter(dict.fromkeys(range(1, n + 1), 0))
    previous: list[int] = []
    for number in range(1, 11):
        round_ = made.pair()
        assert byes(round_) != previous
        previous = byes(round_)
        rested.update(previous)
        made.results(*["5-0" if (number + t.number) % 3 else "2-2" for t in round_.tables])
        assert max(rested.values()) - min(rested.values()) <= 1
    assert sum(rested.values()) == 10


# --- R3.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1])
def test_r3_5_fewer_than_two_are_not_paired(n: int) -> None:
    refusal = event(n).refuse()
    assert (refusal.code, refusal.article) == ("too_few_players", "R3.5")


def test_r3_5_also_when_the_others_have_left() -> None:
    made = event(3)
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("5-0")
    made.facts += [Left(1, 1), Left(3, 1)]
    refusal = made.refuse()
    assert (refusal.code, refusal.article, refusal.facts["players"]) == ("too_few_players", "R3.5", 1)


def test_r3_5_two_are_enough() -> None:
    made = event(3)
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("5-0")
    made.facts.append(Left(1, 1))
    assert isinstance(next_round(made.tournament), Paired)
