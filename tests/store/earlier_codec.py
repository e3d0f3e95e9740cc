"""How facts were written and read until msgspec did it: the bytes in every database are of this, or the same.

A field that holds its default is left out, so a body written before the field existed reads the same as one written
today. What the types do not know is refused.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from ronda.formats.errors import Fault, shown

Body = dict[str, Any]
Code = Callable[[Any], Any]

DISCRIMINATOR = "kind"  # which of several dataclasses an object is
_ATOMS = (int, str, bool, NoneType)


def kind_name(cls: type) -> str:
    """`ResultEntered` is written `result_entered`."""
    return _snake_case(cls.__name__)


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@dataclasses.dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read. Writing checks as strictly as reading does: what could not be read
    again must not get into a store."""

    write: Code
    read: Code


@cache
def codec(hint: Any) -> Codec:
    """For values of that type; a TypeError if a fact cannot hold them."""
    origin = get_origin(hint)
    if hint is Any:
        return Codec(_json, lambda value: value)  # what was read from JSON needs no second look
    if dataclasses.is_dataclass(hint):
        return _record(hint)
    if origin is Literal:
        return _same(_chosen(get_args(hint)))
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    if origin is frozenset:
        return _frozenset(get_args(hint)[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*get_args(hint))
    if hint in _ATOMS:
        return _same(_atom((hint,)))
    raise TypeError(f"a fact cannot hold {hint!r}")


def _same(check: Code) -> Codec:
    """For a value that is its own text."""
    return Codec(check, check)


def _wrong_type(expected: str, value: Any) -> Fault:
    return Fault("wrong_type", expected=expected, found=type(value).__name__)


def _atom(types: tuple[type, ...]) -> Code:
    allowed = frozenset(types)
    expected = " | ".join(sorted(t.__name__ for t in types))

    def read(value: Any) -> Any:
        if type(value) not in allowed:  # exactly: a boolean is no integer
            raise _wrong_type(expected, value)
        return value

    return read


def _chosen(choices: tuple[Any, ...]) -> Code:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in choices:
            raise Fault("unknown_choice", found=shown(str(value)), known=list(choices))
        return value

    return read


def _json(value: Any) -> Any:
    """Any JSON value; a tuple is written as the list it reads back as."""
    if type(value) in _ATOMS:
        return value
    if type(value) is float:
        if value != value or value in (float("inf"), float("-inf")):
            raise Fault("not_a_number", found=str(value))
        return value
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    if isinstance(value, Mapping):
        return {_key(key): _json(item) for key, item in value.items()}
    raise _wrong_type("JSON value", value)


def _key(value: Any) -> str:
    if type(value) is not str:
        raise _wrong_type("str", value)
    return value


def _each(code: Code, values: Any) -> list[Any]:
    done: list[Any] = []
    try:
        for value in values:
            done.append(code(value))
    except Fault as fault:
        raise fault.within(len(done)) from None
    return done


def _tuple(hints: tuple[Any, ...], container: type[Any] = tuple) -> Codec:
    length = None if hints[-1] is Ellipsis else len(hints)
    if length is not None and len(set(hints)) > 1:
        return _row(tuple(map(codec, hints)))
    item = codec(hints[0])

    def write(value: Any) -> Any:
        return _each(item.write, sized(container, value))

    def read(value: Any) -> Any:
        return tuple(_each(item.read, sized(list, value)))

    def sized(expected: type[Any], value: Any) -> Any:
        if type(value) is not expected:
            raise _wrong_type(expected.__name__, value)
        if length is not None and len(value) != length:
            raise Fault("wrong_length", expected=length, found=len(value))
        return value

    return Codec(write, read)


def _row(items: tuple[Codec, ...]) -> Codec:
    """A tuple with values of several types, of which there were none in facts before a player had `byes`."""
    return Codec(
        lambda value: [item.write(one) for item, one in zip(items, value, strict=True)],
        lambda value: tuple(item.read(one) for item, one in zip(items, value, strict=True)),
    )


def _frozenset(hint: Any) -> Codec:
    items = _tuple((hint, Ellipsis), frozenset)
    return Codec(lambda value: sorted(items.write(value)), lambda value: frozenset(items.read(value)))


def _mapping(key_hint: Any, hint: Any) -> Codec:
    item = codec(hint)
    write_key, read_key = (_digits, _whole) if key_hint is int else (_key, _key)

    def each(code_key: Code, code: Code, value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _wrong_type("object", value)
        done: dict[Any, Any] = {}
        for key, one in value.items():
            try:
                done[code_key(key)] = code(one)
            except Fault as fault:
                raise fault.within(str(key)) from None
        return done

    return Codec(lambda value: each(write_key, item.write, value), lambda value: each(read_key, item.read, value))


def _digits(key: Any) -> str:
    if type(key) is not int:
        raise _wrong_type("int", key)
    return str(key)


def _whole(key: str) -> int:
    if not re.fullmatch(r"0|-?[1-9][0-9]*", key, re.ASCII):  # one spelling for each number
        raise Fault("wrong_value", expected="integer", found=shown(key))
    return int(key)


def _union(hints: tuple[Any, ...]) -> Codec:
    atoms = tuple(hint for hint in hints if hint in _ATOMS)
    classes = [cast(type, hint) for hint in hints if hint not in atoms]
    if [get_origin(hint) for hint in classes] == [Literal]:
        one = codec(classes[0])
        return Codec(_or_atom(atoms, one.write), _or_atom(atoms, one.read))
    assert all(map(dataclasses.is_dataclass, classes)), hints
    if not classes:
        return _same(_atom(atoms))
    one = codec(classes[0]) if len(classes) == 1 else _one_of(classes)
    return Codec(_or_atom(atoms, one.write), _or_atom(atoms, one.read))


def _or_atom(atoms: tuple[Any, ...], other: Code) -> Code:
    return lambda value: value if type(value) in atoms else other(value)


def _one_of(classes: list[type]) -> Codec:
    """One of several dataclasses: the object says which."""
    writers = {cls: (kind_name(cls), codec(cls).write) for cls in classes}
    readers = {name: codec(cls).read for cls, (name, _) in writers.items()}
    assert all(field.name != DISCRIMINATOR for cls in classes for field in dataclasses.fields(cls)), classes

    def write(value: Any) -> Any:
        if type(value) not in writers:
            raise _wrong_type(" | ".join(readers), value)
        name, inner = writers[type(value)]
        return {DISCRIMINATOR: name, **inner(value)}

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _wrong_type("object", value)
        name = value.get(DISCRIMINATOR)
        if type(name) is not str or name not in readers:
            raise Fault("unknown_choice", found=shown(str(name)), known=list(readers)).within(DISCRIMINATOR)
        return readers[name]({key: one for key, one in value.items() if key != DISCRIMINATOR})

    return Codec(write, read)


_NO_DEFAULT = object()


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return _NO_DEFAULT


def _record(cls: Any) -> Codec:
    hints = get_type_hints(cls)
    codecs = {field.name: codec(hints[field.name]) for field in dataclasses.fields(cls)}
    plan = [(field.name, _default(field), codecs[field.name].write) for field in dataclasses.fields(cls)]
    readers = {name: one.read for name, one in codecs.items()}
    required = [name for name, default, _ in plan if default is _NO_DEFAULT]

    def write(value: Any) -> Any:
        if type(value) is not cls:
            raise _wrong_type(cls.__name__, value)
        body: Body = {}
        for name, default, inner in plan:
            one = getattr(value, name)
            if one == default and isinstance(one, bool) is isinstance(default, bool):  # False == 0
                continue
            try:
                body[name] = inner(one)
            except Fault as fault:
                raise fault.within(name) from None
        return body

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _wrong_type("object", value)
        found: dict[str, Any] = {}
        for key, one in value.items():
            reader = readers.get(key)
            if reader is None:
                raise Fault("unknown_key", key=shown(key), known=list(readers)).within(key)
            try:
                found[key] = reader(one)
            except Fault as fault:
                raise fault.within(key) from None
        for key in required:
            if key not in found:
                raise Fault("missing_key", key=key)
        return cls(**found)

    return Codec(write, read)
