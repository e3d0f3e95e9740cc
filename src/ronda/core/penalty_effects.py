"""The kinds of penalties, ladders (PE3), amounts, and what a penalty changes of a table and of the points (PE2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite
from typing import get_args

from ronda.core.model import Card, Forfeit, Penalty, PenaltyKind, Side, Table
from ronda.core.values import replace

KINDS: tuple[PenaltyKind, ...] = get_args(PenaltyKind)
# strike a result, so they name its table
AT_A_TABLE: tuple[PenaltyKind, ...] = ("score", "bonus", "game-loss", "both-lose")
LADDER: tuple[PenaltyKind, ...] = ("warning", "warning", "game-loss", "expel")  # PE3, for all systems
LONGEST_REASON = 240  # PE1
CARDS: tuple[Card, ...] = ("yellow", "orange", "red", "black")  # from the lightest to the gravest
GIVEN_POINTS = "given_points"
HALVES = 2  # the parts of a point that an amount is kept in wherever they fit
_MOST_PARTS = 1000  # of a point
_LONGEST_AMOUNT = 20


def ladder_step(earlier: int, ladder: Sequence[str] = LADDER) -> str:
    """PE3: what the next penalty of a class brings, after so many of earlier rounds and entries."""
    return ladder[min(earlier, len(ladder) - 1)]


def in_force(penalties: Sequence[Penalty]) -> Sequence[Penalty]:
    """Those that were not lifted."""
    return [one for one in penalties if not one.lifted] if penalties else penalties


def struck(table: Table, penalties: Iterable[Penalty]) -> Table:
    """The table as it counts: lost by absence for the side of who lost the game or was expelled at it, for both sides
    where both lose (PE2, PE2.1). The result itself stays what it is."""
    both = False
    lost: set[int] = set()
    for one in penalties:
        both |= one.kind == "both-lose"
        if one.kind in ("game-loss", "expel"):
            lost.add(one.player)
    first, second = both or not lost.isdisjoint(table.first), both or not lost.isdisjoint(table.second)
    if not first and not second:
        return table
    if isinstance(table.result, Forfeit):  # who was absent has lost already
        first, second = first or table.result.first_absent, second or table.result.second_absent
    return replace(table, result=Forfeit(first, second), absent=())


def taken_from(made: int, player: int, side: Side, penalties: Sequence[Penalty]) -> int:
    """PE2.1, PE4.1: a player's own score after what was taken from him; it never falls below 0. What the opponents of
    somebody punished get is theirs on top."""
    less = sum(one.amount for one in penalties if one.kind == "score" and one.player == player)
    more = sum(one.amount for one in penalties if one.kind == "bonus" and one.player not in side)
    return max(0, made - less) + more


# --- amounts -----------------------------------------------------------------------------------------------


def read_amount(written: str | float) -> Fraction | None:
    """An amount in the unit that people speak, as they write it (`1`, `0,5`, `1½`, `1/2`) or as a number of JSON, of
    which 0.1 is a tenth. None: it is none."""
    if isinstance(written, str):
        typed = written.strip().replace(",", ".").replace("½", ".5")
        if len(typed) > _LONGEST_AMOUNT or not set(typed) <= set("0123456789./"):
            return None
        try:
            return Fraction(typed)
        except (ValueError, ZeroDivisionError):
            return None
    if not isfinite(written) or written < 0:
        return None
    exact = Fraction(written).limit_denominator(_MOST_PARTS)
    return exact if exact == written or float(exact) == written else None


def kept_as(kind: str, amount: Fraction) -> tuple[int, int | None]:
    """`amount` and `parts` of a penalty that takes so much: points in halves where they fit, else in lowest terms."""
    if kind != "points" or (amount * HALVES).denominator == 1:
        return int(amount * (HALVES if kind == "points" else 1)), None
    return amount.numerator, amount.denominator


def amount_of(penalty: Penalty) -> Fraction:
    """In the unit that people speak: half a point is ½."""
    return Fraction(penalty.amount, (penalty.parts or HALVES) if penalty.kind == "points" else 1)


def name_of(penalty: Penalty) -> str:
    """What it is called: its kind, and `given_points` where it is a bonus that a report file gave, a deduction of less
    than nothing (PE7.2)."""
    return GIVEN_POINTS if penalty.kind == "points" and penalty.amount < 0 else penalty.kind


def countable(amount: Fraction, unit: int) -> bool:
    """Whether points that are counted in so many parts of one can be less by that much."""
    return (amount * unit).denominator == 1


def points_taken(penalty: Penalty, unit: int) -> int:
    """PE2: what the penalty takes from the points, in the parts of a point that the book counts in. The desk gives none
    that is not `countable`; of those in events from before it did so, whole parts are taken."""
    return int(amount_of(penalty) * unit) if penalty.kind == "points" else 0


def deducted(penalties: Iterable[Penalty], rounds: int, unit: int) -> dict[int, int]:
    """PE2: the points that were taken from whom, dated up to that round (PE2.4), in the parts of a point that the book
    counts in."""
    found: dict[int, int] = {}
    for one in penalties:
        if one.kind == "points" and one.round <= rounds:
            found[one.player] = found.get(one.player, 0) + points_taken(one, unit)
    return found


def effective(penalty: Penalty) -> bool:
    """Whether it changes a score, a place or who plays, so that everybody may see it (PE9)."""
    return penalty.kind not in ("note", "warning")


def highest_card(penalties: Iterable[Penalty], player: int, before: int, order: Sequence[Card]) -> Card:
    """The highest card that a player got in rounds before that one, in this order; "" for none."""
    shown = {one.card for one in penalties if one.player == player and one.round < before}
    return next((card for card in reversed(order) if card in shown), "")
