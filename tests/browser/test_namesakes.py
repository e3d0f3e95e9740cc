"""A hall with three pairs of equal names: whoever looks at wall, phone, join page or paper finds one person only."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from ronda.systems.labels import folded
from tests.browser.hall import (
    PASSWORD,
    PHONE,
    PROJECTOR,
    Hall,
    enter_result,
    faults,
    make_event,
    pair_all,
    press,
    raw_keys,
    width_overflow,
)
from tests.web.serving import free_port, serving

# name, licence, rating, club: two of one club, two of different clubs, two that are only written differently
PEOPLE = (
    ("Mustafa Kemal Öztürk", 140017, 1500, "Moda SK"),
    ("Mustafa Kemal Öztürk", 140018, 1600, "Moda SK"),
    ("Ada Su", 30, 1900, "Moda SK"),
    ("Ada Su", 31, 1300, "Fenerbahçe SK"),
    ("Işıl Ak", 40, 1800, ""),
    ("IŞIL AK", 41, 1700, ""),
    ("Ege Demirtaş", 50, 2000, ""),
    ("Oya Bilgiç", 60, 1100, ""),
)
SYSTEMS = {"chess": ("tr", ("1",)), "redemption": ("es", ("5", "3"))}
SHEETS = ("start", "tables", "names", "slips", "standings", "cross")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    found = free_port()
    db = str(tmp_path_factory.mktemp("namesakes") / "ronda.db")
    with serving(db, found, host="0.0.0.0", password=PASSWORD):
        yield found


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_is_mistaken_for_somebody_else(system: str, chromium: Browser, port: int) -> None:
    language, typed = SYSTEMS[system]
    hall = Hall(chromium, f"http://127.0.0.1:{port}", language)
    director = hall.director()
    people = ["Name;LNo;ELO;Club", *(";".join(map(str, person)) for person in PEOPLE)]
    code = make_event(director, system, people, {"rounds": "3"})
    _pair_and_publish(director, code)
    called = _labels(director, code)
    apart(called)

    phones = [_joined(hall, code, label) for label in called]
    for label, phone in zip(called, phones, strict=True):
        expect(phone.locator(".me b")).to_have_text(label)
        expect(phone.locator("#phone .seat").first).to_be_visible()
        assert width_overflow(phone) <= 0
    opponents = [words(phone.locator("#phone .card.seat .name").first.inner_text()) for phone in phones]
    apart(opponents)
    assert not faults(phones[0])

    _look_at_the_wall(hall, code, called)
    _look_at_the_lists(hall, code)
    _play(director, code, typed, len(PEOPLE) // 2)
    wall = hall.person(PROJECTOR)
    wall.goto(f"/wall/{code}?view=standings")
    standings = [words(one) for one in wall.locator(".rows .who").all_inner_texts()]
    assert sorted(standings) == sorted(called)
    for sheet in SHEETS:
        _read_paper(director, code, sheet, called, numbered=system == "chess")


def words(text: str) -> str:
    return " ".join(text.split())


def apart(texts: list[str]) -> None:
    """No two are alike, and everybody is there."""
    assert len(texts) == len(PEOPLE), texts
    assert len({folded(text) for text in texts}) == len(PEOPLE), texts


def _pair_and_publish(director: Page, code: str) -> None:
    director.goto(f"/e/{code}")
    pair_all(director)
    director.wait_for_url(re.compile(r"/round/1$"))
    press(director, "publish")
    expect(director.locator(".tables.live")).to_be_visible()
    apart([words(one) for one in director.locator(".tables .sat").all_inner_texts()])
    assert not faults(director)


def _labels(director: Page, code: str) -> list[str]:
    """As the API tells them, by the order of entry."""
    return [one["label"] for one in director.request.get(f"/api/events/{code}/players").json()["players"]]


def _joined(hall: Hall, code: str, label: str) -> Page:
    """Somebody types the name, sees several, and takes the one that is theirs."""
    phone = hall.person(PHONE)
    phone.goto(f"/join/{code}?phone=true")
    name = label.partition(" (")[0]
    phone.fill("#who", name.casefold() if name.isascii() else name)
    found = phone.locator("#found .called")
    expect(found.filter(has_text=re.compile(rf"^{re.escape(label)}$"))).to_have_count(1)
    listed = [folded(text) for text in found.all_inner_texts()]
    assert len(set(listed)) == len(listed)
    assert width_overflow(phone) <= 0
    phone.locator("#found form").filter(has=phone.get_by_text(label, exact=True)).locator("button").click()
    hall.type_word(phone, f"/api/events/{code}/joining")
    phone.wait_for_url(re.compile(rf"/p/{code}/"))
    return phone


def _look_at_the_wall(hall: Hall, code: str, called: list[str]) -> None:
    wall = hall.person(PROJECTOR)
    wall.goto(f"/wall/{code}?view=names")
    finder = [words(one) for one in wall.locator(".rows .who").all_inner_texts()]
    assert sorted(finder) == sorted(called)
    wall.goto(f"/wall/{code}?view=tables")
    apart([words(one) for one in wall.locator(".rows .side b").all_inner_texts()])
    wall.goto(f"/wall/{code}")
    expect(wall.locator("#wall.kind-round")).to_be_visible()
    assert not faults(wall)
    assert not raw_keys(wall)


def _look_at_the_lists(hall: Hall, code: str) -> None:
    """On the phone of somebody who only looks: pairings, start list and cross table."""
    public = hall.person(PHONE)
    public.goto(f"/{code}")
    apart([words(one) for one in public.locator(".pairings a").all_inner_texts()])
    assert width_overflow(public) <= 0
    assert not faults(public)
    for page, table in (("start", ".starters"), ("cross", ".cross")):
        public.goto(f"/{code}/{page}")
        apart([words(one) for one in public.locator(f"{table} tbody tr").all_inner_texts()])
        assert width_overflow(public) <= 0
        assert not faults(public)
        assert not raw_keys(public)


def _play(director: Page, code: str, typed: tuple[str, ...], tables: int) -> None:
    director.goto(f"/e/{code}/results")
    for table in range(1, tables + 1):
        enter_result(director, table, typed)


def _read_paper(director: Page, code: str, sheet: str, called: list[str], *, numbered: bool) -> None:
    """The text of the PDF has everybody once: by label, or where a number stands beside the name, by this."""
    made = director.request.get(f"/e/{code}/print/{sheet}.pdf?language=en")
    assert made.ok, sheet
    text = together(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(made.body())).pages))
    for number, (label, (name, licence, _, _)) in enumerate(zip(called, PEOPLE, strict=True), start=1):
        told = f"{number} {name}" if sheet == "start" else label
        if numbered and sheet in ("start", "tables", "standings", "cross"):
            told = f"{licence} {name}"
        elif numbered and sheet == "slips":
            told = f"Lic. {licence}"
        mirrored = f"{name} {licence}"  # Black's, where the columns of the two sides mirror each other
        places = (told, mirrored) if numbered and sheet == "tables" else (told,)
        assert sum(text.count(together(one)) for one in places) == 1, (sheet, told, text)


def together(text: str) -> str:
    """However a name was broken into lines."""
    return folded(text).replace(" ", "")
