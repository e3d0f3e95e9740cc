"""Looking for words in the manual. The same is done in the reader's browser (`static/guide.js`): a test compares."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ronda.core.values import Frozen
from ronda.manual.pages import pages, translations
from ronda.manual.rendering import rendered

MOST = 20
TITLE, HEADING, TEXT, AGAIN = 12, 8, 2, 3  # what a word counts where it is found, and how often in a text
WEIGHTS = {"manual": 3, "rules": 3, "design": 1, "decisions": 1}
_ELSE = 2
_SIGNS = re.compile(r"[^\w.]+|\.(?!\w)|(?<!\w)\.|_+")


class Entry(Frozen, frozen=True):
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
