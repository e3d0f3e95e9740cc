"""domino: what the rules of the house add, and the worked cases of domino.

Cards and sums by the house rules of Venezuela (PE4, PS2); a player's line is in `ronda.systems.effectiveness`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec.structs import asdict

from ronda.core.model import Card as ShownCard
from ronda.core.values import Frozen
from ronda.systems.effectiveness import CEILING, HouseLine, bye_line, line

Card = Literal["none", "yellow", "red", "black"]
CARDS: tuple[Card, ...] = ("none", "yellow", "red", "black")
CARRIES_A_CARD = 80  # PE4.4: a sanction of so much brings one, a smaller one does not


def card_now(sanction: int, shown: Card | None, highest_before: Card) -> Card:
    """PE4.4: the card that somebody gets, with the highest of earlier rounds."""
    if shown in ("red", "black"):
        return shown
    if sanction < CARRIES_A_CARD and shown != "yellow":
        return "none"
    return CARDS[min(CARDS.index(highest_before) + 1, len(CARDS) - 1)]


def card(sanction: int, shown: ShownCard, highest_before: ShownCard) -> ShownCard:
    """The same with the cards as penalties have them."""
    if shown == "orange" or highest_before == "orange":  # not a card of this house: stays what was shown
        return shown
    found = card_now(sanction, shown or None, highest_before or "none")
    return "" if found == "none" else found


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
    return card_now(case.get("sanction") or 0, case.get("direct"), case.get("highest_before") or "none")


def _rounds(case: Mapping[str, Any]) -> Any:
    return asdict(summed((_line_of(one), one["target"]) for one in case["lines"]))


WORKED = {"domino line": _line, "card given now": _card, "domino venezuela": _rounds}
