"""Codes of tournaments: six characters that can be read out in a noisy hall."""

from __future__ import annotations

import os

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I L O U: mistaken for 1 and 0, or for V
LENGTH = 6
_LETTERS = frozenset(ALPHABET)
_MEANT = str.maketrans({"I": "1", "L": "1", "O": "0", " ": None, "-": None})


def fresh_code() -> str:
    """A code by chance. Whether it is free is for the store to find out."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in os.urandom(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody typed, in small or capital letters, or None if it cannot be one."""
    if len(text) == LENGTH and _LETTERS.issuperset(text):  # as it is nearly always
        return text
    code = text.strip().upper().translate(_MEANT)
    return code if len(code) == LENGTH and _LETTERS.issuperset(code) else None
