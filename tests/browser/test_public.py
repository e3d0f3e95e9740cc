"""What leaves the house: the public pages of an event, as its guests use them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hall import PHONE, Hall, faults, width_overflow
from tests.web.serving import free_port, serving

NAMES = ("Ana Almendro", "Bruno Farolero", "Célia Salinas", "Dario Hierbabuena", "Elena Doradilla", "Félix Romeral")


@pytest.fixture(scope="module")
def hall(chromium: Browser) -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with serving(f"{folder}/ronda.db", port):
            yield Hall(chromium, f"http://127.0.0.1:{port}")


def made(hall: Hall, rounds: int) -> str:
    """An event of six whose rounds are played, all but the last result, by the API."""
    api = hall.person().request
    event = {"system": "redemption", "name": "Club night", "options": {"rounds": 2}, "players": list(NAMES)}
    code = str(api.post("/api/events", data={**event, "players": [{"name": name} for name in NAMES]}).json()["code"])
    for number in range(1, rounds + 1):
        for action in ("pair", "publish"):
            assert api.post(f"/api/events/{code}/{action}", data={}).ok
        for table, result in enumerate(("5-0", "5-2", "5-3"), start=1):
            body = {"round": number, "table": table, "result": result}
            assert api.post(f"/api/events/{code}/result", data=body).ok
    return code


@pytest.mark.parametrize("size", [(1280, 720), PHONE])
def test_a_name_is_found_without_asking_the_server_again(hall: Hall, size: tuple[int, int]) -> None:
    code = made(hall, 1)
    page = hall.person(size)
    page.goto(f"/{code}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "find" in request.url else None)
    page.fill("#find", "celia")  # without its accent
    framed = page.locator(".pairings > li.you")
    expect(framed).to_have_count(1)
    expect(framed).to_contain_text("Célia Salinas")
    page.press("#find", "Enter")
    expect(page.locator(".pairings > li")).to_have_count(3)
    page.fill("#find", "2")
    expect(framed.locator(".tile")).to_contain_text("2")
    page.fill("#find", "5")  # a score, and the number of no table
    expect(framed).to_have_count(0)
    assert asked == []
    assert width_overflow(page) <= 0
    assert faults(page) == []


def test_only_the_player_who_is_meant_is_framed_in_the_standings(hall: Hall) -> None:
    """Not the row above, which says before whom it is and why."""
    code = made(hall, 2)
    page = hall.person()
    page.goto(f"/{code}/standings")
    first, second = (page.locator(".ranking tbody tr[id]").nth(number) for number in (0, 1))
    name = second.locator("th a").inner_text()
    expect(first.locator(".decided")).to_contain_text(name)
    page.fill("#find", name)
    framed = page.locator(".ranking tr.you")
    expect(framed).to_have_count(1)
    expect(framed.locator("th a")).to_have_text(name)
    number = (second.get_attribute("id") or "").removeprefix("r")
    page.fill("#find", number)
    expect(framed).to_have_count(1)
    expect(framed.locator("th a")).to_have_text(name)


def test_a_name_is_found_where_nothing_runs(hall: Hall) -> None:
    code = made(hall, 1)
    context = hall.browser.new_context(base_url=hall.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/{code}")
    page.fill("#find", "Salinas")
    page.press("#find", "Enter")
    expect(page.locator(".pairings > li")).to_have_count(1)


def test_medals_are_given_at_the_end(hall: Hall) -> None:
    code = made(hall, 2)
    page, api = hall.person(), hall.person().request
    for path in (f"/{code}", f"/e/{code}/standings", f"/wall/{code}"):
        page.goto(path)
        expect(page.get_by_text(NAMES[0]).first).to_be_attached()
        assert page.locator(".medal, .medal1, [class*=top-]").count() == 0, path
    assert api.post(f"/api/events/{code}/finish", data={}).ok
    page.goto(f"/{code}")
    expect(page.locator(".podium .step1 .medal")).to_have_text("1")
    assert faults(page) == []
    page.goto(f"/e/{code}/standings")
    expect(page.locator(".winners li").first).to_be_visible()
    assert page.locator(".ranking tbody tr").first.evaluate("row => row.getBoundingClientRect().top") <= 200
