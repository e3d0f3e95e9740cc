"""Signing up before the day: off unless opened, bounded, with a waiting list; and the desk's list."""

from __future__ import annotations

from typing import Any

import pytest

from ronda.desk.sign_up import SignUpRules
from ronda.operations.sign_ups import SIGN_UP
from ronda.store.sign_ups import sign_ups
from ronda.web import collections as web_collections
from ronda.web.limits import Guesses
from tests.web.conftest import At
from tests.web.helping import somebody


def offered(desk: At, code: str, **rules: Any) -> None:
    assert desk.runtime.amend(code, SIGN_UP, lambda _: SignUpRules(open=True, **rules))


def signed(desk: At, code: str, name: str, host: str = "192.168.1.77", **more: Any) -> str:
    """The address of the personal page."""
    answer = desk.elsewhere(host).post(f"/signup/{code}", data={"name": name, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def test_it_is_off_unless_the_organiser_opens_it(desk: At) -> None:
    code = desk.make()
    anybody = desk.elsewhere()
    assert "Nobody can sign up" in anybody.get(f"/signup/{code}").text
    assert f"/signup/{code}" not in anybody.get(f"/{code}").text
    assert anybody.post(f"/signup/{code}", data={"name": "Ann"}).status_code == 422
    arbiter = somebody(desk, code, "arbiter")
    page = arbiter.get(f"/signups/{code}").text
    seen = SignUpRules().__repr__()
    form = {"open": "true", "places": "8", "seen": seen}
    assert arbiter.post(f"/signups/{code}/settings", data=form).status_code == 200, page
    assert arbiter.post(f"/signups/{code}/settings", data=form).status_code == 409  # it has changed since
    assert arbiter.post(f"/signups/{code}/settings", data={"open": "true"}).status_code == 428
    assert f"/signup/{code}" in anybody.get(f"/{code}").text
    assert "2 places free" in anybody.get(f"/signup/{code}").text
    assert somebody(desk, code, "helper", "Bo").post(f"/signups/{code}/settings", data=form).status_code == 403


def test_a_waiting_list_that_moves_up_by_itself(desk: At) -> None:
    code = desk.make(players=0)
    offered(desk, code, places=1)
    first, second, third = (signed(desk, code, name) for name in ("Ann Lee", "Bo", "Cy"))
    anybody = desk.elsewhere()
    assert "You have a place" in anybody.get(first).text
    assert "number 2 on the waiting list" in anybody.get(third).text
    assert "full, 2 on the waiting list" in anybody.get(f"/signup/{code}").text
    assert anybody.post(f"{first}/withdraw").status_code == 200
    assert "You have withdrawn" in anybody.get(first).text
    assert "You have a place" in anybody.get(second).text
    assert "number 1 on the waiting list" in anybody.get(third).text
    with desk.runtime.store.reads() as connection:
        gone = sign_ups(connection, code)[0]
    assert gone.applicant is None  # nothing personal is left


def test_entries_become_players_with_one_click(desk: At) -> None:
    code = desk.make(players=0)
    offered(desk, code, places=2)
    first, _, third = (signed(desk, code, name, club="X", licence="007") for name in ("Ann Lee", "Bo", "Cy"))
    assert desk.client.post(f"/signups/{code}/0/enter").status_code == 200
    players = desk.tournament(code).players
    assert [(one.name, one.club, one.licence) for one in players] == [("Ann Lee", "X", "007"), ("Bo", "X", "007")]
    page = desk.elsewhere().get(first).text
    assert f"/p/{code}/" in page
    assert "Ann Lee" not in page  # the player's own page has it
    assert "number 1 on the waiting list" in desk.elsewhere().get(third).text
    number = next(one.number for one in _people(desk, code) if one.applicant is not None)
    assert desk.client.post(f"/signups/{code}/{number}/enter").status_code == 422  # there is no place
    desk.elsewhere().post(f"{first}/withdraw")
    calls = desk.client.get(f"/e/{code}").text
    assert "Ann Lee" in calls  # the desk is asked, and decides


def _people(desk: At, code: str) -> Any:
    with desk.runtime.store.reads() as connection:
        return sign_ups(connection, code)


def test_the_desk_confirms_and_declines(desk: At) -> None:
    code = desk.make(players=0)
    offered(desk, code, confirm=True)
    first, second = signed(desk, code, "Ann Lee"), signed(desk, code, "Ann Lee")
    helper = somebody(desk, code)
    page = helper.get(f"/signups/{code}").text
    assert page.count("same name twice") == 2
    assert "until the organiser confirms" in desk.elsewhere().get(first).text
    one, other = (each.number for each in _people(desk, code))
    assert helper.post(f"/signups/{code}/{one}/confirm").status_code == 200
    assert helper.post(f"/signups/{code}/{other}/decline").status_code == 200
    assert "You have a place" in desk.elsewhere().get(first).text
    assert "declined" in desk.elsewhere().get(second).text
    assert helper.post(f"/signups/{code}/{other}/confirm").status_code == 422
    assert helper.post(f"/signups/{code}/{one}/nonsense").status_code == 404
    assert helper.post(f"/signups/{code}/999/enter").status_code == 422


def test_after_round_one_nobody_signs_up(desk: At) -> None:
    code = desk.make()
    offered(desk, code)
    desk.publish(code)
    assert "Nobody can sign up" in desk.elsewhere().get(f"/signup/{code}").text
    assert desk.elsewhere().post(f"/signup/{code}", data={"name": "Ann"}).status_code == 422


def test_it_is_bounded(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    code = desk.make(players=0)
    offered(desk, code)
    desk.runtime.sign_ups = Guesses(most=2, seconds=600)
    signed(desk, code, "Ann")
    signed(desk, code, "Bo")
    assert desk.elsewhere().post(f"/signup/{code}", data={"name": "Cy"}).status_code == 429
    signed(desk, code, "Cy", "192.168.1.78")  # from elsewhere
    phone = desk.elsewhere("192.168.1.79")
    monkeypatch.setattr(web_collections, "MOST_OF_A_DEVICE", 1)
    assert phone.post(f"/signup/{code}", data={"name": "Di"}).status_code == 200
    assert phone.post(f"/signup/{code}", data={"name": "Ed"}).status_code == 429  # of one browser
    monkeypatch.setattr(web_collections, "MOST_SIGNED_UP", 4)
    assert desk.elsewhere("192.168.1.80").post(f"/signup/{code}", data={"name": "Flo"}).status_code == 422
    desk.runtime.guesses = Guesses(most=2)
    for _ in range(2):
        answer = desk.elsewhere().get(f"/signup/{code}/guess")
    assert answer.status_code == 429
    assert desk.elsewhere("192.168.1.81").get(f"/signup/{code}/guess").status_code == 404
    big = desk.elsewhere("192.168.1.82").post(f"/signup/{code}", data={"name": "x" * 50_000})
    assert big.status_code == 413


def test_a_festival_has_one_form_for_all(desk: At) -> None:
    one, other = desk.make(players=0), desk.make("chess", players=0)
    answer = desk.client.post("/collections", data={"of": "festival", "name": "Spring days"})
    code = str(answer.url).rpartition("/")[2]
    for event in (one, other):
        desk.client.post(f"/collections/{code}/do/count", data={"event": event})
    offered(desk, code, places=1)
    link = signed(desk, code, "Ann Lee", event=[one, other])
    signed(desk, code, "Bo", event=[other])
    assert desk.elsewhere().post(f"/signup/{code}", data={"name": "Cy"}).status_code == 422  # no tournament chosen
    page = desk.client.get(f"/signups/{code}").text
    assert "waiting list 1" in page
    assert desk.client.post(f"/signups/{code}/0/enter").status_code == 200
    assert [player.name for player in desk.tournament(one).players] == ["Ann Lee"]
    assert [player.name.title() for player in desk.tournament(other).players] == ["Ann Lee"]
    page = desk.elsewhere().get(link).text
    assert f"/p/{one}/" in page
    assert f"/p/{other}/" in page
    assert somebody(desk, one).get(f"/signups/{code}").status_code in (401, 403)  # of one of the two only


def test_the_api(desk: At) -> None:
    code = desk.make(players=0)
    anybody = desk.elsewhere()
    body = {"name": "Ann Lee", "club": "X"}
    assert anybody.post(f"/api/signups/{code}", json=body).status_code == 422
    offered(desk, code, places=1)
    made = anybody.post(f"/api/signups/{code}", json=body)
    assert made.status_code == 201, made.text
    assert made.json()["places"] == [{"event": code, "state": "place", "position": 0}]
    assert anybody.get(f"/api/signups/{code}").status_code == 401
    people = desk.client.get(f"/api/signups/{code}").json()["people"]
    assert [(one["name"], one["confirmed"]) for one in people] == [("Ann Lee", False)]
    number = people[0]["number"]
    assert anybody.post(f"/api/signups/{code}/{number}", json={"answer": "enter"}).status_code == 401
    done = desk.client.post(f"/api/signups/{code}/{number}", json={"answer": "enter"})
    assert done.status_code == 200
    assert done.json()["people"] == []
    assert [player.name for player in desk.tournament(code).players] == ["Ann Lee"]
    assert anybody.post("/api/signups/ZZZZZZ", json=body).status_code == 404


def test_pp6_whoever_only_signed_up_is_erased_with_everybody(desk: At) -> None:
    code = desk.make(names=["Ann Lee", "Bo"])
    offered(desk, code, places=2)
    signed(desk, code, "Cy Waits")
    desk.client.post(f"/e/{code}/do/forget", data={"player": "1", "_confirm": "true"})
    assert "Cy Waits" in desk.client.get(f"/signups/{code}").text
    desk.client.post(f"/e/{code}/do/forget-all", data={"_confirm": "true"})
    assert "Cy Waits" not in desk.client.get(f"/signups/{code}").text
    assert _people(desk, code)[0].applicant is None
