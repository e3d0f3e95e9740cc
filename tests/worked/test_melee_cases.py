"""melee: filled sides, missed rounds, lateness (PS1, PE6)."""

from __future__ import annotations

import pytest

from ronda.series.points import Evening
from tests.worked.melee_cases import (
    evening,
    filled_with_doublettes,
    filled_with_triplettes,
    late_points,
)


@pytest.mark.parametrize("players", range(4, 61))
def test_ps1_2_nobody_rests(players: int) -> None:
    found = filled_with_triplettes(players)
    assert found is not None
    assert 3 * found.triplettes + 2 * found.doublettes + found.singles == players
    sides = [int(side) for game in found.games for side in game.split("v")]
    assert sum(sides) == players
    assert len(found.games) == (players // 4 if players != 7 else 2)
    assert sides.count(3) == found.triplettes
    if players != 7:
        assert found.triplettes == players % 4


def test_ps1_2_the_table() -> None:
    found = filled_with_triplettes(22)
    assert found is not None
    assert (found.triplettes, found.doublettes, found.games) == (2, 8, ("3v3", "2v2", "2v2", "2v2", "2v2"))
    assert filled_with_triplettes(3) is None


def test_ps1_3_seven() -> None:
    single, rest = filled_with_triplettes(7), filled_with_triplettes(7, "rest")
    assert single is not None
    assert rest is not None
    assert (single.games, single.singles, single.rest) == (("3v2", "1v1"), 2, 0)
    assert (rest.games, rest.rest) == (("3v3",), 1)


def test_ps1_7_missed_rounds() -> None:
    found = evening([(13, 5), (13, 10), (9, 13)], 1)
    assert (found.wins, found.losses, found.difference, found.points_for) == (2, 2, -6, 35)
    assert evening([], 1, (7, 13)) == Evening(0, 1, 7, 13)


def test_ps1_8_filled_with_doublettes() -> None:
    found = filled_with_doublettes(37)
    assert found is not None
    assert (found.triplettes, found.doublettes) == (9, 5)
    assert found.games == ("3v3",) * 4 + ("3v2",) + ("2v2",) * 2
    assert [players for players in range(4, 61) if filled_with_doublettes(players) is None] == [7]


@pytest.mark.parametrize(
    ("minutes", "grace", "points"),
    [(14, 15, 0), (15, 15, 1), (20, 15, 2), (59, 15, 9), (60, 15, None), (12, 5, 2), (7, 5, 1), (0, 15, 0)],
)
def test_pe6_3_late(minutes: int, grace: int, points: int | None) -> None:
    assert late_points(minutes, grace) == points
