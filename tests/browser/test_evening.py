"""The ordinary evening, counted: what stands on its pages, where bar and menus are, and that nothing complains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.hall import PASSWORD, PHONE, Hall, faults, width_overflow
from tests.web.serving import free_port, serving

LAPTOP = (1280, 720)
MAGNIFIED = (640, 360)  # a laptop at 200 %
# What somebody can press, fill in or follow, and sees: what is folded away is not counted, nor is the rail.
CONTROLS = """scope => [...scope.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('nav.rail, #say') && !e.matches('.skip'))
  .map(e => (e.getAttribute('aria-label') || e.innerText || e.name || e.tagName).trim())"""


def controls(page: Page, scope: str = "body") -> list[str]:
    """The controls of a part of the page, by their words."""
    found: list[str] = page.locator(scope).first.evaluate(CONTROLS)
    return found


def new_event(page: Page, system: str = "domino", count: int = 12) -> str:
    """An event with players, made by a program: what the page of new events looks like is tested elsewhere."""
    players = [{"name": f"Player-{number} Name"} for number in range(1, count + 1)]
    answer = page.request.post("/api/events", data={"name": "Club night", "system": system, "players": players})
    assert answer.ok, answer.text()
    code: str = answer.json()["code"]
    return code


def publish(page: Page, code: str) -> None:
    """The next round, through the button of the bar; its clock runs."""
    page.goto(f"/e/{code}")
    page.locator("[data-primary]").click()
    page.wait_for_url(re.compile(r"/round/\d+$"))
    page.locator("[data-primary]").click()
    expect(page.locator("#round[data-playing]")).to_be_visible()


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    place: Path = tmp_path_factory.mktemp("evening")
    port = free_port()
    with serving(str(place / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def at(hall: Hall, size: tuple[int, int] = LAPTOP) -> Page:
    page = hall.director()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def test_the_rail_has_four_places_and_two_menus(hall: Hall) -> None:
    page = at(hall)
    code = new_event(page)
    publish(page, code)
    page.goto(f"/e/{code}")
    words = page.locator("nav.rail > :is(a, details)").evaluate_all("all => all.map(e => e.innerText.trim())")
    assert words[1:] == ["Desk", "Round", "Players", "Standings", "More", "You"]
    expect(page.locator("nav.rail .panel").first).to_be_hidden()
    page.locator("nav.rail .dropdown > summary").first.click()
    more = page.locator("nav.rail .panel").first
    expect(more).to_be_visible()
    assert more.locator("a").all_inner_texts() == ["Wall", "Print", "Log", "Settings"]
    assert not faults(page)
    page.locator("nav.rail .you > summary").click()
    expect(more).to_be_hidden()  # one at a time
    page.select_option("#look-text", "large")
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    page.locator("nav.rail .you > summary").click()
    assert not faults(page)
    page.keyboard.press("Escape")
    expect(page.locator(".you > .panel")).to_be_hidden()
    expect(page.locator(".you > summary")).to_be_focused()
    page.locator(".you > summary").click()
    page.select_option("#look-text", "auto")


def test_the_clock_is_one_button_in_the_bar_and_leaves_when_all_are_in(hall: Hall) -> None:
    page = at(hall)
    code = new_event(page, "redemption", 4)
    for action in ("pair", "publish"):  # by a program: the page of the round would offer the signal already
        sent = page.request.post(f"/e/{code}/do/{action}", form={"_version": version(page, code), "_clock": "start"})
        assert sent.ok, sent.text()
    page.goto(f"/e/{code}/players")  # on every page of the event
    face = page.locator("#clock > summary")
    expect(face).to_have_text(re.compile(r"\d+:\d\d"))
    offered = page.locator("#say .said")
    expect(offered).to_contain_text("Signal at the end?")
    offered.locator("[data-sound-yes]").click()
    expect(offered).to_have_count(0)
    face.click()
    expect(page.locator("[data-sound-on]")).to_be_checked()
    page.fill("#clock-table", "1")
    page.locator('#clock form[action$="/clock/pause"] button').click()
    expect(page.locator('#clock [data-running="false"]').first).to_be_visible()
    expect(page.locator("#clock-table")).to_have_value("1")  # the menu stays open, and what is typed stays
    page.locator('#clock form[action$="/clock/table"] button:has-text("Give")').click()
    expect(page.locator("#clock .extra")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#clock .panel")).to_be_hidden()
    page.reload()
    expect(face).to_be_visible()
    expect(page.locator("#say .said")).to_have_count(0)  # offered once
    for table in (1, 2):
        page.request.post(f"/e/{code}/do/result", form={"_version": version(page, code), **result(table)})
    expect(page.locator("#step-bar [data-primary]")).to_contain_text("Pair round 2")
    expect(face).to_be_hidden()


def version(page: Page, code: str) -> str:
    return str(page.request.get(f"/api/events/{code}").json()["version"])


def result(table: int) -> dict[str, str]:
    return {"round": "1", "table": str(table), "result": "5-3"}


def test_find_stays_on_the_page(hall: Hall) -> None:
    page = at(hall)
    code = new_event(page)
    publish(page, code)
    page.goto(f"/e/{code}")
    page.keyboard.press("/")
    page.keyboard.type("player-1")
    options = page.locator("#found-anywhere [role=option]")
    expect(options).to_have_count(4)  # 1, 10, 11, 12
    assert page.url.endswith(f"/e/{code}")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert not faults(page)
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".find-menu .panel")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("3")
    expect(options.first).to_contain_text("–")  # the table of that number
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/round/1\?table=3$"))
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()  # the round has its own


@pytest.mark.parametrize("path", ["round/1", "standings", "players"])
def test_a_magnified_page_shows_rows(hall: Hall, path: str) -> None:
    """At 200 % neither the bar nor the places below it stand above the work."""
    page = at(hall, MAGNIFIED)
    code = new_event(page)
    page.goto(f"/e/{code}")
    publish(page, code)
    page.goto(f"/e/{code}/{path}")
    row = page.locator("main tbody tr").first
    row.evaluate("row => scrollTo(0, row.getBoundingClientRect().top + scrollY - 10)")
    seen = page.locator("main tbody tr").evaluate_all(
        "rows => rows.filter(row => { const box = row.getBoundingClientRect();"
        " return box.top >= 0 && box.bottom <= innerHeight && row.contains(document.elementFromPoint("
        "box.left + box.width / 2, box.top + box.height / 2)) }).length"
    )
    assert seen >= 2
    assert width_overflow(page) <= 0


def test_the_places_below_the_page_of_a_phone(hall: Hall) -> None:
    page = at(hall, PHONE)
    code = new_event(page)
    publish(page, code)
    for path in ("", "/players", "/standings"):
        page.goto(f"/e/{code}{path}")
        bar = page.locator("nav.rail").bounding_box()
        assert bar is not None
        assert bar["y"] > PHONE[1] / 2
        small = page.locator("nav.rail > :is(a, details)").evaluate_all(
            "all => all.filter(e => e.offsetParent && e.offsetHeight < 44).map(e => e.innerText)"
        )
        assert small == []
        assert width_overflow(page) <= 0
        assert not faults(page)
    page.locator("nav.rail .you > summary").click()
    box = page.locator("nav.rail .you .panel").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_nothing_complains_in_the_console(hall: Hall) -> None:
    """No style that the page's own policy refuses, no script that fails."""
    page = at(hall)
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(f"{page.url}: {message.text}")

    page.on("console", note)
    code = new_event(page)
    publish(page, code)
    page.locator("#round a:has-text('Why')").first.click()
    expect(page.locator("#round .why-row, #round .why, [role=dialog], tr.told").first).to_be_visible()
    for path in ("", "/players", "/standings", "/settings", "/print", "/log", "/walls"):
        page.goto(f"/e/{code}{path}")
        expect(page.locator("#step-bar")).to_be_visible()
    share = page.goto(f"/e/{code}/standings") and page.locator(".share > summary")
    assert share
    share.click()
    page.goto(f"/e/{code}")
    page.keyboard.press("/")
    page.keyboard.type("pl")
    expect(page.locator("#found-anywhere [role=option]").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.goto("/")
    page.goto("/new/domino")
    assert said == []


# --- the start page: its own server, since it shows what is on the machine ------------------------------------


@pytest.fixture
def empty_hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def test_the_start_page(empty_hall: Hall) -> None:
    """At most 15 controls at the first visit, 20 with a running event and two others."""
    page = at(empty_hall)
    page.goto("/")
    assert len(controls(page)) <= 15, controls(page)
    assert not faults(page)
    expect(page.locator("#game")).to_be_focused()
    tiles = page.locator(".games a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert tiles == ["/new/domino", "/new/melee", "/new/chess", "/new/redemption"]
    page.keyboard.type("pade")
    found = page.locator("#games [role=option]")
    expect(found.first).to_contain_text("Padel")  # house rules by name before systems that only mention them
    assert found.count() > 1
    assert not faults(page)
    page.keyboard.press("ArrowDown")
    expect(found.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    page.keyboard.type("robin")
    expect(found.first).to_contain_text("Round robin")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/new/robin$"))
    codes = [new_event(page, system, 8) for system in ("melee", "chess", "domino")]
    publish(page, codes[-1])
    page.goto("/")
    expect(page.locator("#game")).not_to_be_focused()
    assert len(controls(page)) <= 20, controls(page)
    assert page.locator(".mini i").count() == 2
    assert not faults(page)
    page.keyboard.press("/")
    expect(page.locator("#game")).to_be_focused()
    expect(page.locator(".bar").get_by_text("Organisation")).to_have_count(0)  # nothing of it is there
    page.locator(".you > summary").click()
    for path in ("/people", "/collections", "/password", "/sessions", "/accounts"):
        expect(page.locator(f'.you a[href="{path}"]')).to_be_visible()
    page.keyboard.press("Escape")
    assert page.request.post("/api/people", data={"name": "Ana Mora"}).ok
    page.reload()
    page.locator(".bar summary", has_text="Organisation").click()
    expect(page.locator('.bar a[href="/people"]')).to_be_visible()
    assert not faults(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(f"/e/{codes[-1]}$"))


def test_the_start_page_on_a_phone(empty_hall: Hall) -> None:
    page = at(empty_hall, PHONE)
    for count in (0, 8):
        if count:
            publish(page, new_event(page, "domino", count))
        page.goto("/")
        assert width_overflow(page) <= 0
        assert not faults(page)
        small = page.locator("main :is(a, button, input, summary)").evaluate_all(
            "all => all.filter(e => e.checkVisibility() && e.offsetHeight < 24).map(e => e.outerHTML)"
        )
        assert small == []


def test_players_have_the_list_first_and_one_field(hall: Hall) -> None:
    """At most five controls stand above the list, which begins at 160 pixels; a name and Enter add somebody, Enter once
    more opens the panel, below the bar; somebody is taken out with two clicks, and back with a third."""
    page = at(hall)
    code = new_event(page, count=16)
    publish(page, code)
    page.goto(f"/e/{code}/players")
    expect(page.locator("#find")).to_be_focused()
    assert len(controls(page, ".above")) <= 5, controls(page, ".above")
    assert page.locator(".roll").evaluate("each => each.getBoundingClientRect().top") <= 160
    assert not faults(page)
    for keys in ("Renée", "Enter"):
        page.keyboard.press(keys) if keys == "Enter" else page.keyboard.type(keys)
    row = page.locator("#player-17")
    expect(row).to_contain_text("Renée")
    expect(row.locator(".chip")).to_have_text(["here"])
    expect(page.locator("#say")).to_contain_text("Renée")
    page.keyboard.press("Enter")
    expect(page.locator("#card h2")).to_contain_text("Renée")
    bar = page.locator(".step-bar").bounding_box()
    panel = page.locator("#card").bounding_box()
    assert bar
    assert panel
    assert panel["y"] >= bar["y"] + bar["height"] - 1
    assert not faults(page)
    page.keyboard.press("Escape")
    page.locator("#find").fill("")
    expect(page.locator("tr[id^=player-]")).to_have_count(17)
    page.locator("#open-3").click()
    page.locator('#card form[action$="/do/leave"] button').click()
    expect(page.locator("#player-3 .chip")).to_contain_text(["left after round 1"])
    expect(page.locator("#say")).to_contain_text("Player-3 Name")
    page.locator("#say form button").click()
    expect(page.locator("#player-3 .chip")).to_have_text(["here"])


@pytest.mark.parametrize(("count", "listed"), [(0, ".opening"), (16, ".roll"), (70, ".letters")])
def test_players_fit_every_screen(hall: Hall, count: int, listed: str) -> None:
    page = at(hall)
    code = new_event(page, count=count)
    for size in (LAPTOP, PHONE, MAGNIFIED):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/e/{code}/players")
        expect(page.locator(listed)).to_be_visible()
        assert width_overflow(page) <= 0, size
        assert not faults(page), size


# --- the desk ------------------------------------------------------------------------------------------------


def act(page: Page, code: str, name: str, **body: object) -> None:
    answer = page.request.post(f"/api/events/{code}/{name}", data=body)
    assert answer.ok, answer.text()


def test_the_desk_before_a_round_has_few_controls(hall: Hall) -> None:
    """Tables and rests are those of who is here; somebody who is missing is here with one click."""
    page = at(hall)
    code = new_event(page, count=16)
    for number in range(1, 15):
        act(page, code, "check-in", player=number)
    page.goto(f"/e/{code}")
    expect(page.locator(".rings .seats")).to_have_count(4)
    expect(page.locator(".rings .seats .on")).to_have_count(14)
    expect(page.locator(".seats-text")).to_have_text(
        re.compile(r"Now: 3 tables, 2 rest\.\s+When both come: 4 tables, nobody rests\.")
    )
    assert len(controls(page)) <= 8, controls(page)
    assert not faults(page)
    page.locator(".missing li button").first.click()
    expect(page.locator(".rings .seats .on")).to_have_count(15)
    expect(page.locator(".missing li")).to_have_count(1)
    page.fill("#find", "Player-16")
    page.press("#find", "Enter")
    expect(page.locator(".rings .seats .on")).to_have_count(16)
    expect(page.locator(".seats-text")).to_have_text("With everybody: 4 tables, nobody rests.")


@pytest.mark.parametrize("tables", [3, 20, 200])
def test_the_room_fills_what_is_left_of_the_screen(hall: Hall, tables: int) -> None:
    page = at(hall)
    code = new_event(page, "chess", 2 * tables) if tables > 20 else new_event(page, count=4 * tables)
    act(page, code, "pair")
    act(page, code, "publish")
    act(page, code, "result", round=1, table=1, result="1-0" if tables > 20 else "200-120")
    page.goto(f"/e/{code}")
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        room = page.locator(".tiles").bounding_box()
        bar = page.locator(".step-bar").bounding_box()
        assert room is not None
        assert bar is not None
        assert room["height"] >= 0.6 * (height - bar["height"]), (width, room)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
        assert not page.locator(".tiles, .board .score").evaluate_all(cut)
        assert page.locator(".tiles").evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    beside = [one for one in controls(page) if one not in controls(page, ".tiles")]
    assert len(beside) <= 12, beside
    page.set_viewport_size({"width": 1280, "height": 720})
    undo = page.locator(".latest button").bounding_box()
    assert undo is not None
    assert undo["y"] + undo["height"] <= 720, "undo is in reach"
    page.locator("#tile-2").click()
    page.wait_for_url(re.compile(r"/round/1\?table=2$"))


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_desk_is_readable_in_light_and_dark(hall: Hall, size: tuple[int, int]) -> None:
    page = at(hall, size)
    code = new_event(page, count=24)
    act(page, code, "pair")
    act(page, code, "publish")
    act(page, code, "result", round=1, table=1, result="200-120")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"/e/{code}")
        expect(page.locator(".tiles .is-in")).to_have_count(1)
        assert not faults(page), scheme
        assert width_overflow(page) <= 0


def test_the_last_result_is_a_moment_once_and_only_live(hall: Hall) -> None:
    page = at(hall)
    code = new_event(page)
    act(page, code, "pair")
    act(page, code, "publish")
    for table in (1, 2):
        act(page, code, "result", round=1, table=table, result="200-120")
    page.goto(f"/e/{code}")
    expect(page.locator("#room.all-in")).to_have_count(0)
    act(page, code, "result", round=1, table=3, result="164-200")
    expect(page.locator("#room.all-in")).to_have_count(1)
    expect(page.locator(".step-bar .what b")).to_have_text(re.compile(r"^All in\. "))
    expect(page.locator(".step-bar .ring .icon")).to_be_visible()
    expect(page.locator("[data-primary]")).to_contain_text("Pair round 2")
    expect(page.locator("#moments-title")).to_be_visible()
    page.reload()
    expect(page.locator("#moments-title")).to_be_visible()
    expect(page.locator("#room.all-in")).to_have_count(0)
    assert len([one for one in controls(page) if one not in controls(page, ".tiles")]) <= 12


def test_the_end_is_a_podium_and_the_event_comes_again(hall: Hall) -> None:
    page = at(hall)
    code = new_event(page, "redemption", 4)
    act(page, code, "options", options={"rounds": 2})
    for number, scores in ((1, ("5-0", "5-3")), (2, ("5-1", "2-5"))):
        act(page, code, "pair")
        act(page, code, "publish")
        for table, score in enumerate(scores, start=1):
            act(page, code, "result", round=number, table=table, result=score)
    act(page, code, "finish")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/e/{code}")
    expect(page.locator(".stage .podium li")).to_have_count(3)
    heights = page.locator(".stage .podium i").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert heights == sorted(heights, reverse=True)
    assert page.evaluate("document.getAnimations().length") == 0
    assert len(controls(page)) <= 9, controls(page)
    assert not faults(page)
    page.goto(f"/e/{code}/round/1")
    expect(page.locator("#round input:not([type=hidden], [type=search])")).to_have_count(0)
    page.get_by_role("button", name="Open again to correct").first.click()
    expect(page.locator(".step-bar .what b")).to_have_text(re.compile(r"^All in\. .* wins$"))
    act(page, code, "finish")
    page.goto(f"/e/{code}")
    page.locator(".acts button").click()
    page.wait_for_url(re.compile(rf"/e/(?!{code})[0-9A-Z]{{6}}$"))
    expect(page.locator(".rings .seats")).to_have_count(2)


def test_what_is_touched_is_large_enough(hall: Hall) -> None:
    """At least 24 pixels each way on the pages of the evening, links within a sentence apart."""
    page = at(hall, PHONE)
    code = new_event(page)
    publish(page, code)
    page.request.post(f"/e/{code}/do/result", form={"_version": version(page, code), **result(1), "result": "200-90"})
    small = """() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')]
      .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches('.skip, p > a')
        && (e.offsetHeight < 24 || e.offsetWidth < 24)).map(e => e.outerHTML.slice(0, 120))"""
    for path in ("", "/round/1", "/players", "/standings", "/settings", "/print", "/log", "/plots"):
        page.goto(f"/e/{code}{path}")
        assert page.evaluate(small) == [], path
        assert not faults(page), path
        assert width_overflow(page) <= 0, path
