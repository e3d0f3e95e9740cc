"""People and fees at the desk, in the browser and for programs (PP, PR7)."""

from __future__ import annotations

import html
from typing import Any

import pytest

from ronda.people import Person
from ronda.store import people_list
from tests.web.conftest import At
from tests.web.test_versions_seen import forms_of


def add(desk: At, *people: Person) -> list[str]:
    with desk.runtime.store.writes() as connection:
        return people_list.add_all(connection, people, desk.runtime.now())


def offered(desk: At, code: str, wish: str) -> list[dict[str, str]]:
    """Whom the lists know by what was typed: a form each."""
    page = desk.client.get(f"/e/{code}/players", params={"q": wish}).text
    return [fields for action, fields in forms_of(page) if action.endswith("/do/enter")]


def test_pp3_5_who_is_known_is_found_and_entered_with_the_particulars(desk: At) -> None:
    kaya, _ = add(desk, Person("Kaya, Deniz", ids={"licence": "0041"}, club="Kale", born=2010), Person("Ann"))
    code = desk.make()
    (fields,) = offered(desk, code, "ka")
    assert fields.items() >= {"name": "Kaya, Deniz", "club": "Kale", "licence": "0041", "person": kaya}.items()
    desk.client.post(f"/e/{code}/do/enter", data=fields)
    assert desk.tournament(code).players[-1].person == kaya
    assert not offered(desk, code, "ka"), "in the event already"
    again = desk.client.post(f"/e/{code}/do/enter", data=fields)
    assert again.status_code == 422
    assert "Kaya, Deniz" in again.text
    card = desk.client.get(f"/e/{code}/players/7").text
    assert f"/people/{kaya}" in card
    desk.client.post(f"/e/{code}/do/edit", data={"player": "7", "name": "Kaya, Deniz", "person": kaya})
    assert desk.tournament(code).players[-1].person == kaya


def test_pp7_1_somebody_is_picked_from_the_list_of_a_federation(desk: At) -> None:
    rows = "name;licence;birth year\nKaya Deniz;0041;2010\n"
    file = {"file": ("list.csv", rows, "text/csv")}
    answer = desk.client.post("/people/lists", data={"source": "TSF", "dated": "2026-11"}, files=file)
    assert answer.status_code == 200
    assert "TSF" in answer.text
    code = desk.make()
    (fields,) = offered(desk, code, "ka")
    assert fields.items() >= {"name": "Kaya Deniz", "licence": "0041"}.items()
    assert "TSF 2026-11" in desk.client.get(f"/e/{code}/players?q=ka").text
    desk.client.post(f"/e/{code}/do/enter", data=fields)
    key = desk.tournament(code).players[-1].person
    assert key
    assert "Kaya Deniz" in desk.client.get(f"/people/{key}").text
    (fields,) = offered(desk, desk.make(), "ka")
    assert "_list" not in fields, "known by now"
    bad = desk.client.post("/people/lists", data={"source": "TSF"}, files={"file": ("x", "licence\n1\n", "text/csv")})
    assert bad.status_code == 422
    desk.client.post("/people/lists/remove", data={"source": "TSF"})
    assert "TSF" not in desk.client.get("/people").text


def test_a_pasted_list_is_filled_in_from_what_is_known(desk: At) -> None:
    (kaya, *_) = add(
        desk,
        Person("Kaya, Deniz", ids={"licence": "0041"}, club="Kale", born=2010, ratings={"rating": 1450}),
        Person("Ann Smith", club="A"),
        Person("Smith Ann", club="B"),
    )
    code = desk.make()
    asked = {"players": "Deniz Kaya\nAnn Smith\nNew One"}
    page = desk.client.post(f"/e/{code}/players/list", data=asked).text
    assert "1 of them seems" in page  # of the two Anns nobody knows which
    filled = desk.client.post(f"/e/{code}/players/list", data={**asked, "known": "yes"}).text
    text = filled.split('<textarea id="players"')[1].split(">", 1)[1].split("</textarea>")[0].removeprefix("\n")
    assert kaya in text
    seen = filled.split('name="seen" value="')[1].split('"')[0]
    desk.client.post(f"/e/{code}/players/list", data={"players": html.unescape(text), "seen": seen, "make": "yes"})
    entered = {player.name: player for player in desk.tournament(code).players[6:]}
    assert entered.keys() == {"Deniz Kaya", "Ann Smith", "New One"}
    one = entered["Deniz Kaya"]
    assert (one.person, one.club, one.licence, one.birth_year, one.rating) == (kaya, "Kale", "0041", 2010, 1450)
    assert entered["Ann Smith"].person == ""


