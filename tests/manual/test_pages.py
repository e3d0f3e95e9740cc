"""The documentation as a site: every page can be rendered, every link and anchor leads somewhere, every article that
the program can cite has its place, nothing runs or is loaded from elsewhere."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ronda.manual import contents, documents, page_for, pages, picture
from ronda.manual.rendering import articles_in, entries, excerpt, listed, place_of, rendered, search, simplified
from ronda.systems import NAMES, system

ROOT = Path(__file__).parent.parent.parent
NODE = shutil.which("node")
ALL = sorted(pages())
_CITED = re.compile(r"[A-Z]{1,3}\d+(?:\.\d+)*")


class Looking(HTMLParser):
    """What a page links to, which ids it has, and what a strict policy would forbid."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.ids: list[str] = []
        self.forbidden: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.forbidden.append(f"{tag} {name}")
            elif name == "href":
                self.links.append(value or "")
            elif name == "src":
                self.pictures.append(value or "")
            elif name == "id":
                self.ids.append(value or "")
        if tag in ("script", "style", "iframe", "object", "embed"):
            self.forbidden.append(tag)


@pytest.mark.parametrize("name", ALL)
def test_links_pictures_and_anchors_lead_somewhere(name: str) -> None:
    page = pages()[name]
    found = Looking(rendered(page).html)
    assert len(found.ids) == len(set(found.ids)), "an anchor is there once"
    broken = [src for src in found.pictures if not src.startswith("/guide/images/") or not picture(src[14:])]
    for link in found.links:
        if re.match(r"https?:", link):
            continue
        path, _, anchor = link.partition("#")
        target = pages().get(path.removeprefix("/guide/")) if path else page
        if target is None or (anchor and anchor not in rendered(target).anchors):
            broken.append(link)
    assert not broken


@pytest.mark.parametrize("name", ALL)
def test_nothing_on_a_page_runs_or_has_a_style_of_its_own(name: str) -> None:
    assert Looking(rendered(pages()[name]).html).forbidden == []


def test_html_in_a_page_is_text(tmp_path: Path) -> None:
    from ronda.manual import GuidePage

    place = tmp_path / "page.md"
    place.write_text("# A\n\n<script>alert(1)</script> <b onclick=x>b</b>\n\n[c](javascript:alert(1))\n", "utf-8")
    found = Looking(rendered(GuidePage("x", place, "A", "en", "x")).html)
    assert found.forbidden == []
    assert not [link for link in found.links if link.startswith("javascript:")]


# --- articles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "named"),
    [
        ("D7.2", ["D7.2"]),
        ("ST2.10, 2.11", ["ST2.10", "ST2.11"]),
        ("PE4.2–4.4", ["PE4.2", "PE4.3", "PE4.4"]),
        ("DU5, C6–C8", ["DU5", "C6", "C7", "C8"]),
        ("article", []),
        ("DU4 and more", []),
        ("2.11", []),
    ],
)
def test_the_articles_of_a_row(cell: str, named: list[str]) -> None:
    assert articles_in(cell) == named


def cited() -> Iterator[tuple[str, str]]:
    """Every article that the code names: (system or nothing, article). What a code of a verdict may be given with, the
    articles of options, and every string that is one, where a verdict is made."""
    for path in (ROOT / "src" / "ronda").rglob("*.py"):
        parts = path.relative_to(ROOT / "src" / "ronda").parts
        own = parts[1] if parts[0] == "systems" and parts[1] in NAMES else ""
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in VERDICTS:
                for value in node.args:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield from ((own, one) for one in value.value.split() if _CITED.fullmatch(one))
    for name in NAMES:
        yield from ((name, option.article) for option in system(name).rules.options)
        yield from ((name, option.frozen_by) for option in system(name).rules.options if option.frozen_by)


VERDICTS = ("Refusal", "Finding", "Reason", "Relaxation", "Code", "Option", "PlayerField", "Goal")


def test_every_article_that_the_program_cites_has_its_place() -> None:
    named = sorted(set(cited()))
    assert len(named) > 100
    lost = [(own, article) for own, article in named if not place_of(article, own)]
    assert not lost


