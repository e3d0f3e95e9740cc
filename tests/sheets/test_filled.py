"""Lists fill their page: in which size they are set, and that it costs no page; and what stands on a diploma."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pypdf import PageObject

from ronda.core.model import Player
from tests.sheets.events import crowd, small
from tests.sheets.reading import pages, printed, stands

PLAYERS = (4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 100, 118)
LEAST, MOST = 9, 18  # points


def set_in(page: PageObject, name: str) -> float:
    """The size of the letters of a name."""
    found: list[float] = []

    def read(text: str, outer: list[float], inner: list[float], _: object, size: float) -> None:
        if name.split()[0] in text:
            found.append(abs(size * inner[3] * outer[3]))

    page.extract_text(visitor_text=read)
    return max(found)


def lowest(page: PageObject) -> float:
    """How far down the page its list reaches, from 0 to 1."""
    found: list[float] = []

    def read(text: str, outer: list[float], inner: list[float], *_: object) -> None:
        up = inner[5] * outer[3] + outer[5]
        if text.strip() and up > 64:  # not what is explained at the foot
            found.append(up)

    page.extract_text(visitor_text=read)
    return 1 - min(found) / float(page.mediabox.height)


@pytest.mark.parametrize("sheet", ["tables", "standings"])
def test_a_short_list_is_as_large_as_its_page_allows(sheet: str) -> None:
    sizes = []
    for players in PLAYERS:
        tournament = crowd("redemption", players, 2)
        found = printed(tournament, sheet).pages
        size = max(set_in(found[0], player.name) for player in tournament.players[:2])
        full = lowest(found[0])
        assert LEAST <= size <= MOST + 0.1
        assert full > 0.8 or (players < 20 and size > 0.8 * MOST), (players, size, full)
        sizes.append(size)
    assert sizes[0] > 1.5 * sizes[-1], sizes


@pytest.mark.parametrize("sheet", ["tables", "standings"])
def test_large_letters_cost_no_page(sheet: str) -> None:
    usual = {"tables": 25, "standings": 41}[sheet]  # rows of a page in the size of long lists
    rows = 2 if sheet == "tables" else 1
    for players in PLAYERS:
        found = printed(crowd("redemption", players, 2), sheet).pages
        assert len(found) <= -(-players // rows // usual) + 1


def test_a_diploma_has_its_place_its_results_and_lines_to_sign() -> None:
    tournament = replace(small("redemption", 6, 3), finished=True)
    (first, *_) = pages(tournament, "certificates", accent="#7a3fb0")
    assert all(stands(words, first) for words in ("Diploma for", "Place 1 of 6", "Tournament director", "Organiser"))
    assert "W W" in first or "WW" in first
    long = Player(1, "Maximiliane von Hohenstein-Wasserburg")
    named = replace(tournament, players=(long, *(replace(one, name=f"N{one.id}") for one in tournament.players[1:])))
    for number, page in enumerate(printed(named, "certificates").pages, start=1):
        text = page.extract_text()
        assert (page.mediabox.width, page.mediabox.height) > (800, 590), number
        if "Maximiliane" in text:
            assert set_in(page, "Maximiliane von") <= 40.1
