"""Worked cases of prizes (PR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.core.exact_numbers import exact
from ronda.prizes.assigning import EVERYBODY, Prize, Winner, assign, pay
from ronda.prizes.categories import category_places, in_age
from ronda.prizes.money import FeeRule, equal_split, fee_due, percentages, pot, shared_prizes

Case = Mapping[str, Any]


def _shared(case: Case) -> Any:
    points = [exact(one) for one in case["points"]]
    unit, least = case.get("unit", 1), case.get("min_share") or 0
    return shared_prizes(points, case["prizes"], case["sharing"], unit=unit, min_share=least)


def _people(case: Case) -> list[Winner]:
    return [Winner(one["id"], tuple(one.get("cats", ()))) for one in case["players"]]


def _prizes(case: Case) -> list[Prize]:
    return [
        Prize(one["id"], one.get("cat", EVERYBODY), one.get("value", 0), one.get("kind", "money"))
        for one in case["prizes"]
    ]


def _assigned(case: Case) -> Any:
    found = assign(
        _people(case),
        _prizes(case),
        case.get("per_person", "one"),
        choices={int(who): prize for who, prize in (case.get("choices") or {}).items()},
        unclaimed_down=case.get("unclaimed") == "down",
    )
    return found.prizes


def _paid(case: Case) -> Any:
    found = pay(
        _people(case),
        _prizes(case),
        case.get("tie_groups", ()),
        case.get("sharing", "equal"),
        per_person=case.get("per_person", "one"),
        unit=case.get("unit", 1),
        min_share=case.get("min_share") or 0,
    )
    return {"assigned": found.assigned.prizes, "paid": found.paid}


def _fee(case: Case) -> Any:
    rules = [FeeRule(one["if"], one.get("amount", one.get("add", 0)), "add" in one) for one in case["rules"]]
    return fee_due(rules, case["labels"])


WORKED = {
    "shared prizes": _shared,
    "more people than prizes": _shared,
    "smallest share": _shared,
    "equal split": lambda case: equal_split(case["total"], case["people"], case.get("unit", 1)),
    "percentages of a pot": lambda case: percentages(
        case["pot"], [exact(one) for one in case["percents"]], case.get("unit", 1)
    ),
    "assignment of prizes": _assigned,
    "nobody eligible": _assigned,
    "sharing inside categories": _paid,
    "age category": lambda case: in_age(case["kind"], case["limit"], case["born"], case["year"]),
    "places in a category": lambda case: category_places(case["overall"], [str(one) for one in case["members"]]),
    "pot": lambda case: pot(
        case["collected"], case.get("deductions", 0), exact(case.get("percent", 100)), case.get("guarantee", 0)
    ),
    "fee due": _fee,
}