def test_players_of_an_event_are_taken_into_the_list_and_it_can_be_undone(desk: At) -> None:
    code = desk.make(names=["Kaya, Deniz", "Ann", "Bob", "Cem"])
    desk.play(code)
    answer = desk.client.post(f"/e/{code}/players/take-over", follow_redirects=False)
    assert answer.status_code == 303
    keys = [player.person for player in desk.tournament(code).players]
    assert all(keys)
    assert len(set(keys)) == 4
    page = desk.client.get(f"/people/{keys[0]}").text
    assert "Club night" in page
    assert "Ann" in page or "Bob" in page or "Cem" in page
    assert "1–0–0" in page or "0–0–1" in page
    desk.client.post(f"/e/{code}/players/1/unlink")  # PP4.4
    assert [bool(player.person) for player in desk.tournament(code).players] == [False, True, True, True]
    desk.client.post(f"/e/{code}/do/undo")
    desk.client.post(f"/e/{code}/do/undo")
    assert [player.person for player in desk.tournament(code).players] == [""] * 4
    desk.client.post(f"/e/{code}/players/take-over")
    assert [player.person for player in desk.tournament(code).players] == keys


def test_the_list_is_searched_changed_and_merged(desk: At) -> None:
    one, other = add(desk, Person("Meyer, Jan", born=1990), Person("Jan Meyer", born=1990, club="Kale"))
    assert "Meyer, Jan" in desk.client.get("/people?find=mey").text
    assert "Meyer, Jan" not in desk.client.get("/people?find=kaya").text
    doubles = desk.client.get("/people/doubles").text
    assert f"/people/{one}/merge" in doubles
    assert "Same name and same birth year" in doubles
    desk.client.post(f"/people/{one}/merge", data={"other": other})
    assert "Kale" in desk.client.get(f"/people/{one}").text
    assert desk.client.get(f"/people/{other}", follow_redirects=False).headers["location"].endswith(f"/people/{one}")
    refused = desk.client.post(f"/people/{one}/merge", data={"other": other})
    assert refused.status_code == 422
    desk.client.post(f"/people/{other}/unmerge")
    assert "Kale" not in desk.client.get(f"/people/{one}").text
    desk.client.post(f"/people/{one}/not-same", data={"other": other})
    assert f"/people/{one}/merge" not in desk.client.get("/people/doubles").text
    changed = {"seen": "1", "name": "Meyer, Jan", "club": "New", "birth_year": "1991", "licence": "007"}
    desk.client.post(f"/people/{one}", data=changed)
    page = desk.client.get(f"/people/{one}").text
    assert "New" in page
    assert 'value="007"' in page
    assert 'value="1991"' in page
    assert desk.client.post(f"/people/{one}", data=changed).status_code == 422  # somebody was faster
    assert desk.client.post(f"/people/{one}", data={**changed, "name": " ", "seen": "2"}).status_code == 422
    made = desk.client.post("/people", data={"name": "Ann", "sex": "F"}, follow_redirects=False)
    assert made.status_code == 303
    assert desk.client.post("/people", data={"name": "Ann", "sex": "?"}).status_code == 422


def test_pp6_somebody_is_forgotten_everywhere(desk: At) -> None:
    (kaya,) = add(desk, Person("Kaya, Deniz"))
    code = desk.make()
    desk.client.post(f"/e/{code}/do/enter", data={"name": "Kaya, Deniz", "person": kaya})
    assert "Club night" in desk.client.get(f"/people/{kaya}/forget").text
    desk.client.post(f"/people/{kaya}/forget")
    assert desk.client.get(f"/people/{kaya}").status_code == 404
    assert "Kaya" not in desk.client.get(f"/e/{code}/players").text
    assert "Kaya" not in desk.client.get("/people").text


def test_nothing_of_the_list_is_public(desk: At) -> None:
    (kaya,) = add(desk, Person("Kaya, Deniz"))
    code = desk.make()
    desk.client.post(f"/e/{code}/do/enter", data={"name": "Kaya, Deniz", "person": kaya})
    desk.publish(code)
    anybody = desk.elsewhere()
    for path in ("/people", f"/people/{kaya}", "/people/doubles", "/api/people", f"/api/people/{kaya}"):
        assert anybody.get(path, follow_redirects=False).status_code in (401, 303)
    for path in (f"/{code}", f"/{code}/player/7", f"/api/events/{code}/players", f"/{code}/standings"):
        assert kaya not in anybody.get(path).text


# --- fees --------------------------------------------------------------------------------------------------


