"""A whole event for rating in the browser: byes on request, a late entry, a forfeit, a withdrawal, tie-breaks chosen by
the organiser, and the report file at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

import ronda
from tests.browser.hall import PASSWORD, Hall, enter_result, faults, make_event, pair_all, press, raw_keys
from tests.trf.test_events import standing
from tests.web.serving import free_port, serving

ROUNDS = 9
TIEBREAKS = "BH/C1,BH,WIN,SB"
PEOPLE = ["name,rating", *(f"Player-{n:02},{2400 - 13 * n}" for n in range(1, 41))]


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


@pytest.mark.soak
def test_an_event_for_rating(hall: Hall, tmp_path: Path) -> None:
    page = hall.director()
    code = make_event(page, "dutch", PEOPLE, {"rounds": str(ROUNDS)})
    _choose_tiebreaks(page, code)
    _ask_for_bye(page, code, 7, 2, "H")
    _ask_for_bye(page, code, 9, 4, "H")
    _ask_for_bye(page, code, 12, 5, "F")
    _ask_for_bye(page, code, 12, 6, "Z")
    _take_back(page, code, 12, 5)
    lots = Random(41)
    for number in range(1, ROUNDS + 1):
        if number == 3:
            _enter_late(page, code)
        if number == 5:
            page.goto(f"/e/{code}/players/15")
            press(page, "leave")
            expect(page.locator("#state .chip")).to_contain_text("left")
        _play(page, code, number, lots)
    page.goto(f"/e/{code}")
    press(page, "finish")
    expect(page.locator("ol.podium")).to_be_visible()
    page.goto(f"/e/{code}/standings")
    expect(page.locator("main table tbody tr")).to_have_count(41)
    assert not faults(page)
    assert not raw_keys(page)
    event, text = _files(page, code, tmp_path)
    _as_it_was_played(event)
    back = ronda.loads(text, "trf")
    assert standing(back, numbers=False) == standing(event, numbers=True)
    assert ronda.dumps(back, "trf") == text
    assert not [found for found in ronda.check(back) if found.severity == "violation"]


def _choose_tiebreaks(page: Page, code: str) -> None:
    page.goto(f"/e/{code}/settings/standings")
    page.locator("details.codes summary").click()
    page.fill("#order-codes", TIEBREAKS)
    page.press("#order-codes", "Enter")
    page.click("form.use button.primary")
    expect(page.locator("form.use p")).to_be_visible()
    assert not faults(page)


def _ask_for_bye(page: Page, code: str, player: int, number: int, kind: str) -> None:
    """On the card beside the list of players."""
    page.goto(f"/e/{code}/players")
    page.click(f"#open-{player}")
    page.select_option("#bye-round", str(number))
    page.select_option("#bye-kind", kind)
    page.locator("form.ask-bye button").click()
    expect(page.locator(f"#bye-{number}")).to_be_visible()
    assert not faults(page)


def _take_back(page: Page, code: str, player: int, number: int) -> None:
    page.goto(f"/e/{code}/players/{player}")
    page.locator(f"#bye-{number} button").click()
    expect(page.locator(f"#bye-{number}")).to_have_count(0)


def _enter_late(page: Page, code: str) -> None:
    page.goto(f"/e/{code}/players")
    page.fill("#find", "Late-Larry")
    page.press("#find", "Enter")
    expect(page.locator("#open-41")).to_be_visible()
    page.press("#find", "Enter")
    page.fill("#edit-rating", "2155")
    page.press("#edit-rating", "Enter")
    expect(page.locator("#player-41")).to_contain_text("2155")


def _play(page: Page, code: str, number: int, lots: Random) -> None:
    """The round is made and published at the desk; the first table is typed, the others come through the API."""
    page.goto(f"/e/{code}")
    pair_all(page)
    page.wait_for_url(re.compile(rf"/round/{number}$"))
    press(page, "publish")
    expect(page.locator('form[action$="/do/publish"]')).to_have_count(0)
    round_ = page.request.get(f"/api/events/{code}/rounds/{number}").json()
    page.goto(f"/e/{code}/results")
    first, *others = (table["number"] for table in round_["tables"])
    enter_result(page, first, ("+" if number == 4 else "1",))
    for table in others:
        result = lots.choice(["1-0"] * 9 + ["0-1"] * 8 + ["½-½"] * 7 + ["+--"])
        entered = {"round": number, "table": table, "result": result}
        answer = page.request.post(f"/api/events/{code}/result", data=entered)
        assert answer.ok, answer.text()


def _files(page: Page, code: str, folder: Path) -> tuple[ronda.Event, str]:
    """The event as the desk gives it away: whole, and as the report file."""
    page.goto(f"/e/{code}/print")
    page.locator('details:has([href$="/export/json"]) > summary').click()
    with page.expect_download() as whole:
        page.click('a[href$="/export/json"]')
    with page.expect_download() as report:
        page.click('a[href$="/export/trf"]')
    whole.value.save_as(folder / "event.json")
    report.value.save_as(folder / "event.trf")
    return ronda.load(folder / "event.json"), (folder / "event.trf").read_bytes().decode()


def _as_it_was_played(event: ronda.Event) -> None:
    asked = {(round_.number, bye.player, bye.kind) for round_ in event.rounds for bye in round_.byes if bye.kind != "U"}
    assert asked == {(2, 7, "H"), (4, 9, "H"), (6, 12, "Z")}
    assert event.setup.options["order"] == TIEBREAKS
    late, gone = event.players[40], event.players[14]
    assert (late.name, late.joined_round, gone.left_after) == ("Late-Larry", 3, 4)
    assert "absent" in str(event.rounds[3].tables[0].result)
