"""Joining with the code from the projector."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from ronda.texts import LANGUAGES
from ronda.web.claims import claim, claimed
from ronda.web.house import Display
from tests.web.conftest import At

NAMES = ("Ana Pérez", "Ana Ruiz", "İbrahim Işık", "Luis Gómez")


def test_the_code_is_enough_in_any_case(desk: At) -> None:
    code = desk.make(names=NAMES)
    phone = desk.elsewhere()
    assert phone.get("/join").status_code == 200
    answer = phone.get("/join", params={"code": f" {code.lower()} "}, follow_redirects=False)
    assert answer.headers["location"] == f"/join/{code}"
    assert phone.get(f"/j/{code}", follow_redirects=False).headers["location"] == f"/join/{code}"
    wrong = phone.get("/join", params={"code": "<b>1"})
    assert wrong.status_code == 404
    assert "<b>1" not in wrong.text


def test_wrong_codes_are_counted(desk: At) -> None:
    phone = desk.elsewhere("10.0.0.3")
    statuses = [phone.get("/join", params={"code": f"AAAA{n:02}"}).status_code for n in range(30)]
    assert (statuses[0], statuses[-1]) == (404, 429)


def test_the_projector_shows_code_qr_and_arrivals(desk: At) -> None:
    code = desk.make(names=NAMES)
    for page in (desk.client.get(f"/join/{code}"), desk.elsewhere().get(f"/join/{code}?screen=1")):
        assert code in page.text
        assert "<svg" in page.text
        assert "0 of 4 are here" in page.text
    projected = desk.client.get(f"/join/{code}").text
    assert "Ana" not in projected
    assert "Phones cannot reach this address" in projected  # it is that of the machine itself
    assert "Join as a player" not in desk.elsewhere().get(f"/join/{code}?screen=1").text


def test_a_player_finds_themselves_and_is_checked_in(desk: At) -> None:
    code = desk.make(names=NAMES)
    phone = desk.elsewhere()
    page = phone.get(f"/join/{code}", params={"who": "an"}).text
    assert "Ana Pérez" in page
    assert "Ana Ruiz" in page
    assert "Luis" not in page
    answer = phone.post(f"/join/{code}/claim", data={"player": "1"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"/p/{code}/1-")
    assert phone.get(answer.headers["location"]).status_code == 200
    assert desk.tournament(code).here == {1}
    assert claimed(desk.house.display(code), 1)


def test_one_letter_suggests_nobody_and_many_are_cut(desk: At) -> None:
    code = desk.make(names=[f"Ana {n}" for n in range(1, 21)])
    found = desk.elsewhere().get(f"/join/{code}/found", params={"who": "a"}).text
    assert "Ana" not in found
    found = desk.elsewhere().get(f"/join/{code}/found", params={"who": "ana"}).text
    assert found.count("<form") == 8
    assert "There are more" in found


@pytest.mark.parametrize("mode", ["initials", "number"])
def test_hidden_names_match_only_as_a_whole(desk: At, mode: str) -> None:
    code = desk.make(names=NAMES)
    desk.show(code, Display(names=mode))
    phone = desk.elsewhere("10.0.0.4")

    def forms(who: str) -> int:
        page = phone.get(f"/join/{code}/found", params={"who": who}).text
        assert "Pérez" not in page
        assert "Işık" not in page
        return page.count("<form")

    assert [forms(who) for who in ("an", "Ana", "Ana P", "Ana Pére")] == [0, 0, 0, 0]
    assert [forms(who) for who in ("ANA PÉREZ", "ana perez", "ibrahim ışık", "İBRAHİM IŞIK", "3", "#4")] == [1] * 6
    assert forms("99") == 0


def test_hidden_names_cannot_be_guessed_for_long(desk: At) -> None:
    code = desk.make(names=NAMES)
    desk.show(code, Display(names="number"))
    phone = desk.elsewhere("10.0.0.5")
    statuses = [phone.get(f"/join/{code}/found", params={"who": f"Name {n}"}).status_code for n in range(30)]
    assert (statuses[0], statuses[-1]) == (200, 429)


def test_a_player_is_taken_once_until_the_desk_renews_the_link(desk: At) -> None:
    code = desk.make(names=NAMES)
    first, second = desk.elsewhere("10.0.0.6"), desk.elsewhere("10.0.0.7")
    assert first.post(f"/join/{code}/claim", data={"player": "2"}, follow_redirects=False).status_code == 303
    refused = second.post(f"/join/{code}/claim", data={"player": "2"}, follow_redirects=False)
    assert refused.status_code == 409
    assert "Ask the desk" in refused.text
    again = first.post(f"/join/{code}/claim", data={"player": "2"}, follow_redirects=False)
    assert again.status_code == 303  # the same phone
    assert "Go on as Ana Ruiz" in first.get(f"/join/{code}").text
    desk.show(code, replace(desk.house.display(code), editions={"2": 1}))
    assert second.post(f"/join/{code}/claim", data={"player": "2"}, follow_redirects=False).status_code == 303


def test_of_two_at_once_one_is_first_and_nobody_is_lost(desk: At) -> None:
    code = desk.make(players=20)
    with ThreadPoolExecutor(8) as pool:
        wins = list(pool.map(lambda n: claim(desk.house, code, n % 20 + 1), range(60)))
    assert sum(wins) == 20
    assert len(desk.house.display(code).claimed) == 20


def test_after_the_start_nobody_is_checked_in_by_joining(desk: At) -> None:
    code = desk.make("redemption", names=NAMES)
    desk.publish(code)
    answer = desk.elsewhere().post(f"/join/{code}/claim", data={"player": "1"}, follow_redirects=False)
    assert answer.status_code == 303
    assert not desk.tournament(code).here


def test_unknown_players_are_not_taken(desk: At) -> None:
    code = desk.make(names=NAMES)
    for player in ("", "0", "99", "-1", "1.5", "٣", "x" * 200, "1" * 5000):
        answer = desk.elsewhere("10.0.0.8").post(f"/join/{code}/claim", data={"player": player})
        assert answer.status_code == 404
    assert not desk.house.display(code).claimed


def test_where_joining_is_off_the_page_says_what_to_do(desk: At) -> None:
    code = desk.make(names=NAMES)
    desk.show(code, Display(join=False))
    phone = desk.elsewhere()
    page = phone.get(f"/join/{code}", params={"who": "ana"})
    assert page.status_code == 200
    assert "do not join by themselves" in page.text
    assert "Pérez" not in page.text
    phone.post(f"/join/{code}/claim", data={"player": "1"})
    assert not desk.house.display(code).claimed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(desk: At, language: str) -> None:
    code = desk.make(names=NAMES)
    for path in ("/join", f"/join/{code}?", f"/join/{code}?who=zz", f"/join/{code}?who=ana", f"/join/{code}?screen=1"):
        page = desk.elsewhere().get(path, params={"lang": language})
        assert page.status_code == 200
        assert "web." not in page.text
