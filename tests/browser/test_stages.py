"""Whole events with stages in the browser: eighteen players and a cut to eight, and twenty-four in two groups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PHONE, Hall, faults, make_event, press, raw_keys, width_overflow
from tests.browser.whole import (
    back_over_the_border,
    begin,
    corrected,
    finish,
    other_entrants,
    plan,
    play,
    proved,
    stages,
    to_the_end,
)
from tests.web.serving import free_port, serving


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def clean(page: Page, code: str) -> None:
    """Nothing is wrong with the pages, at any width, nor with the rounds."""
    for path in (f"/e/{code}/stages", f"/{code}/bracket", f"/wall/{code}/bracket", f"/e/{code}/standings"):
        page.goto(path)
        assert not faults(page)
        assert not raw_keys(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for path in (f"/e/{code}/stages", f"/{code}/bracket"):
        page.goto(path)
        assert width_overflow(page) <= 0
    page.set_viewport_size({"width": 1280, "height": 800})
    answer = page.request.get(f"/e/{code}/print/bracket.pdf")
    assert answer.body().startswith(b"%PDF"), answer.status


@pytest.mark.soak
def test_eighteen_players_five_rounds_cut_to_eight(hall: Hall) -> None:
    page = hall.director()
    people = ["name", *(f"Player-{n:02}" for n in range(1, 19))]
    code = make_event(page, "redemption", people, {"rounds": "5"})
    plan(page, code, take="top 8", name="Final", third="match")
    lots, results = Random(7), ("5-3", "2-5", "5-0", "1-5", "4-2", "0-5")
    for number in range(1, 6):
        play(page, code, number, lots, results)
    page.goto(f"/e/{code}/stages")
    expect(page.locator(".next .entrants li")).to_have_count(8)
    begin(page, code)
    page.goto(f"/{code}/bracket")
    expect(page.locator(".bracket .column").first.locator(".match")).to_have_count(4)
    last = to_the_end(page, code, 5, lots, results)
    assert last == 8
    api = page.request.get(f"/api/events/{code}/stages").json()["stages"]
    assert api[1]["state"] == "over"
    page.goto(f"/e/{code}")
    press(page, "finish")
    expect(page.locator("ol.podium")).to_be_visible()
    rows = page.request.get(f"/api/events/{code}/standings").json()["rows"]
    entrants = {side["players"][0] for side in api[1]["entrants"]}
    assert {row["player"] for row in rows[:8]} == entrants
    assert [row["place"] for row in rows[:5]] == [1, 2, 3, 4, 5]
    clean(page, code)


@pytest.mark.soak
def test_chess_of_twenty_four_in_two_groups_with_a_final(hall: Hall) -> None:
    page = hall.director()
    people = ["name;rating", *(f"Player-{n:02};{2100 - 10 * n}" for n in range(1, 25))]
    code = make_event(page, "chess", people, {"rounds": "7"})
    plan(page, code, kind="groups", groups="2", take="", name="Groups", from_start="on")
    plan(page, code, kind="elimination", take="2 of each group", name="Final", third="match", best_of="1")
    begin(page, code)
    assert [len(group) for group in groups(page, code)] == [12, 12]
    lots, results = Random(3), ("1-0", "0-1", "½-½", "1-0")
    for number in range(1, 12):
        play(page, code, number, lots, results)
    page.goto(f"/{code}/bracket")
    expect(page.locator(".group")).to_have_count(2)
    met = [pair for number in range(1, 12) for pair in pairs(page, code, number)]
    assert len(set(met)) == len(met) == 2 * 66, "everybody against everybody of the group, once (ST5)"
    corrected(page, code, 11, 1, ["2"] if result_of(page, code, 11, 1).startswith("1") else ["1"])
    begin(page, code)
    other_entrants(page, code, 11, {"1-0": ["1"], "0-1": ["2"]})
    back_over_the_border(page, code, 2, 12)
    last = to_the_end(page, code, 11, lots, ("1-0", "0-1"))
    assert last == 13
    final = stages(page, code)
    assert [stage["state"] for stage in final] == ["over", "over"]
    assert len(final[1]["trees"][0]["columns"][0]["matches"]) == 2
    finish(page, code)
    clean(page, code)
    proved(page, code)


def groups(page: Page, code: str) -> list[list[int]]:
    found = stages(page, code)[0]["groups"]
    return [group["rows"] for group in found]


def pairs(page: Page, code: str, number: int) -> list[frozenset[int]]:
    tables = page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]
    return [frozenset((*table["first"], *table["second"])) for table in tables]


def result_of(page: Page, code: str, number: int, table: int) -> str:
    tables = page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]
    return str(next(one["result"] for one in tables if one["number"] == table))
