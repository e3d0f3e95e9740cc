"""The shapes of JSON values, as small readers: a value comes back checked, or a Fault is raised."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from ronda.core.text_rules import MOST_NUMBER, forbidden_character, is_blank
from ronda.formats.errors import Fault, shown

T = TypeVar("T")
Reader = Callable[[Any], T]
Number = int | float

MOST = MOST_NUMBER
MOST_SEED = 2**63 - 1

_TYPES: Mapping[type, str] = {
    dict: "object",
    list: "list",
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


def wrong_type(expected: str, value: Any) -> Fault:
    return Fault("wrong_type", expected=expected, found=_TYPES.get(type(value), "object"))  # perhaps a struct


def integer(low: int, high: int) -> Reader[int]:
    def read(value: Any) -> int:
        if type(value) is not int:  # a boolean is none
            raise wrong_type("integer", value)
        if not low <= value <= high:
            raise Fault("out_of_range", found=value, low=low, high=high)
        return value

    return read


def halves(low: int, high: int) -> Reader[int]:
    """A number with half points, as a whole number of halves; the bounds are halves, too."""
    return parts(2, low, high)


def parts(unit: int, low: int, high: int) -> Reader[int]:
    """A number of points counted in parts, so many to a point, as a whole number of parts; so are the bounds."""

    def read(value: Any) -> int:
        if type(value) is not int and type(value) is not float:
            raise wrong_type("number", value)
        if not low <= value * unit <= high:  # infinite for a float near the largest one: then it is out of range
            raise Fault("out_of_range", found=value, low=from_parts(low, unit), high=from_parts(high, unit))
        counted = Fraction(repr(value)) * unit  # as it is written: 0.7 is seven tenths
        if counted.denominator != 1:
            raise uncounted(value, unit)
        return int(counted)

    return read


def uncounted(value: Number, unit: int) -> Fault:
    """A number of points that is not a whole number of the parts they are counted in."""
    if unit in (1, 2):
        return Fault("not_half", found=value)
    return Fault("between_steps", found=value, step=f"1/{unit}")


def from_halves(count: int) -> Number:
    """A whole number of halves as it is written: 3 or 1.5."""
    return from_parts(count, 2)


def from_parts(count: int, unit: int) -> Number:
    """A whole number of parts of a point as it is written: 3 or 1.5 or 0.7."""
    return count // unit if count % unit == 0 else count / unit


def boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise wrong_type("boolean", value)
    return value


def text(most: int) -> Reader[str]:
    """A string of one line."""

    def read(value: Any) -> str:
        if type(value) is not str:
            raise wrong_type("string", value)
        if len(value) > most:
            raise Fault("too_long", found=len(value), most=most)
        if not value.isprintable():  # a quick question that spares most strings the long one
            character = forbidden_character(value)
            if character is not None:
                raise Fault("control_character", character=character)
        return value

    return read


def name(most: int) -> Reader[str]:
    """A string of one line with something to see in it."""
    line = text(most)

    def read(value: Any) -> str:
        found = line(value)
        if is_blank(found):
            raise Fault("blank")
        return found

    return read


def choice(*known: str) -> Reader[str]:
    def read(value: Any) -> str:
        if type(value) is not str:
            raise wrong_type("string", value)
        if value not in known:
            raise Fault("unknown_choice", found=shown(value), known=list(known))
        return value

    return read


def or_null(reader: Reader[T]) -> Reader[T | None]:
    return lambda value: None if value is None else reader(value)


def list_of(reader: Reader[T]) -> Reader[list[T]]:
    def read(value: Any) -> list[T]:
        if type(value) is not list:
            raise wrong_type("list", value)
        found: list[T] = []
        try:
            for item in value:
                found.append(reader(item))
        except Fault as fault:
            raise fault.within(len(found)) from None
        return found

    return read


def tuple_of(reader: Reader[T], length: int | None = None) -> Reader[tuple[T, ...]]:
    """A list, frozen; of exactly that length if one is given."""
    items = list_of(reader)

    def read(value: Any) -> tuple[T, ...]:
        found = tuple(items(value))
        if length is not None and len(found) != length:
            raise Fault("wrong_length", expected=length, found=len(found))
        return found

    return read


def mapping(value: Any) -> dict[str, Any]:
    """An object with any keys."""
    if type(value) is not dict:
        raise wrong_type("object", value)
    return value


def record(
    value: Any,
    fields: Mapping[str, Reader[Any]],
    required: Collection[str] = (),
    passed_over: Collection[str] = (),
) -> dict[str, Any]:
    """An object with these keys, each read by its reader, and perhaps some that are not looked at; no others."""
    found: dict[str, Any] = {}
    for key, inner in mapping(value).items():
        reader = fields.get(key)
        if reader is None:
            if key in passed_over:
                continue
            raise Fault("unknown_key", key=shown(key), known=list(fields)).within(key)
        try:
            found[key] = reader(inner)
        except Fault as fault:
            raise fault.within(key) from None
    for key in required:
        if key not in found:
            raise Fault("missing_key", key=key)
    return found
