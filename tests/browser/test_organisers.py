"""A server that several clubs share, in the browser: invited, own events, limits. The overlay beside a running desk."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, Hall, enter_result, faults, make_event, pair_all, press
from tests.web.serving import free_port, serving

NAMES = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay"]
OWN = "a tall-Giraffe 7"


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path_factory.mktemp("clubs") / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def status(page: Page, path: str) -> int:
    answer = page.goto(path)
    assert answer is not None
    return answer.status


def test_an_organiser_is_invited_and_has_events_of_their_own(hall: Hall) -> None:
    owner = hall.director()
    owner.locator(".you > summary").click()
    owner.click('a[href="/accounts"]')
    owner.fill("#name", "Club Norte")
    owner.fill("#events", "1")
    owner.fill("#players", str(len(NAMES)))
    owner.click('form[action="/accounts"] button')
    link = owner.inner_text("code.secret")
    assert not faults(owner)
    club = hall.person()
    club.goto(link)
    club.fill("#new", OWN)
    club.fill("#again", OWN)
    club.click("main form button")
    club.wait_for_url(f"{hall.url}/")
    assert status(hall.person(), link) == 404, "the link works once"
    code = make_event(club, "redemption", NAMES, {"rounds": "3"})
    club.goto(f"/e/{code}/players")
    club.fill("#find", "Gus")
    club.press("#find", "Enter")
    expect(club.locator("#say")).to_contain_text("at most this many players: 6")
    club.goto("/new/redemption")
    club.fill("#name", "One more")
    club.fill("#players", "\n".join(NAMES))
    expect(club.locator("#preview table")).to_be_visible()
    club.click('button[name="make"]')
    expect(club.locator("main")).to_contain_text("as many events as it may (1)")
    assert not faults(club)
    club.goto("/")
    expect(club.locator(f'main a[href="/e/{code}"]')).to_be_visible()
    assert status(club, "/accounts") == 403
    owner.goto("/")
    expect(owner.locator(f'main a[href="/e/{code}"]')).to_have_count(0)
    assert status(owner, f"/e/{code}") == 401, "to the owner of the server it is what it is to everybody"
    owner.goto("/accounts")
    expect(owner.locator("main table")).to_contain_text(code)
    owner.click('form[action$="/do/suspend"] button')
    assert status(club, f"/e/{code}") in (401, 403)
    stranger = hall.person()
    stranger.goto("/login")
    stranger.fill("#name", "club norte")
    stranger.fill("#password", OWN)
    stranger.press("#password", "Enter")
    expect(stranger.locator("#wrong")).to_be_visible()
    owner.goto("/accounts")
    owner.click('form[action$="/do/restore"] button')
    assert status(club, f"/e/{code}") == 200


def test_the_overlay_follows_the_desk(hall: Hall) -> None:
    desk = hall.director()
    code = make_event(desk, "redemption", NAMES, {"rounds": "3"})
    pair_all(desk)
    desk.wait_for_url(re.compile(r"/round/1$"))
    stream, table = hall.person((1920, 1080)), hall.person((1920, 1080))
    stream.goto(f"/overlay/{code}")
    table.goto(f"/overlay/{code}?table=2")
    expect(table.locator(".sides")).to_have_count(0)  # a draft is nobody's business
    press(desk, "publish")
    expect(table.locator(".head")).to_contain_text("Table 2")  # by its stream, nobody reloads it
    names = table.locator(".side").all_inner_texts()
    assert set(names) < set(NAMES)
    desk.goto(f"/e/{code}/results")
    enter_result(desk, 2, ("5", "1"))
    expect(table.locator(".result")).to_have_text(re.compile("^5.1$"))
    expect(stream.locator("tbody tr").first).to_contain_text(names[0])
    for page in (stream, table):
        background = "e => getComputedStyle(e).backgroundColor"
        assert page.locator("body").evaluate(background) == "rgba(0, 0, 0, 0)", "what is filmed shines through"
        assert not faults(page)
