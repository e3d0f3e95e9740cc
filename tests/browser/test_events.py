"""Whole events in the browser: a director, two helpers, phones and the wall at once, for every system."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from ronda.store import open_store
from ronda.store.replay import replay
from tests.browser.hall import (
    MISSING,
    PASSWORD,
    PROJECTOR,
    Hall,
    enter_result,
    faults,
    find_table,
    make_event,
    pair_all,
    press,
    raw_keys,
    widen,
    width_overflow,
)
from tests.waiting import GENEROUS
from tests.web.serving import free_port, serving


def long(*values: str) -> list[Any]:
    """For `make soak`."""
    return [pytest.param(value, marks=pytest.mark.soak) for value in values]


# system: the reader's language, players, what a helper types for a win of the first side
EVENTS = {
    "redemption": ("de", 7, ("5", "3")),
    "chess": ("tr", 6, ("1",)),
    "melee": ("fr", 8, ("13", "7")),
    "domino": ("es", 9, ("200", "120")),
}
FIRST_NAMES = ("Ana", "Bo", "Cy", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida")
ROUNDS = {"redemption": 2, "chess": 3, "melee": 2, "domino": 2}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("hall") / "ronda.db")


@pytest.fixture(scope="module")
def port(db: str) -> Iterator[int]:
    """Where the server is: one for all events."""
    found = free_port()
    with serving(db, found, host="0.0.0.0", password=PASSWORD):
        yield found


def names(count: int) -> list[str]:
    return [f"{first} Player-{n}" for n, first in enumerate(FIRST_NAMES[:count], start=1)]


def tables_missing(helper: Page) -> list[int]:
    return [int(one.get_attribute("data-pick") or 0) for one in helper.locator(MISSING).all()]


# Whole events of all systems are played without a browser too; one of them is enough for every run.
@pytest.mark.parametrize("system", ["domino", *long("redemption", "chess", "melee")])
def test_a_whole_event(system: str, chromium: Browser, db: str, port: int) -> None:
    language, count, typed = EVENTS[system]
    hall = Hall(chromium, f"http://127.0.0.1:{port}", language)
    director = hall.director()
    code = make_event(director, system, names(count), {"rounds": str(ROUNDS[system])})
    helpers = [hall.helper(director, code, name) for name in ("Desk 1", "Desk 2")]
    phones = [hall.phone(code, name.split()[0]) for name in names(count)[:2]]
    wall = hall.person(PROJECTOR)
    wall.goto(f"/wall/{code}")
    for number in range(1, ROUNDS[system] + 1):
        director.goto(f"/e/{code}")
        _pair(director, number)
        assert number > 1 or not wall.locator("text=Player-3").count(), "nobody sees a draft"
        press(director, "publish")
        begin = time.monotonic()
        expect(wall.locator("#wall.kind-round .top p")).to_have_text(re.compile(rf"^\D*{number}\b"))
        expect(wall.locator("#wall")).to_contain_text(re.compile("Player-3", re.IGNORECASE))
        print(f"on the wall after {time.monotonic() - begin:.2f} s")
        _play(helpers, phones, typed, code)
    director.goto(f"/e/{code}")
    press(director, "finish")
    expect(director.locator("ol.podium")).to_be_visible()
    director.goto(f"/e/{code}/standings")
    expect(director.locator("main table tbody tr")).to_have_count(count)
    for phone in phones:
        expect(phone.locator('#phone[data-state="finished"]')).to_be_visible()
        assert width_overflow(phone) <= 0
    assert not [fault for page in (director, helpers[0], phones[0], wall) for fault in faults(page)]
    assert not [key for page in (director, helpers[0], phones[0], wall) for key in raw_keys(page)]
    with open_store(db) as store:
        stored = store.load(code)
        assert stored is not None
        assert store.tournament(stored).finished
        assert replay(stored.facts).holds
        assert not store.verify(code)


def _pair(director: Page, number: int) -> None:
    """With everybody; a forced round is approved with a name and a reason."""
    pair_all(director)
    director.wait_for_url(re.compile(rf"/round/{number}$"))
    approval = director.locator('form[action$="/do/approve"]')
    if approval.count():
        approval.locator('[name="by"]').fill("Dora")
        approval.locator('[name="reason"]').fill("few players")
        approval.locator("button").click()
    expect(director.locator('form[action$="/do/publish"] button').first).to_be_visible()


def _play(helpers: list[Page], phones: list[Page], typed: tuple[str, ...], code: str) -> None:
    """Helpers type all tables but those of the phones, by turns; the phones report, and where both sit at one table
    the other confirms. What is left is typed as well."""
    for phone in phones:
        expect(phone.locator("#phone .seat, #phone[data-state=resting]").first).to_be_visible()
    for helper in helpers:
        helper.goto(f"/e/{code}/results")
    reporting = phones[0].locator("#phone form.report").first
    if reporting.is_visible():
        _report(phones[0], typed)
        expect(phones[0].locator('#phone[data-state="reported"]')).to_be_visible()
        expect(helpers[0].locator('#round [data-state="one"] form').first).to_be_visible()
    for at, table in enumerate(tables_missing(helpers[0])):
        enter_result(helpers[at % 2], table, typed)
    for helper in helpers:
        expect(helper.locator(MISSING)).to_have_count(0)
    for phone in phones:
        expect(phone.locator('#phone[data-state="stored"], #phone[data-state="resting"]')).to_be_visible()


def _report(phone: Page, typed: tuple[str, ...]) -> None:
    form = phone.locator("#phone form.report").first
    if len(typed) == 1:
        form.locator("button.big").first.click()
    else:
        form.locator("#ours").fill(typed[0])
        form.locator("#theirs").fill(typed[1])
        form.locator("button.primary").click()


@pytest.mark.soak
def test_a_restart_in_the_middle_of_a_round_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    db, port = str(tmp_path / "ronda.db"), free_port()
    hall = Hall(chromium, f"http://127.0.0.1:{port}")
    with serving(db, port, host="0.0.0.0", password=PASSWORD) as process:
        director = hall.director()
        code = make_event(director, "redemption", names(8), {"rounds": "3"})
        phone = hall.phone(code, "Ana")
        wall = hall.person(PROJECTOR)
        wall.goto(f"/wall/{code}")
        _pair(director, 1)
        press(director, "publish")
        expect(director.locator('form[action$="/do/publish"]')).to_have_count(0)
        director.goto(f"/e/{code}")
        director.click("#clock-face")
        director.click("#clock-go")
        expect(director.locator('#clock [data-running="true"]')).to_be_visible()
        director.goto(f"/e/{code}/results")
        enter_result(director, 1, ("5", "3"))
        process.kill()
        process.wait()
        expect(director.locator("#offline")).to_be_visible()
        find_table(director, 2)
        for score in ("4", "5"):
            director.keyboard.type(score)
            director.keyboard.press("Enter")
        expect(director.locator(".unsent")).to_have_count(1)
    with serving(db, port, host="0.0.0.0", password=PASSWORD):
        for page in (director, phone, wall):
            expect(page.locator("#offline")).to_be_hidden()
        expect(director.locator('#round [data-pick="2"][data-state="in"]')).to_be_visible()
        expect(director.locator('#round [data-pick="1"][data-state="in"]')).to_be_visible()
        director.goto(f"/e/{code}")
        expect(director.locator('#clock [data-running="true"]')).to_be_visible()
        enter_after = hall.director()
        enter_after.goto(f"/e/{code}/results")
        enter_result(enter_after, 3, ("5", "1"))
        expect(wall.locator("body")).to_contain_text("Player-1")
    with open_store(db) as store:
        stored = store.load(code)
        assert stored is not None
        results = [table.result for table in store.tournament(stored).rounds[-1].tables]
        assert [result is not None for result in results] == [True, True, True, False]


def test_nothing_passes_a_page_by(chromium: Browser, port: int) -> None:
    """A page that is open before the round is published wakes up then; what happens while a part of it is on its way
    is seen, too."""
    hall = Hall(chromium, f"http://127.0.0.1:{port}")
    director, other = hall.director(), hall.director()
    code = make_event(director, "redemption", names(8), {"rounds": "3"})
    _pair(director, 1)
    other.goto(f"/e/{code}/round/1")
    expect(other.locator(".scores")).to_have_count(0)
    press(director, "publish")
    expect(other.locator(".scores")).to_be_visible()  # the page has waited for the round
    director.goto(f"/e/{code}/round/1")
    held: list[tuple[Route, APIResponse]] = []
    other.route("**/part/round/**", lambda route: held.append((route, route.fetch())), times=1)
    enter_result(director, 1, ("5", "3"))
    for _ in range(int(GENEROUS * 10)):  # until the page has asked, and waits
        if held:
            break
        other.wait_for_timeout(100)
    enter_result(director, 2, ("5", "1"))
    expect(other.locator('#step-bar[data-missing="2"]')).to_be_visible()  # the news is there
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(other.locator(MISSING)).to_have_count(2)


PAGES = (
    "",
    "/players",
    "/round/1",
    "/results",
    "/standings",
    "/cross",
    "/print",
    "/log",
    "/settings",
    *(
        f"/settings/{section}"
        for section in ("also", "rules", "standings", "tables", "phones", "paper", "files", "delete")
    ),
    "/walls",
    "/people",
    "/webhooks",
    "/fees",
    "/penalties",
)


@pytest.mark.parametrize("language", ["en", "de", *long("es", "tr", "fr")])
def test_every_page_in_every_language(language: str, chromium: Browser, port: int) -> None:
    """No text is missing, nothing is wider than a phone, axe finds nothing serious."""
    hall = Hall(chromium, f"http://127.0.0.1:{port}", language)
    director = hall.director()
    long_name = "Müller-Lüdenscheidt, Maria-Magdalena von und zu Hohenstein"
    code = make_event(director, "domino", [*names(8), long_name], {"rounds": "3"})
    _pair(director, 1)
    press(director, "publish")
    expect(director.locator('form[action$="/do/publish"]')).to_have_count(0)
    addresses = [
        "/",
        "/new",
        "/new/domino",
        "/demo",
        "/open",
        "/guide",
        "/api",
        "/accounts",
        "/people",
        "/collections",
        f"/{code}",
        f"/wall/{code}",
    ]
    addresses += [f"/e/{code}{page}" for page in PAGES] + [f"/join/{code}", f"/{code}/standings"]
    addresses += [f"/signups/{code}", f"/{code}/player/1", f"/{code}/share?player=1"]
    for_phones = (f"/{code}", f"/join/{code}", f"/{code}/standings", f"/e/{code}/results", f"/e/{code}/players")
    wrong: list[str] = []
    for width, height in ((1280, 800), (360, 740)) if language == "en" else ((360, 740),):
        director.set_viewport_size({"width": width, "height": height})
        for address in addresses:
            response = director.goto(address)
            assert response is not None
            wrong += [] if response.status == 200 else [f"{address}: {response.status}"]
            wrong += [f"{address}: {key}" for key in raw_keys(director)]
            widen(director, code)
            wrong += [f"{address}: {width_overflow(director)} px too wide at {width}"] * (width_overflow(director) > 0)
            if language == "en" and (width == 1280 or address in for_phones):  # the same elements in every language
                wrong += faults(director)
    assert not wrong, "\n".join(wrong)


@pytest.mark.soak
def test_the_screenshots_are_made(chromium: Browser, tmp_path: Path) -> None:
    """`make screenshots` takes these; here into a folder that is thrown away."""
    from tests.browser.screenshots import take

    target = Path(os.environ.get("RONDA_SCREENSHOTS", tmp_path))
    made = take(chromium, target)
    assert all(path.stat().st_size > 5_000 for path in made)
