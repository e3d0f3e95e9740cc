"""The walls in a real browser: scenes chosen at the desk, every size of screen, every size of hall; and the phones that
belong to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ronda.core.facts import Created, Entered, Finished
from ronda.core.model import Player, Setup, Tournament
from ronda.desk import record_result, rounds
from ronda.desk.bodies import ApprovalInput
from ronda.store import Store, open_store
from ronda.web.walls import SCENES
from tests.browser.hall import PASSWORD, PHONE, PROJECTOR, Hall, faults, raw_keys, settles, width_overflow
from tests.desk.director import Director
from tests.web.conftest import RESULTS
from tests.web.serving import free_port, serving

FIRST = (
    *("Aitana", "Alba", "Bruno", "Camilo", "Dario", "Elena", "Fabio", "Gala", "Hugo"),
    *("Irene", "Joel", "Karina", "Lucas", "Marta", "Nelson", "Olga", "Pablo", "Rita"),
)
LAST = ("Almendro", "Barquero", "Cascada", "Espigas", "Farolero", "Girasol", "Hierbabuena", "Islario", "Limonar")
LONG = ("Maximiliane von Hohenstein-Wasserburg-Lohe", "Gülbahar Çığlıkaraoğlu-Şenyürekli", "ليلى الزيتوني")
SCREENS = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))
ROUNDS = 9


def people(count: int) -> list[Player]:
    names = [f"{FIRST[n % len(FIRST)]} {LAST[n // len(FIRST) % len(LAST)]} {n}" for n in range(count)]
    names[: len(LONG)] = LONG[:count]
    return [Player(n, name, rating=3000 - n) for n, name in enumerate(names, start=1)]


class Events:
    """Events of any size, made beside the server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.director = Director(store, "test")

    def make(self, system: str, players: int) -> str:
        setup = Setup(system, "Copa del Faro", {"rounds": 3 if players <= 8 else 5 if players < 20 else ROUNDS}, 1)
        return self.store.create([Created(setup), *map(Entered, people(players))], actor="test").code

    def publish(self, code: str) -> None:
        self.director.act(code, "pair", rounds.draft, confirmed=True)
        stored = self.store.load(code)
        assert stored is not None
        if self.store.tournament(stored).rounds[-1].forced:
            self.director.act(code, "approve", lambda t: rounds.approve(t, ApprovalInput("D", "few")), confirmed=True)
        self.director.act(code, "publish", rounds.publish, confirmed=True)

    def results(self, code: str, leave_out: int = 0) -> None:
        stored = self.store.load(code)
        assert stored is not None
        tournament = self.store.tournament(stored)
        text = RESULTS[tournament.setup.system]
        turned = "-".join(reversed(text.split("-")))
        open_tables = [table.number for table in tournament.rounds[-1].tables if table.result is None]
        for number in open_tables[leave_out:]:
            said = text if number % 3 else turned

            def decide(tournament: Tournament, n: int = number, r: str = said) -> Any:
                return record_result(tournament, len(tournament.rounds), n, r)

            self.director.act(code, "result", decide, confirmed=True)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("walls") / "ronda.db")


@pytest.fixture(scope="module")
def events(db: str) -> Iterator[Events]:
    with open_store(db) as store:
        yield Events(store)


@pytest.fixture(scope="module")
def port(db: str, events: Events) -> Iterator[int]:
    found = free_port()
    with serving(db, found, host="0.0.0.0", password=PASSWORD):
        yield found


@pytest.fixture
def hall(chromium: Browser, port: int) -> Hall:
    return Hall(chromium, f"http://127.0.0.1:{port}")


def shown(page: Page, scene: str) -> None:
    expect(page.locator(f'.panel[data-panel="{scene}"]')).to_be_visible()


def test_the_desk_chooses_the_scene_of_each_wall(hall: Hall, events: Events) -> None:
    code = events.make("chess", 10)
    events.publish(code)
    director, first, second = hall.director(), hall.person(PROJECTOR), hall.person(PROJECTOR)
    first.goto(f"/wall/{code}")
    director.goto(f"/e/{code}/walls")
    director.get_by_role("button", name="Add a wall").click()
    expect(director.locator(".wall-card")).to_have_count(2)
    assert not faults(director)
    second.goto(f"/wall/{code}/2")

    def choose(wall: int, scene: str) -> None:
        card = director.locator(".wall-card").nth(wall - 1)
        card.locator(f'.scene:has([value="{scene}"])').click()
        card.get_by_role("button", name="Save").click()

    for scene in ("clock", "room", "standings", "tables", "names"):
        choose(1, scene)
        shown(first, scene)
        shown(second, "names")  # the other one goes its own way
    choose(2, "join")
    expect(second.locator("#welcome")).to_be_visible()
    director.goto(f"/e/{code}/walls")
    card = director.locator(".wall-card").first
    card.locator('.scene:has([value="text"])').click()
    card.get_by_label("Text", exact=True).fill("Lunch until 14:00\nin the garden")
    card.get_by_role("button", name="Save").click()
    expect(first.locator(".free-text")).to_have_text("Lunch until 14:00\nin the garden")


