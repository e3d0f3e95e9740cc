"""The hall word: who has only the public code gets nobody and nothing, and the honest hall needs nobody."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from litestar.testing import TestClient

from ronda.operations.event_settings import DISPLAY, Display
from ronda.operations.joining import (
    _DIGITS,
    _LETTERS,
    MOST_WRONG,
    MOST_WRONG_HERE,
    _derived,
    hall_word,
    typed_word,
    wrong_words,
)
from ronda.operations.phone_sessions import MANY_AT_A_PLACE, MANY_ON_A_PHONE, all_phones, asking, crowds, holders
from ronda.sheets import SHEETS
from ronda.sheets.typesetting import qr_svg
from ronda.web.settings import place_of
from tests.web.conftest import At, Browser
from tests.web.who_may.test_routes_by_role import NAMES, ask, open_to_all, with_pass

HTMX = {"hx-request": "true"}
HALL = "http://192.168.1.2:8000"
PLAYERS = 24
ONE_ADDRESS = "203.0.113.9"


def reachable(desk: At) -> None:
    desk.runtime.hall.address = HALL


def taken(desk: At, code: str) -> int:
    """How many players somebody speaks for."""
    everybody = [player.id for player in desk.tournament(code).players]
    return sum(holders(desk.runtime, code, player).taken for player in everybody)


def official(desk: At, code: str) -> int:
    return sum(table.result is not None for table in desk.tournament(code).rounds[0].tables)


def claims(phone: TestClient[Any], code: str, player: int, **more: str) -> str:
    """Where the phone is sent; nothing if it is asked for the word."""
    answer = phone.post(f"/join/{code}/claim", data={"player": str(player), **more}, follow_redirects=False)
    return str(answer.headers.get("location", ""))


def report(phone: TestClient[Any], link: str, result: str = "1-0") -> None:
    phone.post(f"{link}/tell/report", data={"result": result}, headers=HTMX)


def event(desk: At, players: int = PLAYERS, rounds: int = 5) -> str:
    code = desk.make("chess", players=players, rounds=rounds)
    desk.publish(code)
    return code


# --- the word ----------------------------------------------------------------------------------------------


def test_it_can_be_read_and_is_no_word() -> None:
    found = {_derived("key", f"E{n}", n % 3).word for n in range(500)}
    assert len(found) > 450
    for word in found:
        assert re.fullmatch("[CDFHJKMNPRTVWX]([679][CDFHJKMNPRTVWX]|[CDFHJKMNPRTVWX][679])[CDFHJKMNPRTVWX]", word)
    assert len(_LETTERS) ** 3 * len(_DIGITS) * 2 == 16_464  # the digit comes second or third


def test_every_event_has_its_own_also_a_copy(desk: At) -> None:
    code = event(desk)
    desk.client.post(f"/e/{code}/duplicate", data={"name": "Once more"})
    codes = desk.runtime.store.codes()
    assert len(codes) == 2
    assert len({hall_word(desk.runtime, one) for one in codes}) == 2
    assert hall_word(desk.runtime, code) == hall_word(desk.runtime, code)


@pytest.mark.parametrize("note", [{}, {"joining": "careful"}, {"join": True}, {"joining": "of a later release"}])
def test_what_was_careful_is_the_word(desk: At, note: dict[str, Any]) -> None:
    code = desk.make(players=4)
    desk.runtime.write(code, "display", note)
    assert DISPLAY.read(note).joining == desk.runtime.display(code).joining == "word"
    assert desk.client.put(f"/api/events/{code}/display", json={"joining": "careful"}).json()["joining"] == "word"
    assert desk.client.put(f"/api/events/{code}/display", json={"joining": "ajar"}).status_code == 400


# --- the stranger ------------------------------------------------------------------------------------------


def many_browsers(desk: At) -> Iterator[TestClient[Any]]:
    for n in range(PLAYERS):
        phone = desk.elsewhere(ONE_ADDRESS)
        phone.headers["user-agent"] = f"Browser {n}"
        yield phone


def many_addresses(desk: At) -> Iterator[TestClient[Any]]:
    for n in range(PLAYERS):
        yield desk.elsewhere(f"198.51.100.{n + 1}")


def one_network(desk: At) -> Iterator[TestClient[Any]]:
    for n in range(PLAYERS):
        yield desk.elsewhere(f"2001:db8:1:2::{n + 1:x}")


def through_a_proxy(desk: At) -> Iterator[TestClient[Any]]:
    for n in range(PLAYERS):
        phone = desk.elsewhere("127.0.0.1")
        phone.headers["x-forwarded-for"] = f"198.51.100.{n + 1}"
        yield phone


def one_browser(desk: At) -> Iterator[TestClient[Any]]:
    phone = desk.elsewhere(ONE_ADDRESS)
    for _ in range(PLAYERS):
        yield phone


@pytest.mark.parametrize("how", [many_browsers, many_addresses, one_network, through_a_proxy, one_browser])
@pytest.mark.parametrize("more", [{}, {"ask": "true"}, {"word": "K7MX"}], ids=["claims", "asks", "guesses"])
def test_a_stranger_takes_nobody_and_decides_nothing(desk: At, how: Any, more: dict[str, str]) -> None:
    code = event(desk)
    for phone, player in zip(how(desk), range(1, PLAYERS + 1), strict=True):
        link = claims(phone, code, player, **more)
        mark = phone.cookies.get("phone", "none")
        report(phone, link if link.startswith("/p/") else f"/p/{code}/{mark}")
        api = phone.post(f"/api/events/{code}/join", json={"player": player, **more}).json()
        report(phone, f"/p/{code}/{api.get('mark', 'none')}")
    assert (taken(desk, code), official(desk, code)) == (0, 0)


def test_a_stranger_who_tries_words_is_not_heard_for_long(desk: At) -> None:
    """From 200 addresses, and then with the right word: nobody learns whether it was."""
    code = event(desk)
    statuses = []
    for n in range(200):
        phone = desk.elsewhere(f"198.51.100.{n + 1}")
        word = hall_word(desk.runtime, code).word if n == 199 else "C6CC"
        answer = phone.post(f"/join/{code}/claim", data={"player": "1", "word": word}, follow_redirects=False)
        statuses.append(answer.status_code)
        assert not answer.headers.get("location", "").startswith("/p/")
    assert (statuses.count(422), statuses.count(303)) == (MOST_WRONG, 200 - MOST_WRONG)
    assert wrong_words(desk.runtime, code).count == MOST_WRONG
    assert taken(desk, code) == 0


def test_one_address_does_not_use_up_the_words_of_the_hall(desk: At) -> None:
    code = event(desk)
    right = hall_word(desk.runtime, code).word
    for n in range(100):
        typed_word(desk.runtime, code, "C6CC", place_of(f"2001:db8:1:2::{n + 1:x}"))
    assert wrong_words(desk.runtime, code).count == MOST_WRONG_HERE
    assert typed_word(desk.runtime, code, right, place_of("2001:db8:1:2::ffff")) == "unheard"
    phone = desk.elsewhere(ONE_ADDRESS)
    assert claims(phone, code, 1, word=f" {right.lower()[:2]}-{right[2:]} ").startswith(f"/p/{code}/")
    assert claims(phone, code, 2).startswith(f"/p/{code}/")  # typed once


def test_the_next_day_and_the_next_word_begin_anew(desk: At) -> None:
    code = event(desk)
    for n in range(MOST_WRONG):
        typed_word(desk.runtime, code, "C6CC", f"198.51.100.{n + 1}")
    assert f"Wrong hall words: {MOST_WRONG}" in desk.client.get(f"/e/{code}").text
    today = desk.runtime.now()
    desk.runtime.now = lambda: today + timedelta(days=1)
    assert typed_word(desk.runtime, code, hall_word(desk.runtime, code).word, "198.51.100.1") == "right"
    desk.runtime.now = lambda: today
    assert typed_word(desk.runtime, code, hall_word(desk.runtime, code).word, "198.51.100.1") == "unheard"
    desk.client.post(f"/e/{code}/hall-word", data={"seen": "0"})
    assert typed_word(desk.runtime, code, hall_word(desk.runtime, code).word, "198.51.100.1") == "right"
    assert "Wrong hall words" not in desk.client.get(f"/e/{code}").text


# --- the hall ----------------------------------------------------------------------------------------------


def poster_link(desk: At, code: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the QR code of the printed poster carries."""
    drawn: list[str] = []

    def draws(text: str) -> str:
        drawn.append(text)
        return qr_svg(text)

    monkeypatch.setattr("ronda.sheets.event_sheets.qr_svg", draws)
    assert desk.client.get(f"/e/{code}/print/poster.pdf").status_code == 200
    (link,) = drawn
    assert link.startswith(f"{HALL}/j/{code}/")
    return link.removeprefix(HALL)


