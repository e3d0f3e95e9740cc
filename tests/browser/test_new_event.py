"""From nothing to a running round: the list takes a paste, and everything else is already there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, PHONE, Hall, faults, width_overflow
from tests.web.serving import free_port, serving

SHEET = "Name\tClub\tRating\n" + "".join(f"Player-{n} Name\tNorte\t{1900 - n}\n" for n in range(1, 17))
FIELDS = """[...document.querySelectorAll('main :is(input, select, textarea)')]
  .filter(e => e.type !== 'hidden' && e.type !== 'file' && e.checkVisibility({visibilityProperty: true}))
  .map(e => e.name || e.id)"""


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    place: Path = tmp_path_factory.mktemp("new")
    port = free_port()
    with serving(str(place / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def paste(page: Page, text: str) -> None:
    """As somebody does who has copied it elsewhere."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+V")


def opened(hall: Hall, system: str = "domino") -> Page:
    page = hall.director()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"/new/{system}")
    expect(page.locator("#players")).to_be_focused()
    return page


def test_a_round_runs_after_a_tile_a_paste_and_three_keys(hall: Hall) -> None:
    page = hall.director()
    page.goto("/new")
    page.locator('a[href$="/new/domino"]').first.click()
    expect(page.locator("#players")).to_be_focused()
    paste(page, SHEET)
    page.keyboard.press("Control+Enter")  # at once: it is created when the list was read
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    expect(page.locator("#say .done")).to_contain_text(re.compile("^Created: Domino, "))
    expect(page.locator("[data-primary]")).to_contain_text("Pair round 1")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/round/1$"))
    expect(page.locator("[data-primary]")).to_contain_text("Publish")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#round[data-playing]")).to_be_visible()
    code = page.url.split("/e/")[1][:6]
    event = page.request.get(f"/api/events/{code}").json()
    assert event["name"].startswith("Domino, ")
    assert page.request.get(f"/api/events/{code}/rounds/1").json()["tables"][3]["number"] == 4


def test_three_fields_before_the_paste_and_after(hall: Hall) -> None:
    page = opened(hall)
    assert page.evaluate(FIELDS) == ["players", "name", "options.rounds"]
    expect(page.locator("#create")).to_contain_text("Create, names later")
    paste(page, SHEET)
    expect(page.locator("#next-name")).to_be_focused()
    assert page.evaluate(FIELDS) == ["next-name", "name", "options.rounds"]
    expect(page.locator("#create.primary")).to_contain_text("Create with 16 players")
    expect(page.locator("#room .seats")).to_have_count(4)
    expect(page.locator(".sums")).to_contain_text("tables")
    assert not faults(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert width_overflow(page) <= 0
    assert not faults(page)


def test_names_are_typed_one_after_the_other(hall: Hall) -> None:
    page = opened(hall, "redemption")
    page.keyboard.type("Ana")
    expect(page.locator("#room .on")).to_have_count(1)
    expect(page.locator("#players")).to_be_focused()  # whoever goes on typing is not interrupted
    page.keyboard.type(" Almendro")
    page.keyboard.press("Enter")
    expect(page.locator("#next-name")).to_be_focused()
    for name in ("Bruno", "Celia"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator(".names .cell")).to_have_text(["Ana Almendro", "Bruno", "Celia"])
    expect(page.locator(".next-name label")).to_have_text("4")
    page.keyboard.type("Dario")  # typed, but not yet added: it is meant
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    code = page.url.rsplit("/", 1)[1]
    listed = page.request.get(f"/api/events/{code}/players").json()["players"]
    assert [one["name"] for one in listed] == ["Ana Almendro", "Bruno", "Celia", "Dario"]


def test_a_row_and_a_heading_are_changed_where_they_stand(hall: Hall) -> None:
    page = opened(hall)
    paste(page, SHEET)
    expect(page.locator("#next-name")).to_be_focused()
    page.get_by_role("button", name="Player-2 Name").click()
    expect(page.locator('[name="cell.3.0"]')).to_be_focused()
    page.keyboard.type("Zoë")
    page.keyboard.press("Tab")
    page.keyboard.type("Sur")
    page.keyboard.press("Enter")
    expect(page.locator('tr[data-line="3"]')).to_contain_text(re.compile(r"Zoë\s*Sur"))
    expect(page.locator('tr[data-line="3"] .cell')).to_be_focused()
    page.locator(".column summary").nth(1).click()
    page.locator('button[name="column.1"][value="federation"]').click()
    expect(page.locator(".column summary").nth(1)).to_contain_text("federation")
    page.get_by_role("button", name="As text").click()
    expect(page.locator("#players")).to_have_value(re.compile(r"^name\tfederation\trating\n(.*\n)*Zoë\tSur\t"))
    page.locator("#next-name").evaluate("field => field.checkVisibility()")
    page.get_by_role("button", name="As text").click()
    expect(page.locator(".names .cell")).to_have_count(16)


@pytest.mark.parametrize(("language", "told"), [("en", "name"), ("de", "Name")])
def test_what_is_missing_is_said_in_the_page(chromium: Browser, hall: Hall, language: str, told: str) -> None:
    page = opened(Hall(chromium, hall.url, language))
    assert page.locator("form#new-event").get_attribute("novalidate") is not None
    page.fill("#name", "")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#name-error")).to_contain_text(told)
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("Evening")
    expect(page.locator("#name-error")).to_have_count(0)


def test_a_refused_row_has_the_cursor(hall: Hall) -> None:
    page = opened(hall, "chess")
    paste(page, "Ada;1500\nBea;900\nCyd;1300\n")
    expect(page.locator("#remark-2")).to_contain_text("A rating of 900 is not possible")
    expect(page.locator("#next-name")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator('[name="cell.2.0"]')).to_be_focused()
    page.fill('[name="cell.2.1"]', "1200")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/e/\w{6}$"))


def test_nothing_moves_when_something_is_to_be_decided(hall: Hall) -> None:
    page = opened(hall)
    paste(page, SHEET)
    expect(page.locator("#next-name")).to_be_focused()
    place = "document.querySelector('#rules').getBoundingClientRect().top"
    before = page.evaluate(place)
    for _ in range(4):
        page.locator('[data-step="-1"]').click()
    expect(page.locator(".advice")).to_contain_text("3 rounds may leave 2 players unbeaten")
    assert page.evaluate(place) == before
    page.get_by_role("button", name="Set 4 rounds").click()
    expect(page.locator("#option-rounds")).to_have_value("4")
    expect(page.locator(".advice button")).to_have_count(0)
    expect(page.locator("#option-rounds")).to_be_focused()
    assert page.evaluate(place) == before


def test_an_event_is_made_without_scripts(hall: Hall) -> None:
    signed_in = hall.director().context.storage_state()
    page = hall.browser.new_context(
        java_script_enabled=False, base_url=hall.url, storage_state=signed_in, locale="en"
    ).new_page()
    page.goto("/new/redemption")
    page.fill("#players", "Ana\nBruno\nCelia\nDario")
    page.locator(".no-script button").click()
    expect(page.locator(".names tbody tr")).to_have_count(4)
    page.locator("#create").click()
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
