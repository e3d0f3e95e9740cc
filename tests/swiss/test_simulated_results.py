"""What is simulated is what could be played: every result obeys its form, whatever the options (AG2, AG9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.chance import Draw
from ronda.core.history import fold
from ronda.core.model import OptionValue, Setup
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.forecast import forecast
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import system
from ronda.systems.swiss.rules import settings
from ronda.systems.swiss.scoring import obeys

RULES, PLAY = system("swiss").rules, system("swiss").trial.play
FORMS = st.fixed_dictionaries(
    {
        "form": st.sampled_from(["winner", "score", "games", "sets"]),
        "draws": st.booleans(),
        "time": st.booleans(),
        "target": st.integers(0, 30),
        "ending": st.sampled_from(["open", "exact", "least"]),
        "best_of": st.integers(1, 15),
        "all_games": st.booleans(),
        "set_target": st.integers(0, 25),
        "set_lead": st.sampled_from([1, 2]),
        "set_cap": st.integers(0, 40),
    }
)
EVENTS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"form": "score", "target": 7, "ending": "exact", "draws": False},
    {"form": "score", "target": 5, "ending": "least", "time": True, "win": "3", "time_win": "2", "time_loss": "1"},
    {"form": "score", "margin_table": "0: 10-10; 6: 11-9; 11: 12-8", "bye": "10"},
    {"form": "games", "time": True, "win": "3", "draw": "1"},
    {"form": "games", "best_of": 2, "all_games": True},
    {"form": "sets", "best_of": 5, "set_target": 11, "draws": False, "win": "2", "loss": "1"},
    {"form": "sets", "best_of": 3, "set_target": 6, "set_cap": 7, "draws": False},
)


@given(options=FORMS, odds=st.integers(0, 1000), seed=st.integers(0, 2**32))
def test_ag2_every_simulated_result_can_be_typed(options: dict[str, OptionValue], odds: int, seed: int) -> None:
    setup = Setup("swiss", options=options)
    if RULES.refused(setup) is not None:
        return
    text = PLAY(odds, setup, Draw(seed))
    result = RULES.results.read(text, setup)
    assert not isinstance(result, Refusal), (text, result)
    assert obeys(result, settings(setup).match)
    assert RULES.results.read(RULES.results.write(result), setup) == result


@pytest.mark.parametrize("options", EVENTS, ids=str)
def test_ag9_simulated_events_are_checked_kept_and_foreseen(options: dict[str, OptionValue]) -> None:
    event = simulate(SimulationPlan("swiss", 11, 5, 4, options, absences=50, late_entries=30), checked=True)
    assert event.ended is None
    assert not [one for one in event.findings if one.severity == "violation"]
    assert fold(read(write(event.tournament))) == event.tournament
    assert not [one for one in check_rounds(event.tournament) if one.severity == "violation"]
    begun = simulate(SimulationPlan("swiss", 11, 1, 4, options), checked=False).tournament
    assert forecast(begun, 3) == forecast(begun, 3)


def test_ag2_5_a_cap_below_the_target_of_a_set_is_refused() -> None:
    refused = RULES.refused(Setup("swiss", options={"form": "sets", "set_target": 11, "set_cap": 10}))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.article, refused.facts["low"]) == ("number_out_of_range", "AG2.5", 11)
    assert RULES.refused(Setup("swiss", options={"form": "sets", "set_target": 11, "set_cap": 11})) is None
