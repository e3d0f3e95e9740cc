"""What is shown of an event, each noun in one typed shape: for the API, for `--json`, for pages, wall, phone and paper.
`…Line` and `…State` are for programs (numbers, codes), `Shown…` for people (values and results as they are written).

Names and sentences come from the speaker that is handed in, in the reader's language and with the names the reader may
see. Where nothing is known, a shape has null for the API, which tells every field of every answer, and nothing at all
for `--json`, which has the shape of the tournament file: see `Blank`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from ronda.core import Frozen

Blank = UnsetType | None


class View(Frozen):
    """A shape that is shown."""


V = TypeVar("V", bound=View)


def mirrored(kind: type[V], source: object, **other: Any) -> V:
    """A shape whose fields are those of a value, but for the others."""
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__ if name not in other}, **other)


def exact(value: int | Fraction) -> int | float:
    """An exact number as JSON has it."""
    number = Fraction(value)
    return int(number) if number.denominator == 1 else float(number)


def plain(view: View) -> dict[str, Any]:
    """The shape as JSON values."""
    value: dict[str, Any] = msgspec.to_builtins(view, enc_hook=plain_json)
    return value


def plain_json(value: object) -> object:
    """What JSON writers do not know by themselves: exact numbers that are no whole numbers, and shapes."""
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, View):
        return plain(value)
    raise TypeError(type(value))


__all__ = ["UNSET", "Blank", "UnsetType", "View", "exact", "mirrored", "plain", "plain_json"]
