"""Worked cases of people (PP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.people.matching import Person, level
from ronda.people.name_keys import name_key, number_key

Case = Mapping[str, Any]


def _person(given: Mapping[str, Any]) -> Person:
    return Person(
        given["name"],
        ids=given.get("ids") or {},
        club=given.get("club") or "",
        born=given.get("born"),
        sex=given.get("sex") or "",
    )


WORKED = {
    "name key": lambda case: name_key(case["name"]),
    "number key": lambda case: number_key(case["number"]),
    "same person": lambda case: level(_person(case["a"]), _person(case["b"])),
}
