"""What all values have in common: frozen, compared by what they hold; those of a tournament are written and read by
msgspec. Exact numbers in JSON are whole, or a text "a/b" (S6)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

import msgspec
from msgspec.structs import replace as replace

if TYPE_CHECKING:
    import dataclasses

V = TypeVar("V")


@cache
def _fields_of(cls: type[msgspec.Struct]) -> dict[str, dataclasses.Field[Any]]:
    import dataclasses

    fields = [(one.name, one.type, _field(one)) for one in msgspec.structs.fields(cls)]
    alike = dataclasses.make_dataclass(cls.__name__, fields)
    return {one.name: one for one in dataclasses.fields(alike)}


def _field(own: msgspec.structs.FieldInfo) -> Any:
    import dataclasses

    if own.default_factory is not msgspec.NODEFAULT:
        return dataclasses.field(default_factory=own.default_factory)
    return dataclasses.field() if own.required else dataclasses.field(default=own.default)


class _DataclassFields:
    """The mark by which the standard library knows a dataclass."""

    def __get__(self, value: object, cls: type[msgspec.Struct]) -> dict[str, dataclasses.Field[Any]]:
        return _fields_of(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True):
    """Any value: what is derived from it is frozen, too. It is also a dataclass to the standard library: `replace`,
    `fields` and `asdict` take it."""

    __dataclass_fields__ = _DataclassFields()


class Partly(Frozen, eq=False):
    """A value with fields that are `uncompared`: it is neither compared nor shown by them."""

    uncompared: ClassVar[tuple[str, ...]] = ()

    def _held(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name not in self.uncompared)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Partly)
        return self._held() == other._held()

    def __ne__(self, other: object) -> bool:  # that of a struct does not ask __eq__
        return not self == other

    def __hash__(self) -> int:
        return hash(self._held())

    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in self.uncompared)
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


class Deriving(Partly, eq=False, kw_only=True):
    """A value that keeps what follows from it and several ask for, made when the first one asks. A changed value begins
    anew, and nothing of this is compared or shown."""

    uncompared = ("_derived",)

    _derived: dict[Hashable, Any] = {}

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "_derived", {})

    def derived(self, key: Hashable, make: Callable[[], V]) -> V:
        if key not in self._derived:
            self._derived[key] = make()
        found: V = self._derived[key]
        return found


class Value(Frozen, omit_defaults=True, forbid_unknown_fields=True):
    """A value that facts are made of. As JSON, a field that holds its default is left out, so that what was written
    before the field existed reads the same as what is written today; a key that is not known is refused."""


def exact(value: Any) -> Fraction:
    """A number as JSON has it, or as a text "a/b" or "7.5". Raises ValueError where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | str | float | Fraction):
        raise ValueError(f"no exact number: {value!r}")
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)  # the decimals as they were written


def as_json(value: Any) -> Any:
    """As JSON has it: fractions as texts unless they are whole, keys as texts, everything in order as a list."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {str(key): as_json(inner) for key, inner in value.items()}
    if isinstance(value, Sequence | Set) and not isinstance(value, str):
        return [as_json(inner) for inner in value]
    return value


def from_parts(count: int, unit: int) -> int | float:
    """A whole number of parts of a point as it is written: 3 or 1.5 or 0.7."""
    return count // unit if count % unit == 0 else count / unit
