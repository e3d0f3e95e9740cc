"""chess C4: who has met, colours, and byes."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from ronda.core.book import Line
from ronda.core.model import Player
from ronda.desk import check_rounds
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of
from ronda.systems.chess.rules import BLACK, WHITE, colours
from tests.playing import Event, byes, hand_made, tables


def field(n: int) -> list[Player]:
    return [Player(i, f"P{i}", rating=3000 - i, number=i) for i in range(1, n + 1)]


def event(n: int, rounds: int) -> Event:
    return Event("chess", field(n), {"rounds": rounds})


def lines(history: str) -> list[Line]:
    """`w` white, `s` black, `-` a bye, in the order of the rounds."""
    return [
        Line(n, None, None, (), (), "bye", 2, 0, 0, 0)
        if seat == "-"
        else Line(n, 1, "ws".index(seat), (), (99,), "draw", 1, 0, 0, 0)
        for n, seat in enumerate(history, start=1)
    ]


# --- C4.1 ---------------------------------------------------------------------------------------------------


def test_c4_1_two_players_meet_at_most_once() -> None:
    for seed in range(6):
        tournament = simulate(SimulationPlan("chess", 8, 7, seed=seed, absences=150), checked=False).tournament
        met = [frozenset(table.players) for round_ in tournament.rounds for table in round_.tables]
        assert len(set(met)) == len(met)


@pytest.mark.parametrize("code", ["3", "4", "5"])
def test_c4_1_a_table_decided_by_absence_counts_as_met(code: str) -> None:
    made = event(4, 3)
    made.pair()
    made.results(code, code)
    assert not {(1, 2), (2, 1), (3, 4), (4, 3)} & set(tables(made.pair()))


# --- C4.2 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("history", "white", "black"),
    [
        ("", True, True),
        ("w", True, True),
        ("s", True, True),
        ("ww", False, True),  # a third in a row
        ("ss", True, False),
        ("wsw", True, True),
        ("wsww", False, True),
        ("wwsw", False, True),  # three more white ones
        ("sswss", True, False),
        ("w-w", False, True),  # a bye is skipped
        ("-w-w-", False, True),
        ("---", True, True),
        ("wwws", False, True),  # lifted before: another white one would again be three more
    ],
)
def test_c4_2_which_colours_a_player_may_get(history: str, white: bool, black: bool) -> None:
    own = colours(lines(history))
    may = {WHITE: True, BLACK: True}
    if own.previous is not None:
        may = {own.previous: own.may_repeat, BLACK if own.previous == WHITE else WHITE: own.may_alternate}
    assert (may[WHITE], may[BLACK]) == (white, black)


@pytest.mark.parametrize("history", ["".join(letters) for n in range(1, 7) for letters in product("ws", repeat=n)])
def test_c4_2_as_the_rulebook_says_it(history: str) -> None:
    """Whoever has too much of a colour already (by hand, or lifted) may always get nearer to balance."""

    def surplus(seats: str) -> int:
        return abs(seats.count("w") - seats.count("s"))

    own = colours(lines(history))
    for colour in "ws":
        after = history + colour
        legal = not after.endswith(colour * 3) and surplus(after) <= max(2, surplus(history) - 1)
        assert (own.may_repeat if colour == history[-1] else own.may_alternate) == legal


@pytest.mark.parametrize("code", ["3", "4", "5"])
def test_c4_2_a_table_decided_by_absence_counts_for_colours(code: str) -> None:
    made = event(4, 3)
    made.given(hand_made(1, (1, 2), (3, 4)))
    made.results(code, "1")
    assert colours(book_of(made.tournament).lines[1]).previous == WHITE
    assert colours(book_of(made.tournament).lines[2]).previous == BLACK


@pytest.mark.parametrize("seed", range(5))
def test_c4_2_no_third_colour_in_a_row_and_never_three_more(seed: int) -> None:
    outcome = simulate(
        SimulationPlan("chess", 20, 9, seed=seed, absences=100, drop_outs=20, late_entries=20), checked=False
    )
    rounds = outcome.tournament.rounds
    assert not [r for round_ in rounds for r in round_.relaxations if r.code == "colour_lifted"]
    seats: dict[int, str] = {}
    for round_ in rounds:
        for table in round_.tables:
            for player, letter in zip(table.players, "ws", strict=True):
                seats[player] = seats.get(player, "") + letter
    for history in seats.values():
        assert "www" not in history
        assert "sss" not in history
        assert all(abs(history[:n].count("w") - history[:n].count("s")) <= 2 for n in range(len(history) + 1))


# --- C4.3 ---------------------------------------------------------------------------------------------------


def test_c4_3_the_lowest_rests_in_round_1() -> None:
    round_ = event(5, 3).pair()
    assert byes(round_) == [5]
    assert [(r.code, r.article) for r in round_.reasons if r.player == 5] == [("bye_lowest", "C4.3")]


def test_c4_3_the_bye_is_a_point_without_opponent_and_colour() -> None:
    made = event(3, 2)
    made.pair()
    made.results("1")
    (line,) = book_of(made.tournament).lines[3]
    assert (line.halves, line.opponents, line.seat, line.outcome) == (2, (), None, "bye")


def test_c4_3_never_twice_while_somebody_had_none() -> None:
    made = event(5, 4)
    rested = []
    for _ in range(3):
        rested += byes(made.pair())
        made.results("1", "1")
    assert len(set(rested)) == len(rested)


def test_c4_3_an_absent_opponent_is_a_free_point_too() -> None:
    made = event(5, 3)
    made.given(hand_made(1, (1, 2), (3, 4), bye=[5]))
    made.results("1", "4")  # 3 was absent: 4 has a free point and 3 none
    round_ = made.pair()
    assert byes(round_) == [3]
    assert not round_.relaxations


def test_c4_3_the_lowest_may_have_been_absent_himself() -> None:
    made = event(5, 3)
    made.given(hand_made(1, (1, 2), (3, 4), bye=[5]))
    made.results("1", "3")  # 4 was absent; 2 and 4 have no point
    assert byes(made.pair()) == [4]


def test_c4_3_both_absent_is_nobodys_free_point() -> None:
    made = event(3, 2)
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("5")
    assert byes(made.pair()) == [2]


def test_c4_3_who_is_skipped_is_told() -> None:
    made = event(5, 3)
    made.given(hand_made(1, (1, 2), (3, 4), bye=[5]))
    made.results("1", "1")
    made.given(hand_made(2, (3, 1), (2, 5), bye=[4]))
    made.results("0", "1")
    round_ = made.pair()  # 2, 4 and 5 have one point each
    assert byes(round_) == [2]
    (reason,) = (r for r in round_.reasons if r.player == 2)
    assert [(entry["player"], entry["why"]) for entry in reason.facts["skipped"]] == [
        (5, "free_point"),
        (4, "free_point"),
    ]


# --- C4.4 ---------------------------------------------------------------------------------------------------


def test_c4_4_everybody_had_a_free_point_then_the_lowest_of_the_fewest() -> None:
    made = event(5, 4)
    made.given(hand_made(1, (1, 2), (3, 4), bye=[5]))
    made.results("3", "3")  # 1 and 3 by absence, 5 by the bye
    made.given(hand_made(2, (2, 3), (4, 1), bye=[5]))
    made.results("3", "3")  # 2 and 4 by absence, 5 again by a bye
    round_ = made.pair()  # 5 has two; of 1, 2, 3 and 4 with one each the lowest is 4
    assert byes(round_) == [4]
    assert [(r.code, r.article, r.players) for r in round_.relaxations] == [("bye_again", "C4.4", (4,))]
    assert [(r.code, r.article) for r in round_.reasons if r.player == 4] == [("bye_again", "C4.4")]
    assert {"player": 5, "why": "free_point"} not in round_.reasons[-1].facts.get("skipped", [])  # 5 is above 4
    assert [f.severity for f in check_rounds(made.tournament) if f.round == 3] == ["relaxation"]


def test_c4_4_over_a_whole_event_the_free_points_stay_even() -> None:
    made = event(3, 2)
    for winner in ("1", "1"):
        made.pair()
        made.results(winner)
    book = book_of(made.tournament)
    had = [len(book.byes(player)) for player in book.players]
    assert max(had) - min(had) <= 1
    assert all(a != b for a, b in pairwise(byes(round_) for round_ in made.tournament.rounds))
