"""Joining with the code from the projector."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from ronda.operations.event_settings import DISPLAY, Display
from ronda.operations.phone_sessions import Holders, Machine, PlayerPhone, all_phones, claim, holders
from ronda.operations.phone_sessions import asking as asking_of
from ronda.texts import LANGUAGES
from tests.web.conftest import At, Browser

HTMX = {"hx-request": "true"}
NAMES = ("Ana Pérez", "Ana Ruiz", "İbrahim Işık", "Luis Gómez")


def held(desk: At, code: str, player: int) -> Holders:
    return holders(desk.runtime, code, player)


def asking(desk: At, code: str) -> list[PlayerPhone]:
    return asking_of(all_phones(desk.runtime, code))


def join(phone: Browser, code: str, player: int) -> str:
    """Where the phone is sent that has scanned the code of the hall."""
    phone.scan(code)
    answer = phone.post(f"/join/{code}/claim", data={"player": str(player)}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


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
    assert "<svg" not in desk.client.get(f"/join/{code}").text  # phones could not open it
    desk.runtime.hall.address = "http://192.168.1.2:8000"
    for page in (desk.client.get(f"/join/{code}"), desk.elsewhere().get(f"/join/{code}?screen=1")):
        assert code in page.text
        assert "<svg" in page.text
        assert "0 of 4 are here" in page.text
    projected = desk.client.get(f"/join/{code}").text
    assert "Ana" not in projected
    assert "Join as a player" not in desk.elsewhere().get(f"/join/{code}?screen=1").text


def test_a_player_finds_themselves_and_is_checked_in(desk: At) -> None:
    code = desk.make(names=NAMES)
    phone = desk.elsewhere()
    page = phone.get(f"/join/{code}", params={"who": "an"}).text
    assert "Ana Pérez" in page
    assert "Ana Ruiz" in page
    assert "Luis" not in page
    link = join(phone, code, 1)
    assert link.startswith(f"/p/{code}/1-")
    assert phone.get(link).status_code == 200
    assert desk.tournament(code).here == {1}
    assert held(desk, code, 1).live


def test_one_letter_suggests_nobody_and_many_are_cut(desk: At) -> None:
    code = desk.make(names=[f"Ana {n}" for n in range(1, 21)])
    found = desk.elsewhere().get(f"/join/{code}/found", params={"who": "a"}).text
    assert "Ana" not in found
    found = desk.elsewhere().get(f"/join/{code}/found", params={"who": "ana"}).text
    assert found.count("<form") == 8
    assert "More players match: type more of your name." in found


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


def test_a_phone_that_joins_has_a_secret_of_its_own(desk: At) -> None:
    code = desk.make(names=NAMES)
    card = f"/p/{code}/{desk.runtime.mark(code, 2)}"
    first = desk.elsewhere("10.0.0.6")
    link = join(first, code, 2)
    assert link != card
    assert first.get(link).status_code == 200
    assert join(first, code, 2) == link  # the same phone
    assert "Continue as Ana Ruiz" in first.get(f"/join/{code}").text
    assert "Another phone" not in first.get(link).text
    assert "Another phone" in desk.elsewhere("10.0.0.9").get(card).text


def test_a_player_who_is_taken_needs_the_desk_or_the_card(desk: At) -> None:
    code = desk.make(names=NAMES)
    first, second = desk.elsewhere("10.0.0.6"), desk.elsewhere("10.0.0.7")
    old = join(first, code, 2)
    assert "Taken: ask the desk" in second.get(f"/join/{code}", params={"who": "ana ruiz"}).text
    assert join(second, code, 2) == f"/join/{code}?phone=true"
    assert "Waiting for the desk to let you in as Ana Ruiz" in second.get(f"/join/{code}?phone=true").text
    ((player, phone),) = asking(desk, code)
    assert (player, desk.client.get(f"/e/{code}").text.count("1 phone is waiting")) == (2, 1)
    assert second.post(f"/e/{code}/phones/2/{phone.id}/allow").status_code == 401
    assert desk.client.post(f"/e/{code}/phones/2/{phone.id}/allow").status_code == 200
    link = join(second, code, 2)
    assert link.startswith(f"/p/{code}/2-")
    assert second.get(link).status_code == 200
    assert "Another phone has also been signed in for you" in first.get(old).text
    (stranger, _) = held(desk, code, 2).live
    desk.client.post(f"/e/{code}/phones/2/{stranger.id}/end")
    assert (first.get(old).status_code, second.get(link).status_code) == (404, 200)


def test_who_is_sent_away_does_not_get_in(desk: At) -> None:
    code = desk.make(names=NAMES)
    join(desk.elsewhere("10.0.0.6"), code, 2)
    second = desk.elsewhere("10.0.0.7")
    join(second, code, 2)
    mark = second.cookies["phone"]
    assert second.get(f"/p/{code}/{mark}").status_code == 404
    ((_, phone),) = asking(desk, code)
    desk.client.post(f"/e/{code}/phones/2/{phone.id}/refuse")
    assert second.get(f"/p/{code}/{mark}").status_code == 404
    assert not asking(desk, code)
    assert desk.client.post(f"/e/{code}/phones/2/{phone.id}/explode").status_code == 404


def test_a_card_in_use_is_not_taken_over(desk: At) -> None:
    code = desk.make(names=NAMES)
    mark = desk.runtime.mark(code, 1)
    assert desk.elsewhere("10.0.0.6").get(f"/p/{code}/{mark}").status_code == 200
    assert join(desk.elsewhere("10.0.0.7"), code, 1) == f"/join/{code}?phone=true"
    desk.show(code, replace(Display(), claimed={"2": "0"}))  # as an earlier release wrote it
    assert join(desk.elsewhere("10.0.0.8"), code, 2) == f"/join/{code}?phone=true"


def test_a_new_link_ends_all_phones_of_the_player(desk: At) -> None:
    code = desk.make(names=NAMES)
    first = desk.elsewhere("10.0.0.6")
    link = join(first, code, 2)
    desk.client.post(f"/e/{code}/player-link/2")
    assert first.get(link).status_code == 404
    assert join(desk.elsewhere("10.0.0.7"), code, 2).startswith("/p/")


def test_one_phone_does_not_speak_for_both_sides(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    first, second = desk.tournament(code).rounds[0].tables[0].players
    phone = desk.elsewhere("10.0.0.6")
    for player in (first, second):
        told = phone.post(f"{join(phone, code, player)}/tell/report", data={"result": "1-0"}, headers=HTMX)
        assert told.status_code == 204
    assert desk.tournament(code).rounds[0].tables[0].result is None
    page = phone.get(join(phone, code, second)).text
    assert 'data-state="held"' in page
    assert "one phone spoke for both" in desk.client.get(f"/e/{code}").text
    api = f"/api/phones/{code}/{join(phone, code, first).rpartition('/')[2]}"
    assert phone.get(api).json()["state"] == "held"
    assert phone.post(f"{api}/report", json={"result": "1-0"}).status_code < 300
    assert desk.tournament(code).rounds[0].tables[0].result is None
    desk.client.post(f"/e/{code}/do/result", data={"round": "1", "table": "1", "result": "1-0"})
    assert desk.tournament(code).rounds[0].tables[0].result is not None


def test_two_phones_agree_as_ever(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    first, second = desk.tournament(code).rounds[0].tables[0].players
    for host, player in (("10.0.0.6", first), ("10.0.0.7", second)):
        phone = desk.elsewhere(host)
        phone.post(f"{join(phone, code, player)}/tell/report", data={"result": "1-0"}, headers=HTMX)
    assert desk.tournament(code).rounds[0].tables[0].result is not None


@pytest.mark.parametrize("mode", ["initials", "number"])
def test_hidden_names_stay_hidden_to_whoever_joins(desk: At, mode: str) -> None:
    code = desk.make(names=NAMES)
    desk.show(code, Display(names=mode))
    phone = desk.elsewhere("10.0.0.6")
    link = join(phone, code, 2)
    for page in (
        phone.get(link),
        phone.get(f"/join/{code}"),
        phone.get(f"/api/phones/{code}/{link.rpartition('/')[2]}"),
    ):
        assert page.status_code == 200
        assert "Ruiz" not in page.text
    card = desk.runtime.mark(code, 2)
    assert "Ana Ruiz" in desk.elsewhere("10.0.0.7").get(f"/p/{code}/{card}").text


def test_with_cards_only_nobody_joins(desk: At) -> None:
    code = desk.make(names=NAMES)
    desk.runtime.write(code, "display", {"join": False, "editions": {}})  # as an earlier release wrote it
    assert desk.runtime.display(code).joining == "card"
    assert "claim" not in desk.elsewhere().get(f"/join/{code}", params={"who": "ana"}).text
    desk.elsewhere().post(f"/join/{code}/claim", data={"player": "1"})
    assert not held(desk, code, 1).phones
    assert DISPLAY.read({"join": True}).joining == "word"


def test_of_two_at_once_one_is_first_and_nobody_is_lost(desk: At) -> None:
    code = desk.make(players=20)
    with ThreadPoolExecutor(8) as pool:
        taken = list(
            pool.map(
                lambda n: claim(desk.runtime, code, n % 20 + 1, Machine(f"device {n}", f"place {n}"), by_word=True),
                range(60),
            )
        )
    assert sum(not one.waiting for one in taken) == 20
    assert all(len(held(desk, code, n).phones) == 3 for n in range(1, 21))


def test_phones_that_wait_do_not_pile_up(desk: At) -> None:
    code = desk.make(players=2)
    for n in range(30):
        claim(desk.runtime, code, 1, Machine(f"device {n}", f"place {n}"), by_word=True)
    assert [phone.device for phone in held(desk, code, 1).live] == ["device 0"]
    assert len(held(desk, code, 1).phones) == 4


def test_after_the_start_nobody_is_checked_in_by_joining(desk: At) -> None:
    code = desk.make("redemption", names=NAMES)
    desk.publish(code)
    before = desk.tournament(code)
    assert join(desk.elsewhere(), code, 1).startswith("/p/")
    assert desk.tournament(code) == before


def test_unknown_players_are_not_taken(desk: At) -> None:
    code = desk.make(names=NAMES)
    for player in ("", "0", "99", "-1", "1.5", "٣", "x" * 200, "1" * 5000):
        answer = desk.elsewhere("10.0.0.8").post(f"/join/{code}/claim", data={"player": player})
        assert answer.status_code == 404
    assert not any(held(desk, code, player).phones for player in range(1, 5))


def test_where_joining_is_off_the_page_says_what_to_do(desk: At) -> None:
    code = desk.make(names=NAMES)
    desk.show(code, Display(joining="card"))
    phone = desk.elsewhere()
    page = phone.get(f"/join/{code}", params={"who": "ana"})
    assert page.status_code == 200
    assert "do not join by themselves" in page.text
    assert "Pérez" not in page.text
    phone.post(f"/join/{code}/claim", data={"player": "1"})
    assert not any(held(desk, code, player).phones for player in range(1, 5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(desk: At, language: str) -> None:
    code = desk.make(names=NAMES)
    for path in ("/join", f"/join/{code}?", f"/join/{code}?who=zz", f"/join/{code}?who=ana", f"/join/{code}?screen=1"):
        page = desk.elsewhere().get(path, params={"lang": language})
        assert page.status_code == 200
        assert "web." not in page.text
