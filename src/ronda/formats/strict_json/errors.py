"""What is wrong with a JSON value that msgspec did not take for one of a type: a code, its facts and the place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ronda.formats.errors import Fault, Step, shown

_ATOMS = (int, str, bool, NoneType)


def misfit(value: Any, hint: Any) -> Fault | None:
    """The first thing that is wrong, in the order of the text; None if nothing is."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return None
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _wrong_object(value, hint)
    if origin is Literal:
        known = type(value) is str and value in arguments
        return None if known else Fault("unknown_choice", found=shown(str(value)), known=list(arguments))
    if origin in (Union, UnionType):
        return _none_of(value, arguments)
    if origin is tuple:
        return _wrong_list(value, arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _wrong_mapping(value, *arguments)
    return _wrong_atom(value, (hint,))


def _wrong_type(expected: str, value: Any) -> Fault:
    return Fault("wrong_type", expected=expected, found=type(value).__name__)


def _first(parts: Iterable[tuple[Step, Any, Any]]) -> Fault | None:
    for step, value, hint in parts:
        fault = misfit(value, hint)
        if fault is not None:
            return fault.within(step)
    return None


def _wrong_atom(value: Any, allowed: tuple[Any, ...]) -> Fault | None:
    if type(value) in allowed:  # exactly: a boolean is no integer
        return None
    return _wrong_type(" | ".join(sorted(one.__name__ for one in allowed)), value)


def _wrong_list(value: Any, hints: tuple[Any, ...]) -> Fault | None:
    if type(value) is not list:
        return _wrong_type("list", value)
    if hints[-1] is not Ellipsis and len(value) != len(hints):
        return Fault("wrong_length", expected=len(hints), found=len(value))
    return _first((at, one, hints[0]) for at, one in enumerate(value))


def _wrong_mapping(value: Any, key_hint: Any, hint: Any) -> Fault | None:
    if type(value) is not dict:
        return _wrong_type("object", value)
    for key, one in value.items():
        if key_hint is int and not re.fullmatch(r"0|-?[1-9][0-9]*", key, re.ASCII):  # one spelling for each number
            return Fault("wrong_value", expected="integer", found=shown(key)).within(key)
        fault = misfit(one, hint)
        if fault is not None:
            return fault.within(key)
    return None


def _none_of(value: Any, hints: tuple[Any, ...]) -> Fault | None:
    atoms = tuple(hint for hint in hints if hint in _ATOMS)
    classes = [hint for hint in hints if hint not in atoms]
    if type(value) in atoms:
        return None
    if not classes:
        return _wrong_atom(value, atoms)
    if len(classes) == 1:
        return misfit(value, classes[0])
    if type(value) is not dict:
        return _wrong_type("object", value)
    config = classes[0].__struct_config__
    by_tag = {cls.__struct_config__.tag: cls for cls in classes}
    tag = value.get(config.tag_field)
    if type(tag) is not str or tag not in by_tag:
        return Fault("unknown_choice", found=shown(str(tag)), known=list(by_tag)).within(config.tag_field)
    return _wrong_object({key: one for key, one in value.items() if key != config.tag_field}, by_tag[tag])


def _wrong_object(value: Any, cls: type[msgspec.Struct]) -> Fault | None:
    if type(value) is not dict:
        return _wrong_type("object", value)
    hints = {name: hint for name, hint in get_type_hints(cls).items() if name in cls.__struct_fields__}
    for key, one in value.items():
        if key not in hints:
            return Fault("unknown_key", key=shown(key), known=list(cls.__struct_fields__)).within(key)
        fault = misfit(one, hints[key])
        if fault is not None:
            return fault.within(key)
    required = cls.__struct_fields__[: len(cls.__struct_fields__) - len(cls.__struct_defaults__)]
    missing = next((key for key in required if key not in value), None)
    return None if missing is None else Fault("missing_key", key=missing)
