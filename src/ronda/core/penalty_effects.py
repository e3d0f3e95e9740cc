"""The kinds of penalties, ladders (PE3), and what a penalty changes of a table and of the points (PE2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from ronda.core.model import Card, Forfeit, Penalty, Side, Table
from ronda.core.values import replace

PenaltyKind = Literal["note", "warning", "score", "bonus", "points", "game-loss", "both-lose", "miss", "expel"]
KINDS: tuple[PenaltyKind, ...] = (
    "note",
    "warning",
    "score",
    "bonus",
    "points",
    "game-loss",
    "both-lose",
    "miss",
    "expel",
)
AT_A_TABLE: tuple[PenaltyKind, ...] = (
    "score",
    "bonus",
    "game-loss",
    "both-lose",
)  # strike a result, so they name its table
LADDER: tuple[PenaltyKind, ...] = ("warning", "warning", "game-loss", "expel")  # PE3, for all systems
LONGEST_REASON = 240  # PE1
CARDS: tuple[Card, ...] = ("yellow", "orange", "red", "black")  # from the lightest to the gravest


def ladder_step(earlier: int, ladder: Sequence[str] = LADDER) -> str:
    """PE3: what the next penalty of a class brings, after so many of earlier rounds and entries."""
    return ladder[min(earlier, len(ladder) - 1)]


def reduced(score: int, taken: int) -> int:
    """PE2.1: a score never falls below 0."""
    return max(0, score - taken)


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


def deducted(penalties: Iterable[Penalty], rounds: int, unit: int) -> dict[int, int]:
    """PE2: the points that were taken from whom, dated up to that round (PE2.4), in the parts of a point that the book
    counts in."""
    found: dict[int, int] = {}
    for one in penalties:
        if one.kind == "points" and one.round <= rounds:
            found[one.player] = found.get(one.player, 0) + one.amount * unit // 2
    return found


def effective(penalty: Penalty) -> bool:
    """Whether it changes a score, a place or who plays, so that everybody may see it (PE9)."""
    return penalty.kind not in ("note", "warning")


def highest_card(penalties: Iterable[Penalty], player: int, before: int, order: Sequence[Card]) -> Card:
    """The highest card that a player got in rounds before that one, in this order; "" for none."""
    shown = {one.card for one in penalties if one.player == player and one.round < before}
    return next((card for card in reversed(order) if card in shown), "")
