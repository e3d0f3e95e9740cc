"""The order of the standings, chosen on an evening of three rounds: by keyboard, by drag, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PHONE, Hall, faults, width_overflow
from tests.web.serving import free_port, serving

NAMES = ("Ana", "Bruno", "Carla", "Dario", "Elsa", "Franz", "Gala", "Hugo")


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    place: Path = tmp_path_factory.mktemp("criteria")
    port = free_port()
    with serving(str(place / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def evening(page: Page) -> str:
    """Three rounds in which the first always wins, made by a program."""
    players = [{"name": name} for name in NAMES]
    made = page.request.post("/api/events", data={"name": "Club", "system": "swiss", "seed": 5, "players": players})
    code: str = made.json()["code"]
    for number in (1, 2, 3):
        act(page, code, "pair", {"publish": True})
        for table in page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]:
            result = "1-0" if table["number"] % 2 else "½-½"
            act(page, code, "result", {"round": number, "table": table["number"], "result": result})
    return code


def act(page: Page, code: str, name: str, body: dict[str, object]) -> None:
    version = page.request.get(f"/api/events/{code}").json()["version"]
    answer = page.request.post(f"/api/events/{code}/{name}", data=body, headers={"if-match": str(version)})
    assert answer.ok, answer.text()


def expect_order(page: Page, *codes: str) -> None:
    chosen = page.locator("#criteria .chosen li")
    expect(chosen).to_have_count(len(codes))
    for at, code in enumerate(codes):
        expect(chosen.nth(at)).to_have_attribute("data-code", code)


def test_criteria_are_changed_with_the_standings_in_sight(hall: Hall) -> None:
    page = hall.director()
    code = evening(page)
    page.goto(f"/e/{code}/settings/standings")
    expect_order(page, "points", "buchholz/1", "buchholz", "berger", "wins")
    assert not faults(page)
    page.locator('[id="up-wins"]').focus()
    for at in (4, 3, 2):  # from the keyboard: the focus stays on the criterion that moves
        page.keyboard.press("Alt+ArrowUp")
        expect(page.locator("#criteria-said")).to_have_text(f"Wins: {at} of 5")
        expect(page.locator('[id="up-wins"]')).to_be_focused()
    expect_order(page, "points", "wins", "buchholz/1", "buchholz", "berger")
    page.locator('[id="up-berger"]').focus()
    page.keyboard.press("Delete")
    expect_order(page, "points", "wins", "buchholz/1", "buchholz")
    expect(page.locator("#criteria .chosen button:focus")).to_have_count(1)
    page.locator('li[data-code="number"]').drag_to(page.locator('.chosen li[data-code="wins"]'))
    expect_order(page, "points", "number", "wins", "buchholz/1", "buchholz")
    moved = page.locator(".would tr.moved").count()
    assert moved
    expect(page.locator(".use button.primary")).to_have_text(f"Use this order: {moved} move")
    page.fill("#order-by", "Ana Lima")
    page.click(".use button.primary")
    expect(page.locator("#say")).to_contain_text("Ana Lima")
    expect(page.locator(".use")).to_contain_text("This order is in force.")
    page.goto(f"/{code}/standings")
    heads = page.locator("table.ranking thead th abbr").all_inner_texts()
    assert heads[:3] == ["Pts", "TPN", "W"], heads
    page.locator("table.ranking tbody tr").first.locator("td a").first.click()
    expect(page.locator("tr.working .sum")).to_contain_text("=")


def test_the_page_of_criteria_needs_no_scripts_and_fits_a_phone(hall: Hall) -> None:
    page = hall.director()
    code = evening(page)
    context = hall.browser.new_context(
        java_script_enabled=False, base_url=hall.url, viewport={"width": PHONE[0], "height": PHONE[1]}
    )
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    plain = context.new_page()
    plain.goto(f"/e/{code}/settings/standings")
    plain.locator('[id="up-wins"]').click()
    expect_order(plain, "points", "buchholz/1", "buchholz", "wins", "berger")
    plain.locator('[id="add-lot"]').click()
    expect_order(plain, "points", "buchholz/1", "buchholz", "wins", "berger", "lot")
    plain.fill("#order-by", "Bo")
    plain.click(".use button.primary")
    expect(plain.locator(".use")).to_contain_text("This order is in force.")
    plain.locator("#by-the-rulebook").click()
    expect_order(plain, "points", "buchholz/1", "buchholz", "berger", "wins")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"/e/{code}/settings/standings?order=wins")
    assert not faults(page)
    assert not width_overflow(page)
