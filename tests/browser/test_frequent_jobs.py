"""What directors and players do all day, counted in keys and clicks, and what must not be lost on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.hall import (
    MISSING,
    PASSWORD,
    Hall,
    enter_result,
    faults,
    find_table,
    make_event,
    settles,
    width_overflow,
)
from tests.waiting import until
from tests.web.serving import free_port, serving


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    place: Path = tmp_path_factory.mktemp("jobs")
    port = free_port()
    with serving(str(place / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


class Hands:
    """Somebody at the desk whose keys and clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = self.clicks = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1


def players(count: int) -> list[str]:
    return [f"Player-{number} Name" for number in range(1, count + 1)]


def running(page: Page, system: str, count: int, rounds: int = 3) -> str:
    """An event whose first round is played."""
    code = make_event(page, system, players(count), {"rounds": str(rounds)})
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile("/round/1$"))
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-primary]")).to_have_attribute("href", re.compile(r"/round/\d+\?table="))
    return code


CHOSEN = "#round tr.chosen"


def test_ten_chess_results_in_ten_keys_from_wherever_one_came(hall: Hall) -> None:
    """One key stores a result and moves on to the next table that is missing."""
    page = hall.director()
    code = running(page, "chess", 40, 6)
    hands = Hands(page)
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")  # published a moment ago
    hands.press(*"1021010210")  # faster than any answer
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "11")
    expect(page.locator(MISSING)).to_have_count(10)
    assert hands.keys == 10
    page.goto(f"/e/{code}")
    page.keyboard.press("Control+Enter")  # as the bar leads
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "11")
    page.keyboard.type("10")
    page.goto(f"/e/{code}/standings")
    page.keyboard.press("p")  # by the rail
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "13")
    for at in range(13, 21):
        expect(page.locator(CHOSEN)).to_have_attribute("data-pick", str(at))
        page.keyboard.press("2")
    expect(page.locator(MISSING)).to_have_count(0)
    assert [page.locator(f'tr[data-pick="{n}"] .score').inner_text() for n in (1, 2, 3)] == ["1–0", "½–½", "0–1"]


@pytest.mark.parametrize(
    ("system", "keys", "most", "shown"),
    [("domino", (" ", "1", "2", "0", "Enter"), 70, "200–120"), ("redemption", (" ", "3", "Enter"), 40, "5–3")],
)
def test_ten_results_by_score(hall: Hall, system: str, keys: tuple[str, ...], most: int, shown: str) -> None:
    """Space is the winner's target; after an entry the cursor stands in the next table that is missing."""
    page = hall.director()
    running(page, system, 40 if system == "domino" else 20, 3)
    hands = Hands(page)
    for at in range(1, 11):
        expect(page.locator(CHOSEN)).to_have_attribute("data-pick", str(at))
        hands.press(*keys)
    expect(page.locator(MISSING)).to_have_count(0)
    expect(page.locator('tr[data-pick="10"] .score')).to_contain_text(shown)
    assert hands.keys <= most


def test_the_last_result_is_taken_back_by_a_key_or_a_click(hall: Hall) -> None:
    page = hall.director()
    running(page, "chess", 8, 5)
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")
    page.keyboard.press("1")
    expect(page.locator('tr[data-pick="1"][data-state="in"]')).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")
    expect(page.locator(MISSING)).to_have_count(4)
    page.keyboard.press("2")
    expect(page.locator("#say")).to_contain_text("0–1")
    page.locator("#say").get_by_role("button", name="Undo").click()
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")
    expect(page.locator(MISSING)).to_have_count(4)


