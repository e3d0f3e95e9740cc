"""JSON values as values of a type: msgspec makes them, and where it cannot, the type itself tells what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from ronda.core import from_parts
from ronda.core.text_rules import FORBIDDEN, MOST_NUMBER, is_blank
from ronda.formats.errors import Fault, Step, shown

T = TypeVar("T")
Number = float | int

MOST = MOST_NUMBER
MOST_SEED = 2**63 - 1
_ONE_LINE = rf"^[^{FORBIDDEN}]*\Z"

Whole = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
Signed = Annotated[int, Meta(ge=-MOST, le=MOST)]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
Year = Annotated[int, Meta(ge=0, le=9999)]
Line = Annotated[str, Meta(max_length=200, pattern=_ONE_LINE)]
LongLine = Annotated[str, Meta(max_length=1000, pattern=_ONE_LINE)]
OptionLine = Annotated[str, Meta(max_length=2000, pattern=_ONE_LINE)]
PenaltyLine = Annotated[str, Meta(max_length=240, pattern=_ONE_LINE)]
CodeLine = Annotated[str, Meta(max_length=100, pattern=_ONE_LINE)]
ShortLine = Annotated[str, Meta(max_length=40, pattern=_ONE_LINE)]
Prose = Annotated[str, Meta(max_length=10_000, pattern=rf"^(?:\n|[^{FORBIDDEN}])*\Z")]  # perhaps of several lines

_NAMES: Mapping[type, str] = {
    dict: "object",
    list: "list",
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}


class Row(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """An object of a file. A field of the type Any is not looked at: it may be there, and nobody needs it."""


def convert_checked(value: Any, kind: type[T]) -> T:
    """The value as one of that type. Raises Fault."""
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError:
        fault = misfit(value, kind)
        assert fault is not None, (value, kind)
        raise fault from None


def refuse_blank(text: str, *steps: Step) -> None:
    """A name has something to see in it."""
    if is_blank(text):
        raise Fault("blank").within(*steps)


def in_parts(value: Any, unit: int, low: int, high: int) -> int:
    """A number of points as a whole number of parts, so many to a point; the bounds are parts, too."""
    if type(value) is not int and type(value) is not float:
        raise wrong_type("number", value)
    if not low <= value * unit <= high:  # infinite for a float near the largest one: then it is out of range
        raise Fault("out_of_range", found=value, low=from_parts(low, unit), high=from_parts(high, unit))
    counted = round(value * unit)
    if from_parts(counted, unit) != value:  # as it is written: 0.7 is seven tenths
        raise uncounted(value, unit)
    return counted


def uncounted(value: Number, unit: int) -> Fault:
    """A number of points that is not a whole number of the parts they are counted in."""
    if unit in (1, 2):
        return Fault("not_half", found=value)
    return Fault("between_steps", found=value, step=f"1/{unit}")


def wrong_type(expected: str, value: Any) -> Fault:
    return Fault("wrong_type", expected=expected, found=_NAMES.get(type(value), type(value).__name__))


def misfit(value: Any, hint: Any) -> Fault | None:
    """The first thing that is wrong with a JSON value that is to be of a type, in the order of the text; None if
    nothing is."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return None
    if origin is Annotated:
        return misfit(value, arguments[0]) or _out_of_bounds(value, arguments[1])
    if origin in (Union, UnionType):
        return _none_of(value, arguments)
    expected = _name_of(hint)
    if _NAMES.get(type(value)) != expected and not (expected == "number" and type(value) is int):
        return wrong_type(expected, value)
    if origin is Literal:
        known = value in arguments
        return None if known else Fault("unknown_choice", found=shown(str(value)), known=list(arguments))
    if expected == "list":
        return _wrong_list(value, arguments)
    if expected == "object":
        return _wrong_mapping(value, *arguments) if arguments else _wrong_object(value, hint)
    return None


