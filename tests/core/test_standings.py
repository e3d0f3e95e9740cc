"""Standings: criteria refine groups, level players share their place, every value keeps its working (S6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from ronda.book import Book
from ronda.facts import Entered, Left, Returned
from ronda.model import Player
from ronda.ranking import Criterion, Measure, Standings, Term, rank, status
from ronda.systems import book_of
from tests.playing import Event, hand_made


def book(n: int) -> Book:
    return book_of(Event("redemption", [Player(i, f"P{i}") for i in range(1, n + 1)], {"rounds": 3}).tournament)


def given(name: str, *amounts: int | Fraction, ascending: bool = False, ranks: bool = True) -> Criterion:
    """A criterion with these amounts for players 1, 2, 3 …"""

    def measure(_: Book, group: Collection[int]) -> Mapping[int, Measure]:
        return {player: Measure((Term(amounts[player - 1], "given"),), 2) for player in group}

    return Criterion(name, measure, ascending, ranks)


def places(rows: Standings) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in rows]


def test_level_players_share_a_place_and_the_next_is_left_out() -> None:
    assert places(rank(book(4), [given("points", 3, 5, 5, 1)])) == [(1, 2), (1, 3), (3, 1), (4, 4)]


def test_the_next_criterion_only_splits_who_is_level() -> None:
    rows = rank(book(4), [given("points", 5, 3, 5, 3), given("bonus", 0, 9, 1, 9)])
    assert places(rows) == [(1, 3), (2, 1), (3, 2), (3, 4)]


def test_a_criterion_may_count_upwards() -> None:
    assert places(rank(book(3), [given("number", 3, 1, 2, ascending=True)])) == [(1, 2), (2, 3), (3, 1)]


def test_a_criterion_may_only_be_shown() -> None:
    rows = rank(book(2), [given("shown", 1, 2, ranks=False)])
    assert places(rows) == [(1, 1), (1, 2)]
    assert rows[1].measures["shown"].value == 1


def test_a_criterion_is_asked_about_the_level_group_only() -> None:
    asked: list[set[int]] = []

    def within(_: Book, group: Collection[int]) -> Mapping[int, Measure]:
        asked.append(set(group))
        return {player: Measure(()) for player in group}

    rank(book(4), [given("points", 2, 1, 2, 1), Criterion("within", within)])
    assert asked[:2] == [{1, 3}, {2, 4}]


def test_players_without_a_place_follow_at_the_end_in_order() -> None:
    rows = rank(book(4), [given("points", 9, 1, 3, 8)], placed=lambda player: player not in (1, 4))
    assert places(rows) == [(1, 3), (2, 2), (None, 1), (None, 4)]


def test_s6_thirds_are_exact() -> None:
    third = Fraction(1, 3)
    rows = rank(book(2), [given("thirds", third + third + third, 1)])
    assert places(rows) == [(1, 1), (1, 2)]


def test_the_value_is_the_sum_of_its_counted_terms() -> None:
    measure = Measure((Term(3, "win", 1), Term(4, "loss", 2, counted=False), Term(2, "draw", 3)), 2)
    assert (measure.amount, measure.value) == (5, Fraction(5, 2))
    assert Measure(()).value == 0


def test_status_of_a_player() -> None:
    made = Event("redemption", [Player(n, f"P{n}", number=n) for n in (1, 2, 3)], {"rounds": 4})
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("5-3")
    made.facts += [Entered(Player(4, "LATE", joined_round=3)), Left(3, 1)]
    found = book_of(made.tournament)
    assert [status(found, player) for player in (1, 2, 3, 4)] == ["active", "active", "left", "late"]
    made.facts.append(Returned(3, 3))  # misses round 2 and is back in round 3
    assert status(book_of(made.tournament), 3) == "away"
