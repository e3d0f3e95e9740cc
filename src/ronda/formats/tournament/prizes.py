"""Prize lists as JSON: in the tournament file, and as a file of their own that somebody publishes (PR3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import msgspec

from ronda.core.exact_numbers import exact
from ronda.core.prize_rules import (
    PerPerson,
    Pot,
    PrizeKind,
    PrizeRules,
    PublishedCategory,
    PublishedPrize,
    Sharing,
    TieOn,
)
from ronda.core.verdicts import Refusal
from ronda.formats.errors import Fault
from ronda.formats.strict_json.shape import MOST, Reader, choice, integer, list_of, name, record, text, tuple_of
from ronda.prizes.money import percentages

_LONG = 200
_LATEST_YEAR = 9999


def prize_rules(value: Any) -> PrizeRules:
    """Read strictly. Instead of `prizes` there may be a `pot` and its `percents`: then these are prizes for everybody,
    to the last unit (PR6.4). A `pot` that is an object comes from the fees that were paid."""
    fields: dict[str, Reader[Any]] = {
        "prizes": list_of(_prize),
        "categories": list_of(_category),
        "per_person": choice(*get_args(PerPerson)),
        "sharing": choice(*get_args(Sharing)),
        "tie_on": choice(*get_args(TieOn)),
        "unit": integer(1, MOST),
        "min_share": integer(0, MOST),
        "min_rounds": integer(0, MOST),
        "year": integer(0, _LATEST_YEAR),
        "currency": text(_LONG),
        "excluded": tuple_of(integer(1, MOST)),
        "pot": _pot,
        "percents": list_of(_percent),
    }
    found = record(value, fields)
    own = found.pop("prizes", [])
    if "percents" in found or isinstance(found.get("pot"), int):
        pot = found.pop("pot", 0)
        percents = found.pop("percents", [])
        if isinstance(pot, Pot):
            own = [*(PublishedPrize(str(at), percent=str(one)) for at, one in enumerate(percents, start=1)), *own]
            found["pot"] = pot
        else:
            own = [*_of_pot(pot, percents, found.get("unit", 1)), *own]
    return PrizeRules(tuple(own), tuple(found.pop("categories", ())), **found)


def _prize(value: Any) -> PublishedPrize:
    fields: dict[str, Reader[Any]] = {
        "id": name(_LONG),
        "value": integer(0, MOST),
        "category": text(_LONG),
        "kind": choice(*get_args(PrizeKind)),
        "percent": _percent_text,
    }
    return PublishedPrize(**record(value, fields, required=("id",)))


def _category(value: Any) -> PublishedCategory:
    return PublishedCategory(**record(value, {"name": name(_LONG), "who": text(_LONG)}, required=("name",)))


def _pot(value: Any) -> Pot | int:
    if type(value) is int:
        return integer(0, MOST)(value)
    fields: dict[str, Reader[Any]] = {
        "percent": _percent_text,
        "deductions": integer(0, MOST),
        "guarantee": integer(0, MOST),
    }
    return Pot(**record(value, fields))


def _percent_text(value: Any) -> str:
    """A number, or a text that is looked at where the list is published."""
    return text(_LONG)(value) if type(value) is str else str(_percent(value))


def _percent(value: Any) -> Fraction:
    try:
        found = exact(value)
    except (ValueError, ZeroDivisionError):
        raise Fault("wrong_type", expected="number", found="value") from None
    if not 0 <= found <= 100:
        raise Fault("out_of_range", found=str(value), low=0, high=100)
    return found


def _of_pot(pot: int, percents: list[Fraction], unit: int) -> list[PublishedPrize]:
    amounts = percentages(pot, percents, unit)
    if isinstance(amounts, Refusal):
        raise Fault("out_of_range", found=amounts.facts["sum"], low=0, high=100).within("percents")
    return [PublishedPrize(str(place), amount) for place, amount in enumerate(amounts, start=1)]


def prizes_line(rules: PrizeRules) -> Mapping[str, Any]:
    """As the file has it; what has its default is left out."""
    found = msgspec.to_builtins(rules)
    assert isinstance(found, dict)
    return found