def test_a_hall_behind_one_address_joins_without_the_desk(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    code = event(desk, players=200, rounds=9)
    reachable(desk)
    link = poster_link(desk, code, monkeypatch)
    phones: dict[int, tuple[Browser, str]] = {}
    for player in range(1, 201):
        phone = desk.elsewhere(ONE_ADDRESS)
        page = phone.get(link, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, f"/join/{code}")
        phones[player] = phone, claims(phone, code, player)
    assert sum(own.startswith(f"/p/{code}/") for _, own in phones.values()) == 200
    assert not asking(all_phones(desk.runtime, code))
    assert not crowds(all_phones(desk.runtime, code))
    tables = desk.tournament(code).rounds[0].tables[:10]
    for table in tables:
        for player in table.players:
            report(*phones[player])
    assert official(desk, code) == len(tables)


def test_who_guesses_links_at_the_same_address_keeps_nobody_out(desk: At) -> None:
    code = event(desk)
    stranger = desk.elsewhere(ONE_ADDRESS)
    assert [stranger.get(f"/p/{code}/1-{n:020}").status_code for n in range(30)][-1] == 429
    phone = desk.elsewhere(ONE_ADDRESS)
    phone.scan(code)
    assert claims(phone, code, 1).startswith(f"/p/{code}/1-")


def test_who_has_not_scanned_types_the_word(desk: At) -> None:
    code = event(desk)
    phone = desk.elsewhere()
    asked = phone.post(f"/join/{code}/claim", data={"player": "3"})
    assert (asked.status_code, 'name="word"' in asked.text, "Ask the desk" in asked.text) == (200, True, True)
    wrong = phone.post(f"/join/{code}/claim", data={"player": "3", "word": "C6CC"})
    assert (wrong.status_code, "That is not the hall word" in wrong.text) == (422, True)
    word = hall_word(desk.runtime, code).word
    assert word not in asked.text + wrong.text
    assert claims(phone, code, 3, word=word).startswith(f"/p/{code}/3-")


def test_who_waits_and_then_scans_is_in(desk: At) -> None:
    code = event(desk)
    phone = desk.elsewhere()
    assert claims(phone, code, 3, ask="true") == f"/join/{code}?phone=true"
    phone.scan(code)
    assert claims(phone, code, 3).startswith(f"/p/{code}/3-")
    assert not asking(all_phones(desk.runtime, code))


def test_another_word_ends_the_one_before_and_nobody_who_is_in(desk: At) -> None:
    code = event(desk)
    old, inside = hall_word(desk.runtime, code), desk.elsewhere()
    inside.scan(code)
    link = claims(inside, code, 1)
    assert desk.client.post(f"/e/{code}/hall-word", data={"seen": "7"}).status_code == 200  # not what stands there
    assert hall_word(desk.runtime, code) == old
    desk.client.post(f"/e/{code}/hall-word", data={"seen": "0"})
    new = hall_word(desk.runtime, code)
    assert new.word != old.word
    assert new.key != old.key
    late = desk.elsewhere()
    assert late.get(f"/j/{code}/{old.key}", follow_redirects=False).headers["location"] == f"/join/{code}"
    assert claims(late, code, 2) == claims(late, code, 2, word=old.word) == ""
    assert claims(inside, code, 2) == ""  # in as player 1, and no further with what it scanned
    assert inside.get(link).status_code == 200
    assert with_pass(desk, "helper", code).post(f"/e/{code}/hall-word", data={"seen": "1"}).status_code == 403
    answer = desk.client.post(f"/api/events/{code}/joining", json={"do": "change_word", "changes": 1})
    assert (answer.status_code, answer.json()["changes"]) == (200, 2)
    stale = desk.client.post(f"/api/events/{code}/joining", json={"do": "change_word", "changes": 1})
    assert stale.status_code == 409
    assert desk.client.post(f"/api/events/{code}/joining", json={"do": "change_word"}).status_code == 428


# --- results -----------------------------------------------------------------------------------------------


def open_event(desk: At) -> str:
    code = event(desk)
    desk.show(code, Display(joining="open"))
    return code


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        ("word", "word", True),
        ("card", "card", True),
        ("card", "word", True),
        ("desk", "word", True),
        ("open", "open", False),
        ("open", "word", False),
        ("word", "open", False),
        ("card", "open", False),
        ("open", "card", False),
        ("open", "desk", False),
    ],
)
def test_two_phones_decide_only_if_both_were_let_in(desk: At, first: str, second: str, counts: bool) -> None:
    code = open_event(desk)
    table = desk.tournament(code).rounds[0].tables[0]

    def link(phone: Browser, how: str, player: int) -> str:
        if how == "card":
            return f"/p/{code}/{desk.runtime.mark(code, player)}"
        if how == "word":
            phone.scan(code)
        joined = claims(phone, code, player)
        if how == "desk":
            (one,) = [one for one in all_phones(desk.runtime, code) if one.player == player]
            desk.client.post(f"/e/{code}/phones/{player}/{one.phone.id}/allow")
        return joined

    for how, player in zip((first, second), table.players, strict=True):
        phone = desk.elsewhere()
        report(phone, link(phone, how, player))
    assert (official(desk, code) == 1) is counts
    if not counts:
        assert "Please confirm it" in desk.client.get(f"/e/{code}").text


