"""Strict JSON: UTF-8 bytes to values, refusing what Python's own reader lets pass.

What nobody can doubt is read by msgspec; of the rest Python's C scanner does the work, and says what is wrong. What is
refused beyond its own errors: keys given twice, NaN and the infinities, numbers out of all proportion, nesting deeper
than MOST_DEEP, lone surrogates.

A file of a known kind is `plain` where msgspec makes the values of that kind from it at once, and nothing is lost.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ronda.formats.errors import Unreadable

MOST_BYTES = 40_000_000
MOST_VALUES = 3_000_000  # bounds work and memory; 4,000 players and 14 rounds have about a million
MOST_DEEP = 32
MOST_DIGITS = 40  # any number that a program writes; what is meant for a field is bounded there

T = TypeVar("T")
if TYPE_CHECKING:
    Shallow = Any
else:  # any JSON that is far from too deep, without a look at how deep it is
    Shallow = str | int | float | bool | None
    for _ in range(3):  # each level doubles what msgspec has to prepare
        Shallow = str | int | float | bool | None | list[Shallow] | dict[str, Shallow]

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
    if _is_large(data):
        return None
    try:
        value = msgspec.json.decode(data)
        again = msgspec.json.encode(value)
    except (ValueError, RecursionError):
        return None
    if _has_long_numbers(data):
        return None
    # Each level is one space further to the right; line ends within strings are written otherwise.
    if _DEEP in msgspec.json.format(again, indent=1):
        return None
    once = not _has_escapes(data) and _colons(data) == _colons(again)
    return value if once or _colons(data) == _keys_in(value) else None


def plain(data: bytes, kind: type[T]) -> T | None:
    """The value of a text that is acceptable beyond doubt and of that kind. None: it is of another, or somebody has to
    look."""
    if _is_large(data):
        return None
    if _has_escapes(data):
        data = msgspec.json.encode(certain(data))  # none are left but those of control characters
    value = part(data, kind)
    return None if value is None or _has_long_numbers(data) or deeper_than(value, MOST_DEEP) else value


def part(data: bytes, kind: type[T]) -> T | None:
    """The same of a part of such a text that was left as it is (`msgspec.Raw`). Structs must be nowhere deep, and what
    a text leaves out must not be written again."""
    try:
        value = msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError):
        return None
    return value if _colons(data) == _colons(msgspec.json.encode(value)) else None


def deeper_than(value: Any, deepest: int) -> bool:
    """Whether lists and objects are nested deeper than that; structs and lists of them are not looked into."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(deepest):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or (type(inner) is list and not (inner and isinstance(inner[0], msgspec.Struct)))
        ]
    return bool(level)


def _is_large(data: bytes) -> bool:
    if len(data) <= MOST_VALUES:
        return False  # each value takes a byte at least
    return len(data) > MOST_BYTES or sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES


def _has_escapes(data: bytes) -> bool:
    """Whether a character may be written by its number."""
    return b"\\" in data and b"\\u" in data  # to look for one byte is much quicker


def _has_long_numbers(data: bytes) -> bool:
    """Every sixth byte is looked at first: of a number that is too long, six at least."""
    return _LONG[5::6] in data[::6].translate(_NUMERIC) and _LONG in data.translate(_NUMERIC)


def _colons(data: bytes) -> int:
    """A key that is there twice is followed by a colon twice, and stands in the value once, so that fewer colons are
    written again. Strings may have colons, too, and have them still, unless one was written by its number."""
    return data.count(b":")


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
