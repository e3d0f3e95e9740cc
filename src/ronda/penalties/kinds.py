"""The kinds of penalties, what they change, and ladders (PE2, PE3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Kind = Literal["note", "warning", "score", "bonus", "points", "game-loss", "both-lose", "miss", "expel"]
KINDS: tuple[Kind, ...] = ("note", "warning", "score", "bonus", "points", "game-loss", "both-lose", "miss", "expel")
BY_THE_DESK: tuple[Kind, ...] = ("note",)  # PE1: anybody at the desk; all others arbiter and director
AT_A_TABLE: tuple[Kind, ...] = ("score", "bonus", "game-loss", "both-lose")  # strike a result, so they name its table
NOT_IN_A_BRACKET: tuple[Kind, ...] = ("points",)  # PE2.5
LADDER: tuple[Kind, ...] = ("warning", "warning", "game-loss", "expel")  # PE3, for all systems
LONGEST_REASON = 240  # PE1


def ladder_step(earlier: int, ladder: Sequence[str] = LADDER) -> str:
    """PE3: what the next penalty of a class brings, after so many of earlier rounds and entries."""
    return ladder[min(earlier, len(ladder) - 1)]


def reduced(score: int, taken: int) -> int:
    """PE2.1: a score never falls below 0."""
    return max(0, score - taken)
