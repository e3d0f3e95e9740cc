"""A card game in the browser: found by what the club calls it, set up by its preset, played in matches of three games,
cut to eight, proved, and read again from its file (AG8)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, Hall, enter_result, faults, raw_keys, width_overflow
from tests.browser.whole import (
    back_over_the_border,
    begin,
    finish,
    play,
    proved,
    publish,
    rows,
    sound,
    stages,
    to_the_end,
)
from tests.web.serving import free_port, serving

SWISS = ("2-0", "2-1", "0-2", "1-2", "1-1-1", "1-0", "1-1", "2-0-1")


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path_factory.mktemp("hall") / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def set_up(page: Page, wish: str, players: int) -> str:
    """From the search of the start page, by keys: nothing is filled in but the names."""
    page.goto("/")
    page.fill("#game", wish)
    expect(page.locator("#games [aria-selected=true]")).to_be_visible()
    page.press("#game", "Enter")
    page.wait_for_url(re.compile(r"/new/swiss\?preset="))
    page.fill("#players", "\n".join(f"Player-{n:02}" for n in range(1, players + 1)))
    expect(page.locator("#create")).to_contain_text(str(players))
    assert not faults(page)
    page.locator("#create").click()
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    return page.url.rsplit("/", 1)[1]


def test_a_card_game_is_set_up_and_its_first_round_played(hall: Hall) -> None:
    page = hall.director()
    code = set_up(page, "card game", 5)
    file = page.request.get(f"/e/{code}/export/json").json()
    assert (file["options"]["form"], file["options"]["win"]) == ("games", "3")
    assert "stages" not in file, "five are too few for a top 8"
    publish(page, code, 1)
    enter_result(page, 1, ["2", "1"])
    enter_result(page, 2, ["2", "0"])
    assert [str(row["criteria"]["points"]) for row in rows(page, code)] == ["3", "3", "3", "0", "0"]
    proved(page, code)


def test_what_a_choice_brings_is_asked_at_once_and_a_refusal_stands_at_its_field(hall: Hall) -> None:
    page = hall.director()
    page.goto("/new/swiss")
    page.locator("#rules > summary").click()
    page.locator("#rules summary", has_text="Results").click()
    expect(page.locator("#option-set_target")).to_have_count(0)
    page.locator("#option-form-sets").check()
    expect(page.locator("#option-set_target")).to_be_visible()
    expect(page.locator("#option-form-sets")).to_be_focused()
    page.fill("#players", "Ana\nBea")
    expect(page.locator("#create")).to_contain_text("2")
    page.locator("#create").click()
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    page.goto(f"{page.url}/settings/rules")
    page.locator(".settings-page summary").first.click()
    page.locator("summary", has_text="Points").click()
    page.fill("#option-draw", "7")
    page.locator(".settings-page form button.primary").click()
    expect(page.locator("#option-draw")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#option-draw-error")).to_contain_text("out of order")
    expect(page.locator("#option-draw")).to_be_focused()
    assert not faults(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert width_overflow(page) <= 0


@pytest.mark.soak
def test_a_card_game_of_seventeen_best_of_three_with_a_cut_to_eight(hall: Hall, tmp_path: Path) -> None:
    page, lots = hall.director(), Random(17)
    code = set_up(page, "Magic", 17)
    for number in range(1, 6):
        play(page, code, number, lots, SWISS)
    resting = [page.request.get(f"/api/events/{code}/rounds/{number}").json()["byes"] for number in range(1, 6)]
    assert len({bye["player"] for byes in resting for bye in byes}) == 5
    page.goto(f"/e/{code}/stages")
    expect(page.locator(".next .entrants li")).to_have_count(8)
    begin(page, code)
    best = [row["player"] for row in rows(page, code)[:8]]
    assert {side["players"][0] for side in stages(page, code)[1]["entrants"]} == set(best)
    back_over_the_border(page, code, 2, 6)
    assert to_the_end(page, code, 5, lots, ("2-0", "2-1", "0-2", "1-2")) == 8
    finish(page, code)
    assert {row["player"] for row in rows(page, code)[:8]} == set(best)
    sound(page, code, f"/{code}/bracket", f"/wall/{code}/bracket", f"/e/{code}/settings/rules")

    file = tmp_path / "cards.json"
    file.write_bytes(page.request.get(f"/e/{code}/export/json").body())
    checked = subprocess.run([sys.executable, "-m", "ronda", "check", str(file)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    places = [(row["player"], row["place"]) for row in rows(page, code)]
    page.goto("/open")
    page.set_input_files('input[type="file"]', str(file))
    page.locator("main form button").click()
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    again = page.url.rsplit("/", 1)[1]
    assert again != code
    assert [(row["player"], row["place"]) for row in rows(page, again)] == places
    assert not raw_keys(page)
