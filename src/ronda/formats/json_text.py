"""Strict JSON: UTF-8 bytes to values, refusing what Python's own reader lets pass.

What nobody can doubt is read by msgspec; of the rest Python's C scanner does the work, and says what is wrong. What is
refused beyond its own errors: keys given twice, NaN and the infinities, numbers out of all proportion, nesting deeper
than MOST_DEEP, lone surrogates.
"""

from __future__ import annotations

import codecs
import json
import re
from math import isfinite
from typing import Any

import msgspec

from ronda.formats.errors import Fault, Unreadable, shown

MOST_BYTES = 40_000_000
MOST_VALUES = 3_000_000  # bounds work and memory; 4,000 players and 14 rounds have about a million
MOST_DEEP = 32
MOST_DIGITS = 40  # any number that a program writes; what is meant for a field is bounded there

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONG = b"0" * (MOST_DIGITS + 1)  # as a number looks that is too long, once all that numbers are written with is a zero
_NUMERIC = bytes.maketrans(b"123456789.eE+-", b"0" * 14)
_NOTHING = re.compile(r"[ \t\n\r]*")
_EXPECTED = (
    ("Expecting property name", "key"),
    ("Expecting ':'", "colon"),
    ("Expecting ','", "comma"),
    ("Unterminated string", "quote"),
    ("Invalid control character", "quote"),
    ("Invalid \\", "escape"),
    ("Extra data", "end"),
)


def text_of(data: bytes) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    if data.startswith(_UTF_16):
        raise Unreadable("not_text", {"byte": f"{data[0]:02X}"}, line=1, column=1)
    try:
        text = data.decode("utf-8-sig")
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


def after_space(text: str, at: int) -> int:
    """Where the next thing that is not white space begins."""
    found = _NOTHING.match(text, at)
    assert found is not None
    return found.end()


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def values_in(text: str) -> int:
    """How many values the text has at most."""
    return sum(map(text.count, ",[{"))


def parse(text: str) -> Any:
    """The value of a JSON text. Raises Unreadable where the text is not JSON, and Fault, without its place,
    where the JSON is not acceptable."""
    values = values_in(text)
    if values > MOST_VALUES:
        raise Unreadable("too_many", {"what": "values", "found": values, "most": MOST_VALUES})
    certain = _certain(text)
    if certain is not None:
        return certain
    start = after_space(text, 0)
    value, end = decode(text, start)
    end = after_space(text, end)
    if end < len(text):
        raise not_json(text, "end", end)
    fault = fault_of(value, MOST_DEEP, _ESCAPED_SURROGATE.search(text) is not None)
    if fault is not None:
        raise fault
    return value


def _certain(text: str) -> Any:
    """The value of a text that is acceptable beyond doubt, as nearly every file is: read by msgspec, which is as strict
    about JSON itself. None: somebody has to look, with Python's own reader."""
    try:
        data = text.encode()
        value = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return None
    if _LONG in data.translate(_NUMERIC):
        return None
    keys = _keys_in(value, MOST_DEEP)
    if keys is None:
        return None
    # A key that is there twice is followed by a colon twice, and stands in the value once. Strings may have colons,
    # too, and have them still when the value is written again.
    once = data.count(b":") == keys
    if not once and b"\\u" not in data:
        once = data.count(b":") == msgspec.json.encode(value).count(b":")
    return value if once else None


def _keys_in(value: Any, deepest: int) -> int | None:
    """How many keys all objects have together; None where they are nested deeper."""
    level, keys = [value] if isinstance(value, dict | list) else [], 0
    for _ in range(deepest):
        if not level:
            return keys
        inside: list[Any] = []
        for outer in level:
            if type(outer) is dict:
                keys += len(outer)
                inside += [inner for inner in outer.values() if type(inner) is dict or type(inner) is list]
            else:
                inside += [inner for inner in outer if type(inner) is dict or type(inner) is list]
        level = inside
    return keys if not level else None


def decode(text: str, at: int) -> tuple[Any, int]:
    """The value that begins there and where it ends."""
    try:
        return _STRICT.raw_decode(text, at)
    except json.JSONDecodeError as error:
        expected = next((word for start, word in _EXPECTED if error.msg.startswith(start)), "value")
        raise not_json(text, expected, error.pos) from None
    except RecursionError:
        raise Fault("too_deep", most=MOST_DEEP) from None


def not_json(text: str, expected: str, at: int) -> Unreadable:
    line, column = place(text, at)
    found = re.compile(r"\w{1,20}|.?", re.DOTALL).match(text, at)
    facts = {"expected": expected, "found": shown(found[0]) if found else ""}
    return Unreadable("not_json", facts, line=line, column=column)


def fault_of(value: Any, deepest: int, surrogates: bool) -> Fault | None:
    """What only shows in the finished value: nesting, and lone surrogates where there may be any."""
    if _deeper_than(value, deepest):
        return Fault("too_deep", most=MOST_DEEP)
    if surrogates:
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            character = str(error.object)[error.start]
            return Fault("control_character", character=f"U+{ord(character):04X}")
    return None


def _deeper_than(value: Any, deepest: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(deepest):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
    return bool(level)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise Fault("duplicate_key", key=shown(key))
        seen.add(key)
    raise AssertionError("one of the keys is there twice")


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Fault("number_too_large", found=shown(digits))
    return int(digits)


def _number(digits: str) -> float:
    if len(digits) <= MOST_DIGITS and isfinite(value := float(digits)):
        return value
    raise Fault("number_too_large", found=shown(digits))


def _constant(word: str) -> float:
    raise Fault("not_a_number", found=word)


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant)
