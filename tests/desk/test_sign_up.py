"""Who has a place: first come, first served, and the waiting list moves up by itself."""

from __future__ import annotations

from datetime import date

import pytest

from ronda.core.verdicts import Refusal
from ronda.desk.sign_up import Applicant, Listed, SignUpRules, fit_applicant, fit_rules, standings


def states(*people: tuple[str, str], places: int = 2, players: int = 0, confirm: bool = False) -> list[str]:
    listed = [Listed(at, status, tuple(events)) for at, (status, events) in enumerate(people, start=1)]  # type: ignore[arg-type]
    found = standings(listed, places, {"A": players}, confirm=confirm)
    return [
        f"{found[one.number, event].state} {found[one.number, event].position}"
        for one in listed
        for event in one.events
    ]


def test_who_came_first_has_a_place() -> None:
    assert states(("asked", "A"), ("asked", "A"), ("asked", "A"), ("asked", "A")) == [
        "place 0",
        "place 0",
        "waiting 1",
        "waiting 2",
    ]
    assert states(*[("asked", "A")] * 4, places=0) == ["place 0"] * 4


@pytest.mark.parametrize("gone", ["withdrawn", "declined"])
def test_the_waiting_list_moves_up(gone: str) -> None:
    assert states((gone, "A"), ("asked", "A"), ("asked", "A"), ("asked", "A")) == [
        f"{gone} 0",
        "place 0",
        "place 0",
        "waiting 1",
    ]


def test_players_take_places_and_those_entered_are_not_counted_twice() -> None:
    assert states(("entered", "A"), ("asked", "A"), ("asked", "A"), players=1) == ["entered 0", "place 0", "waiting 1"]


def test_every_tournament_has_its_own_list() -> None:
    assert states(("asked", "A"), ("asked", "AB"), places=1) == ["place 0", "waiting 1", "place 0"]


def test_the_desk_may_confirm_everybody() -> None:
    assert states(("asked", "A"), ("confirmed", "A"), ("asked", "A"), confirm=True) == [
        "asked 0",
        "place 0",
        "waiting 1",
    ]


def test_what_is_typed() -> None:
    made = fit_applicant({"name": "  Ann   Lee ", "club": "X"}, ["A", "Z"], ["A", "B"])
    assert made == Applicant("Ann Lee", "X", "", "", ("A",))
    for given, events in (({"name": ""}, ["A"]), ({"name": "a\x00b"}, ["A"]), ({"name": "Ann"}, ["Z"]), ({}, ["A"])):
        assert isinstance(fit_applicant(given, events, ["A"]), Refusal)
    rules = fit_rules({"open": "true", "places": "16", "until": "2026-05-03", "text": "Bring  a board"})
    assert rules == SignUpRules(open=True, places=16, until="2026-05-03", text="Bring a board")
    assert isinstance(rules, SignUpRules)
    assert rules.offered(date(2026, 5, 3))
    assert not rules.offered(date(2026, 5, 4))
    assert not SignUpRules().offered(date(2026, 5, 3))
    for wrong in ({"places": "-1"}, {"places": "99999"}, {"until": "soon"}, {"text": "x" * 600}):
        assert isinstance(fit_rules(wrong), Refusal)
