"""domino: its worked cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ronda.systems.domino.house_lines import Line, bye_line, card_now, line, summed


def _line_of(case: Mapping[str, Any]) -> Line:
    if case.get("bye"):
        return bye_line(case["target"])
    return line(
        case["own"],
        case["opp"],
        case["target"],
        sanction=case.get("sanction") or 0,
        forfeit=case.get("forfeit"),
        card=case.get("card"),
    )


def _line(case: Mapping[str, Any]) -> Any:
    return asdict(_line_of(case))


def _card(case: Mapping[str, Any]) -> Any:
    return card_now(case.get("sanction") or 0, case.get("direct"), case.get("highest_before") or "none")


def _rounds(case: Mapping[str, Any]) -> Any:
    return asdict(summed((_line_of(one), one["target"]) for one in case["lines"]))


WORKED = {"domino line": _line, "card given now": _card, "domino venezuela": _rounds}
