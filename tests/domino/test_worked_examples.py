"""The worked examples of the rulebook (D, windows 1/2, target 200, round-1 order = number)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ronda.core.model import Round, Tournament
from ronda.core.verdicts import Refusal
from ronda.systems.domino import SYSTEM
from tests.domino.events import book_of, event, pair_next, with_round

TWELVE = {1: "200-100", 2: "200-160", 3: "40-200"}


def places(tournament: Tournament) -> list[int]:
    return [row.player for row in SYSTEM.rules.standings(book_of(tournament))]


def value(tournament: Tournament, player: int, criterion: str) -> Fraction | None:
    rows = SYSTEM.rules.standings(book_of(tournament))
    return next(row.measures[criterion].value for row in rows if row.player == player)


def sides(made: Round) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(table.first, table.second) for table in made.tables]


def played(players: int, results: dict[int, str]) -> Tournament:
    tournament = event(players)
    return with_round(tournament, pair_next(tournament), results)


def test_eight_players() -> None:
    tournament = played(8, {1: "200-120", 2: "150-200"})
    assert [value(tournament, p, "eff") for p in (1, 7, 5, 3)] == [70, Fraction(125, 2), Fraction(75, 2), 30]
    assert [value(tournament, p, "index") for p in (1, 7, 5, 3)] == [1800, 1725, 375, 300]
    assert places(tournament) == [1, 2, 7, 8, 5, 6, 3, 4]
    made = pair_next(tournament)
    assert sides(made) == [((1, 7), (2, 8)), ((5, 3), (6, 4))]
    assert made.relaxations == ()
    exchanged = [reason.facts["pyramid"] for reason in made.reasons if reason.code == "side_exchange"]
    assert exchanged == ["upper", "lower"]


def test_twelve_players() -> None:
    tournament = played(12, TWELVE)
    index = {p: value(tournament, p, "index") for p in range(1, 13)}
    assert [index[p] for p in (11, 12, 1, 2, 5, 6, 7, 8, 3, 4, 9, 10)] == [
        *(2000, 2000, 1850, 1850, 1700, 1700),
        *(400, 400, 250, 250, 100, 100),
    ]
    made = pair_next(tournament)
    assert sides(made) == [((11, 1), (12, 2)), ((5, 7), (3, 9)), ((6, 8), (4, 10))]
    assert made.relaxations == ()


def test_fourteen_players() -> None:
    tournament = event(14)
    first = pair_next(tournament)
    assert sorted(bye.player for bye in first.byes) == [13, 14]
    tournament = with_round(tournament, first, TWELVE)
    assert [value(tournament, p, "index") for p in (13, 14)] == [1000, 1000]
    assert places(tournament)[6:8] == [13, 14]
    assert sorted(bye.player for bye in pair_next(tournament).byes) == [9, 10]


@pytest.mark.parametrize(("players", "byes"), [(8, 0), (9, 1), (10, 2), (11, 3), (27, 3), (29, 1), (30, 2)])
def test_number_of_byes(players: int, byes: int) -> None:
    made = pair_next(event(players))
    assert [bye.player for bye in made.byes] == list(range(players, players - byes, -1))


def test_d3_3_one_win_200_100_is_1850() -> None:
    assert value(played(4, {1: "200-100"}), 1, "index") == 1850


def test_d3_4_formula_of_seed_001() -> None:
    """C2 with 4 of 4 leads A1 with 3 of 4: points × 1000 + WR × 100 + EFF × 10."""
    rows = [(3, Fraction(3, 4), 92), (4, Fraction(1), 85), (3, Fraction(3, 4), 88)]
    assert [points * 1000 + rate * 100 + eff * 10 for points, rate, eff in rows] == [3995, 4950, 3955]


def test_a_draw_is_impossible() -> None:
    refused = SYSTEM.rules.results.read("180-180", event(4).setup)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.article) == ("draw_impossible", "D2.1")
