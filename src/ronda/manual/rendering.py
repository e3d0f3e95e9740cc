"""A page as HTML: headings and articles with their anchors, links that lead to pages of the site, nothing that runs;
and the search in all of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from ronda.core import Frozen
from ronda.manual import GuidePage, documents, name_of, pages, translations

_OWN = re.compile(r"(?!//)(?![a-z][a-z0-9+.-]*:)")  # an address that is no other site's
_CITED = re.compile(r"([A-Z]{1,3})?(\d+(?:\.\d+)*)(?:[–-]([A-Z]{1,3})?(\d+(?:\.\d+)*))?")
_ARROW = re.compile(r"^\s*(\w+)\s*-->\s*(\w+)", re.MULTILINE)


class Heading(Frozen):
    level: int
    anchor: str
    text: str


class Section(Frozen):
    """What stands below one heading, as plain text; `anchor` is empty above the first one."""

    anchor: str
    heading: str
    text: str


class Rendered(Frozen):
    page: GuidePage
    html: Markup
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    anchors: frozenset[str]


def rendered(page: GuidePage) -> Rendered:
    """Rendered once, and again when the file has changed."""
    return _rendered(page, page.path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _rendered(page: GuidePage, _changed: int) -> Rendered:
    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = parser.parse(page.path.read_text("utf-8"))
    aliases = _aliases(page)
    headings = [*_headings(tokens)]
    _set_headings(tokens, headings, aliases)
    anchors = {one.anchor for one in headings} | set(aliases)
    anchors |= _set_articles(tokens)
    # to which side a column is set is said by a class: no page may carry styles of its own
    for token in tokens:
        side = str(token.attrs.pop("style", "")).removeprefix("text-align:")
        if side in ("right", "center"):
            token.attrSet("class", side)
    _set_links(tokens, page)
    _set_blocks(tokens)
    html = parser.renderer.render(tokens, parser.options, {})
    html = html.replace("<table>", '<div class="wide-table" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Rendered(page, Markup(html), tuple(headings), (*_sections(tokens, headings),), frozenset(anchors))


# --- headings ----------------------------------------------------------------------------------------------


def slug(text: str) -> str:
    """The anchor of a heading, as the common sites for code make it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def _plain(inline: Token) -> str:
    return "".join(
        child.content if child.type in ("text", "code_inline") else " " if child.type.endswith("break") else ""
        for child in inline.children or ()
    )


def _headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    seen: dict[str, int] = {}
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            text = _plain(tokens[at + 1])
            anchor = slug(text)
            seen[anchor] = seen.get(anchor, -1) + 1
            yield Heading(int(token.tag[1]), f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor, text)


def _aliases(page: GuidePage) -> list[str]:
    """The anchors of the English page, heading by heading: a link from there holds in a translation, too."""
    english = translations(page).get("en")
    if page.language == "en" or english is None or "/" not in page.original:
        return []
    there = [one.anchor for one in rendered(english).headings]
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    own = sum(token.type == "heading_open" for token in parser.parse(page.path.read_text("utf-8")))
    return there if len(there) == own else []


def _set_headings(tokens: Sequence[Token], headings: Sequence[Heading], aliases: Sequence[str]) -> None:
    """Each has its anchor, the English one as well, and a sign to link to it."""
    opened = (at for at, token in enumerate(tokens) if token.type == "heading_open")
    for number, (at, heading) in enumerate(zip(opened, headings, strict=True)):
        tokens[at].attrSet("id", heading.anchor)
        also = aliases[number] if aliases and aliases[number] != heading.anchor else ""
        if also:
            (tokens[at + 1].children or []).insert(0, _html(f'<span id="{escape(also)}"></span>'))
        if heading.level > 1:
            sign = f' <a class="anchor" href="#{escape(heading.anchor)}" aria-label="{escape(heading.text)}">#</a>'
            (tokens[at + 1].children or []).append(_html(sign))


def _html(text: str) -> Token:
    """What we wrote ourselves; nothing in a page is taken as HTML."""
    return Token("html_inline", "", 0, content=text)


# --- articles ----------------------------------------------------------------------------------------------


def articles_in(cell: str) -> list[str]:
    """Those that the first cell of a row names: `D7.2`; `ST2.10, 2.11`; `PE4.2–4.4`; `DU5, C6–C21`. Nothing where the
    cell says something else."""
    found: list[str] = []
    letters = ""
    for part in cell.strip().split(", "):
        match = _CITED.fullmatch(part)
        if match is None or not (match[1] or letters):
            return []
        letters = match[1] or letters
        found += [f"{letters}{number}" for number in _numbers(match[2], match[4])]
    return found


