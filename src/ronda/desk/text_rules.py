"""Names as people type them, and what a line of text may hold."""

from __future__ import annotations

from ronda.formats.shape import forbidden_character, is_blank
from ronda.invisible import invisible_character
from ronda.verdicts import Refusal

MOST_LETTERS = 200


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
