"""Exact numbers to and from JSON: whole numbers stay so, a fraction is a text "a/b" (S6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import Any


def exact(value: Any) -> Fraction:
    """A number as JSON has it, or as a text "a/b" or "7.5". Raises ValueError where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | str | float | Fraction):
        raise ValueError(f"no exact number: {value!r}")
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)  # the decimals as they were written


def plain(value: Any) -> Any:
    """As JSON has it: fractions as texts unless they are whole, keys as texts, everything in order as a list."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence | Set) and not isinstance(value, str):
        return [plain(inner) for inner in value]
    return value


def from_parts(count: int, unit: int) -> int | float:
    """A whole number of parts of a point as it is written: 3 or 1.5 or 0.7."""
    return count // unit if count % unit == 0 else count / unit