def _numbers(first: str, last: str | None) -> Iterator[str]:
    """From the one to the other, counting the last part."""
    stem, dot, begin = first.rpartition(".")
    end = (last or first).rpartition(".")[2]
    for number in range(int(begin), max(int(begin), int(end)) + 1):
        yield f"{stem}{dot}{number}"


def _set_articles(tokens: Sequence[Token]) -> set[str]:
    """Every row of a table that begins with an article has it as its anchor; the first row that names one counts, and
    a row of its own before one that names several."""
    rows = [
        (at, articles_in(_plain(tokens[at + 2])))
        for at, token in enumerate(tokens[:-2])
        if token.type == "tr_open" and tokens[at + 1].type == "td_open"
    ]
    owner: dict[str, int] = {}
    for at, named in sorted(rows, key=lambda row: (len(row[1]) > 1, row[0])):
        for article in named:
            owner.setdefault(article, at)
    for article in [*owner]:  # a whole article begins with the first of its parts
        parent = article.rpartition(".")[0]
        if parent and parent not in owner:
            owner[parent] = min(place for other, place in owner.items() if other.startswith(f"{parent}."))
    for at, named in rows:
        own = [article for article, place in owner.items() if place == at]
        if not own:
            continue
        cell = tokens[at + 2]
        first = next((article for article in named if article in own), own[0])
        tokens[at].attrSet("id", first)
        others = "".join(f'<span id="{other}"></span>' for other in own if other != first)
        sign = f'<a class="article" href="#{first}">'
        cell.children = [_html(f"{others}{sign}"), *(cell.children or []), _html("</a>")]
    return set(owner)


# --- links, pictures, blocks -------------------------------------------------------------------------------


def _set_links(tokens: Sequence[Token], page: GuidePage) -> None:
    for inline in tokens:
        dead: list[bool] = []
        for child in inline.children or ():
            match child.type:
                case "link_open":
                    address = _address(str(child.attrs["href"]), page)
                    dead.append(address is None)
                    if address is None:  # in the tree, but not in what is installed
                        child.type, child.tag, child.attrs = "html_inline", "", {}
                        child.content = "<span>"
                    else:
                        child.attrSet("href", address)
                        if not _OWN.match(address):
                            child.attrSet("rel", "noopener noreferrer")
                case "link_close":
                    if dead.pop():
                        child.type, child.content = "html_inline", "</span>"
                case "image":
                    source = str(child.attrs["src"])
                    child.attrSet("src", _picture(source, page) or source)
                    child.attrSet("loading", "lazy")


def _target(link: str, page: GuidePage) -> Path:
    return (page.path.parent / link).resolve()


def _address(link: str, page: GuidePage) -> str | None:
    """Where a link leads on the site; None: to something that is not shown there."""
    if not _OWN.match(link) or link.startswith("#"):
        return link
    path, _, anchor = link.partition("#")
    target = _target(path, page)
    if target.suffix != ".md" or name_of(target) not in pages():
        return None
    return f"/guide/{name_of(target)}" + (f"#{anchor}" if anchor else "")


def _picture(link: str, page: GuidePage) -> str | None:
    folder = documents()
    target = _target(link, page)
    if folder is None or not target.is_relative_to(folder / "images"):
        return None
    return f"/guide/images/{target.relative_to(folder / 'images').as_posix()}"


def _set_blocks(tokens: Sequence[Token]) -> None:
    """A drawing of arrows as a list; every other block can be scrolled by keyboard."""
    for token in tokens:
        if token.type == "fence" and token.info.strip() == "mermaid":
            token.type, token.content = "html_block", _arrows(token.content)
        elif token.type in ("fence", "code_block"):
            code = f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'
            token.type, token.content = "html_block", code


def _arrows(text: str) -> str:
    rows = groupby(sorted(_ARROW.findall(text)), key=lambda row: row[0])
    items = "".join(
        f"<li><code>{escape(first)}</code> → {', '.join(f'<code>{escape(to)}</code>' for _, to in to_all)}</li>"
        for first, to_all in rows
    )
    return f'<ul class="arrows">{items}</ul>\n'


# --- for the search ----------------------------------------------------------------------------------------


def _sections(tokens: Sequence[Token], headings: Sequence[Heading]) -> Iterator[Section]:
    """The text below each heading, in one line; an article is a section of its own."""
    waiting = iter(headings)
    current: Heading | None = None
    words: list[str] = []
    row: str = ""
    cells: list[str] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            if current is not None or words:
                yield _section(current, words)
            current, words = next(waiting), []
        elif token.type == "tr_open":
            row, cells = str(token.attrs.get("id", "")), []
        elif token.type == "tr_close" and row:
            yield Section(row, cells[0], " ".join(" ".join(cells[1:]).split()))
            row = ""
        elif token.type == "inline" and tokens[at - 1].type != "heading_open":
            (cells if row else words).append(_plain(token))
        elif token.type == "html_block":
            words.append(str(Markup(re.sub(r"<[^>]*>", " ", token.content)).unescape()))
    yield _section(current, words)