# --- the desk ----------------------------------------------------------------------------------------------


def test_one_tap_lets_in_all_who_wait(desk: At) -> None:
    code = event(desk)
    phones = {player: desk.elsewhere(f"10.0.0.{player}") for player in range(1, 21)}
    for player, phone in phones.items():
        claims(phone, code, player, ask="true")
    claims(desk.elsewhere("10.0.1.1"), code, 20, ask="true")  # two phones for one player: a closer look
    page = desk.client.get(f"/e/{code}").text
    assert "Let in all 19" in page
    found = re.search(r'/phones/waiting"><input type="hidden" name="seen"\s+value="([^"]+)"', page)
    assert found is not None
    late = desk.elsewhere("10.0.0.21")
    claims(late, code, 21, ask="true")  # after the desk looked
    assert desk.elsewhere().post(f"/e/{code}/phones/waiting", data={"seen": found[1]}).status_code == 401
    with_pass(desk, "helper", code).post(f"/e/{code}/phones/waiting", data={"seen": found[1]})
    assert taken(desk, code) == 19
    assert sorted(one.player for one in asking(all_phones(desk.runtime, code))) == [20, 20, 21]
    table = next(table for table in desk.tournament(code).rounds[0].tables if max(table.players) < 20)
    for player in table.players:
        report(phones[player], claims(phones[player], code, player))
    assert official(desk, code) == 1  # the desk has let them in
    answer = desk.client.post(f"/api/events/{code}/joining", json={"do": "let_in", "until": "9999"})
    assert [one["player"] for one in answer.json()["waiting"]] == [20, 20]


