"""The settings of an event, and the texts that every deed and every trouble needs."""

from __future__ import annotations

import re

import pytest

from ronda.desk.actions import ACTIONS
from ronda.desk.permissions import TABLE
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import catalogue
from ronda.web import errors
from tests.web.conftest import At

HTMX = {"hx-request": "true"}


def test_options_are_changed(desk: At) -> None:
    code = desk.make("domino", players=8)
    page = desk.client.get(f"/e/{code}/settings/rules").text
    assert 'name="options.first_round"' in page
    answer = desk.client.post(f"/e/{code}/do/options", data={"options.target": "150", "options.rounds": "4"})
    assert answer.status_code == 200
    assert desk.tournament(code).setup.options["target"] == 150


def test_frozen_options_say_why(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.publish(code)
    page = desk.client.get(f"/e/{code}/settings/rules").text
    assert 'name="options.first_round"' not in page
    assert "Fixed since round 1 was paired" in page
    assert 'href="/guide/rules/domino#D1.4"' in page
    assert "Round 1 is seated by Elo" in page
    code = desk.make("melee", players=8)
    desk.publish(code)
    assert 'href="/guide/rules/melee#M1"' in desk.client.get(f"/e/{code}/settings/rules").text


def test_the_whole_form_as_it_stands_changes_nothing(desk: At) -> None:
    for name in ("chess", "domino", "melee", "redemption"):
        code = desk.make(name, players=8)
        page = desk.client.get(f"/e/{code}/settings/rules").text
        fields = dict(re.findall(r'name="(options\.\w+)" value="([^"]*)" type="number"', page))
        fields |= dict(re.findall(r'name="(options\.\w+)" value="([^"]*)" checked', page))
        answer = desk.client.post(f"/e/{code}/do/options", data=fields, headers=HTMX)
        assert "That would change nothing." in answer.text, (name, fields)


def test_options_of_a_finished_event_stay(desk: At) -> None:
    code = desk.make(players=2, rounds=1)
    desk.play(code)
    desk.client.post(f"/e/{code}/do/finish", data={"_confirm": "true"})
    assert "The event is finished: its rules stay" in desk.client.get(f"/e/{code}/settings/rules").text


def test_how_it_shows_itself(desk: At) -> None:
    code = desk.make()
    display = desk.runtime.display(code)
    assert (display.language, display.names, display.joining, display.reports) == ("", "adults", "word", True)
    desk.client.post(f"/e/{code}/display", data={"language": "tr", "names": "initials", "joining": "open"})
    display = desk.runtime.display(code)
    assert (display.language, display.names, display.joining, display.reports) == ("tr", "initials", "open", False)
    desk.client.post(f"/e/{code}/display", data={"language": "xx", "names": "nothing", "joining": "ajar"})
    display = desk.runtime.display(code)
    assert (display.language, display.names, display.joining) == ("", "initials", "open")


def test_links_of_phones_survive_a_change_of_the_display(desk: At) -> None:
    code = desk.make()
    desk.client.post(f"/e/{code}/player-link/1")
    desk.client.post(f"/e/{code}/display", data={"names": "number"})
    assert desk.runtime.display(code).editions == {"1": 1}


def test_a_copy_before_its_first_round(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.play(code)
    answer = desk.client.post(f"/e/{code}/duplicate", data={"name": "Again"}, follow_redirects=False)
    copy = desk.tournament(answer.headers["location"].removeprefix("/e/"))
    assert copy.setup.name == "Again"
    assert copy.setup.seed != desk.tournament(code).setup.seed
    assert len(copy.players) == 8
    assert copy.rounds == ()
    assert desk.client.post(f"/e/{code}/duplicate", data={"name": " "}).status_code == 422


def test_delete_says_what_it_does_in_numbers(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.play(code)
    page = desk.client.get(f"/e/{code}/settings/delete").text
    assert "Players: 6; rounds: 1; results: 3." in page
    asked = desk.client.post(f"/e/{code}/do/delete", headers=HTMX)
    assert asked.status_code == 409
    assert "You can recover it from the start page." in asked.text


def test_archive_and_back(desk: At) -> None:
    code = desk.make()
    desk.client.post(f"/e/{code}/do/archive", data={"_confirm": "true"})
    assert "Restore from the archive" in desk.client.get(f"/e/{code}/settings/delete").text
    assert "1 archived event" in desk.client.get("/").text


def test_settings_are_for_arbiters(desk: At) -> None:
    code = desk.make()
    with desk.elsewhere() as stranger:
        assert stranger.get(f"/e/{code}/settings").status_code == 401
        assert stranger.post(f"/e/{code}/display").status_code == 401
        assert stranger.post(f"/e/{code}/duplicate", data={"name": "Mine"}).status_code == 401


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_that_asks_first_has_its_question(language: str) -> None:
    asking = {action for action, leaves in TABLE.items() if "confirm" in leaves.values()}
    names = [name for name, action in ACTIONS.items() if callable(action.kind) or action.kind in asking]
    speaker = Speaker(language, strict=True)
    assert {"result", "undo", "delete"} <= {*names}
    for name in names:
        assert speaker.say(f"confirm.{name.replace('-', '_')}", round=3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_has_its_text_and_a_way_out(language: str) -> None:
    known = re.findall(r"trouble\.way_out\.(\w+)", " ".join(catalogue(language)))
    for code in errors.TROUBLES:
        assert f"trouble.{code}" in catalogue(language)
        assert code in known
    for code in ("bad_field", "key_reused", "conflict"):
        assert f"trouble.{code}" in catalogue(language)
