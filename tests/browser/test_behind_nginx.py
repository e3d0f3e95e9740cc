"""A whole event behind a real nginx with a certificate, below a path of the site: desk, wall and phones.

The recipe is `deploy/nginx.conf` itself. No browser asks for anything outside the path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PROJECTOR, Hall, enter_result, faults, make_event, pair_all, press
from tests.web.proxies import NGINX, nginx, two_ports
from tests.web.serving import serving

ROOT = "/ronda"
NAMES = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"]
ROUNDS = 3

pytestmark = [pytest.mark.soak, pytest.mark.skipif(not NGINX, reason="nginx is not installed")]


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    front, back = two_ports()
    address = f"https://127.0.0.1:{front}"
    with (
        serving(str(tmp_path / "ronda.db"), back, password=PASSWORD, address=f"{address}{ROOT}"),
        nginx(tmp_path / "nginx", front, [f"127.0.0.1:{back}"]),
    ):
        yield Hall(chromium, address, root=ROOT)


def test_a_whole_event_below_a_path(hall: Hall) -> None:
    desk = hall.director()
    code = make_event(desk, "redemption", NAMES, {"rounds": str(ROUNDS)})
    wall = hall.person(PROJECTOR)
    wall.goto(f"/wall/{code}")
    phones = {name: hall.phone(code, name) for name in ("Ann", "Ben")}
    for number in range(1, ROUNDS + 1):
        _pair(desk, code, number)
        expect(wall.locator("body")).to_contain_text(f"Round {number}")  # by its stream, nobody reloads it
        for page in phones.values():
            expect(page.locator("main")).to_contain_text(f"Round {number}")
        _enter(desk, code, number)
    desk.goto(f"/e/{code}")
    press(desk, "finish")
    expect(desk.locator("ol.podium")).to_be_visible()
    desk.goto(f"/e/{code}/standings")
    expect(desk.locator("main table tbody tr")).to_have_count(len(NAMES))
    for page in phones.values():
        expect(page.locator("main")).to_contain_text(re.compile("place|winner|Congratulations", re.IGNORECASE))
    assert not faults(desk)
    assert not hall.outside
    cookies = {one["name"] for one in desk.context.cookies()}
    assert all(name.startswith("__Host-") and name.endswith(".ronda") for name in cookies)


def _pair(page: Page, code: str, number: int) -> None:
    page.goto(f"/e/{code}")
    pair_all(page)
    page.wait_for_url(re.compile(rf"/round/{number}$"))
    press(page, "publish")
    expect(page.locator('form[action$="/do/publish"]')).to_have_count(0)


def _enter(page: Page, code: str, number: int) -> None:
    page.goto(f"/e/{code}/results")
    for table in range(1, len(NAMES) // 2 + 1):
        enter_result(page, table, ("5", str(table - 1)))
    expect(page.locator('#round [data-state="in"]')).to_have_count(len(NAMES) // 2)