@pytest.mark.parametrize("said", ["keep", "send_away"])
@pytest.mark.parametrize("joining", ["open", "word"])
def test_many_from_one_address_are_a_notice(desk: At, said: str, joining: Any) -> None:
    """Of IPv6 its network. Whoever has the word, or comes from elsewhere, is not meant."""
    code = event(desk)
    desk.show(code, Display(joining=joining))
    for player in range(1, PLAYERS + 1):
        phone = desk.elsewhere(f"2001:db8:1:2::{player:x}" if player < 20 else f"10.0.0.{player}")
        if player > 21:
            phone.scan(code)
        claims(phone, code, player, ask="true")
    text = "19 players were taken" if joining == "open" else "19 players are wanted"
    page = desk.client.get(f"/e/{code}").text
    assert f"{text} from one address, without the hall word." in page
    (crowd,) = desk.client.get(f"/api/events/{code}/joining").json()["crowds"]
    assert (crowd["kind"], crowd["players"]) == ("address", list(range(1, 20)))
    given = {"crowd": crowd["id"], "seen": crowd["until"], "do": said}
    assert desk.elsewhere().post(f"/e/{code}/phones/crowd", data=given).status_code == 401
    desk.client.post(f"/e/{code}/phones/crowd", data=given)
    rest = 5 if joining == "open" else 3
    assert taken(desk, code) == (19 if said == "keep" else 0) + rest
    assert "from one address" not in desk.client.get(f"/e/{code}").text
    again = {"do": said, "crowd": crowd["id"], "until": crowd["until"]}
    assert desk.client.post(f"/api/events/{code}/joining", json=again).status_code == 409


