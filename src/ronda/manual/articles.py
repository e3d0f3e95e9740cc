"""Articles of the rulebooks as they are cited: where each one stands."""

from __future__ import annotations

import re
from functools import cache

from ronda.manual.pages import pages
from ronda.manual.rendering import rendered

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