def _name_of(hint: Any) -> str:
    """What a value of that type is called in JSON."""
    origin = get_origin(hint) or hint
    if origin is Annotated:
        return _name_of(get_args(hint)[0])
    if origin is Literal:
        return _NAMES[type(get_args(hint)[0])]
    if issubclass(origin, Mapping | msgspec.Struct):
        return "object"
    return _NAMES.get(origin) or "list"


def _out_of_bounds(value: Any, bounds: Meta) -> Fault | None:
    if isinstance(value, str):
        if bounds.max_length is not None and len(value) > bounds.max_length:
            return Fault("too_long", found=len(value), most=bounds.max_length)
        if bounds.pattern is not None and not re.search(bounds.pattern, value):
            character = next(one for one in value if not re.search(bounds.pattern, one))
            return Fault("control_character", character=f"U+{ord(character):04X}")
        return None
    if isinstance(value, list | dict):
        most = bounds.max_length
        return (
            None
            if most is None or len(value) <= most
            else Fault("too_many", what="values", found=len(value), most=most)
        )
    low, high = bounds.ge, bounds.le
    if (low is not None and value < low) or (high is not None and value > high):
        return Fault("out_of_range", found=value, low=low, high=high)
    return None


def _first(parts: Iterable[tuple[Step, Any, Any]]) -> Fault | None:
    for step, value, hint in parts:
        fault = misfit(value, hint)
        if fault is not None:
            return fault.within(step)
    return None


def _wrong_list(value: Sequence[Any], hints: tuple[Any, ...]) -> Fault | None:
    if len(hints) == 1 or hints[-1] is Ellipsis:
        return _first((at, one, hints[0]) for at, one in enumerate(value))
    if len(value) != len(hints):
        return Fault("wrong_length", expected=len(hints), found=len(value))
    return _first((at, one, hint) for at, (one, hint) in enumerate(zip(value, hints, strict=True)))


def _wrong_mapping(value: Mapping[str, Any], key_hint: Any, hint: Any) -> Fault | None:
    for key, one in value.items():
        if key_hint is int and not re.fullmatch(r"0|-?[1-9][0-9]*", key, re.ASCII):  # one spelling for each number
            return Fault("wrong_value", expected="integer", found=shown(key)).within(key)
        fault = misfit(one, hint)
        if fault is not None:
            return fault.within(key)
    return None


def _none_of(value: Any, hints: tuple[Any, ...]) -> Fault | None:
    """The first type is the one that is named as expected."""
    name = _NAMES.get(type(value))
    fitting = [one for one in hints if one is not msgspec.UnsetType and _name_of(one) == name]
    if len(fitting) > 1:
        return _wrong_choice(value, fitting)
    return misfit(value, fitting[0] if fitting else hints[0])


def _wrong_choice(value: Mapping[str, Any], classes: Sequence[Any]) -> Fault | None:
    """What is wrong with an object that says itself of which type it is."""
    config = classes[0].__struct_config__
    by_tag = {cls.__struct_config__.tag: cls for cls in classes}
    tag = value.get(config.tag_field)
    if type(tag) is not str or tag not in by_tag:
        return Fault("unknown_choice", found=shown(str(tag)), known=list(by_tag)).within(config.tag_field)
    return _wrong_object({key: one for key, one in value.items() if key != config.tag_field}, by_tag[tag])


def _wrong_object(value: Mapping[str, Any], cls: type[msgspec.Struct]) -> Fault | None:
    types = get_type_hints(cls, include_extras=True)
    fields = msgspec.structs.fields(cls)
    hints = {one.encode_name: types[one.name] for one in fields}
    for key, one in value.items():
        if key not in hints:
            known = [name for name, hint in hints.items() if hint is not Any]
            return Fault("unknown_key", key=shown(key), known=known).within(key)
        fault = misfit(one, hints[key])
        if fault is not None:
            return fault.within(key)
    missing = next((one.encode_name for one in fields if one.required and one.encode_name not in value), None)
    return None if missing is None else Fault("missing_key", key=missing)
