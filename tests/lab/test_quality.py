"""Quality, report, forecast and simulation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ronda.core.model import Player, Round, Table
from ronda.core.verdicts import Relaxation
from ronda.lab.forecast import forecast
from ronda.lab.quality import added, event_quality, event_report, relaxed_tables, round_quality
from ronda.lab.simulate import SimulationPlan, run, simulate
from ronda.systems import NAMES
from tests.playing import Event, hand_made


def small_event() -> Event:
    event = Event("redemption", [Player(n, f"P{n}", number=n) for n in range(1, 5)], {"rounds": 4})
    for number, result in ((1, "5-0"), (2, "5-0")):
        event.given(hand_made(number, (1, 2), (3, 4)))
        event.results(result, result)
    return event


def test_d8_counts_rematches_and_gaps() -> None:
    tournament = small_event().tournament
    first, second = (round_quality(tournament, n) for n in (1, 2))
    assert (first.rematches, first.mean_score_gap) == (0, Fraction(0))
    assert (second.rematches, second.mean_score_gap) == (2, Fraction(3))
    event = event_quality(tournament, [first, second])
    assert (event.tables, event.rematches, event.mean_score_gap) == (4, 2, Fraction(3, 2))


def test_d8_a_table_is_relaxed_if_one_of_its_players_is() -> None:
    tables = (Table(1, (1,), (2,)), Table(2, (3,), (4,)))
    round_ = Round(1, tables, relaxations=(Relaxation("rematch", "R4.4", (3, 4)),))
    assert relaxed_tables(round_) == {2}


def test_report_tells_which_rounds_do_not_come_out_the_same() -> None:
    report = event_report(small_event().tournament)
    assert [values["remade"] for values in report.rounds][1] is False
    assert ("not_remade", {"round": 2}) in report.alerts


@pytest.mark.parametrize("name", NAMES)
def test_s5_the_same_plan_gives_the_same_event(name: str) -> None:
    plan = SimulationPlan(name, 13, 4, seed=5, absences=50, drop_outs=30, late_entries=30, corrections=300)
    one, two = simulate(plan), simulate(plan)
    assert one.tournament == two.tournament
    assert one.quality == two.quality


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_workers_changes_nothing(name: str) -> None:
    plan = SimulationPlan(name, 9, 4, seed=11)
    assert run(plan, 4, workers=1).quality == run(plan, 4, workers=2).quality


def test_added_events_keep_extremes() -> None:
    qualities = [simulate(SimulationPlan("redemption", n, 4, seed=n)).quality for n in (5, 7)]
    total = added(qualities)
    assert total.tables == sum(q.tables for q in qualities)
    assert total.byes_max == max(q.byes_max for q in qualities)


@pytest.mark.parametrize("seed", range(20))
def test_what_the_bound_guarantees_holds(seed: int) -> None:
    """Dirac: up to the secure round no simulated event of an unchanged field has a rematch."""
    players = 6 + seed % 9
    plan = SimulationPlan("redemption", players, players - 1, seed=seed)
    start = Event("redemption", [Player(n, f"P{n}") for n in range(1, players + 1)], {"rounds": players - 1})
    secure = forecast(start.tournament).secure
    assert secure == (players - players % 2) // 2
    rounds = simulate(plan, checked=False).tournament.rounds
    assert not any(round_.relaxations for round_ in rounds[:secure])


def test_forecast_of_an_event_that_is_over_is_silent() -> None:
    tournament = simulate(SimulationPlan("redemption", 8, 3, seed=1), checked=False).tournament
    assert list(forecast(tournament).findings()) == []


def test_d8_the_values_stand_beside_the_goals_of_the_document() -> None:
    played = simulate(SimulationPlan("domino", 28, 4, seed=2)).tournament
    goals = {aim.goal.quality: aim for aim in event_report(played).goals}
    assert {name: (aim.goal.better, aim.goal.limit) for name, aim in goals.items()} == {
        "clean_share": ("above", Fraction(95, 100)),
        "relaxed_share": ("at_most", Fraction(5, 100)),
        "opponent_spread": ("below", 15),
        "seconds_max": ("below", 30),
        "byes_max": ("at_most", 2),
    }
    assert all(aim.met for aim in goals.values())


def test_d8_a_goal_that_is_missed_says_so() -> None:
    event = Event("domino", [Player(n, f"P{n}") for n in range(1, 6)], {"rounds": 6})
    for _ in range(6):
        made = event.pair()
        event.results(*["200-100"] * len(made.tables))
    goals = {aim.goal.quality: aim for aim in event_report(event.tournament).goals}
    assert not goals["clean_share"].met
    assert not goals["relaxed_share"].met
    assert goals["clean_share"].value + goals["relaxed_share"].value == 1


@pytest.mark.parametrize("name", sorted({*NAMES} - {"domino"}))
def test_where_the_document_has_no_goals_none_are_invented(name: str) -> None:
    assert event_report(simulate(SimulationPlan(name, 8, 3, seed=2)).tournament).goals == ()
