"""Pairs to avoid, in chess."""

from __future__ import annotations

import pytest

from ronda.core.model import Avoid
from ronda.lab.simulate import SimulationPlan, simulate

THREE_AGAINST_TWO = (Avoid((3, 4), "opponents"), Avoid((1, 3)), Avoid((3, 4), "partners"))
ONE_AND_TWO_AGAINST_THREE = (Avoid((1, 3), "opponents"), Avoid((2, 3)))


@pytest.mark.parametrize(
    "plan",
    [
        SimulationPlan("chess", 4, 3, seed=2496, avoid=THREE_AGAINST_TWO),
        SimulationPlan("chess", 4, 2, 3196, {}, 60, 30, 25, 300, ONE_AND_TWO_AGAINST_THREE),
    ],
)
def test_where_a_hard_wish_must_fall_the_higher_player_is_spared_first(plan: SimulationPlan) -> None:
    outcome = simulate(plan)
    assert [finding for finding in outcome.findings if finding.severity == "violation"] == []
    assert any(r.code == "avoid_broken" for round_ in outcome.tournament.rounds for r in round_.relaxations)
