"""What a line of text may hold that somebody typed: a name, a club, the name of an event."""

from __future__ import annotations

import unicodedata

from ronda.core.invisible import invisible_character
from ronda.core.verdicts import Refusal

MOST_LETTERS = 200
MOST_NUMBER = 1_000_000_000  # for ids, ratings and their like

_FORBIDDEN = frozenset(("Cc", "Cs", "Zl", "Zp"))  # control, surrogate, line and paragraph separators
_INVISIBLE = frozenset(("Zs", "Cf"))


def forbidden_character(line: str) -> str | None:
    """The first character that no name may have, as U+0007."""
    found = next((c for c in line if unicodedata.category(c) in _FORBIDDEN), None)
    return None if found is None else f"U+{ord(found):04X}"


def is_blank(line: str) -> bool:
    if line.isprintable():
        return not line.strip()
    return all(unicodedata.category(c) in _INVISIBLE for c in line)


def unfit_text(text: str, *, may_be_empty: bool = False) -> Refusal | None:
    """Why a name cannot be kept like this: one line, with something to see in it, and not endless."""
    if len(text) > MOST_LETTERS:
        return Refusal("text_too_long", "S4", {"found": len(text), "most": MOST_LETTERS})
    character = forbidden_character(text)
    if character is not None:
        return Refusal("text_unprintable", "S4", {"character": character})
    if not may_be_empty and is_blank(text):
        return Refusal("name_missing", "S4")
    return hidden_text(text)


def hidden_text(*texts: str) -> Refusal | None:
    """Why texts cannot be kept that hold more than one sees: nobody could read what stands there."""
    found = next(filter(None, map(invisible_character, texts)), None)
    return None if found is None else Refusal("text_invisible", "S4", {"character": found})
