"""Prize lists as JSON: in the tournament file, and as a file of their own that somebody publishes (PR3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

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
from ronda.core.values import exact
from ronda.core.verdicts import Refusal
from ronda.formats.errors import Fault
from ronda.formats.strict_json.types import Line, Positive, Row, Whole, Year, made, refuse_blank
from ronda.prizes import percentages

_Percent = float | int | str


class PrizeRow(Row):
    id: Line
    value: Whole = 0
    category: Line = ""
    kind: PrizeKind = "money"
    percent: _Percent = ""


class CategoryRow(Row):
    name: Line
    who: Line = ""


class PotRow(Row):
    percent: _Percent = ""
    deductions: Whole = 0
    guarantee: Whole = 0


class PrizesRow(Row):
    """Instead of `prizes` there may be a `pot` and its `percents`: then these are prizes for everybody, to the last
    unit (PR6.4). A `pot` that is an object comes from the fees that were paid."""

    prizes: Sequence[PrizeRow] = ()
    categories: tuple[CategoryRow, ...] = ()
    per_person: PerPerson = "one"
    sharing: Sharing = "equal"
    tie_on: TieOn = "place"
    unit: Positive = 1
    min_share: Whole = 0
    min_rounds: Whole = 1
    year: Year = 0
    currency: Line = ""
    excluded: tuple[Positive, ...] = ()
    pot: PotRow | Whole | None = None
    percents: tuple[_Percent, ...] = ()


def prize_rules(value: Any) -> PrizeRules:
    """Read strictly. Raises Fault."""
    return rules_of(made(value, PrizesRow))


def rules_of(row: PrizesRow) -> PrizeRules:
    """Raises Fault."""
    own = [_prize(one, at) for at, one in enumerate(row.prizes)]
    for at, category in enumerate(row.categories):
        refuse_blank(category.name, "categories", at, "name")
    percents = [_percent(one, "percents", at) for at, one in enumerate(row.percents)]
    pot = None
    if isinstance(row.pot, PotRow):
        pot = Pot(_percent_text(row.pot.percent, "pot", "percent"), row.pot.deductions, row.pot.guarantee)
        own = [*(PublishedPrize(str(at), percent=str(one)) for at, one in enumerate(percents, start=1)), *own]
    else:
        own = [*_of_pot(row.pot or 0, percents, row.unit), *own]
    return PrizeRules(
        tuple(own),
        tuple(PublishedCategory(one.name, one.who) for one in row.categories),
        row.per_person,
        row.sharing,
        row.tie_on,
        row.unit,
        row.min_share,
        row.min_rounds,
        row.year,
        row.currency,
        row.excluded,
        pot,
    )


def _prize(row: PrizeRow, at: int) -> PublishedPrize:
    refuse_blank(row.id, "prizes", at, "id")
    percent = _percent_text(row.percent, "prizes", at, "percent")
    return PublishedPrize(row.id, row.value, row.category, row.kind, percent)


def _percent_text(value: _Percent, *steps: str | int) -> str:
    """A number, or a text that is looked at where the list is published."""
    if not isinstance(value, str):
        return str(_percent(value, *steps))
    try:
        return made(value, Line)
    except Fault as fault:
        raise fault.within(*steps) from None


def _percent(value: _Percent, *steps: str | int) -> Fraction:
    try:
        found = exact(value)
    except (ValueError, ZeroDivisionError):
        raise Fault("wrong_type", expected="number", found="value").within(*steps) from None
    if not 0 <= found <= 100:
        raise Fault("out_of_range", found=str(value), low=0, high=100).within(*steps)
    return found


def _of_pot(pot: int, percents: Sequence[Fraction], unit: int) -> list[PublishedPrize]:
    amounts = percentages(pot, percents, unit)
    if isinstance(amounts, Refusal):
        raise Fault("out_of_range", found=amounts.facts["sum"], low=0, high=100).within("percents")
    return [PublishedPrize(str(place), amount) for place, amount in enumerate(amounts, start=1)]
