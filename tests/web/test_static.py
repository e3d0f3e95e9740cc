"""Files of the pages: kept for ever under an address that has a mark of their content; no letter is missing."""

from __future__ import annotations

import json
import re
from hashlib import blake2b

from ronda.texts import LANGUAGES
from ronda.texts.catalogue import catalogue
from ronda.web.rendering import HERE
from tests.web.conftest import At

STATIC = HERE / "static"
FACES = re.compile(r"font-weight: (\d+);.*?url\(fonts/([^)]+)\).*?unicode-range: ([^;]+);")
NAMES = "ÀÉÎÕÜßŒœŠšŽžŁłŃńĄąĘęĐđČčĆćŘřĞğİıŞşÇçÖöÜüŐőŰűȘșȚțĀāĒēŪūŅņÞþÐðÅåÆæØø"


def faces() -> list[tuple[str, str, set[int]]]:
    css = (STATIC / "app.css").read_text("utf-8")
    return [(weight, file, _letters(ranges)) for weight, file, ranges in FACES.findall(css)]


def _letters(ranges: str) -> set[int]:
    found: set[int] = set()
    for one in ranges.split(","):
        low, _, high = one.strip().removeprefix("U+").partition("-")
        found |= set(range(int(low, 16), int(high or low, 16) + 1))
    return found


def test_what_every_page_needs_is_small_and_has_all_letters_of_the_languages() -> None:
    first = [face for face in faces() if "-latin." in face[1]]
    assert [weight for weight, _, _ in first] == ["400", "600", "700"]
    assert sum((STATIC / "fonts" / file).stat().st_size for _, file, _ in first) < 60_000
    spoken = {letter for tag in LANGUAGES for letter in json.dumps(catalogue(tag), ensure_ascii=False)}
    wanted = {ord(letter) for letter in (*spoken, *NAMES) if letter.isalpha()}
    for _, file, letters in first:
        assert wanted <= letters, (file, sorted(map(chr, wanted - letters)))


def test_the_rest_of_the_letters_is_there_when_a_name_needs_it() -> None:
    for weight in ("400", "600", "700"):
        both = [letters for own, _, letters in faces() if own == weight]
        assert len(both) == 2
        assert not both[0] & both[1]
        assert {ord(letter) for letter in "ĐặngΑθηνάЖукảǍ"} <= both[0] | both[1]


def test_fonts_are_named_by_their_content() -> None:
    for _, file, _ in faces():
        data = (STATIC / "fonts" / file).read_bytes()
        assert blake2b(data, digest_size=4).hexdigest() in file


def test_marked_files_are_kept_for_ever_and_pages_are_not(desk: At) -> None:
    page = desk.client.get("/")
    assert page.headers["cache-control"] == "no-store"
    marked = re.findall(r'(?:href|src)="(/static/[^"#]+\?v=\w+)"', page.text)
    assert marked
    for address in (*marked, f"/static/fonts/{faces()[0][1]}"):
        assert "immutable" in desk.client.get(address).headers["cache-control"], address
    assert "immutable" not in desk.client.get("/static/app.css").headers.get("cache-control", "")
    assert "immutable" not in desk.client.get("/static/fonts/none.woff2").headers.get("cache-control", "")


def test_grounds_change_at_once_with_the_ink_on_them() -> None:
    """A ground that fades while the ink on it has changed already cannot be read for a moment: when light turns to
    dark, for instance. Only what somebody points at may fade."""
    for sheet in sorted(STATIC.glob("*.css")):
        css = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        for selector, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
            fading = re.search(r"transition:[^;]*\b(?:all|background|color|background-color)\b", rules)
            assert not fading or ":hover" in selector, (sheet.name, selector.strip())


def test_lines_of_templates_can_be_read() -> None:
    """Whoever changes a page sees what a change changed."""
    long = [
        f"{path.relative_to(HERE)}:{number}"
        for path in sorted((HERE / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > 200
    ]
    assert long == []
