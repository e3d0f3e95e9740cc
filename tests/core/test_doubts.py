"""Should pair and check ever disagree, the round is made and says so; one that breaks S1 is never shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.facts import Paired
from ronda.core.model import Player
from ronda.core.verdicts import Finding, Refusal
from ronda.desk import decisions
from ronda.systems import system
from tests.playing import Event


def doubting(monkeypatch: pytest.MonkeyPatch, article: str) -> Paired | Refusal:
    rules = replace(system("redemption").rules, check=lambda *_: [Finding("nearer_opponent_free", article)])
    monkeypatch.setattr(decisions, "rules_of", lambda _: rules)
    event = Event("redemption", [Player(n, f"P{n}") for n in range(1, 5)], {"rounds": 3})
    return decisions.next_round(event.tournament)


def test_a_doubtful_round_is_made_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made = doubting(monkeypatch, "R4.3")
    assert isinstance(made, Paired)
    assert made.round.reasons[-1].code == "check_disagrees"


def test_s1_a_round_that_does_not_seat_everybody_once_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    made = doubting(monkeypatch, "S1")
    assert isinstance(made, Refusal)
    assert made.code == "check_disagrees"
