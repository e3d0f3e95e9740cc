"""A short version of the soak campaign: events of every system with people coming and going, every round checked."""

from __future__ import annotations

import pytest

from ronda.systems import NAMES
from tools.soak import plans, tried

EVENTS = 20 * len(NAMES)
REFUSALS = {None, "no_round_exists", "too_few_players"}
OWN = {
    "dutch": {"no_complete_round"},  # no round keeps C1 to C3: the arbiter decides (DU4.4)
    "robin": {"rounds_done", "too_many_players"},  # the table is over, or is none (ST5)
}


@pytest.mark.parametrize("part", range(8))
def test_no_event_has_a_violation_or_an_exception(part: int) -> None:
    for plan in list(plans(EVENTS, seed=7))[part::8]:
        _, _, rounds, violations, ended, _ = tried(plan)
        assert not violations, plan
        assert ended in REFUSALS | OWN.get(plan.system, set()), plan
        assert rounds or ended
