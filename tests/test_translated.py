"""Pages that are there in several languages say the same: headings, commands, articles and figures correspond, what the
program prints is what it prints, and buttons are called as they are called in that language."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from ronda.cli import run
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import Text, everything

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GUIDES = {"en": DOCS / "guide" / "director.md"} | {
    path.parent.name: path for path in sorted(DOCS.glob("guide/*/director.md"))
}
STARTS = {"en": ROOT / "README.md"} | {tag: DOCS / tag / "README.md" for tag in GUIDES if tag != "en"}
RULES = [(path.parent.name, path, DOCS / "rules" / path.name) for path in sorted(DOCS.glob("rules/*/*.md"))]

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
BOLD = re.compile(r"\*\*([^*]+)\*\*")
NUMBER = re.compile(r"\d+")


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text("utf-8"))


def blocks(page: Path, kind: str) -> list[str]:
    return [text for language, text in FENCED.findall(page.read_text("utf-8")) if language == kind]


def test_the_guide_is_there_in_the_languages_of_the_quick_start() -> None:
    assert len(GUIDES) >= 5
    assert GUIDES.keys() <= {*LANGUAGES}
    assert all(path.is_file() for path in STARTS.values())


# --- the director's guide ------------------------------------------------------------------------------------


def outline(page: Path) -> list[tuple[str, int, int, int]]:
    """Each heading by its level, with how many rows of tables, paragraphs in bold and links its section has."""
    parts = HEADING.split(prose(page))[1:]
    sections = zip(parts[::2], parts[1::2], strict=True)
    return [
        (level, len(re.findall(r"^\|", text, re.MULTILINE)), len(BOLD.findall(text)), text.count("]("))
        for level, text in sections
    ]


@pytest.mark.parametrize("language", GUIDES)
def test_the_guide_has_the_same_sections_in_every_language(language: str) -> None:
    assert outline(GUIDES[language]) == outline(GUIDES["en"])


def commands(page: Path) -> list[str]:
    """What is to be typed, without comments and what is said in quotation marks."""
    lines = [line.partition("#")[0].rstrip() for block in blocks(page, "sh") for line in block.splitlines()]
    return [re.sub(r'"[^"]*"', '"…"', line) for line in lines]


@pytest.mark.parametrize("language", GUIDES)
def test_the_guide_has_the_same_commands_in_every_language(language: str) -> None:
    assert commands(GUIDES[language]) == commands(GUIDES["en"])
    assert blocks(GUIDES[language], "json") == blocks(GUIDES["en"], "json")
    code = [sorted(re.findall(r"`[^`\n]+`", prose(GUIDES[tag]))) for tag in (language, "en")]
    assert [one for one in code[1] if one not in code[0]] == []


def said(language: str, *words: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        assert run([*words, "--lang", language]) == 0, out.getvalue()
    return out.getvalue()


def evening(language: str, folder: Path) -> Iterator[str]:
    """What the commands of the guide print, one after the other."""
    event, small = str(folder / "club.json"), str(folder / "small.json")
    names = ("Ann;1500;North", "Ben;1480;South", "Cal;1450;North", "Dee;1400;South", "Eve;1390;West", "Fay;1350;West")
    (folder / "players.csv").write_text("\n".join(["Name;Rating;Club", *names, "Gus;1300;North", ""]), "utf-8")
    (folder / "four.csv").write_text("Ann\nBen\nCal\nDee\n", "utf-8")
    options = ("--system", "redemption", "--option")
    people = ("--players", str(folder / "players.csv"))
    yield said(language, "new", event, *options, "rounds=4", "--name", "Club night", *people, "--seed", "7")
    said(language, "enter", event, "Hal", "--rating", "1444")
    yield said(language, "pair", event, "--write")
    yield said(language, "result", event, "1", "1", "5-3")
    for table in "234":
        said(language, "result", event, "1", table, "5-3")
    said(language, "new", small, *options, "rounds=3", "--players", str(folder / "four.csv"), "--seed", "0")
    kept = json.loads(Path(small).read_text("utf-8"))
    Path(small).write_text(
        json.dumps({**kept, "avoid": [{"players": [1, 2], "as": "opponents", "hard": True}]}), "utf-8"
    )
    for number in "12":
        said(language, "pair", small, "--write")
        for table in "12":
            said(language, "result", small, number, table, "5-3")
    yield said(language, "pair", small, "--write")
    yield said(language, "check", event, "--forecast")


@pytest.mark.parametrize("language", GUIDES)
def test_what_the_guide_prints_is_what_the_program_prints(language: str, tmp_path: Path) -> None:
    printed = [text.replace(f"{tmp_path}/", "") for text in evening(language, tmp_path)]
    assert blocks(GUIDES[language], "text") == printed


# --- buttons -------------------------------------------------------------------------------------------------


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


def called(language: str) -> re.Pattern[str]:
    """What anything may be called on a page: a text of the catalogue, its numbers filled in."""
    texts = {form for text in everything(language).values() for form in forms(text) if len(form) < 80}
    plain = (re.sub(r"\\\{[^{}]*\\\}", r"\\d+", re.escape(text)) for text in texts if "#" not in text)
    return re.compile("|".join(plain))


def buttons(page: Path) -> list[str]:
    """What stands in bold and is no beginning of a paragraph."""
    return [name for name in BOLD.findall(prose(page)) if not name.endswith((".", ":")) or name == "…"]


@pytest.mark.parametrize("language", GUIDES)
def test_buttons_are_called_as_on_the_page(language: str) -> None:
    known = called(language)
    first = prose(STARTS[language]).split("\n## ")[1]
    named = [*buttons(GUIDES[language]), *BOLD.findall(first)]
    assert len(named) >= 11
    assert not [name for name in named if not known.fullmatch(name)]


@pytest.mark.parametrize("language", STARTS)
def test_the_quick_start_names_the_same_buttons(language: str) -> None:
    """As many, in the same order: each is the text of the same key."""
    pairs = zip(*(BOLD.findall(prose(STARTS[tag]).split("\n## ")[1]) for tag in ("en", language)), strict=True)
    assert not [(name, there) for name, there in pairs if not _keys("en", name) & _keys(language, there)]


@cache
def _keys(language: str, name: str) -> set[str]:
    """Of the texts that may look like that, their numbers filled in."""
    return {key for key, form in _patterns(language) if form.fullmatch(name)}


@cache
def _patterns(language: str) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (key, re.compile(re.sub(r"\\\{[^{}]*\\\}", r"\\d+", re.escape(form))))
        for key, text in everything(language).items()
        for form in forms(text)
        if ("{" not in form or "#" not in form) and len(form) < 80
    ]


# --- rules in the language that they come from -----------------------------------------------------------------


def tables(page: Path) -> list[list[list[str]]]:
    """The tables of a page by rows and cells, without their headings."""
    found: list[list[list[str]]] = []
    for section in re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        lines = [line for line in section.splitlines() if line.startswith("| ")]
        if lines:
            found.append([[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:]])
    return found


def figures(row: list[str]) -> list[str]:
    """The numbers of a row that are not written as words somewhere (the first round, two windows)."""
    return sorted(number for number in NUMBER.findall(" ".join(row)) if len(number) > 1)


def codes(text: str) -> list[str]:
    return re.findall(r"`[^`]+`", text)


@pytest.mark.parametrize(("language", "page", "english"), RULES, ids=lambda value: str(value)[-12:])
def test_rules_have_the_same_articles(language: str, page: Path, english: Path) -> None:
    own, wanted = tables(page), tables(english)
    assert [[row[0] for row in table] for table in own[:2]] == [[row[0] for row in table] for table in wanted[:2]]
    assert [len(table) for table in own] == [len(table) for table in wanted]
    assert language in LANGUAGES
    for table, other in zip(own, wanted, strict=True):
        for row, english_row in zip(table, other, strict=True):
            assert sorted(codes(" ".join(row))) == sorted(codes(" ".join(english_row))), row[0]
            assert figures(row) == figures(english_row), row[0]


@pytest.mark.parametrize(("language", "page", "english"), RULES, ids=lambda value: str(value)[-12:])
def test_rules_have_the_same_readings_and_examples(language: str, page: Path, english: Path) -> None:
    """Section by section: as many entries, the same articles, the same figures in the examples."""
    found, wanted = (re.split(r"^## .*$", prose(one), flags=re.MULTILINE) for one in (page, english))
    assert len(found) == len(wanted)
    for text, other in zip(found, wanted, strict=True):
        assert len(re.findall(r"^- ", text, re.MULTILINE)) == len(re.findall(r"^- ", other, re.MULTILINE))
        articles = [sorted(re.findall(r"\b[CDS]\d+(?:\.\d+)?\b", one)) for one in (text, other)]
        assert articles[0] == articles[1]
    assert language in LANGUAGES
    assert sorted(NUMBER.findall(found[-1])) == sorted(NUMBER.findall(wanted[-1]))
