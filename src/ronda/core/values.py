"""What the values of a tournament have in common: frozen, compared by what they hold, written and read by msgspec."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import msgspec
import msgspec.structs


@cache
def _fields_of(cls: type[msgspec.Struct]) -> dict[str, dataclasses.Field[Any]]:
    fields = [(one.name, one.type, _field(one)) for one in msgspec.structs.fields(cls)]
    alike = dataclasses.make_dataclass(cls.__name__, fields)
    return {one.name: one for one in dataclasses.fields(alike)}


def _field(own: msgspec.structs.FieldInfo) -> Any:
    if own.default_factory is not msgspec.NODEFAULT:
        return dataclasses.field(default_factory=own.default_factory)
    return dataclasses.field() if own.required else dataclasses.field(default=own.default)


class _DataclassFields:
    """The mark by which the standard library knows a dataclass."""

    def __get__(self, value: object, cls: type[msgspec.Struct]) -> dict[str, dataclasses.Field[Any]]:
        return _fields_of(cls)


class Value(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A value that facts are made of. As JSON, a field that holds its default is left out, so that what was written
    before the field existed reads the same as what is written today; a key that is not known is refused.

    It is also a dataclass to the standard library: `replace`, `fields` and `asdict` take it."""

    __dataclass_fields__ = _DataclassFields()
