"""What a worked case asks for, found among all that can be answered, and the comparison with what it expects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ronda.core.values import Frozen, as_json, exact
from ronda.core.verdicts import Refusal
from tests.worked import domino_cases, melee_cases, redemption_cases, stage_cases, swiss_cases
from tests.worked.series_cases import PENALTIES, PEOPLE, PRIZES, SERIES

Answer = Callable[[Mapping[str, Any]], Any]
_COUNTED = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|twenty|thirty-two)\b"
)


class Differs(Frozen):
    """A case whose answer is not the expected one; `got` is None also where nobody knows what it asks for."""

    id: str
    got: Any
    expected: Any


# every question by its name
KNOWN: Mapping[str, Answer] = {
    **stage_cases.WORKED,
    **SERIES,
    **PRIZES,
    **PENALTIES,
    **PEOPLE,
    **domino_cases.WORKED,
    **melee_cases.WORKED,
    **redemption_cases.WORKED,
    **swiss_cases.WORKED,
}


def answer_to(what: str) -> Answer | None:
    """Who answers: the longest name with which the question begins. Numbers in it are examples: they stand for any."""
    said = " ".join(_COUNTED.sub("n", what.casefold()).split())
    for name in sorted(KNOWN, key=len, reverse=True):
        if said.startswith(name) and not said[len(name) : len(name) + 1].isalnum():
            return KNOWN[name]
    return None


def differing(cases: list[Mapping[str, Any]]) -> list[Differs]:
    return [found for case in cases if (found := _difference(case)) is not None]


def _difference(case: Mapping[str, Any]) -> Differs | None:
    expected = as_json(case.get("expected"))
    answer = answer_to(str(case.get("what", "")))
    if answer is None:
        return Differs(str(case.get("id", "")), None, expected)
    try:
        found = answer(case.get("input") or {})
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # input that is not of this question
        return Differs(str(case.get("id", "")), None, expected)
    got = None if isinstance(found, Refusal) else as_json(found)
    return None if same(got, expected) else Differs(str(case.get("id", "")), got, expected)


def same(got: Any, expected: Any) -> bool:
    """Whether two answers say the same: null, "none" and a missing key are nothing; numbers are equal however they are
    written (9/2, 4.5)."""
    if isinstance(got, Mapping) and isinstance(expected, Mapping):
        return all(same(got.get(key), expected.get(key)) for key in got.keys() | expected.keys())
    if isinstance(got, list) and isinstance(expected, list):
        return len(got) == len(expected) and all(map(same, got, expected))
    if isinstance(got, bool) or isinstance(expected, bool):
        return got is expected
    if got in (None, "none") or expected in (None, "none"):
        return got in (None, "none") and expected in (None, "none")
    try:
        return exact(got) == exact(expected)
    except (ValueError, ZeroDivisionError):
        return bool(got == expected)
