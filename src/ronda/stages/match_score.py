"""A match of several games (ST3.9, ST3.10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from ronda.core.values import Frozen

Winner = Literal["first", "second"]
Level = Literal["extra", "seed", "lot"]


class Score(Frozen, frozen=True):
    """How a match stands: who has won it (None: not decided), after how many games, and the points of both."""

    winner: Winner | None
    games: int
    first: Fraction
    second: Fraction


def match_score(
    best_of: int, points: Sequence[Fraction], *, level: Level = "extra", favoured: Winner | None = None
) -> Score:
    """ST3.9. `points`: of the first side, game by game; further games after a level match decide it, the first that is
    not drawn. `favoured`: who goes on where a level match is settled by seed or lot."""
    first = second = Fraction(0)
    for number, point in enumerate(points, start=1):
        first, second = first + point, second + 1 - point
        enough = Fraction(best_of, 2)
        if number <= best_of and max(first, second) > enough:
            return Score("first" if first > second else "second", number, first, second)
        if number > best_of and first != second:
            return Score("first" if first > second else "second", number, first, second)
        if number == best_of and level != "extra":
            return Score(favoured, number, first, second)
    return Score(None, len(points), first, second)
