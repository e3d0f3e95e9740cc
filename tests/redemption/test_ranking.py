"""redemption R6: ranking, champion and head-to-head."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ronda.core.facts import Left
from ronda.core.model import Player
from ronda.desk import standings_after
from tests.playing import Event, hand_made

Seats = Sequence[tuple[int, int, str]]


def after(n: int, *rounds: Seats, ranking: str = "differential", resting: Sequence[int] = ()) -> Event:
    players = [Player(i, f"P{i}", number=i) for i in range(1, n + 1)]
    made = Event("redemption", players, {"rounds": 9, "ranking": ranking})
    for number, seats in enumerate(rounds, start=1):
        made.given(hand_made(number, *((a, b) for a, b, _ in seats), bye=resting[number - 1 : number]))
        made.results(*(result for _, _, result in seats))
    return made


def places(made: Event) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in standings_after(made.tournament, len(made.tournament.rounds))]


# --- R6.1 and R6.2 ------------------------------------------------------------------------------------------


def test_r6_1_match_points_then_differential() -> None:
    made = after(6, [(1, 2, "5-4"), (3, 4, "5-0"), (5, 6, "4-0")])
    assert places(made) == [(1, 3), (2, 1), (3, 5), (4, 6), (5, 2), (6, 4)]  # 5 was ahead when time was called


def test_r6_1_then_a_shared_place() -> None:
    made = after(6, [(1, 2, "5-1"), (3, 4, "5-1"), (5, 6, "5-3")])
    assert places(made) == [(1, 1), (1, 3), (3, 5), (4, 6), (5, 2), (5, 4)]


def test_r6_1_the_draw_number_never_separates() -> None:
    assert places(after(4, [(1, 2, "2-2"), (3, 4, "1-1")])) == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_r6_2_the_champion_is_first_or_shares_it() -> None:
    assert [p for place, p in places(after(4, [(1, 2, "5-0"), (3, 4, "5-1")])) if place == 1] == [1]
    assert [p for place, p in places(after(4, [(1, 2, "5-0"), (3, 4, "5-0")])) if place == 1] == [1, 3]


# --- R6.3 head-to-head --------------------------------------------------------------------------------------

# 1 and 2 have five points each; 2 beat 1, but 1 has the better differential (+3 and +1); 4 has 5½ and 3 has 3½
LEVEL_ON_POINTS: list[Seats] = [
    [(2, 1, "4-3"), (3, 4, "2-2")],
    [(1, 3, "5-0"), (4, 2, "3-2")],
    [(1, 4, "1-2"), (2, 3, "2-1")],
]


def test_r6_3_who_beat_the_other_comes_before_differential_is_looked_at() -> None:
    assert [p for _, p in places(after(4, *LEVEL_ON_POINTS))] == [4, 1, 2, 3]
    assert [p for _, p in places(after(4, *LEVEL_ON_POINTS, ranking="head-to-head"))] == [4, 2, 1, 3]


def test_r6_3_the_working_names_whom_he_beat() -> None:
    made = after(4, *LEVEL_ON_POINTS, ranking="head-to-head")
    measures = {row.player: row.measures["head_to_head"] for row in standings_after(made.tournament, 3)}
    assert [(t.amount, t.code, t.opponents) for t in measures[2].terms] == [(1, "beat_all", (1,))]
    assert measures[1].terms == measures[4].terms == ()


def test_r6_3_two_rounds_are_enough_to_have_beaten_the_other() -> None:
    """2 and 3 are level on points, 3 has the better differential, and 2 has beaten 3."""
    seats = [[(1, 2, "5-0")], [(2, 3, "5-4")]]
    assert [p for _, p in places(after(3, *seats, resting=[3, 1]))] == [1, 3, 2]
    assert [p for _, p in places(after(3, *seats, resting=[3, 1], ranking="head-to-head"))] == [1, 2, 3]


def cycle(third: str) -> list[Seats]:
    """1 beat 2, 2 beat 3, 3 beat 1; everybody has one bye of three points."""
    return [[(1, 2, "5-0")], [(2, 3, "5-2")], [(3, 1, third)]]


def test_r6_3_in_a_cycle_nobody_beat_all_and_differential_decides() -> None:
    made = after(3, *cycle("5-3"), ranking="head-to-head", resting=[3, 1, 2])
    assert places(made) == [(1, 1), (2, 3), (3, 2)]  # +3, −1, −2


def test_r6_3_a_cycle_level_on_everything_is_shared() -> None:
    made = after(3, [(1, 2, "5-2")], [(2, 3, "5-2")], [(3, 1, "5-2")], ranking="head-to-head", resting=[3, 1, 2])
    assert places(made) == [(1, 1), (1, 2), (1, 3)]


def test_r6_3_repeated_within_what_remains_level_after_differential() -> None:
    made = after(3, *cycle("5-4"), ranking="head-to-head", resting=[3, 1, 2])
    values = {row.player: row.measures for row in standings_after(made.tournament, 3)}
    assert [values[p]["differential"].value for p in (1, 2, 3)] == [4, -2, -2]
    assert places(made) == [(1, 1), (2, 2), (3, 3)]  # 2 beat 3


def test_r6_3_by_differential_alone_they_would_share() -> None:
    made = after(3, *cycle("5-4"), resting=[3, 1, 2])
    assert places(made) == [(1, 1), (2, 2), (2, 3)]


def test_r6_3_who_has_not_met_all_the_others_has_not_beaten_them_all() -> None:
    made = after(4, [(1, 2, "5-0"), (3, 4, "5-0")], ranking="head-to-head")
    assert places(made) == [(1, 1), (1, 3), (3, 2), (3, 4)]


@pytest.mark.parametrize(("again", "first"), [("5-0", 1), ("0-5", None)])
def test_r6_3_two_who_met_twice(again: str, first: int | None) -> None:
    """Each has won once, or one has won twice: to have beaten somebody is to have won more often than lost."""
    seats = [[(1, 2, "5-1")], [(1, 2, again)]]
    made = after(2, *seats, ranking="head-to-head")
    rows = standings_after(made.tournament, 2)
    if first is None:
        assert rows[0].measures["match_points"].value == rows[1].measures["match_points"].value
        assert [row.measures["head_to_head"].value for row in rows] == [0, 0]
    else:
        assert rows[0].player == first


def test_r6_3_a_walkover_is_a_win() -> None:
    made = after(3, [(2, 1, "+--")], [(1, 3, "5-0")], [(3, 2, "5-0")], ranking="head-to-head", resting=[3, 2, 1])
    rows = standings_after(made.tournament, 3)
    assert {row.measures["match_points"].value for row in rows} == {6}
    values = {row.player: row.measures["head_to_head"].value for row in rows}
    assert set(values.values()) == {0}  # 2 beat 1, 1 beat 3, 3 beat 2


def test_r6_3_who_left_is_not_of_the_group() -> None:
    made = after(3, *cycle("5-4"), ranking="head-to-head", resting=[3, 1, 2])
    made.facts.append(Left(1, 3))  # 1 leaves: of 2 and 3, 2 beat 3
    assert places(made) == [(1, 2), (2, 3), (None, 1)]


# --- PS4.2 --------------------------------------------------------------------------------------------------


def test_ps4_2_who_lost_to_one_of_the_level_stands_lower() -> None:
    """1, 2, 3 and 6 are level: 2 lost to 1 and 6 to 3, whatever their differentials."""
    rounds = (
        [(1, 2, "5-4"), (3, 6, "5-3"), (5, 4, "5-0"), (7, 8, "5-0")],
        [(2, 4, "5-0"), (5, 1, "5-4"), (7, 3, "5-0"), (6, 8, "5-4")],
    )
    losers = after(8, *rounds, ranking="losers")
    assert [player for _, player in places(losers)] == [7, 5, 1, 3, 2, 6, 8, 4]
    assert [player for _, player in places(after(8, *rounds))] == [7, 5, 2, 1, 6, 3, 8, 4]
    row = next(row for row in standings_after(losers.tournament, 2) if row.player == 2)
    assert [(term.code, term.opponents) for term in row.measures["losers_lower"].terms] == [("lost_to", (1,))]


def test_ps4_2_in_a_circle_the_differential_decides() -> None:
    made = after(
        4, [(1, 2, "5-4"), (3, 4, "5-0")], [(2, 3, "5-0"), (4, 1, "0-5")], [(3, 1, "5-4"), (4, 2, "0-5")],
        ranking="losers",
    )  # fmt: skip
    assert [player for _, player in places(made)] == [2, 1, 3, 4]
