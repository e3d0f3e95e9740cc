"""Whole events with stages in the browser: eighteen players and a cut to eight, and two groups with a final."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PHONE, Hall, faults, make_event, press, raw_keys, width_overflow
from tests.web.serving import free_port, serving


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def plan(page: Page, code: str, **fields: str) -> None:
    """One more stage, by the form."""
    page.goto(f"/e/{code}/stages")
    form = page.locator('form[action$="/stages/add"]')
    form.locator("details > summary").click()
    for name, value in fields.items():
        field = form.locator(f'[name="{name}"]')
        if value == "on":
            field.check()
        elif field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    with page.expect_response(re.compile("/stages/add$")) as answer:
        form.locator("button.primary").click()
    assert answer.value.ok, answer.value.text()


def begin(page: Page, code: str) -> None:
    page.goto(f"/e/{code}/stages")
    with page.expect_response(re.compile("/stages/begin$")) as answer:
        page.locator('form[action$="/stages/begin"] button.primary').click()
    assert answer.value.ok, answer.value.text()


def play(page: Page, code: str, number: int, lots: Random, results: tuple[str, ...]) -> None:
    """The round by the step bar; the results through the API."""
    page.goto(f"/e/{code}")
    page.locator('.step-bar form[action$="/do/pair"] button').click()
    page.wait_for_url(re.compile(rf"/round/{number}$"))
    press(page, "publish")
    expect(page.locator('form[action$="/do/publish"]')).to_have_count(0)
    for table in page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]:
        entered = {"round": number, "table": table["number"], "result": lots.choice(results)}
        answer = page.request.post(f"/api/events/{code}/result", data=entered)
        assert answer.ok, answer.text()


def to_the_end(page: Page, code: str, number: int, lots: Random, results: tuple[str, ...]) -> int:
    """Rounds of stages until nothing is left to play."""
    while True:
        page.goto(f"/e/{code}")
        if page.locator('.step-bar form[action$="/do/pair"]').count() == 0:
            return number
        number += 1
        play(page, code, number, lots, results)


def clean(page: Page, code: str) -> None:
    """Nothing is wrong with the pages, at any width, nor with the rounds."""
    for path in (f"/e/{code}/stages", f"/{code}/bracket", f"/wall/{code}/bracket", f"/e/{code}/standings"):
        page.goto(path)
        assert not faults(page)
        assert not raw_keys(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for path in (f"/e/{code}/stages", f"/{code}/bracket"):
        page.goto(path)
        assert width_overflow(page) <= 0
    page.set_viewport_size({"width": 1280, "height": 800})
    answer = page.request.get(f"/e/{code}/print/bracket.pdf")
    assert answer.body().startswith(b"%PDF"), answer.status


@pytest.mark.soak
def test_eighteen_players_five_rounds_cut_to_eight(hall: Hall) -> None:
    page = hall.director()
    people = ["name", *(f"Player-{n:02}" for n in range(1, 19))]
    code = make_event(page, "redemption", people, {"rounds": "5"})
    plan(page, code, take="top 8", name="Final", third="match")
    lots, results = Random(7), ("5-3", "2-5", "5-0", "1-5", "4-2", "0-5")
    for number in range(1, 6):
        play(page, code, number, lots, results)
    page.goto(f"/e/{code}/stages")
    expect(page.locator(".next .entrants li")).to_have_count(8)
    begin(page, code)
    page.goto(f"/{code}/bracket")
    expect(page.locator(".bracket .column").first.locator(".match")).to_have_count(4)
    last = to_the_end(page, code, 5, lots, results)
    assert last == 8
    api = page.request.get(f"/api/events/{code}/stages").json()["stages"]
    assert api[1]["state"] == "over"
    page.goto(f"/e/{code}")
    press(page, "finish")
    page.wait_for_url(re.compile(r"/standings"))
    rows = page.request.get(f"/api/events/{code}/standings").json()["rows"]
    entrants = {side["players"][0] for side in api[1]["entrants"]}
    assert {row["player"] for row in rows[:8]} == entrants
    assert [row["place"] for row in rows[:5]] == [1, 2, 3, 4, 5]
    clean(page, code)


@pytest.mark.soak
def test_two_groups_and_a_final(hall: Hall) -> None:
    page = hall.director()
    people = ["name", *(f"Player-{n:02}" for n in range(1, 9))]
    code = make_event(page, "robin", people, {})
    plan(page, code, kind="groups", groups="2", take="", name="Groups", from_start="on")
    plan(page, code, kind="elimination", take="2 of each group", name="Final")
    begin(page, code)
    lots, results = Random(3), ("1-0", "0-1", "½-½", "1-0")
    for number in range(1, 4):
        play(page, code, number, lots, results)
    page.goto(f"/{code}/bracket")
    expect(page.locator(".group")).to_have_count(2)
    begin(page, code)
    to_the_end(page, code, 3, lots, ("1-0", "0-1"))
    api = page.request.get(f"/api/events/{code}/stages").json()["stages"]
    assert [stage["state"] for stage in api] == ["over", "over"]
    assert len(api[1]["trees"][0]["columns"][0]["matches"]) == 2
    clean(page, code)