def test_rows_that_come_anew_do_not_take_the_cursor_away(hall: Hall) -> None:
    """What is typed while another table changes, or its own, stays in the field it was typed into."""
    page, helper = hall.director(), hall.director()
    code = running(page, "domino", 16, 4)
    late: list[Route] = []
    helper.goto(f"/e/{code}/round/1")
    page.goto(f"/e/{code}/round/1")
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")
    page.route("**/part/round/**", lambda route: late.append(route))
    page.keyboard.type(" 12")
    enter_result(helper, 2, ("200", "100"))

    def asked() -> bool:
        page.wait_for_timeout(20)  # requests are seen while the page is waited for
        return bool(late)

    until(asked, "the page asks for what changed")
    for route in late:
        route.continue_()
    page.unroute_all()
    expect(page.locator('tr[data-pick="2"][data-state="in"]')).to_be_visible()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator('tr[data-pick="1"] .score')).to_have_text("200–120")
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "3")
    page.locator("#find").focus()
    page.keyboard.type("4")
    enter_result(helper, 3, ("200", "90"))  # the row that has the cursor
    expect(page.locator('tr[data-pick="3"][data-state="in"]')).to_have_count(1)
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "4")


def test_the_button_that_makes_an_event_stays_under_the_finger(hall: Hall) -> None:
    """What arrives while somebody presses it, another look at the list, neither moves nor replaces it."""
    page = hall.director()
    page.set_viewport_size({"width": 360, "height": 740})
    late: list[Route] = []
    page.goto("/new/domino")
    page.fill("#name", "Finger")
    page.fill("#players", "\n".join(players(9)))
    button = page.locator('button[name="make"]')
    expect(button).to_contain_text("9")
    place = "() => document.querySelector('button[name=make]').getBoundingClientRect().top"
    before = page.evaluate(place)
    page.route(
        "**/new/domino",
        lambda route: late.append(route) if route.request.headers.get("hx-request") else route.continue_(),
    )
    with page.expect_request(lambda asked: asked.url.endswith("/new/domino") and asked.method == "POST"):
        page.locator("#option-rounds").fill("3")
    button.hover()
    page.mouse.down()
    for route in late:
        route.continue_()
    expect(page.locator(".advice")).to_contain_text("unbeaten")
    assert page.evaluate(place) == before
    page.mouse.up()
    page.wait_for_url(re.compile(r"/e/[0-9A-Z]{6}$"))


def test_news_that_come_while_a_button_is_pressed_do_not_take_it_away(hall: Hall) -> None:
    page, helper = hall.director(), hall.director()
    code = running(page, "redemption", 8)
    for one in (page, helper):
        one.goto(f"/e/{code}/round/1")
    expect(page.locator(MISSING)).to_have_count(4)
    page.locator('[data-filter="missing"]').hover()
    page.mouse.down()
    with page.expect_response("**/part/round/**"):
        enter_result(helper, 2, ("5", "3"))
    page.mouse.up()
    expect(page.locator('[data-filter="missing"]')).to_have_attribute("aria-current", "true")
    expect(page.locator(MISSING)).to_have_count(3)  # and then it looks


def test_what_happens_before_the_live_line_stands_is_not_missed(hall: Hall) -> None:
    """A page is made, and a player calls before its stream is open."""
    director = hall.director()
    code = running(director, "chess", 8, 5)
    late: list[Route] = []
    director.route("**/stream**", lambda route: late.append(route))
    with director.expect_request("**/stream**"):
        director.goto(f"/e/{code}")
    phone = hall.phone(code, "Player-3")
    phone.get_by_role("button", name="Call the arbiter").click()
    expect(phone.get_by_text("The arbiter knows")).to_be_visible()
    for route in late:
        route.continue_()
    expect(director.locator(".needs li", has_text="calls the arbiter")).to_contain_text("Player-3")


def test_the_next_round_runs_after_two_clicks_or_two_keys(hall: Hall) -> None:
    """All in: pair, look, publish and start the clock, from whichever page one is on."""
    page = hall.director()
    code = running(page, "domino", 8, 4)
    for number, by_key in ((2, False), (3, True)):
        page.goto(f"/e/{code}/results")
        for table in (1, 2):
            enter_result(page, table, ("200", "120"))
        expect(page.locator("[data-primary]")).to_contain_text(f"Pair round {number}")
        hands = Hands(page)
        for then in ("Publish and start 35:00", "Next missing"):
            if by_key:
                hands.press("Control+Enter")
            else:
                hands.click("[data-primary]")
            page.wait_for_url(re.compile(f"/round/{number}$"))
            expect(page.locator("[data-primary]")).to_contain_text(then)
        assert hands.clicks + hands.keys == 2
        expect(page.locator(".step-bar .clock[data-running=true]")).to_be_visible()
        expect(page.locator("#round[data-playing]")).to_be_visible()


