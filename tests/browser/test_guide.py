"""The manual in a browser: found while typing, by keyboard, without a request to anybody else and within the policy."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.serving import free_port, serving


def test_an_article_is_found_and_opened_by_keyboard(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port):
        home = f"http://127.0.0.1:{port}"
        page = chromium.new_context(
            base_url=home, viewport={"width": 360, "height": 740}, color_scheme="dark"
        ).new_page()
        trouble: list[str] = []
        page.on("console", lambda said: trouble.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: trouble.append(asked.url) if not asked.url.startswith(home) else None)
        page.goto("/guide/manual/trouble")
        page.keyboard.press("/")
        page.keyboard.type("D7.2")
        first = page.locator("[data-found] a").first
        expect(first).to_have_text("D7.2")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/guide/rules/domino#D7.2$"))
        expect(page.locator("tr:target")).to_contain_text("change pyramids")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert trouble == []