def test_every_scene_is_clean_on_every_screen(hall: Hall, events: Events) -> None:
    """Nothing is wider than the screen, no key is shown, axe finds nothing serious."""
    code = events.make("domino", 24)
    events.publish(code)
    events.results(code)
    events.publish(code)
    events.results(code, leave_out=3)
    wall = hall.person(PROJECTOR)
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        for scene in SCENES:
            wall.goto(f"/wall/{code}?view={scene}")
            assert width_overflow(wall) <= 0, (scene, width)
            assert not raw_keys(wall), scene
            if (width, height) == PROJECTOR:
                assert not faults(wall), scene
                wall.goto(f"/wall/{code}?view={scene}&light=1")
                assert not faults(wall), scene


# What is wrong with the rows of a list: a name that is cut, a row that breaks or leaves its column.
LOOK = """() => [...document.querySelectorAll('.panel:not([hidden]) .rows')].flatMap((list) => {
  const box = list.getBoundingClientRect(); const wrong = [];
  for (const row of list.children) {
    const at = row.getBoundingClientRect();
    if (at.left > box.right || at.right < box.left) continue;  // on another page
    if (at.bottom > box.bottom + 1.5) wrong.push(`below: ${row.textContent}`);
    const no = row.querySelector('.no');
    if (no && no.scrollHeight > no.clientHeight + 1) wrong.push(`number is cut: ${no.textContent}`);
    for (const name of row.querySelectorAll('.who, .side b')) {
      const whole = name.classList.contains('two-lines');
      if (name.scrollWidth > name.clientWidth + 1) wrong.push(`cut: ${name.textContent}`);
      if (!whole && name.getClientRects().length > 1) wrong.push(`broken: ${name.textContent}`);
      if (name.getBoundingClientRect().bottom > at.bottom + 2) wrong.push(`leaves its row: ${name.textContent}`);
    }
  }
  const panel = list.closest('.panel').getBoundingClientRect();
  const few = list.closest('[data-panel="tables"]') && list.children.length <= 3;
  if (few && box.height < 0.9 * panel.height) wrong.push('few do not fill');
  if (box.width < 0.97 * panel.width) wrong.push('does not fill the width');
  if (box.bottom > panel.bottom + 1.5) wrong.push('is higher than its place');
  return wrong;
})"""


# How many sizes the names of a list have, apart from those of more than 20 letters and their partners.
SIZES = """(panel) => new Set([...panel.querySelectorAll('.who, .side > span')]
  .map((side) => (side.matches('.who') ? [side] : [...side.children]))
  .filter((names) => names.every((name) => [...name.querySelector('bdi').textContent].length <= 20)).flat()
  .map((name) => getComputedStyle(name).fontSize)).size"""


@pytest.mark.parametrize(("system", "players"), [("redemption", 2), ("chess", 6), ("domino", 24), ("domino", 80)])
def test_a_pair_never_breaks_and_columns_fill_the_width(hall: Hall, events: Events, system: str, players: int) -> None:
    code = events.make(system, players)
    events.publish(code)
    events.results(code, leave_out=1)
    wall = hall.person(PROJECTOR)
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        for scene in ("tables", "names", "auto"):
            wall.goto(f"/wall/{code}?view={scene}")
            wall.evaluate("document.fonts.ready")
            settles(wall, LOOK, [], (scene, width, height))
            for panel in wall.locator(".panel:visible").all():
                assert panel.evaluate(SIZES) <= 1, (scene, width, height)


