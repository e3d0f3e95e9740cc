"""The people of an event, each with a browser of their own: what they see and press."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.waiting import GENEROUS, until

PASSWORD = "correct horse battery"
LAPTOP, PHONE, PROJECTOR = (1280, 800), (360, 740), (1920, 1080)
MISSING = '#round tr[data-pick]:not([data-state="in"], [data-state="not_played"])'
SERIOUS = ("serious", "critical")
SOON = GENEROUS * 1000  # milliseconds
expect.set_options(timeout=SOON)


@dataclass(frozen=True)
class Hall:
    """A server that is open to the hall; perhaps below a path of another site, with a certificate of our own."""

    browser: Browser
    url: str
    language: str = "en"
    root: str = ""
    outside: list[str] = field(default_factory=list)

    def person(self, size: tuple[int, int] = LAPTOP) -> Page:
        """Somebody with a browser of their own: no cookies yet."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=self.language,
            base_url=self.url,
            has_touch=size == PHONE,
            ignore_https_errors=self.url.startswith("https:"),
        )
        page = context.new_page()
        if self.root:
            context.on("request", lambda request: self._note(request.url))
            _below(page, self.root)
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: pytest_fail(f"{page.url}: {error}"))
        return page

    def _note(self, url: str) -> None:
        """Whatever is asked for that is not ours."""
        if not url.startswith((f"{self.url}{self.root}/", "data:", "blob:")):
            self.outside.append(url)

    def director(self) -> Page:
        page = self.person()
        page.goto("/login")
        page.fill("#password", PASSWORD)
        page.press("#password", "Enter")
        page.wait_for_url(lambda url: "/login" not in url)
        return page

    def helper(self, director: Page, code: str, name: str) -> Page:
        """Somebody whom the director invites by a link."""
        director.goto(f"/e/{code}/people")
        director.fill("#name", name)
        director.click(f'form[action="/e/{code}/people"] button')
        link = director.inner_text("code.secret")
        page = self.person()
        page.goto(link)
        page.click("main form button")
        page.wait_for_url(re.compile(rf"/e/{code}"))
        return page

    def phone(self, code: str, name: str) -> Page:
        """A player who finds herself by name."""
        page = self.person(PHONE)
        page.goto(f"/join/{code}?phone=true&who={name}")
        page.click("#found form button")
        self.type_word(page, f"/api/events/{code}/joining")
        page.wait_for_url(re.compile(rf"/p/{code}/"))
        return page

    def type_word(self, phone: Page, told: str) -> None:
        """The hall word, as it stands on the wall; the API tells it to the desk."""
        desk = self.browser.new_context(base_url=self.url, ignore_https_errors=self.url.startswith("https:"))
        desk.request.post(f"{self.root}/login", form={"password": PASSWORD})
        phone.fill("#word", desk.request.get(f"{self.root}{told}").json()["word"])
        phone.press("#word", "Enter")
        desk.close()


def _below(page: Page, root: str) -> None:
    """Whoever goes to `/login` goes to the one below the path."""
    goto = page.goto

    def inside(url: str, **more: Any) -> Any:
        return goto(f"{root}{url}" if url.startswith("/") else url, **more)

    page.goto = inside  # type: ignore[method-assign]


def pytest_fail(message: str) -> None:
    raise AssertionError(message)


def make_event(director: Page, system: str, players: Sequence[str], options: Mapping[str, str]) -> str:
    """Through the pages of the desk: choose, name, paste, look, make. The code of the event."""
    director.goto("/new")
    director.click(f'a[href$="/new/{system}"]')
    director.fill("#name", f"Club night {system}")
    for name, value in options.items():
        director.fill(f'[name="options.{name}"]', value)
    director.fill("#players", "\n".join(players))
    expect(director.locator("#preview table")).to_be_visible()
    director.click('button[name="make"]')
    director.wait_for_url(re.compile(r"/e/[0-9A-Z]{6}$"))
    return director.url.rsplit("/", 1)[-1]


def press(page: Page, deed: str) -> None:
    """The button of a deed; where a question comes back, yes."""
    page.locator(f'form[action$="/do/{deed}"] button').first.click()


def pair_all(page: Page) -> None:
    """The next round, with everybody; where only some are here, who plays is asked."""
    page.locator("[data-primary]").click()
    asked = page.locator(".who-plays")
    expect(asked.or_(page.locator("#round"))).to_be_visible()
    if asked.count():
        forms = asked.locator('form[action$="/do/pair"]')
        forms.filter(has_not=page.locator('[name="present"]')).locator("button").click()


def find_table(page: Page, table: int | str) -> None:
    """The cursor is put into the row of a table."""
    page.locator("#find").focus()
    page.keyboard.type(str(table))
    page.keyboard.press("Enter")
    expect(page.locator("tr.chosen")).to_have_attribute("data-pick", str(table))


def enter_result(page: Page, table: int, scores: Sequence[str]) -> None:
    """From the keyboard alone: the table is found, its row typed into; then the tick."""
    find_table(page, table)
    for score in scores:
        page.keyboard.type(score)
        if len(scores) > 1:
            page.keyboard.press("Enter")
    expect(page.locator(f'#round [data-pick="{table}"][data-state="in"]')).to_be_visible()


def faults(page: Page) -> list[str]:
    """What axe calls serious."""
    found = Axe().run(page).response["violations"]
    return [f"{page.url}: {one['id']} {one['nodes'][0]['html']}" for one in found if one["impact"] in SERIOUS]


def widen(page: Page, code: str) -> None:
    """The code of the event in the widest letters a code can have: whichever one is drawn has room."""
    page.evaluate(
        "code => document.querySelectorAll('.code').forEach("
        "e => { if (e.textContent === code) e.textContent = 'WWMWWM' })",
        code,
    )


def settles(page: Page, expression: str, wanted: object = True, where: object = "") -> None:
    """What is measured in a page becomes so and so: a part that is on its way may push it about for a moment."""
    found: list[object] = [None]

    def reached() -> bool:
        found[0] = page.evaluate(expression)
        return found[0] == wanted

    with suppress(TimeoutError):
        until(reached, expression)
    assert found[0] == wanted, where or expression


def width_overflow(page: Page) -> int:
    """By how much the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def raw_keys(page: Page) -> list[str]:
    """Texts that were not found show their key."""
    return re.findall(
        r"\b(?:web|label|say|trouble|confirm|phase|action)\.[a-z_]+(?:\.[a-z_]+)*\b", page.inner_text("body")
    )
