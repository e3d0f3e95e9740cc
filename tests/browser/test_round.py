"""The page of a round: why a table is as it is, and how new a draft is."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.hall import PHONE, Hall, faults, width_overflow
from tests.browser.test_public import hall, made

__all__ = ["hall"]


def test_why_stands_beside_its_row_and_goes_with_escape(hall: Hall, chromium: Browser) -> None:
    code = made(hall, 1)
    api = hall.person().request
    assert api.post(f"/api/events/{code}/pair", data={}).ok
    for size in ((1280, 720), PHONE):
        page = hall.person(size)
        page.goto(f"/e/{code}/round/2")
        expect(page.locator("#table-1 .state .chip")).to_have_text("all new")
        link = page.locator("#table-3 .why-link")
        link.click()
        told = page.get_by_role("dialog", name="Table 3")
        expect(told).to_be_in_viewport(ratio=0.99)
        assert page.url.endswith("/round/2"), "one has not left the page"
        assert faults(page) == []
        assert width_overflow(page) <= 0
        page.keyboard.press("Escape")
        expect(told).to_have_count(0)
        expect(link).to_be_focused()
