"""The event as plain files: every link leads to one of them, and nothing is in it that the public may not see."""

from __future__ import annotations

import io
import re
from html import unescape
from zipfile import ZipFile

import pytest

from ronda.operations.appearance import IDENTITY, PICTURE, Identity, Logo, picture_mark
from ronda.operations.event_settings import Display
from ronda.systems import NAMES
from ronda.web.site import file_of, local
from tests.web.conftest import At
from tests.web.test_face import png

LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')


def unpacked(data: bytes) -> dict[str, str]:
    with ZipFile(io.BytesIO(data)) as archive:
        names = [name.split("/", 1)[1] for name in archive.namelist()]
        texts = {
            name: archive.read(full).decode("utf-8", "replace")
            for name, full in zip(names, archive.namelist(), strict=True)
        }
    assert len(texts) == len(names), "no file twice"
    return texts


def site_of(desk: At, code: str) -> dict[str, str]:
    answer = desk.client.get(f"/e/{code}/site.zip")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    return unpacked(answer.content)


def dead(files: dict[str, str]) -> set[tuple[str, str]]:
    """Links that lead to no file, or out of the folder."""
    found = set()
    for name, text in files.items():
        if not name.endswith(".html"):
            continue
        for address in map(unescape, LINK.findall(text)):
            file, _, fragment = address.partition("#")
            if address.startswith("https://www.fide.com"):
                continue
            if (file and file not in files) or (fragment and f'id="{fragment}"' not in files[file or name]):
                found.add((name, address))
    return found


@pytest.mark.parametrize("system", NAMES)
def test_every_link_leads_to_a_file(desk: At, system: str) -> None:
    code = desk.make(system, players=9)
    for _ in range(2):
        desk.play(code)
    files = site_of(desk, code)
    assert not dead(files)
    wanted = {"index.html", "round-1.html", "round-2.html", "standings.html", "standings-1.html", "cross.html"}
    assert wanted | {f"player-{n}.html" for n in range(1, 10)} <= files.keys()
    pages = "".join(text for name, text in files.items() if name.endswith(".html"))
    assert not re.search(r"hx-|<form[^>]*post|/static/|/e/[0-9A-Z]{6}|127\.0\.0\.1", pages)
    assert '<svg class="icon" viewBox' in pages
    assert "<use " not in pages


def test_a_value_leads_to_its_working(desk: At) -> None:
    code = desk.make("redemption")
    desk.play(code)
    files = site_of(desk, code)
    links = re.findall(r'href="(player-\d+\.html)#([^"]+)"', files["standings.html"])
    assert links
    for file, criterion in links:
        assert f'<details class="card value-of" id="{criterion}">' in files[file]


def test_a_draft_is_not_in_it(desk: At) -> None:
    code = desk.make("redemption")
    assert {"index.html", "standings.html", "start.html"} <= site_of(desk, code).keys()
    desk.draft(code)
    files = site_of(desk, code)
    assert "round-1.html" not in files
    assert not dead(files)


@pytest.mark.parametrize("names", ["number", "initials"])
def test_hidden_names_stay_hidden_though_the_desk_asks(desk: At, names: str) -> None:
    code = desk.make("redemption", names=["Zelda Quill", "Yusuf Xanthos", "Wanda Voss", "Ulla Thorn"])
    desk.play(code)
    desk.show(code, Display(names=names))
    everything = "".join(site_of(desk, code).values())
    assert not re.search("Quill|Xanthos|Voss|Thorn", everything)


def test_it_speaks_the_language_of_the_event(desk: At) -> None:
    code = desk.make("redemption")
    desk.play(code)
    desk.show(code, Display(language="tr"))
    files = site_of(desk, code)
    assert '<html lang="tr"' in files["index.html"]
    assert "Sıralama" in files["standings.html"]


def test_logo_and_colour_go_along(desk: At) -> None:
    code = desk.make("redemption")
    logo = Logo("png", png(), 64, 64)
    desk.runtime.amend(code, PICTURE, lambda _: logo)
    desk.runtime.amend(code, IDENTITY, lambda _: Identity(accent="#1463b8", logo=picture_mark(logo), place="Harbour"))
    files = site_of(desk, code)
    assert 'src="logo"' in files["index.html"]
    assert "--al:#0659ac" in files["style.css"]
    assert "Harbour" in files["index.html"]


def test_the_same_event_gives_the_same_bytes(desk: At) -> None:
    code = desk.make("redemption")
    desk.play(code)
    first, again = (desk.client.get(f"/e/{code}/site.zip").content for _ in range(2))
    assert first == again


def test_what_has_no_file_is_no_link() -> None:
    files = frozenset(("index.html", "player-7.html"))
    html = '<a href="/ABC/player/7#BH">x</a> <a href="/e/ABC/settings">y</a> <p hx-get="/ABC" data-on="round">z</p>'
    assert local(html, "ABC", files, "index.html") == '<a href="player-7.html#BH">x</a> <a>y</a> <p>z</p>'


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/ABC", "index.html"),
        ("/ABC/round/12", "round-12.html"),
        ("/ABC/standings?after=3", "standings-3.html"),
        ("/ABC/standings", "standings.html"),
        ("/ABC/bracket", "bracket.html"),
        ("/ABC/player/7#BH", "player-7.html"),
        ("/ABC/player/../x", ""),
        ("/e/ABC/logo?v=12", "logo"),
        ("/e/ABC/print", ""),
        ("/OTHER/standings", ""),
    ],
)
def test_addresses_have_files(address: str, file: str) -> None:
    assert file_of(address, "ABC") == file
