"""Ranking by score difference instead of the Buchholz (M5.3 by option), and what follows it (M3.3)."""

from __future__ import annotations

import pytest

from ronda.core.model import Bye, Forfeit, Round, Scored, Table, Tournament
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.rules import ranked_by
from tests.melee.events import begin, book_of, hand_made, paired, played, violations, with_round

BY_DIFFERENCE = {"ranking": "difference"}


def nine(**options: str | int) -> Tournament:
    """AE beat BF 13–2, CG beat DH 13–12, I has a free game."""
    tables = (Table(1, (1, 5), (2, 6), Scored(13, 2)), Table(2, (3, 7), (4, 8), Scored(13, 12)))
    return with_round(begin(9, {"rounds": 3, **options}), Round(1, tables, (Bye(9),)))


def placed(event: Tournament) -> list[tuple[int, int | None]]:
    return [(row.player, row.place) for row in SYSTEM.rules.standings(book_of(event))]


def test_m5_3_points_then_difference_then_scored_then_a_shared_rank() -> None:
    assert placed(nine(**BY_DIFFERENCE)) == [(1, 1), (5, 1), (3, 3), (7, 3), (9, 5), (4, 6), (8, 6), (2, 8), (6, 8)]
    by_buchholz = [(9, 1), (1, 2), (3, 2), (5, 2), (7, 2), (2, 6), (4, 6), (6, 6), (8, 6)]
    assert placed(nine()) == placed(nine(ranking="buchholz")) == by_buchholz


def test_m5_3_scored_points_decide_where_the_difference_is_level() -> None:
    tables = (Table(1, (1, 2), (3, 4), Scored(13, 10)), Table(2, (5, 6), (7, 8), Scored(11, 8)))
    event = with_round(begin(8, BY_DIFFERENCE), Round(1, tables))
    assert placed(event) == [(1, 1), (2, 1), (5, 3), (6, 3), (3, 5), (4, 5), (7, 7), (8, 7)]


def test_m5_3_the_keys_of_the_criteria() -> None:
    measures = SYSTEM.rules.standings(book_of(nine(**BY_DIFFERENCE)))[0].measures
    assert {name: measure.value for name, measure in measures.items()} == {
        "points": 1,
        "difference": 11,
        "points_for": 13,
        "buchholz": -1,
        "free_games": 0,
    }
    assert list(SYSTEM.rules.standings(book_of(nine()))[0].measures) == ["points", "buchholz", "free_games"]


def test_m2_absence_and_free_games_have_no_score() -> None:
    tables = (
        Table(1, (1, 2), (3, 4), Forfeit(first_absent=False, second_absent=True)),
        Table(2, (5, 6), (7, 8), Forfeit(first_absent=True, second_absent=True)),
    )
    values = ranked_by(book_of(with_round(begin(9, BY_DIFFERENCE), Round(1, tables, (Bye(9),)))))
    assert values == {1: (2, 0, 0), 2: (2, 0, 0), 9: (2, 0, 0), **dict.fromkeys((3, 4, 5, 6, 7, 8), (0, 0, 0))}


def test_m5_3_where_only_the_winner_is_entered_a_win_is_a_difference_of_one() -> None:
    """1–0: who won a match stands before who has the same points by a free game."""
    event = with_round(begin(9, BY_DIFFERENCE), hand_made(1, "AE-BF", "CG-DH", free="I"))
    assert placed(event) == [(1, 1), (3, 1), (5, 1), (7, 1), (9, 5), (2, 6), (4, 6), (6, 6), (8, 6)]


@pytest.mark.parametrize("seed", range(5))
def test_m3_3_the_bottom_of_the_ranking_in_force_has_the_free_game(seed: int) -> None:
    event = nine(**BY_DIFFERENCE, free_games="bottom")
    made = paired(event, seed)
    assert made.byes[0].player in (2, 6)  # lost 2–13; by Buchholz B, D, F and H would be level
    (reason,) = (reason for reason in made.reasons if reason.code == "free_game_bottom")
    assert {name: reason.facts[name] for name in ("points", "difference", "points_for")} == {
        "points": 0,
        "difference": -11,
        "points_for": 2,
    }
    assert "buchholz" not in reason.facts
    assert violations(event, made) == []


def test_m3_3_check_judges_free_games_by_the_ranking_in_force() -> None:
    event = nine(**BY_DIFFERENCE)
    others = Round(2, (Table(1, (1, 2), (3, 5)), Table(2, (6, 7), (8, 9))), (Bye(4),))
    assert "free_game_wrong" in [finding.code for finding in violations(event, others)]
    assert "free_game_wrong" not in [finding.code for finding in violations(nine(), others)]


def test_m3_3_order_of_free_games_agrees_with_the_standings() -> None:
    book = book_of(played(begin(11, {"rounds": 6, **BY_DIFFERENCE}), 6, 4))
    values = ranked_by(book)
    for row in SYSTEM.rules.standings(book):
        assert values[row.player] == tuple(row.measures[name].amount for name in ("points", "difference", "points_for"))


def test_m5_2_the_setting_looks_at_points_alone() -> None:
    """M5.1: whatever ranks, the same seed sets the same teams where free games are the same."""
    for seed in range(20):
        event = {ranking: begin(12, {"rounds": 4, "ranking": ranking}) for ranking in ("buchholz", "difference")}
        rounds = {ranking: played(own, 3, seed).rounds for ranking, own in event.items()}
        assert rounds["buchholz"] == rounds["difference"]