def test_everybody_of_400_finds_the_own_table_within_20_seconds(hall: Hall, events: Events) -> None:
    code = events.make("chess", 400)
    events.publish(code)
    wall = hall.person(PROJECTOR)
    wall.clock.install()
    wall.goto(f"/wall/{code}")
    expect(wall.locator("#pills li")).to_have_count(3)
    seen: set[str] = set()
    visible = """() => { const list = document.querySelector('.rows'), box = list.getBoundingClientRect();
      return [...list.children].filter((row) => { const at = row.getBoundingClientRect();
        return at.left >= box.left - 1 && at.right <= box.right + 1; })
        .map((row) => row.querySelector('.who').textContent); }"""
    seconds = 0
    while len(seen) < 400 and seconds <= 20:
        seen |= set(wall.evaluate(visible))
        page = wall.locator("#pills .now").inner_text()
        wall.clock.run_for(1000)
        seconds += 1
        if seconds % 7 == 0:  # the next names are on their way
            expect(wall.locator("#pills .now")).not_to_have_text(page) if len(seen) < 400 else None
    assert len(seen) == 400
    assert seconds <= 20
    settles(wall, LOOK, [])
    wall.goto(f"/wall/{code}?view=tables")
    expect(wall.locator("#pills li")).to_have_count(4)
    settles(wall, "document.querySelector('.panel').perPage", 50, "200 tables are four pages")
    settles(wall, LOOK, [])
    assert width_overflow(wall) <= 0


def test_the_names_of_200_have_one_size(hall: Hall, events: Events) -> None:
    names = [f"{first} {last[:4]}" for last in LAST for first in (*FIRST, "Uwe", "Vera", "Mara", "Wim", "Zoe")][:200]
    setup = Setup("chess", "Copa del Faro", {"rounds": ROUNDS}, 1)
    players = [Player(n, name, rating=3000 - n) for n, name in enumerate(names, start=1)]
    code = events.store.create([Created(setup), *map(Entered, players)], actor="test").code
    events.publish(code)
    wall = hall.person(PROJECTOR)
    for size in ((1280, 720), PROJECTOR):
        wall.set_viewport_size({"width": size[0], "height": size[1]})
        wall.goto(f"/wall/{code}")
        wall.evaluate("document.fonts.ready")
        settles(wall, LOOK, [], size)
        assert wall.locator(".panel").evaluate(SIZES) == 1, size
        assert wall.locator(".rows").evaluate("list => parseFloat(list.style.fontSize)") >= 0.016 * size[0], size


