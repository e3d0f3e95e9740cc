"""Results, points and the number of rounds (M1, M2, M4.1, M5.3, M5.4, M6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.model import Forfeit, Player, Scored
from ronda.core.verdicts import Refusal
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.rules import most_rounds, ranked_by
from tests.melee.events import begin, book_of, hand_made, paired, played, refused, with_round, without


@pytest.mark.parametrize(("text", "result"), [("13-7", Scored(13, 7)), ("0–1", Scored(0, 1))])
def test_m2_scores(text: str, result: Scored) -> None:
    assert SYSTEM.rules.results.read(text, begin(8).setup) == result


@pytest.mark.parametrize(
    ("text", "code"), [("7-7", "draw_impossible"), ("0-0", "draw_impossible"), ("x", "result_unreadable")]
)
def test_m2_refused(text: str, code: str) -> None:
    found = SYSTEM.rules.results.read(text, begin(8).setup)
    assert isinstance(found, Refusal)
    assert (found.code, found.article) == (code, "M2")


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (Scored(13, 7), [1, 1, 0, 0]),
        (Scored(0, 1), [0, 0, 1, 1]),
        (Forfeit(first_absent=False, second_absent=True), [1, 1, 0, 0]),
        (Forfeit(first_absent=True, second_absent=False), [0, 0, 1, 1]),
        (Forfeit(first_absent=True, second_absent=True), [0, 0, 0, 0]),
        (None, [0, 0, 0, 0]),
    ],
)
def test_m2_points_and_partners(result: Scored | Forfeit | None, points: list[int]) -> None:
    made = hand_made(1, "AB-CD")
    made = replace(made, tables=(replace(made.tables[0], result=result),))
    book = book_of(with_round(begin(4), made))
    assert [book.halves[player] / 2 for player in (1, 2, 3, 4)] == points
    assert [book.lines[player][0].partners for player in (1, 2, 3, 4)] == [(2,), (1,), (4,), (3,)]
    rows = {row.player: row for row in SYSTEM.rules.standings(book)}
    expected = 0 if result is None else points[2] * 2 - points[1]
    assert rows[1].measures["buchholz"].value == expected


def test_m4_1_most_rounds() -> None:
    assert [most_rounds(n) for n in range(4, 16)] == [3, 5, 7, 10, 7, 9, 11, 13, 11, 13, 15, 17]


def test_m4_1_bound_follows_the_largest_field() -> None:
    players = (*begin(8).players, Player(9, "late", joined_round=3))
    assert SYSTEM.rules.validate(begin(8, {"rounds": 9}).setup, players) == []
    assert SYSTEM.rules.validate(begin(8, {"rounds": 10}).setup, players)[0].facts["most"] == 9
    left = without(begin(9, {"rounds": 9}), 9)
    assert SYSTEM.rules.validate(left.setup, (*left.players[:8], replace(left.players[8], left_after=2))) == []


def test_m1_suggested_rounds() -> None:
    assert [SYSTEM.rules.rounds(begin(n).setup, begin(n).players) for n in (4, 5, 30)] == [3, 4, 4]


def test_m3_1_fewer_than_four() -> None:
    assert SYSTEM.rules.validate(begin(3).setup, begin(3).players)[0].code == "too_few_players"
    refusal = refused(begin(3))
    assert (refusal.code, refusal.article, refusal.facts) == (
        "too_few_players",
        "M3.1",
        {"players": 3, "least": 4},
    )


@pytest.mark.parametrize("free_game_buchholz", [False, True])
def test_m5_4_free_game_in_buchholz(free_game_buchholz: bool) -> None:
    event = begin(5, {"rounds": 2, "free_game_buchholz": free_game_buchholz})
    event = with_round(event, hand_made(1, "AB-CD", free="E"))
    rows = {row.player: row for row in SYSTEM.rules.standings(book_of(event))}
    assert rows[5].measures["buchholz"].value == (1 if free_game_buchholz else 0)
    assert rows[5].measures["free_games"].value == 1


def test_m3_3_order_of_free_games_agrees_with_the_standings() -> None:
    event = played(begin(11, {"rounds": 6, "free_game_buchholz": True}), 6, 4)
    book = book_of(event)
    values = ranked_by(book)
    for row in SYSTEM.rules.standings(book):
        assert values[row.player] == (row.measures["points"].amount, row.measures["buchholz"].amount)


def test_m5_3_departed_players_keep_place_and_points() -> None:
    event = without(with_round(begin(9, {"rounds": 3}), hand_made(1, "AE-BF", "CG-DH", free="I")), 9)
    rows = {row.player: row for row in SYSTEM.rules.standings(book_of(event))}
    assert (rows[9].place, rows[9].status) == (1, "left")


def test_s5_same_seed_same_round() -> None:
    event = played(begin(14, {"rounds": 5}), 3, 8)
    assert paired(event, 77) == paired(event, 77)
    assert paired(event, 77) != paired(event, 78)
