"""Pictures of the main pages: `make screenshots`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.hall import PHONE, PROJECTOR, Hall
from tests.web.serving import free_port, serving


def take(browser: Browser, target: Path) -> list[Path]:
    """A demo event, seen by the director, a player and the hall."""
    target.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []

    def shoot(page: Page, name: str) -> None:
        page.wait_for_timeout(400)
        made.append(target / f"{name}.png")
        page.screenshot(path=made[-1])

    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with serving(f"{folder}/ronda.db", port):
            hall = Hall(browser, f"http://127.0.0.1:{port}")
            director = hall.person()
            director.goto("/demo")
            director.locator('form:has([name="system"][value="domino"]) button').click()
            director.wait_for_url(re.compile(r"/e/[0-9A-Z]{6}"))
            code = re.findall(r"/e/([0-9A-Z]{6})", director.url)[0]
            for name, path in {
                "start": "/",
                "new": "/new/domino",
                "desk": f"/e/{code}",
                "players": f"/e/{code}/players",
                "round": f"/e/{code}/round/1",
                "results": f"/e/{code}/results",
                "standings": f"/e/{code}/standings",
                "log": f"/e/{code}/log",
            }.items():
                director.goto(path)
                shoot(director, name)
            wall = hall.person(PROJECTOR)
            wall.goto(f"/wall/{code}")
            shoot(wall, "wall")
            phone = hall.person(PHONE)
            phone.goto(f"/join/{code}?phone=true&who=1")
            shoot(phone, "join")
            phone.locator("#found form button").first.click()
            phone.wait_for_url(re.compile(r"/p/"))
            shoot(phone, "phone")
    return made