def test_one_phone_for_many_players_is_a_notice(desk: At) -> None:
    code = event(desk)
    phone = desk.elsewhere()
    phone.scan(code)
    for player in range(1, MANY_ON_A_PHONE):
        claims(phone, code, player)
    assert "One phone speaks" not in desk.client.get(f"/e/{code}").text  # a family
    claims(phone, code, MANY_ON_A_PHONE)
    assert f"One phone speaks for {MANY_ON_A_PHONE} players." in desk.client.get(f"/e/{code}").text
    (crowd,) = desk.client.get(f"/api/events/{code}/joining").json()["crowds"]
    desk.client.post(
        f"/api/events/{code}/joining", json={"do": "send_away", "crowd": crowd["id"], "until": crowd["until"]}
    )
    assert taken(desk, code) == 0


def test_few_from_one_address_are_none(desk: At) -> None:
    code = event(desk)
    for player in range(1, MANY_AT_A_PLACE):
        claims(desk.elsewhere(), code, player, ask="true")
    assert not crowds(all_phones(desk.runtime, code))


# --- who sees it -------------------------------------------------------------------------------------------

SCREENS = ("/wall/{}", "/wall/{}?view=join", "/wall/{}/2", "/wall/{}/part?view=join")
JOIN_SCREENS = ("/join/{}?screen=true", "/join/{}/part")


def secrets_of(desk: At, code: str) -> tuple[str, ...]:
    word = hall_word(desk.runtime, code)
    return word.word, word.key


