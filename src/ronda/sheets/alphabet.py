"""Names in the alphabetical order of a language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any
from unicodedata import category, combining, normalize

from ronda.core.turkish import collation_key
from ronda.texts.languages import described

# Letters that are no letter with an accent, and are looked for as if they were.
_SPELT = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i"})
_LAST = "\uffff"  # n with this comes after nz
_BEFORE_LETTERS = {"Z": 0, "P": 1, "S": 1, "N": 2}  # spaces, signs, figures


def alphabetical(language: str) -> Callable[[str], Any]:
    """A key to sort by: the letters decide, then their accents, then small before capital."""
    alphabet = described(language).alphabet
    if "ı" in alphabet:  # that of the Turkish languages, whose capitals are others too
        return collation_key
    return partial(_key, _own_letters(alphabet))


@cache
def _own_letters(alphabet: str) -> dict[str, str]:
    """The letters that have a place of their own, and that place: after the letter before them, and all that begins
    with it."""
    found: dict[str, str] = {}
    for letters in alphabet.split(",") if alphabet else ():
        first, *others = letters.split()
        found |= {normalize("NFKD", other): first + _LAST * at for at, other in enumerate(others, start=1)}
    return found


def _key(own_letters: dict[str, str], text: str) -> tuple[list[tuple[int, str]], str, str, str]:
    plain = normalize("NFKD", text.casefold())
    for letter, place in own_letters.items():
        plain = plain.replace(letter, place)
    letters = "".join(c for c in plain if not combining(c)).translate(_SPELT)
    return [(_BEFORE_LETTERS.get(category(c)[0], 3), c) for c in letters], plain, text.swapcase(), text