def test_pr7_fees_are_set_paid_with_one_click_and_undone(desk: At) -> None:
    code = desk.make()
    answer = desk.client.post(f"/e/{code}/fees", data={"rules": "5,00 U18\n10\n+2.50 O40", "currency": "EUR"})
    assert answer.status_code == 200
    assert [fee.amount for fee in desk.tournament(code).fees.rules.rules] == [500, 1000, 250]
    page = desk.client.get(f"/e/{code}/fees").text
    assert "60.00 EUR" in page
    assert "10.00 EUR" in page
    assert "5.00 U18" in page
    listed = desk.client.get(f"/e/{code}/players").text
    assert f'action="/e/{code}/do/pay"' in listed
    desk.client.post(f"/e/{code}/do/pay", data={"player": "3", "amount": "1000"})
    assert "50.00 EUR" in desk.client.get(f"/e/{code}/fees").text
    assert "fee-3" not in desk.client.get(f"/e/{code}/fees?show=open").text
    desk.client.post(f"/e/{code}/fees/3", data={"what": "refund", "amount": "2,5", "reason": "late"})
    desk.client.post(f"/e/{code}/fees/4", data={"what": "own", "amount": "0", "reason": "invited"})
    desk.client.post(f"/e/{code}/fees/5", data={"what": "pay", "amount": "4.00", "reason": "cash"})
    fees = desk.client.get(f"/api/events/{code}/fees").json()
    assert (fees["due"], fees["collected"], fees["open"]) == (5000, 1150, 3850)
    assert fees["by_how"] == {"": 750, "cash": 400}
    assert "invited" in desk.client.get(f"/e/{code}/players/4").text
    text = desk.client.get(f"/e/{code}/fees.csv").content.decode("utf-8-sig")
    assert "Player 3,10.00,7.50,2.50," in text
    assert desk.client.post(f"/e/{code}/fees/5", data={"what": "pay", "amount": "-4"}).status_code == 422
    assert desk.client.post(f"/e/{code}/fees", data={"rules": "ten U18"}).status_code == 422
    assert desk.client.post(f"/e/{code}/fees", data={"rules": "10 young"}).status_code == 422
    desk.client.post(f"/e/{code}/do/undo")
    assert desk.client.get(f"/api/events/{code}/fees").json()["collected"] == 750
    log = desk.client.get(f"/e/{code}/log").text
    assert "paid 10.00" in log
    assert "got 2.50 back" in log


def test_fees_are_nobody_elses(desk: At) -> None:
    code = desk.make()
    desk.client.post(f"/e/{code}/fees", data={"rules": "987.65", "currency": "EUR"})
    desk.publish(code)
    anybody = desk.elsewhere()
    for path in (f"/{code}", f"/{code}/player/1", f"/{code}/standings", f"/{code}/prizes", f"/api/events/{code}"):
        assert "987.65" not in anybody.get(path).text
    assert anybody.get(f"/api/events/{code}/fees").status_code == 401


# --- for programs ------------------------------------------------------------------------------------------


def test_people_for_programs(desk: At) -> None:
    made = desk.client.post("/api/people", json={"name": "Kaya, Deniz", "ids": {"licence": "0041"}, "born": 2010})
    assert made.status_code == 201
    key = made.json()["key"]
    other = desk.client.post("/api/people", json={"name": "Deniz Kaya", "club": "Kale"}).json()["key"]
    assert desk.client.get("/api/people?find=ka").json()["total"] == 2
    merged = desk.client.post(f"/api/people/{key}/merge", json={"other": other}).json()
    assert (merged["club"], merged["merged"]) == ("Kale", [other])
    assert desk.client.post(f"/api/people/{other}/unmerge").json()["club"] == "Kale"
    changed = desk.client.put(f"/api/people/{key}", json={"name": "Kaya, Deniz", "club": "New", "version": 1})
    assert changed.json()["club"] == "New"
    assert desk.client.put(f"/api/people/{key}", json={"name": "X", "version": 1}).status_code == 409
    code = desk.make()
    linked = desk.client.post(f"/api/events/{code}/link", json={"links": [{"player": 1, "person": key}]})
    assert linked.status_code == 200
    history: dict[str, Any] = desk.client.get(f"/api/people/{key}").json()
    assert [one["code"] for one in history["events"]] == [code]
    assert desk.client.delete(f"/api/people/{key}").status_code == 204
    assert desk.client.get(f"/api/people/{key}").status_code == 404
    assert desk.tournament(code).players[0].removed


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "A\u202eB"}, {"name": "A", "sex": "?"}, {"ids": {}}])
def test_people_for_programs_have_names(desk: At, body: dict[str, Any]) -> None:
    assert desk.client.post("/api/people", json=body).status_code in (400, 422)
