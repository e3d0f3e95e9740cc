"""Strict JSON: UTF-8 bytes to values, refusing what Python's own reader lets pass.

What nobody can doubt is read by msgspec; of the rest Python's C scanner does the work, and says what is wrong. What is
refused beyond its own errors: keys given twice, NaN and the infinities, numbers out of all proportion, nesting deeper
than MOST_DEEP, lone surrogates.
"""

from __future__ import annotations

import codecs
from typing import Any

import msgspec

from ronda.formats.errors import Unreadable

MOST_BYTES = 40_000_000
MOST_VALUES = 3_000_000  # bounds work and memory; 4,000 players and 14 rounds have about a million
MOST_DEEP = 32
MOST_DIGITS = 40  # any number that a program writes; what is meant for a field is bounded there

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DEEP = b"\n" + b" " * MOST_DEEP
_LONG = b"0" * (MOST_DIGITS + 1)  # as a number looks that is too long, once all that numbers are written with is a zero
_NUMERIC = bytes.maketrans(b"123456789.eE+-", b"0" * 14)


def text_of(data: bytes) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    if data.startswith(_UTF_16):
        raise Unreadable("not_text", {"byte": f"{data[0]:02X}"}, line=1, column=1)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise not_text(data, error.start) from None
    if "\0" in text:
        raise not_text(data, data.index(0))
    return text


def not_text(data: bytes, at: int) -> Unreadable:
    """The refusal of the byte at that place."""
    line = data.count(b"\n", 0, at) + 1
    before = data[data.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", "replace")
    return Unreadable("not_text", {"byte": f"{data[at]:02X}"}, line=line, column=len(before) + 1)


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def values_in(text: str) -> int:
    """How many values the text has at most."""
    return sum(map(text.count, ",[{"))


def certain(data: bytes) -> Any:
    """The value of a text that is acceptable beyond doubt, as nearly every file is: read by msgspec, which is as strict
    about JSON itself. None: somebody has to look, with Python's own reader."""
    if len(data) > MOST_BYTES:
        return None
    if len(data) > MOST_VALUES and sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES:
        return None  # each takes a byte at least
    try:
        value = msgspec.json.decode(data)
        again = msgspec.json.encode(value)
    except (ValueError, RecursionError):
        return None
    if _LONG in data.translate(_NUMERIC):
        return None
    # Each level is one space further to the right; line ends within strings are written otherwise.
    if _DEEP in msgspec.json.format(again, indent=1):
        return None
    # A key that is there twice is followed by a colon twice, and stands in the value once. Strings may have colons,
    # too, and have them still when the value is written again.
    once = b"\\u" not in data and data.count(b":") == again.count(b":")
    return value if once or data.count(b":") == _keys_in(value) else None


def _keys_in(value: Any) -> int:
    """How many keys all objects have together."""
    level, keys = [value], 0
    while level:
        keys += sum(len(outer) for outer in level if type(outer) is dict)
        level = [
            inner
            for outer in level
            if type(outer) is dict or type(outer) is list
            for inner in (outer.values() if type(outer) is dict else outer)
        ]
    return keys