def test_on_a_screen_of_4k_everything_is_twice_as_large(hall: Hall, events: Events) -> None:
    """Whoever reads it stands where they stand before the smaller one."""
    code = events.make("domino", 12)
    events.publish(code)
    events.results(code, leave_out=1)
    wall = hall.person(PROJECTOR)
    read = """() => [...document.querySelectorAll(
        '.top h1, .clock, .panel:not([hidden]) :is(.rows b, .no, .tile b, .score, .names)')]
      .filter((one) => one.offsetParent && !one.matches('.two-lines, .tiny, .less, .least'))
      .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
    for scene in ("tables", "names", "room", "clock"):
        sizes = []
        for width, height in ((1920, 1080), (3840, 2160)):
            wall.set_viewport_size({"width": width, "height": height})
            wall.goto(f"/wall/{code}?view={scene}")
            expect(wall.locator(".wall.arranged")).to_be_visible()
            wall.evaluate("document.fonts.ready")
            sizes.append(wall.evaluate(read))
        small, large = map(max, sizes)
        assert large == pytest.approx(2 * small, rel=0.03), scene
        assert min(sizes[1]) >= 36, scene


def test_500_tables_as_a_room(hall: Hall, events: Events) -> None:
    code = events.make("redemption", 400)
    events.publish(code)
    events.results(code, leave_out=197)
    wall = hall.person(PROJECTOR)
    wall.goto(f"/wall/{code}?view=room")
    expect(wall.locator(".wall-room .tile")).to_have_count(200)
    expect(wall.locator(".wall-room .is-in")).to_have_count(3)
    sizes = "[...document.querySelectorAll('.wall-room b')].map((b) => parseFloat(getComputedStyle(b).fontSize))"
    settles(wall, f"() => Math.min(...{sizes}) >= 14")
    settles(wall, "document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(("language", "word"), [("en", "TIME"), ("fr", "TEMPS ÉCOULÉ")])
def test_the_last_minutes_the_end_and_one_minute_of_it(
    chromium: Browser, port: int, events: Events, language: str, word: str
) -> None:
    hall = Hall(chromium, f"http://127.0.0.1:{port}", language)
    code = events.make("chess", 8)
    events.publish(code)
    director, wall = hall.director(), hall.person(PROJECTOR)
    wall.clock.install()
    wall.goto(f"/wall/{code}")
    director.goto(f"/e/{code}")
    director.click("#clock-face")
    director.click("#clock-go")
    clock = wall.locator("#timer .clock")
    expect(clock).to_have_attribute("data-running", "true")
    wall.clock.run_for(1000)
    expect(clock).not_to_have_class(re.compile("last|over"))
    wall.clock.fast_forward("38:00")
    wall.clock.run_for(1000)
    expect(clock).to_have_class(re.compile("last"))
    expect(wall.locator("#time-up")).to_be_hidden()
    wall.clock.fast_forward("07:00")
    wall.clock.run_for(1000)
    expect(wall.locator("#time-up")).to_be_visible()
    expect(wall.locator("#time-up b")).to_have_text(word)
    expect(wall.locator("#time-up p").first).to_have_text(re.compile("1"))
    settles(wall, "() => document.querySelector('#time-up b').getBoundingClientRect().width <= innerWidth")
    expect(wall.locator("#time-up .tile")).to_have_text(["1", "2", "3", "4"])
    assert not faults(wall)
    wall.clock.fast_forward("01:00")
    wall.clock.run_for(1000)
    expect(wall.locator("#time-up")).to_be_hidden()
    expect(clock).to_have_text(word)


@pytest.mark.parametrize("still", [False, True])
def test_ranks_move_after_a_round(hall: Hall, events: Events, still: bool) -> None:
    code = events.make("chess", 8)
    events.publish(code)
    events.results(code)
    events.publish(code)
    wall = hall.person(PROJECTOR)
    wall.emulate_media(reduced_motion="reduce" if still else "no-preference")
    wall.goto(f"/wall/{code}?view=standings")
    wall.evaluate(
        "() => { window.moved = 0; const real = Element.prototype.animate;"
        " Element.prototype.animate = function (...given) {"
        " if (this.matches('li')) window.moved += 1; return real.apply(this, given); } }"
    )
    events.results(code)
    expect(wall.locator("#wall")).to_have_attribute("data-stamp", re.compile("standings"))
    expect(wall.locator(".moved.up").first).to_be_visible()
    settles(wall, "window.moved > 0", not still)


def test_a_new_round_is_announced_once(hall: Hall, events: Events) -> None:
    code = events.make("chess", 8)
    events.publish(code)
    events.results(code)
    wall = hall.person(PROJECTOR)
    wall.goto(f"/wall/{code}")
    expect(wall.locator("#wall")).to_have_attribute("data-stamp", re.compile("standings"))
    assert wall.locator(".new-round").count() == 0
    events.publish(code)
    expect(wall.locator(".new-round")).to_have_count(1)
    events.results(code, leave_out=1)
    expect(wall.locator(".score", has_text="1–0").first).to_be_visible()
    flashes = "document.getAnimations().filter((one) => one.animationName === 'flash').length"
    settles(wall, flashes, 0)


def test_the_podium_is_whole(hall: Hall, events: Events) -> None:
    code = events.make("chess", 8)
    for _ in range(3):
        events.publish(code)
        events.results(code)
    events.director.act(code, "finish", lambda _: Finished(), confirmed=True)
    wall = hall.person(PROJECTOR)
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto(f"/wall/{code}?view=podium")
        expect(wall.locator(".pods li")).to_have_count(3)
        cut = "() => [...document.querySelectorAll('.pods b')].filter((b) => b.scrollWidth > b.clientWidth + 1).length"
        settles(wall, cut, 0)
        assert width_overflow(wall) <= 0


def test_what_happens_is_said_aloud_only_where_it_is_wanted(hall: Hall, events: Events) -> None:
    code = events.make("chess", 8)
    director, wall = hall.director(), hall.person(PROJECTOR)
    wall.add_init_script(
        "const said = []; const speak = ({ lang, text }) => {"
        " said.push(`${lang}: ${text}`); document.documentElement.dataset.spoken = said.join('|'); };"
        "Object.defineProperty(window, 'speechSynthesis', { value: { speak } });"
        "window.SpeechSynthesisUtterance = function (text) { this.text = text; };"
    )
    wall.goto(f"/wall/{code}")
    expect(wall.locator("#voice")).to_be_hidden()
    director.goto(f"/e/{code}/walls")
    director.get_by_label("Speak: rounds").check()
    director.locator(f'form[action="/e/{code}/walls"] button').first.click()
    wall.locator("#voice").click()
    events.publish(code)
    spoken = wall.locator("html")
    expect(spoken).to_have_attribute("data-spoken", re.compile(r"en: Round 1\. Please find your table\."))
    director.goto(f"/e/{code}/walls")
    director.fill("#announcement", "Table 3 to the desk, please")
    director.get_by_role("button", name="Announce").click()
    expect(spoken).to_have_attribute("data-spoken", re.compile("en: Table 3 to the desk, please"))
    expect(wall.locator(".announce")).to_have_text("Table 3 to the desk, please")


# The names that another phone has, each with the lines that it takes: those that do not look like the free ones.
TAKEN = """() => {
  const all = [...document.querySelectorAll('.found button')];
  const look = (button) => getComputedStyle(button).backgroundColor;
  return all.filter((button) => look(button) !== look(all.at(-1))).map((button) => {
    const name = button.querySelector('.called'), { lineHeight } = getComputedStyle(name);
    return [name.textContent, Math.round(name.getBoundingClientRect().height / parseFloat(lineHeight))];
  });
}"""


def test_a_phone_calls_the_arbiter_hears_announcements_and_reports_with_its_thumb(hall: Hall, events: Events) -> None:
    code = events.make("melee", 8)
    events.publish(code)
    director, phone = hall.director(), hall.phone(code, "Camilo")
    other = hall.person(PHONE)
    for language in ("de", "fr", "es"):
        other.goto(f"/join/{code}?phone=true&who=almendro&lang={language}")
        settles(other, TAKEN, [["Camilo Almendro 3", 1]], language)
        assert width_overflow(other) <= 0
    assert not faults(other)
    director.goto(f"/e/{code}")
    phone.get_by_role("button", name="Call the arbiter").click()
    expect(phone.get_by_text("The arbiter knows")).to_be_visible()
    call = director.locator(".needs li", has_text="calls the arbiter")
    expect(call).to_contain_text("Camilo")
    assert not faults(director)
    call.get_by_role("button", name="Answered").click()
    expect(call).to_have_count(0)
    expect(phone.get_by_role("button", name="Call the arbiter")).to_be_visible()
    director.goto(f"/e/{code}/walls")
    director.fill("#announcement", "Lunch at one")
    director.get_by_role("button", name="Announce").click()
    expect(phone.locator(".announce")).to_have_text("Lunch at one")
    phone.locator('[data-for="ours"][data-set]').click()
    for _ in range(7):
        phone.locator('[data-for="theirs"][data-add="1"]').click()
    expect(phone.locator("#ours")).to_have_value("13")
    expect(phone.locator("#theirs")).to_have_value("7")
    assert width_overflow(phone) <= 0
    assert not faults(phone)
    phone.locator(".report .primary").click()
    expect(phone.locator('#phone[data-state="reported"]')).to_be_visible()


def test_without_a_connection_there_is_a_page(hall: Hall, events: Events) -> None:
    code = events.make("chess", 8)
    events.publish(code)
    phone = hall.phone(code, "Dario")
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.context.set_offline(True)
    phone.goto(phone.url)
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    settles(phone, "getComputedStyle(document.querySelector('.card')).borderRadius !== '0px'", where="with its looks")
    phone.context.set_offline(False)
    phone.locator("[data-again]").click()
    expect(phone.locator("#phone")).to_be_visible()


def test_the_face_of_the_event_is_everywhere(hall: Hall, events: Events) -> None:
    code = events.make("chess", 8)
    events.publish(code)
    director = hall.director()
    director.goto(f"/e/{code}/settings")
    director.locator('.accent:has-text("Plum")').click()
    director.fill("#face-place", "Town hall")
    director.locator(f'form[action="/e/{code}/face"] button').click()
    expect(director.locator("#face-place")).to_have_value("Town hall")
    assert not faults(director)
    used = "getComputedStyle(document.documentElement).getPropertyValue('--al').trim()"
    pages = [director, hall.person(PROJECTOR), hall.person(PHONE), hall.person()]
    for page, path in zip(pages, (f"/e/{code}", f"/wall/{code}", f"/join/{code}?phone=true", f"/{code}"), strict=True):
        page.goto(path)
        settles(page, used, "#6f3f9d", path)
        assert not faults(page), path
    director.locator(".you > summary").click()
    director.select_option("#look-theme", "dark")
    expect(director.locator("html")).to_have_attribute("data-theme", "dark")
    director.locator(".you > summary").click()
    director.select_option("#look-density", "compact")
    expect(director.locator("html")).to_have_attribute("data-density", "compact")
    assert not faults(director)
