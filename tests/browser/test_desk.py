"""The desk in the browser: the grid of a round, shortcuts, and a form that is not lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, Hall, find_table, make_event, press
from tests.web.serving import free_port, serving


@pytest.fixture(scope="module")
def director(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    place: Path = tmp_path_factory.mktemp("desk")
    port = free_port()
    with serving(str(place / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def playing(page: Page) -> str:
    """An event of four tables, and the page of its first round."""
    code = make_event(page, "redemption", [f"Player {letter}" for letter in "ABCDEFGH"], {"rounds": "3"})
    page.locator("[data-primary]").click()
    page.wait_for_url(re.compile("/round/1$"))
    press(page, "publish")
    expect(page.locator('form[action$="/do/publish"]')).to_have_count(0)
    page.goto(f"/e/{code}/round/1")
    return code


def test_a_table_is_found_picked_and_corrected_in_the_grid(director: Hall) -> None:
    page = director.director()
    playing(page)
    rows = page.locator("#round tr[data-pick]:visible")
    expect(rows).to_have_count(4)
    page.locator('#round tr[data-pick="3"] td').nth(1).click()
    expect(page.locator("tr.chosen")).to_have_attribute("data-pick", "3")
    expect(page.locator(".scores input").first).to_be_focused()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator('tr[data-pick="3"][data-state="in"]')).to_contain_text("5–2")
    page.locator('[data-filter="missing"]').click()
    expect(rows).to_have_count(3)
    page.locator('[data-filter="all"]').click()
    expect(rows).to_have_count(4)
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("player h")
    expect(rows).to_have_count(1)
    page.keyboard.press("Escape")
    expect(rows).to_have_count(4)
    find_table(page, 1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("tr.chosen")).to_have_attribute("data-pick", "2")
    page.keyboard.press("ArrowUp")
    expect(page.locator("tr.chosen")).to_have_attribute("data-pick", "1")
    page.keyboard.press("Escape")  # leaves the row
    expect(page.locator("tr.chosen")).to_have_count(0)
    page.keyboard.press("s")
    page.wait_for_url(re.compile("/standings"))


def test_find_and_the_next_step_have_a_key_on_the_desk(director: Hall) -> None:
    page = director.director()
    code = playing(page)
    page.goto(f"/e/{code}")
    page.keyboard.press("/")
    expect(page.locator("#find-anywhere")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/round/1\?table=1"))


def test_what_was_typed_for_a_new_event_survives(director: Hall) -> None:
    page = director.director()
    page.goto("/new/redemption")
    page.fill("#name", "Club night")
    page.fill("#players", "Ana\nBo\nCy\nDan")
    expect(page.locator("#next-name")).to_be_focused()
    page.reload()
    expect(page.locator("#name")).to_have_value("Club night")
    expect(page.locator("#preview tbody tr")).to_have_count(4)
    expect(page.locator("#players")).to_have_value("Ana\nBo\nCy\nDan")
    page.locator(".you > summary").click()
    page.select_option("#language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#name")).to_have_value("Club night")
    page.goto("/guide")
    page.go_back()
    expect(page.locator("#players")).to_have_value("Ana\nBo\nCy\nDan")
    page.locator("[data-kept] button").click()
    expect(page.locator("#name")).to_have_value(re.compile("^Redemption, "))
    expect(page.locator("#players")).to_be_focused()