@pytest.mark.parametrize("path", SCREENS + JOIN_SCREENS)
def test_walls_show_it_to_whom_the_desk_lets(desk: At, path: str) -> None:
    code = desk.make("chess", players=PLAYERS, rounds=5)
    path = path.format(code)
    word, key = secrets_of(desk, code)
    assert word not in desk.client.get(path).text  # no phone finds the desk
    reachable(desk)
    anybody, screen, helper = desk.elsewhere(), desk.elsewhere(), with_pass(desk, "helper", code)
    for client, sees in ((desk.client, True), (helper, True), (anybody, False), (screen, False)):
        assert (f">{word}<" in client.get(path).text) is sees
    opened = screen.get(f"/j/{code}/{key}?wall=2", follow_redirects=False)
    assert opened.headers["location"] == f"/wall/{code}/2"
    assert f">{word}<" in screen.get(path).text
    desk.client.post(f"/e/{code}/hall-word", data={"seen": "0"})
    assert f">{word}<" not in screen.get(path).text + desk.client.get(path).text
    assert hall_word(desk.runtime, code).word not in screen.get(path).text
    for joining in ("open", "card"):
        desk.show(code, Display(joining=joining))
        assert "Hall word" not in desk.client.get(path).text


def test_no_public_address_tells_it(desk: At) -> None:
    """Every route that is open to all, as one of the public, with everything that could be asked for."""
    code = desk.make(names=NAMES)
    desk.publish(code)
    reachable(desk)
    anybody, told = desk.elsewhere(), []
    word, key = secrets_of(desk, code)
    more = [
        f"{path.format(code)}{mark}lang=de"
        for path in SCREENS + JOIN_SCREENS
        for mark in ("&" if "?" in path else "?",)
    ]
    more += [f"/wall/{code}?view={view}" for view in ("tables", "names", "room", "standings", "clock", "text")]
    more += [f"/j/{code}", f"/join?code={code}", f"/{code}/share?round=1", f"/api/events/{code}/share"]
    more += [f"/e/{code}/print/{sheet}.pdf" for sheet in SHEETS]
    more += [f"/api/events/{code}/sheets/{sheet}" for sheet in SHEETS]
    answers = {path: anybody.get(path) for path in more}
    for route in open_to_all(desk):
        answers[str(route)] = ask(desk, anybody, route, code)
    for route in open_to_all(desk, "POST"):
        answers[str(route)] = ask(desk, anybody, route, code)
    for name, answer in answers.items():
        said = answer.text + str(answer.headers)
        if word in said or key in said:
            told.append(name)
    assert len(answers) > 120
    assert told == []


def test_what_the_desk_hands_out_does_not_tell_it(desk: At) -> None:
    """Files, the site of plain pages and what is sent to friends, also when the desk makes them."""
    code = desk.make(names=NAMES)
    desk.publish(code)
    reachable(desk)
    word, key = secrets_of(desk, code)
    site = desk.client.get(f"/e/{code}/site.zip").content
    with zipfile.ZipFile(io.BytesIO(site)) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    files += [desk.client.get(f"/e/{code}/export/{kind}").content for kind in ("json", "csv", "trf")]
    files += [desk.client.get(path).content for path in (f"/{code}/share", f"/overlay/{code}", f"/embed/{code}")]
    files += [desk.client.get(f"/api/events/{code}{path}").content for path in ("", "/display", "/share", "/log")]
    for content in files:
        assert word.encode() not in content
        assert key.encode() not in content
    assert "lets nobody in as a player" in desk.client.get(f"/{code}/share").text


def test_the_desk_finds_it(desk: At) -> None:
    code = desk.make("chess", players=4, rounds=3)
    assert "all word" not in desk.client.get(f"/e/{code}").text  # nobody comes with a phone
    assert desk.client.get(f"/api/events/{code}/joining").json()["word"] is None
    reachable(desk)
    word, key = secrets_of(desk, code)
    for path in (f"/e/{code}", f"/e/{code}/part/hall", f"/api/events/{code}/joining"):
        assert word in desk.client.get(path).text, path
    assert f"/j/{code}/{key}?wall=1" in desk.client.get(f"/e/{code}/walls").text
    assert f"{HALL}/j/{code}/{key}" == desk.client.get(f"/api/events/{code}/joining").json()["link"]
    assert desk.elsewhere().get(f"/api/events/{code}/joining").status_code == 401
