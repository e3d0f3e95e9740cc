"""The first page that a new director reads, followed to the letter: every word in bold of "sixty seconds to round 1" is
pressed, in its order. The other languages are part of `make soak`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ronda.texts import LANGUAGES
from tests.browser.hall import PASSWORD, Hall, faults
from tests.web.serving import free_port, serving

ROOT = Path(__file__).parent.parent.parent
TABLES = 8


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield f"http://127.0.0.1:{port}"


def steps(language: str) -> list[str]:
    """The words in bold of the numbered lines."""
    page = ROOT / ("README.md" if language == "en" else f"docs/{language}/README.md")
    numbered = re.findall(r"^\d\. (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return [word for line in numbered for word in re.findall(r"\*\*(.+?)\*\*", line)]


def named(page: Page, word: str) -> Locator:
    """What is pressed: it says so, or its first words do (a key is named beside it)."""
    exact = re.compile(rf"^\s*{re.escape(word)}(\s|$)".replace(r"\ ", r"\s"))
    return page.locator("a, button, summary").filter(has_text=exact).filter(visible=True).first


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_sixty_seconds_to_round_1(chromium: Browser, address: str, language: str) -> None:
    create, pair, why, publish, more, wall, paper, results, again = steps(language)
    page = Hall(chromium, address, language).director()
    page.click('.games a[href="/new/redemption"]')
    page.fill("#name", "Club night")
    page.fill("#players", "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"))
    named(page, create).click()
    page.wait_for_url(re.compile(r"/e/[0-9A-Z]{6}$"))
    named(page, pair).click()
    expect(page.locator("tbody tr").first).to_be_visible()
    named(page, why).click()
    expect(page.locator("a[href*='redemption#R4.2']").first).to_be_visible()
    named(page, publish).click()
    expect(page.locator('form[action$="/do/publish"]')).to_have_count(0)
    named(page, more).click()
    named(page, wall).click()
    with page.context.expect_page() as opened:
        page.locator('main a[href^="/wall/"]').first.click()
    expect(opened.value.locator("body")).to_contain_text("Player A")
    opened.value.close()
    named(page, more).click()
    named(page, paper).click()
    expect(page.locator('a[href*=".pdf"]').first).to_be_visible()
    named(page, results).click()
    page.wait_for_url("**/round/1*")
    for table in range(1, TABLES + 1):
        expect(page.locator("tr.chosen")).to_have_attribute("data-pick", str(table))
        for score in "53":
            page.keyboard.type(score)
            page.keyboard.press("Enter")
        expect(page.locator(f'#round [data-pick="{table}"][data-state="in"]')).to_be_visible()
    named(page, again).click()
    page.wait_for_url(re.compile("/round/2$"))
    assert not faults(page)