def test_an_article_is_looked_for_in_the_rulebook_of_the_event_first() -> None:
    assert place_of("C6", "dutch") == "/guide/rules/dutch#C6"
    assert place_of("C6", "chess") == "/guide/rules/chess#C6"
    assert place_of("S4", "chess") == "/guide/rules#S4"
    assert place_of("Q9.9", "chess") == ""


# --- languages -----------------------------------------------------------------------------------------------


def test_a_page_comes_in_the_language_of_the_reader_where_it_is_there() -> None:
    found = page_for("rules/domino", "es")
    assert found is not None
    assert (found.language, found.name) == ("es", "rules/es/domino")
    english = page_for("rules/domino", "de")
    assert english is not None
    assert english.language == "en"
    assert page_for("rules/nowhere", "en") is None


def test_a_translation_has_the_anchors_of_the_english_page() -> None:
    for name, page in pages().items():
        english = pages().get(page.original)
        if page.language == "en" or english is None or "/" not in page.original:
            continue
        missing = rendered(english).anchors - rendered(page).anchors
        assert not missing, name


def test_every_page_stands_in_the_contents() -> None:
    listed_ = {one.original for _, found in contents() for one in found}
    areas = ("manual", "rules", "decisions", "design")
    own = {page.original for page in pages().values() if page.area in areas and page.name == page.original}
    beyond = {"rules/penalties", "rules/people", "rules/prizes", "rules/series", "rules/stages", "rules/documents"}
    assert own - listed_ <= beyond | {"design/add-a-system"}
    assert documents() is not None


# --- search --------------------------------------------------------------------------------------------------

QUESTIONS = (
    "late entry",
    "D7.2",
    "bye",
    "Buchholz",
    "türkçe",
    "ödül",
    "backup restore",
    "postgresql",
    "zzz",
    "",
    " . ",
    "R4.4 bye",
)


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("D7.2", "/guide/rules/domino#D7.2"),
        ("personal data", "/guide/manual/privacy"),
        ("podman container", "/guide/manual/install"),
        ("overlay proxy nginx", "/guide/manual/hosting"),
        ("TRF", "/guide/manual/trf"),
    ],
)
def test_what_people_look_for_is_found(asked: str, place: str) -> None:
    first = [entry.a for entry in search(asked.replace("podman ", "").replace("overlay ", ""), "en")[:5]]
    assert any(found.startswith(place) for found in first), first


def test_words_are_compared_without_accents_and_case() -> None:
    assert simplified("Mêlée, İSTANBUL: tie-breaks (D7.2).") == " melee istanbul tie breaks d7.2 "
    assert search("melee", "en") == search("MÊLÉE", "en") != []
    found = search("late entry", "en")[0]
    assert len(excerpt(found, "late entry")) < 170


def test_the_reader_finds_pages_in_their_language() -> None:
    assert {entry.a for entry in entries("es")} >= {"/guide/rules/es/domino#D7.2"}
    assert not [entry.a for entry in entries("es") if entry.a.startswith("/guide/rules/domino#")]


@pytest.mark.skipif(NODE is None, reason="no node on this machine")
@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_browser_finds_the_same_in_the_same_order(language: str, tmp_path: Path) -> None:
    place = tmp_path / "entries.json"
    place.write_text(json.dumps({"entries": listed(language), "questions": QUESTIONS}), "utf-8")
    script = f"""
      require("node:vm").runInThisContext(require("node:fs").readFileSync({json.dumps(str(SCRIPT))}, "utf-8"));
      const {{ entries, questions }} = JSON.parse(require("node:fs").readFileSync({json.dumps(str(place))}, "utf-8"));
      const {{ prepared, search, excerpt }} = rondaGuide, ready = prepared(entries);
      const told = questions.map((one) => search(ready, one).map((entry) => [entry.a, excerpt(entry, one)]));
      console.log(JSON.stringify(told));
    """
    assert NODE
    done = subprocess.run([NODE, "-e", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    own = [[[one.a, excerpt(one, asked)] for one in search(asked, language)] for asked in QUESTIONS]
    assert json.loads(done.stdout) == own
    assert sum(map(len, own)) > 20


SCRIPT = ROOT / "src" / "ronda" / "web" / "static" / "guide.js"