def test_a_result_is_mended_with_one_click_and_the_score(hall: Hall) -> None:
    page = hall.director()
    code = running(page, "chess", 8)
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")
    page.keyboard.press("1")
    expect(page.locator('tr[data-pick="1"] .score')).to_have_text("1–0")
    page.goto(f"/e/{code}/round/1")
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "2")
    hands = Hands(page)
    hands.click('tr[data-pick="1"] .score')
    hands.press("2")
    expect(page.locator("tr.problem button").first).to_be_focused()
    page.wait_for_timeout(600)  # what it changes is shown before, and an Enter at once is not taken for an answer
    hands.press("Enter")
    expect(page.locator('tr[data-pick="1"] .score')).to_have_text(re.compile("^0–1"))
    assert hands.clicks == 1
    assert hands.keys <= 3


def test_a_table_is_found_by_name(hall: Hall) -> None:
    page = hall.director()
    running(page, "chess", 40, 6)
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "1")
    page.keyboard.press("/")
    page.keyboard.type("player-17")
    expect(page.locator("#round tr[data-pick]:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(CHOSEN)).to_contain_text(re.compile("player-17", re.IGNORECASE))
    page.keyboard.press("1")
    expect(page.locator(MISSING)).to_have_count(19)


def test_a_double_click_does_everything_once_and_says_nothing(hall: Hall) -> None:
    page = hall.director()
    code = make_event(page, "domino", players(8), {"rounds": "3"})
    for _ in range(2):
        page.locator("[data-primary]").dblclick()
        expect(page).to_have_url(re.compile("/round/1$"))  # the second click may end the first one's way there
        expect(page.locator("#say .refused, #say .conflict")).to_have_count(0)
    expect(page.locator(".step-bar .clock")).to_be_visible()
    page.goto(f"/e/{code}")
    expect(page.locator("#room-title")).to_be_visible()


def test_a_whole_evening_from_the_keyboard_alone(hall: Hall) -> None:
    """Sixteen players, four rounds, from the start page to the podium: not one click, 111 keys (152 and four clicks
    before results were typed into the rows and the list was the first field)."""
    page = hall.director()
    page.goto("/")
    hands = Hands(page)
    if page.evaluate("document.activeElement.id") != "game":
        hands.press("/")  # something runs
    expect(page.locator("#game")).to_be_focused()
    hands.press(*"red")
    expect(page.locator("#games [role=option]").first).to_contain_text("Redemption")
    hands.press("Enter")
    page.wait_for_url(re.compile("/new/redemption"))
    page.wait_for_function("() => document.activeElement.matches('textarea, [contenteditable]')")
    page.keyboard.insert_text("\n".join(players(16)))  # a paste
    hands.keys += 1
    expect(page.locator('button[name="make"]')).to_contain_text("16")
    hands.press("Control+Enter")
    page.wait_for_url(re.compile(r"/e/\w{6}$"))
    for number in range(1, 5):
        hands.press("Control+Enter")
        page.wait_for_url(re.compile(f"/round/{number}$"))
        expect(page.locator("[data-primary]")).to_contain_text("Publish")
        hands.press("Control+Enter")
        expect(page.locator("[data-primary]")).to_contain_text("table 1")
        for table in range(1, 9):
            expect(page.locator(CHOSEN)).to_have_attribute("data-pick", str(table))
            hands.press("Space", str(table % 5), "Enter")
        expect(page.locator(MISSING)).to_have_count(0)
        expect(page.locator("[data-primary]")).to_contain_text("Pair" if number < 4 else "Finish")
    hands.press("Control+Enter")
    expect(page.locator("ol.podium")).to_be_visible()
    assert hands.clicks == 0
    assert hands.keys <= 112, hands.keys


def test_the_draft_is_looked_over_and_changed_from_the_keyboard(hall: Hall) -> None:
    """The bar at the foot says what the rules say, before anything is saved; Back is first where one breaks."""
    page = hall.director()
    code = make_event(page, "domino", players(8), {"rounds": "3"})
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile("/round/1$"))
    expect(page.locator("#check .good")).to_be_visible()
    page.keyboard.press("Shift+S")
    seats = page.locator(".seat[data-player]")
    for at in (0, 5):
        seats.nth(at).focus()
        page.keyboard.press("Enter")
    expect(page.locator("#swap mark")).to_have_count(2)
    expect(page.locator("#swap [data-keep]")).to_be_focused()
    assert not faults(page)
    page.keyboard.press("Escape")
    expect(page.locator("#swap")).not_to_be_visible()
    assert page.url.endswith(f"/e/{code}/round/1")
    for at in (0, 5):
        seats.nth(at).click()
    page.locator("#swap form button").click()
    expect(page.locator("#swap")).not_to_be_visible()
    expect(page.locator(".round-title .chip")).to_be_visible()  # changed by hand
    expect(page.locator(".seat[data-player][role=button]")).to_have_count(8)  # rows that came anew can be changed, too


# What lies over the middle of the name and of the × in the panel of a player, where that is not the panel itself.
COVERED = """() => [...document.querySelectorAll('.drawer .card-head :is(h2, button)')].filter((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint(left + Math.min(width, 30) / 2, top + height / 2));
}).map((each) => each.outerHTML)"""


@pytest.mark.parametrize("size", [(360, 800), (1280, 720), (1920, 1080)])
def test_pages_of_a_round_fit_the_screen(hall: Hall, size: tuple[int, int]) -> None:
    director = hall.director()
    code = make_event(director, "domino", players(16), {"rounds": "3"})
    director.keyboard.press("Control+Enter")
    director.wait_for_url(re.compile("/round/1$"))
    director.set_viewport_size({"width": size[0], "height": size[1]})
    for page in (f"/e/{code}", f"/e/{code}/round/1", f"/e/{code}/who-plays", "/hall"):
        director.goto(page)
        assert width_overflow(director) <= 0, page
        assert not faults(director)
    director.goto(f"/e/{code}/players?lang=de")
    director.locator("[data-card]").first.click()
    expect(director.locator(".drawer .card-head h2")).to_be_visible()
    settles(director, COVERED, [])
    director.locator(".drawer .card-head button").click()
    expect(director.locator(".drawer")).to_be_hidden()
    director.goto(f"/e/{code}?lang=en")
    director.locator("[data-primary]").click()
    director.wait_for_url(re.compile("/round/1$"))
    expect(director.locator("[data-primary]")).to_have_attribute("href", re.compile(r"/round/\d+\?table="))
    director.goto(f"/e/{code}/round/1?table=1")
    assert width_overflow(director) <= 0
    for table, score in (("1", "120"), ("2", "80")):
        expect(director.locator(CHOSEN)).to_have_attribute("data-pick", table)
        expect(director.locator(".scores input").first).to_be_focused()
        for keys in ("200", "Enter", score, "Enter"):
            director.keyboard.press(keys) if keys == "Enter" else director.keyboard.type(keys)
    expect(director.locator(CHOSEN)).to_have_attribute("data-pick", "3")
    expect(director.locator(".scores input").first).to_be_focused()
    expect(director.locator(MISSING)).to_have_count(2)


def test_a_room_of_one_table_fills_the_desk_and_a_long_undo_stays_in_its_card(hall: Hall) -> None:
    page = hall.director()
    long = "Maximiliane-von-Hohenstein-Wasserburg-Lohe zu Groß-Strelitz"
    code = make_event(page, "domino_pairs", [f"{long} / Ana İğde", "Ana Ruiz / Beto Ñandú"], {"rounds": "1"})
    page.goto(f"/e/{code}")
    page.locator("[data-primary]").click()
    page.wait_for_url(re.compile("/round/1$"))
    page.locator("[data-primary]").click()
    expect(page.locator("[data-primary]")).to_have_attribute("href", re.compile(r"/round/\d+\?table="))
    page.request.post(f"/api/events/{code}/result", data={"round": 1, "table": 1, "result": "200-120"})
    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/e/{code}")
        expect(page.locator(".latest button")).to_have_text("Undo table 1")
        assert width_overflow(page) <= 0, width
        tile, room = (f"document.querySelector('{one}')" for one in (".tiles .tile", ".tiles"))
        settles(page, f"{tile}.offsetWidth >= 0.98 * {room}.offsetWidth")
        if width > 900:
            settles(page, f"{tile}.offsetHeight >= 280")
        expect(page.locator(".tiles .names")).to_contain_text("Beto Ñandú")
    assert not faults(page)


def test_the_next_table_may_be_typed_while_a_question_waits(hall: Hall) -> None:
    """Digits while "Replace" has the focus are for the next table, not an answer."""
    page = hall.director()
    running(page, "redemption", 8)
    enter_result(page, 1, ("5", "2"))
    find_table(page, 1)
    for keys in ("5", "3"):
        page.keyboard.type(keys)
        page.keyboard.press("Enter")
    expect(page.locator("tr.problem button").first).to_be_focused()
    page.keyboard.press("4")
    expect(page.locator(CHOSEN)).to_have_attribute("data-pick", "2")
    expect(page.locator(".scores input").first).to_have_value("4")
    expect(page.locator("tr.problem")).to_be_visible()  # the question waits there


def test_a_lost_line_is_said_and_dark_is_dark(hall: Hall) -> None:
    page = hall.director()
    code = running(page, "redemption", 8)
    page.goto(f"/e/{code}")
    light = page.evaluate("getComputedStyle(document.querySelector('.step-bar')).backgroundColor")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.querySelector('.step-bar')).backgroundColor") != light
    assert not faults(page)
    page.context.set_offline(True)
    page.evaluate("htmx.ajax('GET', location.pathname + '/part/desk', '#desk').catch(() => 0)")
    expect(page.locator("#offline")).to_be_visible()


