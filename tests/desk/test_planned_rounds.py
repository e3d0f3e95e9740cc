"""How many rounds an event has, where stages follow the rounds of the system or come before them."""

from __future__ import annotations

import re

from ronda.desk.players import own_bye_choices
from ronda.lab.forecast import forecast
from ronda.systems import planned_rounds, system_rounds
from tests.desk.staging import Event, lower_wins
from tests.sheets.reading import pages

ROUNDS, CUT = {"kind": "rounds"}, {"kind": "elimination", "take": "top 4"}


def cut_after_one() -> Event:
    """One round of the system, then four players play it out: three rounds in all."""
    event = Event("redemption", 8, [ROUNDS, CUT], rounds=1)
    event.round(lower_wins)
    return event


def told(event: Event) -> list[str]:
    return re.findall(r"\d+ rounds? (?:is|are) planned", " ".join(pages(event.now, "rules")))


def test_rounds_of_the_system_and_of_the_event() -> None:
    event = cut_after_one()
    assert (system_rounds(event.now), planned_rounds(event.now)) == (1, 1)
    event.begin()
    assert (system_rounds(event.now), planned_rounds(event.now)) == (1, 3)
    event.round(lower_wins)
    assert (system_rounds(event.now), planned_rounds(event.now)) == (1, 3)


def test_a_stage_that_began_early_leaves_the_system_the_rounds_that_were_made() -> None:
    event = Event("redemption", 8, [ROUNDS, CUT], rounds=5)
    event.rounds(2, lower_wins)
    event.begin(early=True, by="Dora", reason="rain")
    assert (system_rounds(event.now), planned_rounds(event.now)) == (2, 4)


def test_the_rules_on_paper_tell_the_rounds_of_the_event() -> None:
    event = cut_after_one()
    event.begin()
    assert told(event) == ["3 rounds are planned"]
    assert told(Event("redemption", 4, [{"kind": "elimination"}])) == [], "how many there are is known when it begins"


def test_a_forecast_looks_at_the_rounds_that_the_system_makes() -> None:
    """A bracket follows from its results: there is nothing to relax."""
    event = Event("redemption", 8, [ROUNDS, CUT], rounds=5)
    event.rounds(2, lower_wins)
    assert forecast(event.now).planned == 5
    event.begin(early=True, by="Dora", reason="rain")
    ahead = forecast(event.now)
    assert (ahead.planned, ahead.first_relaxed, list(ahead.findings())) == (2, None, [])
    first = forecast(Event("redemption", 4, [{"kind": "elimination"}], rounds=3).now)
    assert (first.planned, first.first_relaxed, list(first.findings())) == (0, None, [])


def test_byes_are_asked_for_in_rounds_of_the_system() -> None:
    event = Event("dutch", 8, [ROUNDS, CUT], rounds=5, phone_byes="zero")
    assert [number for number, _ in own_bye_choices(event.now, event.now.players[0])] == [1, 2, 3, 4, 5]
    event.rounds(2)
    event.begin(early=True, by="Dora", reason="rain")
    assert own_bye_choices(event.now, event.now.players[0]) == []
