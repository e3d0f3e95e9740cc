"""Names in the alphabetical order of a language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from unicodedata import category, combining, normalize

from ronda.core.turkish import collation_key

# Letters that are no letter with an accent, and are looked for as if they were.
_SPELT = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i"})
_OWN_LETTERS = {"es": {"n\u0303": "n\uffff"}}  # ñ comes after nz
_BEFORE_LETTERS = {"Z": 0, "P": 1, "S": 1, "N": 2}  # spaces, signs, figures


def alphabetical(language: str) -> Callable[[str], Any]:
    """A key to sort by: the letters decide, then their accents, then small before capital."""
    if language == "tr":
        return collation_key
    return partial(_key, _OWN_LETTERS.get(language, {}))


def _key(own_letters: dict[str, str], text: str) -> tuple[list[tuple[int, str]], str, str, str]:
    plain = normalize("NFKD", text.casefold())
    for letter, place in own_letters.items():
        plain = plain.replace(letter, place)
    letters = "".join(c for c in plain if not combining(c)).translate(_SPELT)
    return [(_BEFORE_LETTERS.get(category(c)[0], 3), c) for c in letters], plain, text.swapcase(), text
