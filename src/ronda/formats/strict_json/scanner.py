"""JSON as Python's C scanner reads it, with its own errors: for a text that somebody has to look at, since it is not
acceptable beyond doubt."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

from ronda.formats.errors import Fault, Unreadable, shown
from ronda.formats.strict_json.text import MOST_DEEP, MOST_DIGITS, MOST_VALUES, certain, deeper_than, place, values_in

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
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


def parse(text: str) -> Any:
    """The value of a JSON text. Raises Unreadable where the text is not JSON, and Fault, without its place,
    where the JSON is not acceptable."""
    values = values_in(text)
    if values > MOST_VALUES:
        raise Unreadable("too_many", {"what": "values", "found": values, "most": MOST_VALUES})
    value = certain(text.encode("utf-8", "surrogatepass"))
    if value is not None:
        return value
    return strict(text)


def strict(text: str) -> Any:
    """The value of the whole text. Raises Unreadable and Fault."""
    start = after_space(text, 0)
    value, end = decode(text, start)
    end = after_space(text, end)
    if end < len(text):
        raise not_json(text, "end", end)
    fault = fault_of(value, MOST_DEEP, _ESCAPED_SURROGATE.search(text) is not None)
    if fault is not None:
        raise fault
    return value


def after_space(text: str, at: int) -> int:
    """Where the next thing that is not white space begins."""
    found = _NOTHING.match(text, at)
    assert found is not None
    return found.end()


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
    if deeper_than(value, deepest):
        return Fault("too_deep", most=MOST_DEEP)
    if surrogates:
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            character = str(error.object)[error.start]
            return Fault("control_character", character=f"U+{ord(character):04X}")
    return None


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
