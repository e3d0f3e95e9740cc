"""JSON text, read strictly: what Python's own reader lets pass is refused, and whatever is wrong is named with its line
and column.

Refused beyond the errors of JSON itself: keys given twice, NaN and the infinities, numbers out of all proportion,
nesting deeper than MOST_DEEP, lone surrogates.

A place is only looked for when something is wrong. Then the text is walked member by member; members that are passed
over are read by the C scanner. The work is bounded: where a text is so large that the bound is reached, the place is
the innermost one found by then.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from ronda.formats.errors import Fault, Step, Unreadable, shown

T = TypeVar("T")

MOST_BYTES = 40_000_000
MOST_VALUES = 3_000_000  # bounds work and memory; 4,000 players and 14 rounds have about a million
MOST_DEEP = 32
MOST_DIGITS = 40  # any number that a program writes; what is meant for a field is bounded there
_MOST_MEMBERS = 100_000  # walked in search of a place
_MOST_CHARACTERS = 12_000_000
_MOST_SEARCHED = 1_000_000  # values in a text in which a fault of the JSON itself is looked for

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SPACE = re.compile(r"[ \t\n\r]*")
_EXPECTED = (
    ("Expecting property name", "key"),
    ("Expecting ':'", "colon"),
    ("Expecting ','", "comma"),
    ("Unterminated string", "quote"),
    ("Invalid control character", "quote"),
    ("Invalid \\", "escape"),
    ("Extra data", "end"),
)


def read_json(data: bytes, reader: Callable[[Any], T]) -> T:
    """What the reader makes of the value of a JSON file. It raises Fault where the value is not acceptable; that and
    what is wrong with the JSON itself comes out as Unreadable, with its place."""
    text = text_of(data)
    value = parse(text)
    try:
        return reader(value)
    except Fault as fault:
        raise fault.at(*_place(text, _locate(text, fault))) from None


def text_of(data: bytes) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    if data.startswith(_UTF_16):
        raise Unreadable("not_text", {"byte": f"{data[0]:02X}"}, line=1, column=1)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise _not_text(data, error.start) from None
    if "\0" in text:
        raise _not_text(data, data.index(0))
    return text


def parse(text: str) -> Any:
    """The value of a JSON text. Raises Unreadable."""
    values = sum(map(text.count, ",[{"))  # at most
    if values > MOST_VALUES:
        raise Unreadable("too_many", {"what": "values", "found": values, "most": MOST_VALUES})
    try:
        value, end = _decode(text, _after_space(text, 0))
        end = _after_space(text, end)
        if end < len(text):
            raise _not_json(text, "end", end)
        fault = _later_fault(value, MOST_DEEP, surrogates=_ESCAPED_SURROGATE.search(text) is not None)
        if fault is not None:
            raise fault
    except Fault as fault:
        at = _search(text, fault) if values <= _MOST_SEARCHED else None
        raise fault.at(*((None, None) if at is None else _place(text, at))) from None
    return value


def _not_text(data: bytes, at: int) -> Unreadable:
    line = data.count(b"\n", 0, at) + 1
    before = data[data.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", "replace")
    return Unreadable("not_text", {"byte": f"{data[at]:02X}"}, line=line, column=len(before) + 1)


def _not_json(text: str, expected: str, at: int) -> Unreadable:
    line, column = _place(text, at)
    found = re.compile(r"\w{1,20}|.?", re.DOTALL).match(text, at)
    return Unreadable(
        "not_json", {"expected": expected, "found": shown(found[0]) if found else ""}, line=line, column=column
    )


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _after_space(text: str, at: int) -> int:
    """Where the next thing that is not white space begins."""
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


# --- the value ---------------------------------------------------------------------------------------------


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
_LENIENT = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


def _decode(text: str, at: int) -> tuple[Any, int]:
    """The value that begins there and where it ends. Raises Fault, without its place, where it is not acceptable."""
    try:
        return _STRICT.raw_decode(text, at)
    except json.JSONDecodeError as error:
        expected = next((word for start, word in _EXPECTED if error.msg.startswith(start)), "value")
        raise _not_json(text, expected, error.pos) from None
    except RecursionError:
        raise Fault("too_deep", most=MOST_DEEP) from None


def _later_fault(value: Any, deepest: int, surrogates: bool) -> Fault | None:
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
    """Whether lists and objects are nested deeper than that."""
    level = [value] if type(value) is dict or type(value) is list else []
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


# --- places ------------------------------------------------------------------------------------------------


class _Member(NamedTuple):
    step: Step
    at: int  # of the key in an object, of the value in a list
    value_at: int
    again: bool  # an earlier member has the same key


class _Budget:
    """The work that may still be spent on the search for a place."""

    def __init__(self) -> None:
        self.members = _MOST_MEMBERS
        self.characters = _MOST_CHARACTERS

    def pay(self, characters: int) -> bool:
        self.members -= 1
        self.characters -= characters
        return self.members > 0 and self.characters > 0


def _locate(text: str, fault: Fault) -> int:
    """Where the fault is, by its steps; a key that should not be there is itself the place."""
    at = _after_space(text, 0)
    budget = _Budget()
    for depth, step in enumerate(fault.steps, start=1):
        member = next((m for m in _members(text, at, budget) if m.step == step), None)
        if member is None:
            return at
        if depth == len(fault.steps) and fault.code == "unknown_key":
            return member.at
        at = member.value_at
    return at


def _search(text: str, fault: Fault) -> int:
    """Where a fault of the JSON itself is; its steps are found on the way."""
    at = _after_space(text, 0)
    budget = _Budget()
    for depth in range(1, MOST_DEEP + 1):
        for member in _members(text, at, budget):
            if member.again and fault.facts.get("key") == shown(str(member.step)):
                fault.steps += (member.step,)
                return member.at
            if _has(text, member.value_at, fault, MOST_DEEP - depth):
                fault.steps += (member.step,)
                at = member.value_at
                break
        else:
            return at
        if not budget.pay(_end(text, at) - at):
            return at
    return at


def _has(text: str, at: int, fault: Fault, deepest: int) -> bool:
    """Whether the value there has a fault of this kind."""
    try:
        value, _ = _decode(text, at)
    except Fault as found:
        return found.code == fault.code
    later = _later_fault(value, deepest, surrogates=fault.code == "control_character")
    return later is not None and later.code == fault.code


def _members(text: str, at: int, budget: _Budget) -> Iterator[_Member]:
    """The members of the object or list that begins there; none of anything else."""
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        return
    seen: set[Step] = set()
    here = _after_space(text, at + 1)
    count = 0
    while text[here : here + 1] not in ("}", "]", ""):
        key_at = here
        step: Step = count
        if opening == "{":
            step, here = _LENIENT.raw_decode(text, here)
            here = _after_space(text, _after_space(text, here) + 1)
        yield _Member(step, key_at, here, step in seen)
        seen.add(step)
        count += 1
        value_at = here
        here = _end(text, here)
        if not budget.pay(here - value_at):
            return
        here = _after_space(text, here)
        if text[here : here + 1] == ",":
            here = _after_space(text, here + 1)


def _end(text: str, at: int) -> int:
    """Where the value that begins there ends."""
    try:
        return _LENIENT.raw_decode(text, at)[1]
    except (json.JSONDecodeError, RecursionError):
        return len(text)
