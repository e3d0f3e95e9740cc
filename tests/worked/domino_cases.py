"""Worked cases of domino by the house rules of Venezuela (PE4, PS2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import asdict

from ronda.core.model import Card
from ronda.core.values import Frozen
from ronda.systems.domino.rules import CARDS, card
from ronda.systems.score_to_target import CEILING, HouseLine, bye_line, line


class Sum(Frozen, frozen=True):
    wins: int
    effectiveness: int
    points: Fraction

    @property
    def key(self) -> tuple[int, int, Fraction]:
        """PS2.1: wins, then effectiveness, then points."""
        return self.wins, self.effectiveness, self.points


def summed(lines: Iterable[tuple[HouseLine, int]]) -> Sum:
    """PS2.1, PS2.4: over all tables, each with its target; of a score at most 1.6 of it counts."""
    found = list(lines)
    return Sum(
        sum(one.won for one, _ in found),
        sum(one.effectiveness for one, _ in found),
        sum((min(Fraction(one.own), CEILING * target) for one, target in found), Fraction(0)),
    )


def _line_of(case: Mapping[str, Any]) -> HouseLine:
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
    cards: dict[str | None, Card] = {one or "none": one for one in CARDS}
    found = card(case.get("sanction") or 0, case.get("direct") or "", cards[case.get("highest_before") or "none"])
    return found or "none"


def _rounds(case: Mapping[str, Any]) -> Any:
    return asdict(summed((_line_of(one), one["target"]) for one in case["lines"]))


WORKED = {"domino line": _line, "card given now": _card, "domino venezuela": _rounds}
