"""Worked cases of penalties (PE); those of one game are that system's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.core.penalty_effects import LADDER, ladder_step


def _ladder(case: Mapping[str, Any]) -> str:
    return ladder_step(case["earlier"], case.get("ladder") or LADDER)


WORKED = {"ladder": _ladder}
