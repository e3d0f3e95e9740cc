"""Whole events by house rules in the browser: fixed pairs of domino, an evening of pétanque with sides of three and a
final of six, and a card game with penalties, an appeal, two categories and a prize list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PHONE, Hall, faults, press, raw_keys, width_overflow
from tests.browser.test_stages import begin, plan, play, to_the_end
from tests.web.serving import free_port, serving

pytestmark = pytest.mark.soak


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def made(page: Page, played: str, house: str, people: list[str]) -> str:
    """An event by house rules, chosen where it is set up."""
    page.goto("/new")
    page.click(f'a[href="/new/{played}?preset={house}"]')
    expect(page.locator(f'button[name="preset"][value="{house}"]')).to_have_attribute("aria-pressed", "true")
    assert not faults(page)
    page.fill("#name", "Whole event")
    page.fill("#players", "\n".join(people))
    button = page.locator('button[name="make"]')
    expect(button).to_contain_text(str(len(people) - 1))
    button.click()
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    return page.url.rsplit("/", 1)[1]


def sound(page: Page, code: str, *paths: str) -> None:
    """Pages without faults at the desk and on a phone, and rounds that hold."""
    for path in (f"/e/{code}/penalties", f"/e/{code}/standings", f"/{code}/standings", f"/{code}", *paths):
        page.goto(path)
        assert not faults(page), path
        assert not raw_keys(page), path
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for path in (f"/e/{code}/penalties", f"/{code}/standings"):
        page.goto(path)
        assert width_overflow(page) <= 0, path
    page.set_viewport_size({"width": 1280, "height": 800})


def rows(page: Page, code: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get(f"/api/events/{code}/standings").json()["rows"]
    return found


def test_domino_of_thirty_two_fixed_pairs(hall: Hall) -> None:
    page = hall.director()
    people = ["name;club", *(f"Ana{n:02} / Beto{n:02};Club {n % 6}" for n in range(1, 33))]
    code = made(page, "domino_pairs", "venezuela-pairs", people)
    lots, results = Random(5), ("200-150", "120-200", "200-40", "160-120", "90-200")
    for number in range(1, 6):
        play(page, code, number, lots, results)
    assert all(row["criteria"]["wins"] is not None for row in rows(page, code))
    page.goto(f"/e/{code}")
    press(page, "finish")
    page.wait_for_url(re.compile(r"/standings"))
    sound(page, code)


def test_petanque_with_sides_of_three_and_a_final_of_six(hall: Hall) -> None:
    page = hall.director()
    people = ["name", *(f"Player-{n:02}" for n in range(1, 23))]
    code = made(page, "melee", "supermelee-final", people)
    lots, results = Random(2), ("13-7", "4-13", "13-12", "0-13", "13-2")
    threes: Counter[int] = Counter()
    for number in range(1, 5):
        play(page, code, number, lots, results)
        for table in page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]:
            threes.update(p for side in ("first", "second") if len(table[side]) == 3 for p in table[side])
    assert sorted(threes.values()) == [1] * 20 + [2] * 2  # PS1.5
    begin(page, code)
    assert to_the_end(page, code, 4, lots, results) == 5
    final = page.request.get(f"/api/events/{code}/rounds/5").json()["tables"]
    assert [len(final[0]["first"]), len(final[0]["second"])] == [3, 3]
    page.goto(f"/e/{code}")
    press(page, "finish")
    page.wait_for_url(re.compile(r"/standings"))
    assert [row["place"] for row in rows(page, code)[:7]] == [1, 1, 1, 4, 4, 4, 7]
    sound(page, code, f"/{code}/bracket")


def test_card_game_with_penalties_categories_and_prizes(hall: Hall) -> None:
    page = hall.director()
    people = ["name;birth_year", *(f"Player-{n:02};{1970 + 3 * n}" for n in range(1, 19))]
    code = made(page, "redemption", "host-guide", people)
    prizes = {
        "prizes": [
            {"id": "1st", "value": 10000},
            {"id": "2nd", "value": 5000},
            {"id": "best U30", "value": 3000, "category": "U30"},
            {"id": "best O50", "value": 3000, "category": "O50"},
        ],
        "categories": [{"name": "U30", "who": "U30"}, {"name": "O50", "who": "O50"}],
        "year": 2026,
        "currency": "EUR",
    }
    assert page.request.post(f"/api/events/{code}/prizes", data=prizes).ok
    plan(page, code, take="top 8", name="Final")
    lots, results = Random(7), ("5-3", "2-5", "5-0", "1-5", "4-2", "0-5")
    play(page, code, 1, lots, results)
    page.goto(f"/e/{code}/penalties")
    form = page.locator(f'form[action="/e/{code}/penalties/give"]')
    form.locator('[name="player"]').select_option("3")
    form.locator('[name="kind"]').select_option("points")
    form.locator('[name="amount"]').fill("0.5")
    form.locator('[name="reason"]').fill("third warning")
    form.locator("button.primary").click()
    expect(page.locator("#penalties table")).to_contain_text("−½")
    appeal = page.locator('form[action$="/do/appeal"]')
    appeal.locator('[name="player"]').select_option("3")
    page.reload()
    appeal.locator('[name="player"]').select_option("3")
    appeal.locator('[name="penalty"]').select_option("1")
    appeal.locator('[name="text"]').fill("it was the second")
    appeal.locator("button").click()
    decision = page.locator('form[action$="/do/decide-appeal"]')
    expect(decision).to_be_visible()
    decision.locator('[name="outcome"]').select_option("upheld")
    decision.locator('[name="reason"]').fill("three are on record")
    decision.locator("button").click()
    expect(decision).to_have_count(0)
    for number in range(2, 6):
        play(page, code, number, lots, results)
    begin(page, code)
    assert to_the_end(page, code, 5, lots, ("5-3", "2-5", "5-0", "1-5")) == 8
    page.goto(f"/e/{code}")
    press(page, "finish")
    page.wait_for_url(re.compile(r"/standings"))
    expect(page.locator("#r3")).to_contain_text("−½")
    sound(page, code, f"/e/{code}/prizes", f"/e/{code}/player/3", f"/{code}/player/3")
    for sheet in ("prizes", "certificates", "standings"):
        answer = page.request.get(f"/e/{code}/print/{sheet}.pdf")
        assert answer.body().startswith(b"%PDF"), (sheet, answer.status)
