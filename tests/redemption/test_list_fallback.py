"""redemption R4.6: the list gone through again, as the document of the users has it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.history import before_round
from ronda.core.model import Avoid, OptionValue, Player, Round, Setup
from ronda.core.values import replace
from ronda.core.verdicts import Refusal, Relaxation
from ronda.desk import check_rounds
from ronda.lab.forecast import forecast
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of, system
from ronda.systems.redemption.check import check
from tests.check.made import codes, undeclared
from tests.check.referee import is_avoided, matchings, random_book, redemption_order, redemption_round
from tests.exhaustive import seed_round
from tests.playing import Event, byes, hand_made, tables
from tests.sampling import by_chance

REDEMPTION = system("redemption")


def after(n: int, *rounds: Sequence[tuple[int, int, str]], **options: OptionValue) -> Event:
    players = [Player(i, f"P{i}", number=i) for i in range(1, n + 1)]
    made = Event("redemption", players, {"rounds": 20, "fallback": "list", **options})
    for number, seats in enumerate(rounds, start=1):
        made.given(hand_made(number, *((a, b) for a, b, _ in seats)))
        made.results(*(result for _, _, result in seats))
    return made


def told(round_: Round) -> list[tuple[str, str]]:
    return [(reason.code, reason.article) for reason in round_.reasons]


def stated(round_: Round) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(one.code, one.article, one.players) for one in round_.relaxations]


def last_findings(made: Event) -> list[tuple[str, str, str]]:
    found = [f for f in check_rounds(made.tournament) if f.round == len(made.tournament.rounds)]
    return [(f.code, f.severity, f.article) for f in found]


# --- the words -----------------------------------------------------------------------------------------------

# the order after it: 1, 3, 5, 6, 4, 2
SIX = [(1, 2, "5-0"), (3, 4, "5-1"), (5, 6, "5-3")]


def test_r4_6_the_walk_does_not_look_ahead() -> None:
    """All level: 1 takes 3, 2 takes 4, and 5 and 6 are left, who have met. By R4.4 nobody would meet again."""
    seats = [(1, 2, "0-0"), (3, 4, "0-0"), (5, 6, "0-0")]
    made = after(6, seats)
    round_ = made.pair()
    assert tables(round_) == [(1, 3), (2, 4), (5, 6)]
    assert stated(round_) == [("rematch", "R4.6", (5, 6))]
    assert told(round_) == [("highest_unmet", "R4.3"), ("highest_unmet", "R4.3"), ("first_left", "R4.6")]
    assert last_findings(made) == [("rematch", "relaxation", "R4.6")]
    least = after(6, seats, fallback="least").pair()
    assert (tables(least), stated(least)) == ([(1, 3), (2, 5), (4, 6)], [])


def test_r4_6_the_first_not_met_in_the_previous_round() -> None:
    """Everybody has met everybody. 1 met 4 in the previous round and goes on to 2, the first of the others."""
    level = "0-0"
    made = after(
        4,
        [(1, 2, level), (3, 4, level)],
        [(1, 3, level), (2, 4, level)],
        [(1, 4, level), (2, 3, level)],
    )
    round_ = made.pair()
    assert tables(round_) == [(1, 2), (3, 4)]
    assert told(round_) == [("second_pass", "R4.6"), ("second_pass", "R4.6")]
    assert [reason.facts["rounds"] for reason in round_.reasons] == [[1], [1]]
    assert last_findings(made) == [("rematch", "relaxation", "R4.6")] * 2


def test_r4_6_else_the_first_one_left() -> None:
    made = after(2, [(1, 2, "0-0")])
    round_ = made.pair()
    assert (tables(round_), told(round_)) == ([(1, 2)], [("first_left", "R4.6")])
    assert stated(round_) == [("rematch", "R4.6", (1, 2))]


def test_r4_2_round_1_is_by_lot_and_keeps_hard_pairs_apart() -> None:
    """There is no list yet."""
    for seed in range(20):
        setup = Setup("redemption", options={"fallback": "list"}, seed=seed, avoid=(Avoid((1, 2)), Avoid((3, 4))))
        round_ = Event("redemption", [Player(i, f"P{i}") for i in range(1, 5)], setup=setup).pair()
        assert not round_.relaxations
        assert {reason.article for reason in round_.reasons} == {"R4.2"}


def test_the_forecast_promises_no_round_after_the_first() -> None:
    assert forecast(after(40).tournament).secure == 1
    made = after(6, SIX)
    assert (forecast(made.tournament).secure, forecast(made.tournament).article) == (0, "R4.6")


# --- against the loops of the document -----------------------------------------------------------------------


def plan(seed: int, **options: OptionValue) -> SimulationPlan:
    chosen: dict[str, OptionValue] = {"fallback": "list", "byes": "even" if seed % 3 == 0 else "seed", **options}
    moving = 30 * (seed % 2)
    return SimulationPlan(
        "redemption", 2 + seed % 17, 9, seed, chosen, absences=80, drop_outs=moving, late_entries=moving
    )


@given(st.integers(0, 100_000))
def test_r4_6_every_round_is_that_of_the_loops_and_checks_clean(seed: int) -> None:
    tournament = simulate(plan(seed), checked=False).tournament
    for round_ in tournament.rounds[1:]:
        book = book_of(before_round(tournament, round_.number))
        pairs, resting = seed_round(book)
        assert (tables(round_), byes(round_)) == (pairs, resting)
        again = {pair for pair in pairs if pair[1] in book.met(pair[0])}
        assert {one.players for one in round_.relaxations} == again  # whoever meets again is stated
    assert [f.code for f in check_rounds(tournament) if f.severity == "violation"] == []


@given(st.integers(0, 100_000))
def test_r4_6_where_no_rematch_is_needed_by_the_list_both_give_the_same_round(seed: int) -> None:
    tournament = simulate(plan(seed), checked=False).tournament
    for round_ in tournament.rounds[1:]:
        now = before_round(tournament, round_.number)
        if not round_.relaxations:
            least = replace(now, setup=replace(now.setup, options={**now.setup.options, "fallback": "least"}))
            made = REDEMPTION.rules.pair(book_of(least), Draw(1))
            assert not isinstance(made, Refusal)
            assert tables(made.round) == tables(round_)


# --- the check, apart from what pairs ------------------------------------------------------------------------


def by_list(book: Book, order: Sequence[int]) -> list[tuple[int, int]]:
    """R4.6 with pairs to avoid: a hard one only where nobody else is left, a soft one only within a pass."""
    left, found = list(order), []
    while left:
        one = left.pop(0)

        def grade(other: int, one: int = one) -> tuple[int, ...]:
            met = book.met(one).get(other, [])
            again = 2 if book.round - 1 in met else 1 if met else 0
            hard = is_avoided(book, one, other, hard=True)
            return int(hard), again, int(not hard and is_avoided(book, one, other, hard=False)), left.index(other)

        other = min(left, key=grade)
        left.remove(other)
        found.append((one, other))
    return found


@pytest.mark.parametrize("soft", [False, True])
@by_chance
def test_r4_6_of_all_rounds_only_that_of_the_list_is_right(chance: Random, soft: bool) -> None:
    book = random_book(chance, "redemption", soft=soft)
    book = replace(book, setup=replace(book.setup, options={**book.setup.options, "fallback": "list"}))
    order = redemption_order(book)
    if book.round == 1 or len(order) < 2:
        return
    made = REDEMPTION.rules.pair(book, Draw(1))
    assert not isinstance(made, Refusal)
    resting = byes(made.round)
    order = [player for player in order if player not in resting]
    right = by_list(book, order)
    assert sorted(tables(made.round)) == sorted(right)
    assert codes(check(book, made.round)) == []
    for pairs in matchings(order):
        findings = check(book, redemption_round(book, pairs, resting[0] if resting else None))
        assert undeclared("redemption", findings) == set()
        assert (codes(findings) == []) == (sorted(pairs) == sorted(right)), (right, pairs)


def test_r4_6_a_rematch_must_be_stated() -> None:
    made = after(2, [(1, 2, "0-0")])
    made.given(hand_made(2, (1, 2)))
    assert last_findings(made) == [("rematch_unrecorded", "violation", "R4.6")]


def test_r4_6_by_hand_the_article_and_the_players_will_do() -> None:
    made = after(2, [(1, 2, "0-0")])
    by_hand = Relaxation("recorded", "R4.6", (2, 1), {"text": "again"})
    made.given(replace(hand_made(2, (1, 2)), relaxations=(by_hand,)))
    assert last_findings(made) == [("rematch", "relaxation", "R4.6")]


def test_r4_6_who_stands_before_the_opponent_is_named() -> None:
    made = after(6, SIX)
    made.given(hand_made(2, (1, 5), (3, 6), (4, 2)))
    (found,) = (f for f in check_rounds(made.tournament) if f.round == 2)
    assert (found.code, found.article, found.facts) == (
        "nearer_opponent_free",
        "R4.6",
        {"player": 1, "opponent": 5, "free": 3},
    )
