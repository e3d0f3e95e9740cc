"""Standings: criteria refine groups, level players share their place, every value keeps its working (S6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from ronda.core.book import Book
from ronda.core.facts import Entered, Left, Returned
from ronda.core.model import Player
from ronda.core.ranking import Amount, Criterion, Standings, Term, rank, status
from ronda.systems import book_of
from tests.playing import Event, hand_made


def book(n: int) -> Book:
    return book_of(Event("redemption", [Player(i, f"P{i}") for i in range(1, n + 1)], {"rounds": 3}).tournament)


def given(name: str, *amounts: Amount, ascending: bool = False, ranks: bool = True, unit: int = 2) -> Criterion:
    """A criterion with these amounts for players 1, 2, 3 …"""

    def values(_: Book, players: Collection[int]) -> Mapping[int, Amount]:
        return {player: amounts[player - 1] for player in players}

    return Criterion(name, values, unit=unit, ascending=ascending, ranks=ranks, optional=None in amounts)


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


def asking(asked: list[set[int]], name: str = "within") -> Criterion:
    """A criterion that looks at one level group at a time: the lowest number of a group comes first."""

    def values(_: Book, group: Collection[int]) -> Mapping[int, Amount]:
        asked.append(set(group))
        return {player: int(player == min(group)) for player in group}

    def working(_: Book, player: int, group: Collection[int]) -> Iterable[Term]:
        if player == min(group):
            yield Term(1, "beat_all", opponents=tuple(sorted(set(group) - {player})))

    return Criterion(name, values, working_within=working)


def test_a_criterion_may_be_asked_about_one_level_group_at_a_time() -> None:
    asked: list[set[int]] = []
    rows = rank(book(6), [given("points", 2, 1, 2, 1, 1, 0), asking(asked), asking(asked, "again")])
    assert asked[:6] == [{1, 3}, {2, 4, 5}, {6}, {1}, {2}, {3}]
    assert places(rows) == [(1, 1), (2, 3), (3, 2), (4, 4), (5, 5), (6, 6)]


def test_the_working_within_a_group_names_the_group() -> None:
    rows = rank(book(4), [given("points", 2, 1, 2, 1), given("shown", 1, 2, 3, 4, ranks=False), asking([])])
    terms = {row.player: row.measures["within"].terms for row in rows}
    assert [term.opponents for term in terms[1]] == [(3,)]
    assert [term.opponents for term in terms[2]] == [(4,)]
    assert terms[3] == terms[4] == ()


def test_who_has_no_value_comes_last() -> None:
    rows = rank(book(4), [given("rating", None, -3, None, 5)])
    assert places(rows) == [(1, 4), (2, 2), (3, 1), (3, 3)]
    assert [row.measures["rating"].value for row in rows] == [Fraction(5, 2), Fraction(-3, 2), None, None]
    upwards = rank(book(3), [given("number", 4, None, 1, ascending=True)])
    assert places(upwards) == [(1, 3), (2, 1), (3, 2)]


def test_a_row_knows_what_put_it_below_the_one_above() -> None:
    shown = given("shown", 1, 2, 3, 4, 5, ranks=False)
    rows = rank(book(5), [given("points", 5, 3, 5, 3, 3), shown, given("bonus", 0, 9, 1, 9, 7)])
    assert [(row.player, row.decided) for row in rows] == [
        (3, None),
        (1, "bonus"),
        (2, "points"),
        (4, None),  # level with 2
        (5, "bonus"),
    ]


def test_players_without_a_place_follow_at_the_end_in_order() -> None:
    rows = rank(book(4), [given("points", 9, 1, 3, 8)], placed=lambda player: player not in (1, 4))
    assert places(rows) == [(1, 3), (2, 2), (None, 1), (None, 4)]


def test_s6_values_are_exact() -> None:
    rows = rank(book(2), [given("thirds", 3, 4, unit=3)])
    assert places(rows) == [(1, 2), (2, 1)]
    assert [row.measures["thirds"].value for row in rows] == [Fraction(4, 3), 1]


def test_status_of_a_player() -> None:
    made = Event("redemption", [Player(n, f"P{n}", number=n) for n in (1, 2, 3)], {"rounds": 4})
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("5-3")
    made.facts += [Entered(Player(4, "LATE", joined_round=3)), Left(3, 1)]
    found = book_of(made.tournament)
    assert [status(found, player) for player in (1, 2, 3, 4)] == ["active", "active", "left", "late"]
    made.facts.append(Returned(3, 3))  # misses round 2 and is back in round 3
    assert status(book_of(made.tournament), 3) == "away"
