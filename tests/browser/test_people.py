"""Somebody who is known is picked while a player is entered, with the keyboard on a small screen; and pays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hall import PASSWORD, Hall, faults, make_event, width_overflow
from tests.web.serving import free_port, serving


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    place: Path = tmp_path_factory.mktemp("people")
    port = free_port()
    with serving(str(place / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def test_pp3_5_pick_somebody_and_take_the_fee(hall: Hall) -> None:
    page = hall.director()
    code = make_event(page, "chess", ["Ann", "Bob"], {})
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/people")
    assert faults(page) == []
    assert width_overflow(page) <= 0
    page.locator("main summary").first.click()
    page.fill("#new-name", "Kaya, Deniz")
    page.fill("#new-club", "Kale")
    page.fill("#new-licence", "00412345")
    page.fill("#new-birth_year", "2010")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Kaya, Deniz")
    assert faults(page) == []

    page.goto(f"/e/{code}/fees")
    page.fill("#fee-amount", "10")
    page.press("#fee-amount", "Enter")
    expect(page.locator("#fees")).to_contain_text("20.00")
    page.locator("details:has(#fee-rules) > summary").click()
    page.fill("#fee-rules", "5.00 U18\n10.00")
    page.fill("#fee-year", "2026")
    page.locator("details:has(#fee-rules) form button").click()
    expect(page.locator("#say")).not_to_be_empty()
    assert width_overflow(page) <= 0

    page.goto(f"/e/{code}/players")
    page.focus("#find")
    page.keyboard.type("ka")
    expect(page.locator("#offer button")).to_have_count(2)
    assert width_overflow(page) <= 0
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#player-3")).to_contain_text("Kaya, Deniz")
    page.locator("#pay-3").click()
    expect(page.locator("#pay-3")).to_have_count(0)
    page.goto(f"/e/{code}/players/3")
    page.get_by_role("link", name="All events of this person").click()
    expect(page.locator("h1")).to_have_text("Kaya, Deniz")
    assert faults(page) == []