SHIFTS = """window.jumped = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())
  if (!one.hadRecentInput) window.jumped += one.value; }).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("width", [1440, 360])
def test_nothing_jumps_while_a_page_loads_or_news_come_in(hall: Hall, width: int) -> None:
    """What browsers count as layout shifts; below 0.1 is called good."""
    director = hall.director()
    code = running(director, "redemption", 16)
    page = hall.director()
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(SHIFTS)
    waits = {f"/wall/{code}": ".wall.arranged", f"/{code}": ".pairings"}
    for path in (f"/e/{code}/standings", f"/{code}", f"/wall/{code}", f"/e/{code}/round/1"):
        page.goto(path)
        expect(page.locator(waits.get(path, "table")).first).to_be_visible()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        assert page.evaluate("window.jumped") < 0.1, path
    director.goto(f"/e/{code}/round/1")
    enter_result(director, 1, ("5", "3"))
    expect(page.locator('tr[data-pick="1"][data-state="in"]')).to_be_visible()
    assert page.evaluate("window.jumped") < 0.1


def test_a_player_is_shared_and_the_event_goes_into_a_folder(hall: Hall, tmp_path: Path) -> None:
    page = hall.director()
    code = running(page, "redemption", 8)
    page.goto(f"/e/{code}/player/1")
    page.click(".share summary")
    expect(page.locator("#share-text")).to_have_value(re.compile("^Player-1 Name – Club night"))
    page.click("[data-copy]")
    expect(page.locator("[data-copy]")).to_have_text(re.compile("Copied"))
    with ZipFile(BytesIO(page.request.get(f"/e/{code}/site.zip").body())) as archive:
        archive.extractall(tmp_path)
    (start,) = tmp_path.glob("*/index.html")
    reader = hall.person()
    reader.goto(start.as_uri())
    reader.click('.tabs a[href="standings.html"]')
    reader.fill("#find", "player-3")
    framed = reader.locator(".ranking tbody tr.you")
    expect(framed).to_have_count(1)
    expect(framed.locator("th")).to_contain_text("Player-3 Name")
    framed.locator("td a").first.click()
    reader.wait_for_url(re.compile(r"player-3\.html#"))
    expect(reader.locator("details.value-of[open]")).to_have_count(1)
    assert not faults(reader)