def _section(heading: Heading | None, words: Sequence[str]) -> Section:
    text = " ".join(" ".join(words).split())
    return Section(heading.anchor if heading else "", heading.text if heading else "", text)


_WHOLE = re.compile(r"[A-Z]{1,3}\d+(?:\.\d+)*")


@cache
def _places() -> dict[str, list[str]]:
    """By article, the pages that have it."""
    found: dict[str, list[str]] = {}
    for name, page in pages().items():
        if page.language == "en" and page.area in ("rules", "manual"):
            for anchor in rendered(page).anchors:
                if _WHOLE.fullmatch(anchor):
                    found.setdefault(anchor, []).append(name)
    return found


@cache
def place_of(article: str, system: str = "") -> str:
    """The address of an article, for an event of that system; "": no page has it. Two rulebooks may use one letter."""
    names = _places().get(article, [])
    own = f"rules/{system}"
    name = own if own in names else next(iter(sorted(names)), "")
    return f"/guide/{name}#{article}" if name else ""


MOST = 20
TITLE, HEADING, TEXT, AGAIN = 12, 8, 2, 3  # what a word counts where it is found, and how often in a text
WEIGHTS = {"manual": 3, "rules": 3, "design": 1, "decisions": 1}
_ELSE = 2
_SIGNS = re.compile(r"[^\w.]+|\.(?!\w)|(?<!\w)\.|_+")


class Entry(Frozen):
    """One section. Short names: every phone in the hall may ask for the whole list."""

    a: str  # address
    p: str  # title of the page
    h: str  # heading of the section
    t: str  # its text
    w: int  # what its page counts


@lru_cache(maxsize=8)
def entries(language: str) -> tuple[Entry, ...]:
    """All sections, each page in the reader's language if it is there."""
    found = []
    for page in pages().values():
        shown = translations(page).get(language) or translations(page).get("en", page)
        if shown.name != page.name or page.name == "CHANGELOG":
            continue
        weight = WEIGHTS.get(page.area, _ELSE)
        for section in rendered(page).sections:
            anchor = f"#{section.anchor}" if section.anchor else ""
            found.append(Entry(f"/guide/{page.name}{anchor}", page.title, section.heading, section.text, weight))
    return tuple(found)


def simplified(text: str) -> str:
    """In small letters without accents, words and numbers apart: ` tie break `."""
    lower = text.replace("İ", "i").replace("ı", "i").lower().replace("ß", "ss")
    bare = "".join(sign for sign in unicodedata.normalize("NFD", lower) if not "\u0300" <= sign <= "\u036f")
    return f" {_SIGNS.sub(' ', bare).strip()} "


@lru_cache(maxsize=8)
def _simple(language: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((simplified(one.p), simplified(one.h), simplified(one.t)) for one in entries(language))


def search(asked: str, language: str) -> list[Entry]:
    """Sections that have all the words, or words that begin like them, the best first."""
    words = simplified(asked).split()[:8]
    if not words:
        return []
    scored = []
    for at, (entry, places) in enumerate(zip(entries(language), _simple(language), strict=True)):
        score = _score(words, places)
        if score:
            scored.append((-score * entry.w, at, entry))
    return [entry for _, _, entry in sorted(scored, key=lambda one: one[:2])[:MOST]]


def _score(words: Sequence[str], places: tuple[str, str, str]) -> int:
    title, heading, text = places
    total = 0
    for word in words:
        begins = f" {word}"
        own = TITLE * (begins in title) + HEADING * (begins in heading) + TEXT * min(text.count(begins), AGAIN)
        if not own:
            return 0
        total += own
    return total


def excerpt(entry: Entry, asked: str, length: int = 160) -> str:
    """The text around the first of the words."""
    lower = entry.t.lower()
    found = [at for word in asked.lower().split() if (at := lower.find(word)) >= 0]
    begin = max(0, min(found, default=0) - 40)
    begin = entry.t.find(" ", begin) + 1 if begin else 0
    cut = entry.t[begin : begin + length]
    return ("… " if begin else "") + cut + (" …" if len(entry.t) > begin + length else "")


def listed(language: str) -> list[Mapping[str, Any]]:
    """For the browser."""
    return [{"a": one.a, "p": one.p, "h": one.h, "t": one.t, "w": one.w} for one in entries(language)]
