"""Pages in languages that are longer than ours, or run from right to left: nothing overflows, no button is clipped, and
no two sides change places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ronda.texts import LANGUAGES
from tests import pseudo
from tests.browser.hall import PHONE, Hall, make_event, press, raw_keys, widen, width_overflow
from tests.web.serving import free_port, serving

SYSTEMS = {"domino": 9, "melee": 8, "redemption": 7, "chess": 7, "dutch": 7}
PAGES = ("", "/players", "/round/1", "/results", "/standings", "/print", "/log", "/settings/also", "/people")
LATIN = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
HEBREW = ("אבא", "בלה", "גדי", "דנה", "הדר", "ורד", "זיו", "חנה", "טלי")

# Buttons, and links that look like one, whose words do not fit into them.
CLIPPED = """() => [...document.querySelectorAll('button, .button, .tile, summary, nav a')]
  .filter(e => e.offsetParent && !e.matches('.sr, .cut') && getComputedStyle(e).overflowX !== 'visible'
    ? e.scrollWidth > e.clientWidth + 1
    : e.offsetParent && (b => b.right > innerWidth + 1 || b.left < -1)(e.getBoundingClientRect()))
  .filter(e => !e.closest('.scroll, .wide, table, [data-scroll]') && !e.classList.contains('skip'))
  .map(e => e.outerHTML.slice(0, 160))"""

# Buttons whose words need more than two lines, and places in the rail and the bar whose words are cut off.
TOO_LONG = """() => [
  ...[...document.querySelectorAll('button, .button')].filter(e => {
    if (!e.offsetParent || e.querySelector('small, bdi, .called')) return false;
    const range = document.createRange(); range.selectNodeContents(e);
    return new Set([...range.getClientRects()].filter(b => b.width > 1).map(b => Math.round(b.top / 12))).size > 3;
  }),
  ...[...document.querySelectorAll('nav a span, nav a b, nav summary span')].filter(e =>
    e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible'),
].map(e => e.outerHTML.slice(0, 160))"""

# How far a menu of the rail opens from the rail, to its side or above it; nothing if it is not on the screen.
BESIDE = """details => {
  const panel = details.querySelector('.panel').getBoundingClientRect();
  const rail = details.closest('nav').getBoundingClientRect();
  if (panel.left < 0 || panel.right > innerWidth || panel.top < 0 || panel.bottom > innerHeight) return null;
  return Math.max(panel.left - rail.right, rail.left - panel.right, rail.top - panel.bottom);
}"""

# Two names on one line of one element stand in the order in which they are read.
EXCHANGED = """pairs => {
  const turned = document.documentElement.dir === 'rtl', wrong = [];
  const place = (inside, name) => {
    const walk = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT);
    for (let at = 0; walk.nextNode(); at++) {
      const found = walk.currentNode.data.indexOf(name);
      if (found < 0 || !walk.currentNode.parentElement.offsetParent) continue;
      const range = document.createRange();
      range.setStart(walk.currentNode, found); range.setEnd(walk.currentNode, found + name.length);
      return {at: at * 10000 + found, box: range.getBoundingClientRect()};
    }
  };
  const lines = ['p', 'li', 'td', 'tr', '.tile', 'h1', 'h2'].map(one => '#main ' + one).join();
  for (const inside of document.querySelectorAll(lines))
    for (const [one, other] of pairs) {
      const first = place(inside, one), second = place(inside, other);
      if (!first || !second || Math.abs(first.box.top - second.box.top) > 3) continue;
      const earlier = first.at < second.at ? first : second, later = earlier === first ? second : first;
      if (turned ? earlier.box.left < later.box.left : earlier.box.left > later.box.left)
        wrong.push(inside.outerHTML.slice(0, 200));
    }
  return wrong;
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that speaks two more languages, by their files alone."""
    folder, port = pseudo.write(tmp_path_factory.mktemp("texts")), free_port()
    with serving(str(folder / "ronda.db"), port, texts=str(folder)):
        yield f"http://127.0.0.1:{port}"


def soaked(*values: str) -> list[Any]:
    return [pytest.param(value, marks=pytest.mark.soak) for value in values]


def published_round(director: Page, system: str, names: tuple[str, ...]) -> str:
    """An event whose first round is in play, by its code."""
    code = make_event(director, system, names[: SYSTEMS[system]], {"rounds": "3"})
    buttons = director.locator('form[action$="/do/pair"]')
    buttons.filter(has_not=director.locator('[name="present"]')).locator("button").first.click()
    director.wait_for_url(re.compile(r"/round/1$"))
    press(director, "publish")
    expect(director.locator('form[action$="/do/publish"]')).to_have_count(0)
    return code


def sides(director: Page, code: str) -> list[list[str]]:
    """The names that stand at one table, each with each."""
    tables = director.request.get(f"/api/events/{code}/rounds/1").json()["tables"]
    return [[one, other] for table in tables for one in table["names"] for other in table["names"] if one < other]


def wrong_on(page: Page, address: str, code: str, pairs: list[list[str]]) -> list[str]:
    """What is wrong with a page at the width that it has."""
    response = page.goto(address)
    assert response is not None
    width = page.viewport_size["width"] if page.viewport_size else 0
    wrong = [] if response.status == 200 else [f"{response.status}"]
    wrong += raw_keys(page)
    widen(page, code)
    wrong += [f"{width_overflow(page)} px too wide"] if width_overflow(page) > 0 else []
    wrong += [f"clipped: {one}" for one in page.evaluate(CLIPPED)]
    wrong += [f"exchanged: {one}" for one in page.evaluate(EXCHANGED, pairs)]
    return [f"{address} at {width}: {one}" for one in wrong]


@pytest.mark.parametrize("language", [pseudo.LONG, pseudo.TURNED])
@pytest.mark.parametrize("system", ["domino", *soaked("chess", "melee", "redemption", "dutch")])
def test_pages_have_room_for_other_languages(system: str, language: str, chromium: Browser, address: str) -> None:
    hall = Hall(chromium, address, language)
    director = hall.person()
    code = published_round(director, system, LATIN)
    pairs = sides(director, code)
    expect(director.locator("html")).to_have_attribute("lang", language)
    expect(director.locator("html")).to_have_attribute("dir", pseudo.HEADERS[language].get("direction", "ltr"))
    phone = hall.person(PHONE)  # nobody is let in with a word where no hall is
    phone.goto(director.request.get(f"/api/events/{code}/players/1/link").json()["link"])
    addresses = ["/", "/new", f"/new/{system}", "/guide", f"/{code}", f"/{code}/standings", f"/wall/{code}"]
    addresses += [f"/e/{code}{page}" for page in PAGES] + [f"/join/{code}"]
    wrong = wrong_on(phone, phone.url, code, pairs)
    for size in ((1280, 800), PHONE):
        director.set_viewport_size({"width": size[0], "height": size[1]})
        for one in addresses:
            wrong += wrong_on(director, one, code, pairs)
        director.goto(f"/e/{code}/players")
        for menu in director.locator("nav.rail details").all():
            menu.locator("summary").click()
            away = menu.evaluate(BESIDE)
            wrong += [] if away is not None and 0 <= away <= 16 else [f"a menu is {away} px from the rail at {size}"]
            menu.locator("summary").click()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_too_long_for_its_button_on_a_phone(language: str, chromium: Browser, address: str) -> None:
    """As wide as they really are, with the letters of the page."""
    hall = Hall(chromium, address, language)
    director = hall.person(PHONE)
    code = published_round(director, "domino", LATIN)
    pages = ["/", "/new/domino", *(f"/e/{code}{page}" for page in PAGES), f"/{code}", f"/join/{code}"]
    wrong = []
    for page in pages:
        director.goto(page)
        wrong += [f"{page}: {one}" for one in director.evaluate(TOO_LONG) + director.evaluate(CLIPPED)]
        wrong += [f"{page}: {width_overflow(director)} px too wide"] if width_overflow(director) > 0 else []
    assert not wrong, "\n".join(wrong)
    director.goto("/")
    director.locator("main .button").first.evaluate("e => e.textContent = 'word '.repeat(40)")
    assert director.evaluate(TOO_LONG), "a button of forty words is found"


def test_names_of_the_other_direction_turn_nothing_round(chromium: Browser, address: str) -> None:
    """Hebrew names in English pages: each stands where it stood, in tables and in sentences."""
    hall = Hall(chromium, address, "en")
    director = hall.person()
    code = published_round(director, "domino", HEBREW)
    pairs = sides(director, code)
    assert len(pairs) >= 8
    pages = [f"/e/{code}", f"/e/{code}/round/1", f"/e/{code}/results", f"/e/{code}/log", f"/{code}", f"/wall/{code}"]
    wrong = [one for page in pages for one in wrong_on(director, page, code, pairs)]
    assert not wrong, "\n".join(wrong)
    director.goto(f"/e/{code}/round/1")
    for link in director.locator("a[href*='/why']").all()[:2]:
        why = link.get_attribute("href") or ""
        wrong += wrong_on(hall.person(), why, code, pairs)
    assert not wrong, "\n".join(wrong)
