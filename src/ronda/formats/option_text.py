"""Options of a system as people type them, and what they may be."""

from __future__ import annotations

from fractions import Fraction

from ronda.core import OptionValue
from ronda.formats.tournament.writing import option_value
from ronda.systems import Option

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


def read_option(option: Option, text: str) -> OptionValue:
    """The value; a ValueError if it cannot be one of this option."""
    lowered = text.strip().lower()
    if lowered in ("null", "auto", "") and option.default is None:
        return None
    match option.kind:
        case "bool" if lowered in (*_TRUE, *_FALSE):
            return lowered in _TRUE
        case "choice" if fits(option, text):
            return text
        case "choice" if lowered in dict(option.also):
            return dict(option.also)[lowered]
        case "text" if option.nothing and not lowered:
            return option.nothing
        case "text" if option.takes(text):
            return "; ".join(filter(None, (line.strip(" ;") for line in text.splitlines())))
        case "int" | "halves":
            number = _number(lowered, 2 if option.kind == "halves" else 1)
            if number is not None and fits(option, number):
                return number
    raise ValueError(text)


def _number(text: str, unit: int) -> int | None:
    try:
        short = len(text) <= 20 and "e" not in text  # 1e999999999 is a number of a billion digits
        value = Fraction(text.replace(",", ".")) * unit if short else None
    except (ValueError, ZeroDivisionError):
        return None
    return int(value) if value is not None and value.denominator == 1 else None


def fits(option: Option, value: OptionValue) -> bool:
    """Whether the option may have this value."""
    if value is None:
        return option.default is None
    match option.kind:
        case "bool":
            return isinstance(value, bool)
        case "choice":
            further = option.accepts is not None and isinstance(value, str) and option.takes(value)
            return value in option.choices or further
        case "text":
            return isinstance(value, str) and option.takes(value)
        case "int" | "halves":
            if isinstance(value, bool) or not isinstance(value, int):
                return False
            if option.choices:
                return value in option.choices
            return (option.low is None or value >= option.low) and (option.high is None or value <= option.high)


def expected(option: Option) -> str:
    """`5|7`, `1…1000`, `true|false`."""
    if option.kind == "bool":
        return "true|false"
    if option.choices:
        return "|".join(str(option_value(option, value)) for value in option.choices)
    if option.kind == "text":
        return option.example
    low, high = (option_value(option, bound) for bound in (option.low, option.high))
    return "" if low is None else f"{low}…{high}"
