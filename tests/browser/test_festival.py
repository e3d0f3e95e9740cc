"""A festival of three in the browser: sign-up, one check-in, one code, one wall; then a season over its events."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PHONE, PROJECTOR, Hall, faults, make_event, raw_keys, width_overflow
from tests.web.serving import free_port, serving

THREE = {"redemption": "5-3", "chess": "1-0", "melee": "13-7"}
PEOPLE = ["Ann Lee", "Bo Ek", "Cy Old", "Di Ray", "Ed Moss", "Flo Hart"]


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def good(page: Page, address: str) -> None:
    """Every text is there, nothing is too wide, axe finds nothing serious; a picture, if somebody wants to look."""
    for width, height in ((1280, 800), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        assert not raw_keys(page), address
        assert width_overflow(page) <= 0, (address, width)
        assert not faults(page), (address, faults(page))
        if target := os.environ.get("RONDA_SCREENSHOTS"):
            page.screenshot(path=f"{target}/{address.strip('/').replace('/', '-')}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.soak
def test_a_festival_of_three_and_a_season_over_it(hall: Hall) -> None:
    desk = hall.director()
    codes = [make_event(desk, system, PEOPLE, {}) for system in THREE]
    desk.goto("/collections")
    desk.fill("#festival-name", "Spring days")
    desk.locator("#festival-name").press("Enter")
    desk.wait_for_url(re.compile(r"/collections/[0-9A-Z]{6}$"))
    festival = desk.url.rsplit("/", 1)[-1]
    for code in codes:
        desk.select_option("#event", code)
        desk.locator('form[action$="/do/count"] button').last.click()
        expect(desk.locator(f'form[action$="/do/uncount"] a[href="/e/{code}"]')).to_be_visible()
    desk.fill("#plan-date", "2026-05-03")
    desk.fill("#plan-time", "10:00")
    desk.fill("#plan-text", "Doors open")
    desk.locator('form[action$="/do/plan"] button').click()
    expect(desk.get_by_role("cell", name="Doors open", exact=True)).to_be_visible()

    # somebody signs up for two of them, and becomes a player with one press
    desk.goto(f"/signups/{festival}")
    desk.check('[name="open"]')
    desk.fill("#places", "8")
    desk.locator('form[action$="/settings"] button').click()
    guest = hall.person(PHONE)
    guest.goto(f"/f/{festival}")
    guest.locator(f'a[href="/signup/{festival}"]').click()
    guest.fill("#name", "Gus New")
    guest.uncheck(f'[name="event"][value="{codes[2]}"]')
    guest.locator("main form button").click()
    expect(guest.get_by_text("You have a place.").first).to_be_visible()
    own = guest.url
    desk.goto(f"/signups/{festival}")
    desk.get_by_role("button", name="Enter all who have a place").click()
    guest.goto(own)
    expect(guest.locator(f'a[href^="/p/{codes[0]}/"]')).to_be_visible()
    expect(guest.locator(f'a[href^="/p/{codes[1]}/"]')).to_be_visible()

    # one check-in for all, one code for the phone
    desk.goto(f"/collections/{festival}/check-in?find=lee")
    desk.get_by_role("button", name="Check in Ann Lee").click()
    expect(desk.get_by_text("Here: 1 of 7.")).to_be_visible()
    phone = hall.person(PHONE)
    phone.goto("/join")
    phone.fill("main input", festival)
    phone.keyboard.press("Enter")
    phone.wait_for_url(re.compile(rf"/f/{festival}/join"))
    phone.fill("#who", "Bo Ek")
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="This is me").first.click()
    hall.type_word(phone, f"/api/collections/{festival}/hall-word")
    expect(phone.locator('a[href^="/p/"]')).to_have_count(3)

    # all three are played at once; the wall goes from one to the next
    for code, result in zip(codes, THREE.values(), strict=True):
        play(desk, code, result)
    wall = hall.person(PROJECTOR)
    wall.goto(f"/f/{festival}/wall?seconds=10")
    for code in (*codes[1:], codes[0]):
        wall.wait_for_url(re.compile(rf"/wall/{code}\?"))
    for address in (f"/collections/{festival}", f"/collections/{festival}/check-in", f"/signups/{festival}"):
        good(desk, address)
    for address in (f"/f/{festival}", f"/f/{festival}/join", f"/signup/{festival}"):
        good(desk, address)

    # and they count in a season
    desk.goto("/collections")
    desk.fill("#season-name", "Spring season")
    desk.locator("#season-name").press("Enter")
    desk.wait_for_url(re.compile(r"/collections/[0-9A-Z]{6}$"))
    season = desk.url.rsplit("/", 1)[-1]
    for code in codes:
        desk.select_option("#event", code)
        desk.locator('form[action$="/do/count"] button.primary').last.click()
        expect(desk.locator(f"#date-{code}")).to_be_visible()
    expect(desk.locator("table.season tbody tr")).to_have_count(7)
    desk.get_by_role("button", name="Show the public page").click()
    expect(desk.get_by_role("button", name="Hide the public page")).to_be_visible()
    anybody = hall.person()
    anybody.goto(f"/s/{season}")
    expect(anybody.get_by_role("row", name=re.compile("Ann Lee"))).to_be_visible()
    for address in (f"/collections/{season}", f"/collections/{season}/log", f"/s/{season}", "/collections"):
        good(desk, address)


def play(desk: Page, code: str, result: str) -> None:
    """One round, and the end."""
    for action in ("pair", "publish"):
        answer = desk.request.post(f"/api/events/{code}/{action}?confirm=true", data={})
        if answer.status == 422 and action == "publish":  # forced: somebody stands for it
            desk.request.post(f"/api/events/{code}/approve", data={"by": "Dora", "reason": "few players"})
            answer = desk.request.post(f"/api/events/{code}/{action}?confirm=true", data={})
        assert answer.ok, answer.text()
    for table in desk.request.get(f"/api/events/{code}/rounds/1").json()["tables"]:
        entered = {"round": 1, "table": table["number"], "result": result}
        assert desk.request.post(f"/api/events/{code}/result", data=entered).ok
    for action in ("close", "finish"):
        answer = desk.request.post(f"/api/events/{code}/{action}?confirm=true", data={})
        assert answer.ok, answer.text()
