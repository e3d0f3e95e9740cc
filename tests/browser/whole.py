"""Whole events in the browser: planned, played, corrected before the cut, taken back over the border, and proved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.hall import PHONE, faults, find_table, press, raw_keys, width_overflow

_ASKING = """([path, fields]) => fetch(path, {method: "POST", headers: {Accept: "application/json"},
  body: new URLSearchParams(fields)}).then(answer => answer.json())"""


def made(page: Page, played: str, house: str, people: list[str], name: str = "Whole event") -> str:
    """An event by house rules, chosen where it is set up."""
    page.goto("/new")
    page.click(f'a[href="/new/{played}?preset={house}"]')
    expect(page.locator(f'button[name="preset"][value="{house}"]')).to_have_attribute("aria-pressed", "true")
    assert not faults(page)
    page.fill("#name", name)
    page.fill("#players", "\n".join(people))
    button = page.locator('button[name="make"]')
    expect(button).to_contain_text(str(len(people) - 1))
    button.click()
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    return page.url.rsplit("/", 1)[1]


def rows(page: Page, code: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get(f"/api/events/{code}/standings").json()["rows"]
    return found


def stages(page: Page, code: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get(f"/api/events/{code}/stages").json()["stages"]
    return found


def plan(page: Page, code: str, **fields: str) -> None:
    """One more stage, by the form."""
    page.goto(f"/e/{code}/stages")
    form = page.locator("form.stage-form")
    page.locator("details:has(> form.stage-form) > summary").click()
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


def publish(page: Page, code: str, number: int) -> None:
    """The next round by the step bar, and published."""
    page.goto(f"/e/{code}")
    page.locator('.step-bar form[action$="/do/pair"] button').click()
    page.wait_for_url(re.compile(rf"/round/{number}$"))
    press(page, "publish")
    expect(page.locator('form[action$="/do/publish"]')).to_have_count(0)


def play(page: Page, code: str, number: int, lots: Random, results: Sequence[str]) -> None:
    """The round by the step bar; the results through the API."""
    publish(page, code, number)
    for table in page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]:
        entered = {"round": number, "table": table["number"], "result": lots.choice(results)}
        answer = page.request.post(f"/api/events/{code}/result", data=entered)
        assert answer.ok, answer.text()


def to_the_end(page: Page, code: str, number: int, lots: Random, results: Sequence[str]) -> int:
    """Rounds of stages until nothing is left to play."""
    while True:
        page.goto(f"/e/{code}")
        if page.locator('.step-bar form[action$="/do/pair"]').count() == 0:
            return number
        number += 1
        play(page, code, number, lots, results)


def finish(page: Page, code: str) -> None:
    page.goto(f"/e/{code}")
    press(page, "finish")
    expect(page.locator("ol.podium")).to_be_visible()


def asked(page: Page, code: str, number: int, table: int, scores: Sequence[str]) -> str:
    """Another result for a table that has one, typed in its row: what is said before it is saved."""
    page.goto(f"/e/{code}/round/{number}")
    find_table(page, table)
    for score in scores:
        page.keyboard.type(score)
        if len(scores) > 1:
            page.keyboard.press("Enter")
    expect(page.locator("tr.problem li").first).to_be_visible()
    assert not raw_keys(page)
    return page.locator("tr.problem").inner_text()


def corrected(page: Page, code: str, number: int, table: int, scores: Sequence[str]) -> None:
    """The preview names who changes places; then it is meant."""
    shown = asked(page, code, number, table, scores)
    before = {row["player"]: row["place"] for row in rows(page, code)}
    with page.expect_response(lambda found: found.url.endswith("/results") and found.request.method == "POST") as saved:
        page.locator("tr.problem").get_by_role("button", name="Replace").click()
    assert saved.value.ok, saved.value.text()
    expect(page.locator("tr.problem li")).to_have_count(0)
    expect(page.locator(f'#round tr[data-pick="{table}"][data-state="in"]')).to_be_visible()
    after = {row["player"]: row["place"] for row in rows(page, code)}
    assert before != after, shown
    moved = [player for player in after if after[player] != before[player]]
    assert any(f"{before[player]}" in shown and f"{after[player]}" in shown for player in moved)


def other_entrants(page: Page, code: str, number: int, results: dict[str, Sequence[str]]) -> None:
    """Of a correction after the cut the preview says who would have advanced (ST1.5); it is left alone."""
    page.goto(f"/e/{code}/round/{number}")
    tables = page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]
    version = page.request.get(f"/api/events/{code}").json()["version"]
    for table in tables:
        for result in results:
            asked_for = {"round": number, "table": table["number"], "result": result, "was": table["result"]}
            answer = page.evaluate(_ASKING, [f"/e/{code}/results", {**asked_for, "_version": version}])
            if any("would have advanced" in line for line in answer.get("moves", ())):
                shown = asked(page, code, number, table["number"], results[result])
                assert "would have advanced instead of" in shown
                page.locator("tr.problem").get_by_role("button", name="Keep").click()
                expect(page.locator("tr.problem li")).to_have_count(0)
                return
    raise AssertionError("no result of the last round would have changed who advanced")


def back_over_the_border(page: Page, code: str, stage: int, number: int) -> None:
    """The first round of a stage is published; undo leads back before the stage, redo and a new beginning forward."""
    publish(page, code, number)
    assert stages(page, code)[stage - 1]["state"] == "running"
    entered = stages(page, code)[stage - 1]["entrants"]
    page.goto(f"/e/{code}/log")
    steps = 0
    while stages(page, code)[stage - 1]["state"] == "running":
        steps += 1
        assert steps < 6
        with page.expect_response(re.compile("/do/undo")) as answer:
            page.locator('form[action$="/do/undo"] button').first.click()
        assert answer.value.ok, answer.value.text()
        page.goto(f"/e/{code}/log")
    assert steps >= 3, "publishing, pairing, beginning"
    proved(page, code)
    page.goto(f"/e/{code}/stages")
    expect(page.locator('form[action$="/stages/begin"] button.primary')).to_be_visible()
    page.goto(f"/e/{code}/log")
    with page.expect_response(re.compile("/do/redo")) as answer:
        page.locator('form[action$="/do/redo"] button').first.click()
    assert answer.value.ok, answer.value.text()
    assert stages(page, code)[stage - 1]["entrants"] == entered


def proved(page: Page, code: str) -> None:
    """The independent check finds nothing in any round, and the log leads to what stands there, round by round."""
    event = page.request.get(f"/api/events/{code}").json()
    for number in range(1, event["rounds"] + 1):
        found = page.request.get(f"/api/events/{code}/rounds/{number}/check").json()
        assert found["holds"], (number, found)
    verified = page.request.get(f"/api/events/{code}/log/verify?full=true").json()
    assert verified["holds"], verified
    page.goto(f"/e/{code}/log/verify")
    assert not raw_keys(page)


def sound(page: Page, code: str, *paths: str) -> None:
    """Pages without faults at the desk and on a phone, and rounds that hold."""
    for path in (f"/e/{code}/penalties", f"/e/{code}/standings", f"/{code}/standings", f"/{code}", *paths):
        page.goto(path)
        assert not faults(page), path
        assert not raw_keys(page), path
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for path in (f"/e/{code}/penalties", f"/{code}/standings", *(path for path in paths if "/wall/" not in path)):
        page.goto(path)
        assert width_overflow(page) <= 0, path
    page.set_viewport_size({"width": 1280, "height": 800})
    proved(page, code)
