"""Where in a JSON text something stands. Only used when something is wrong.

The text is walked member by member; members that are passed over are read by the C scanner. The work is
bounded: where a text is so large that the bound is reached, the place is the innermost one found by then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from ronda.formats.errors import Fault, Step, shown
from ronda.formats.strict_json.scanner import after_space, decode, fault_of
from ronda.formats.strict_json.text import MOST_DEEP, values_in

_MOST_MEMBERS = 100_000
_MOST_CHARACTERS = 12_000_000
_MOST_SEARCHED = 1_000_000  # values in the text
_LENIENT = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


class _Member(NamedTuple):
    step: Step
    at: int  # of the key in an object, of the value in a list
    value_at: int
    again: bool  # an earlier member has the same key


class _Purse:
    """The work that may still be spent."""

    def __init__(self) -> None:
        self.members = _MOST_MEMBERS
        self.characters = _MOST_CHARACTERS

    def pay(self, characters: int) -> bool:
        self.members -= 1
        self.characters -= characters
        return self.members > 0 and self.characters > 0


def locate(text: str, fault: Fault) -> int:
    """Where the fault is, by its steps; a key that should not be there is itself the place."""
    at = after_space(text, 0)
    purse = _Purse()
    for depth, step in enumerate(fault.steps, start=1):
        member = next((m for m in _members(text, at, purse) if m.step == step), None)
        if member is None:
            return at
        if depth == len(fault.steps) and fault.code == "unknown_key":
            return member.at
        at = member.value_at
    return at


def search(text: str, fault: Fault) -> int | None:
    """Where a fault of the JSON itself is; its steps are found on the way. None in a text too dense."""
    if values_in(text) > _MOST_SEARCHED:
        return None
    at = after_space(text, 0)
    purse = _Purse()
    for depth in range(1, MOST_DEEP + 1):
        for member in _members(text, at, purse):
            if member.again and fault.facts.get("key") == shown(str(member.step)):
                fault.steps += (member.step,)
                return member.at
            if _has(text, member.value_at, fault, MOST_DEEP - depth):
                fault.steps += (member.step,)
                at = member.value_at
                break
        else:
            return at
        if not purse.pay(_end(text, at) - at):
            return at
    return at


def _has(text: str, at: int, fault: Fault, deepest: int) -> bool:
    """Whether the value there has a fault of this kind."""
    try:
        value, _ = decode(text, at)
    except Fault as found:
        return found.code == fault.code
    later = fault_of(value, deepest, surrogates=fault.code == "control_character")
    return later is not None and later.code == fault.code


def _members(text: str, at: int, purse: _Purse) -> Iterator[_Member]:
    """The members of the object or list that begins there; none of anything else."""
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        return
    seen: set[Step] = set()
    here = after_space(text, at + 1)
    count = 0
    while text[here : here + 1] not in ("}", "]", ""):
        key_at = here
        step: Step = count
        if opening == "{":
            step, here = _LENIENT.raw_decode(text, here)
            here = after_space(text, after_space(text, here) + 1)
        yield _Member(step, key_at, here, step in seen)
        seen.add(step)
        count += 1
        value_at = here
        here = _end(text, here)
        if not purse.pay(here - value_at):
            return
        here = after_space(text, here)
        if text[here : here + 1] == ",":
            here = after_space(text, here + 1)


def _end(text: str, at: int) -> int:
    """Where the value that begins there ends."""
    try:
        return _LENIENT.raw_decode(text, at)[1]
    except (json.JSONDecodeError, RecursionError):
        return len(text)
