"""Open appeals are asked about once (PE8.2); who decides about the own penalty is named (PE8.3)."""

from __future__ import annotations

from ronda.core.model import Player
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import AppealInput, AppealVerdict, Body, NextRound, PenaltyInput, Publication
from ronda.desk.decisions import check_round
from ronda.desk.desk import decided
from ronda.desk.permissions import Actor
from tests.playing import Event

DIRECTOR = Actor("arbiter", "Dora")


def asked(event: Event, name: str, body: Body, *, confirmed: bool = False) -> Refusal | None:
    """Done, or why not."""
    answer = decided(event.tournament, Request(ACTIONS[name], body, DIRECTOR, confirmed=confirmed))
    if isinstance(answer, Refusal):
        return answer
    event.facts += answer
    return None


def judged(by: str, decided_by: str = "") -> Event:
    """Warnings in round 1 by two judges; an appeal, and perhaps what came of it."""
    event = Event("redemption", [Player(n, f"P{n}") for n in range(1, 7)], {"rounds": 3})
    event.pair()
    event.results("5-3", "5-3", "5-3")
    for player, judge in ((1, by), (2, "Judge 2")):
        assert asked(event, "penalise", PenaltyInput(player, "warning", reason="talking", by=judge)) is None
    assert asked(event, "appeal", AppealInput(1, "it was not so", penalty=1)) is None
    if decided_by:
        assert asked(event, "decide-appeal", AppealVerdict(1, "upheld", "three heard it", decided_by)) is None
    return event


def test_an_open_appeal_is_asked_about_once_at_every_step() -> None:
    """PE8.2"""
    event = judged("Judge 1")
    for name, body in (("pair", NextRound()), ("publish", Publication())):
        assert asked(event, name, body) == Refusal("appeals_open", "PE8.2", {"n": 1})
        assert asked(event, name, body, confirmed=True) is None


def test_a_decided_appeal_asks_nothing() -> None:
    assert asked(judged("Judge 1", "Director"), "pair", NextRound()) is None


def test_who_decides_about_the_own_penalty_is_named() -> None:
    """PE8.3"""
    for decided_by, found in (("Director", []), ("judge 1", ["own_appeal"])):
        tournament = judged("Judge 1", decided_by).tournament
        findings = [one for one in check_round(tournament, tournament.rounds[0]) if one.article == "PE8.3"]
        assert [(one.code, one.severity) for one in findings] == [(code, "note") for code in found]
