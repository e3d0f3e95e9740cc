"""The book: everything is derived from the recorded rounds (S4)."""

from __future__ import annotations

from ronda.core.book import Line
from ronda.core.facts import Entered, Left, Returned
from ronda.core.model import Player
from ronda.systems import book_of
from tests.playing import Event, hand_made


def event() -> Event:
    made = Event("redemption", [Player(n, f"P{n}", number=n) for n in (1, 2, 3)], {"rounds": 4})
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("5-3")
    made.given(hand_made(2, (3, 1), bye=[2]))
    return made


def test_a_line_is_one_players_part_in_one_round() -> None:
    book = book_of(event().tournament)
    assert book.lines[1][0] == Line(1, 1, 0, (), (2,), "win", 6, 5, 3, 2, (1, 0, 0))
    assert book.lines[2][0] == Line(1, 1, 1, (), (1,), "loss", 0, 3, 5, -2, (0, 1, 0))
    assert book.lines[3][0].outcome == "bye"
    assert book.lines[1][1] == Line(2, 1, 1, (), (3,), "pending", 0, 0, 0, 0)


def test_points_are_the_sum_of_the_lines() -> None:
    book = book_of(event().tournament)
    assert book.halves == {1: 6, 2: 6, 3: 6}
    assert all(book.halves[p] == sum(line.halves for line in book.lines[p]) for p in book.players)


def test_met_names_the_rounds_also_of_tables_without_a_result() -> None:
    book = book_of(event().tournament)
    assert (book.met(1), book.met(2), book.met(3)) == ({2: [1], 3: [2]}, {1: [1]}, {1: [2]})


def test_byes_are_rounds() -> None:
    book = book_of(event().tournament)
    assert [book.byes(player) for player in (1, 2, 3)] == [[], [2], [1]]


def test_the_pool_has_who_came_and_did_not_leave() -> None:
    made = event()
    assert book_of(made.tournament).pool() == [1, 2, 3]
    made.facts += [Left(1, 2), Entered(Player(4, "LATE", joined_round=3)), Entered(Player(5, "LATER", joined_round=4))]
    assert book_of(made.tournament).pool() == [2, 3, 4]


def test_who_missed_a_round_has_no_line_in_it() -> None:
    made = event()
    made.results("5-0")
    made.facts.append(Left(1, 2))
    made.given(hand_made(3, (2, 3)))
    made.results("1-0")
    made.facts.append(Returned(1, 4))
    book = book_of(made.tournament)
    assert [line.round for line in book.lines[1]] == [1, 2]
    assert book.players[1].missed == (3,)
    assert book.pool() == [1, 2, 3]


def test_who_left_after_the_last_round_did_not_leave() -> None:
    made = event()
    made.results("5-0")
    made.facts.append(Left(1, 4))
    assert not book_of(made.tournament).has_left(1)
    made.facts.append(Left(1, 2))
    assert book_of(made.tournament).has_left(1)
