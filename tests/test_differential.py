"""Random small events, round by round against the exhaustive references."""

from __future__ import annotations

from hypothesis import given

from ronda.core.history import before_round
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of
from tests.exhaustive import chess_round, redemption_round
from tests.playing import byes, tables
from tests.sampling import seeds


def plan(system: str, seed: int) -> SimulationPlan:
    players = 4 + seed % (5 if system == "chess" else 7)
    options = {"byes": "even"} if system == "redemption" and seed % 3 == 0 else {}
    return SimulationPlan(
        system,
        players,
        rounds=players - 1 if system == "chess" else players + 2,
        seed=seed,
        options=options,
        absences=80,
        drop_outs=30 * (seed % 2),
        late_entries=20 * (seed % 2),
        corrections=200,
    )


@given(seed=seeds)
def test_redemption_equals_the_exhaustive_reference(seed: int) -> None:
    tournament = simulate(plan("redemption", seed), checked=False).tournament
    for round_ in tournament.rounds[1:]:
        wanted = redemption_round(book_of(before_round(tournament, round_.number)))
        assert (tables(round_), byes(round_)) == wanted


@given(seed=seeds)
def test_chess_equals_the_exhaustive_reference(seed: int) -> None:
    outcome = simulate(plan("chess", seed), checked=False)
    tournament = outcome.tournament
    for round_ in tournament.rounds[1:]:
        wanted = chess_round(book_of(before_round(tournament, round_.number)))
        assert (tables(round_), byes(round_)) == wanted
    if outcome.ended is not None:
        assert outcome.ended.code in ("no_round_exists", "rounds_out_of_bounds", "too_few_players")
        if tournament.rounds and outcome.ended.code == "no_round_exists":
            assert chess_round(book_of(tournament)) is None


def test_twelve_players_to_the_last_round() -> None:
    tournament = simulate(SimulationPlan("redemption", 12, 11, seed=5, absences=50), checked=False).tournament
    assert len(tournament.rounds) == 11
    for round_ in tournament.rounds[1:]:
        assert (tables(round_), byes(round_)) == redemption_round(book_of(before_round(tournament, round_.number)))


def test_c3_2_twelve_players_as_long_as_counting_guarantees_all_rounds() -> None:
    tournament = simulate(SimulationPlan("chess", 12, 6, seed=5, absences=50), checked=False).tournament
    assert len(tournament.rounds) == 6
    for round_ in tournament.rounds[1:]:
        wanted = chess_round(book_of(before_round(tournament, round_.number)), alone=True)
        assert (tables(round_), byes(round_)) == wanted
