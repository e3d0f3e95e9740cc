"""melee: what houses play by beyond the rulebook of the system: filled sides, missed rounds, lateness (PS1, PE6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ronda.core.values import Frozen
from ronda.series.totals import NONE, Evening

Seven = Literal["single", "rest"]
TARGET = 13
LATE_GRACE, TIMED_GRACE, LATE_STEP, LOST_AFTER = 15, 5, 5, 60  # minutes (PE6.3)


class Filled(Frozen, frozen=True):
    """How many play in threes, twos and ones, and the games they make, largest first."""

    players: int
    triplettes: int
    doublettes: int
    games: tuple[str, ...]
    singles: int = 0
    rest: int = 0


def filled_with_triplettes(players: int, seven: Seven = "single") -> Filled | None:
    """PS1.2, PS1.3: doublettes filled with triplettes, so that nobody rests; None: fewer than four."""
    if players < 4:
        return None
    if players == 7:
        if seven == "rest":
            return Filled(7, 2, 0, ("3v3",), rest=1)
        return Filled(7, 1, 1, ("3v2", "1v1"), singles=2)
    threes = players % 4
    twos = (players - 3 * threes) // 2
    return Filled(players, threes, twos, _games(threes, twos))


def filled_with_doublettes(players: int) -> Filled | None:
    """PS1.8: triplettes filled with doublettes; None: it cannot be done."""
    twos = -players % 6
    threes, odd = divmod(players - 2 * twos, 3)
    if players < 4 or threes < 0 or odd or (threes + twos) % 2:
        return None
    return Filled(players, threes, twos, _games(threes, twos))


def _games(threes: int, twos: int) -> tuple[str, ...]:
    mixed = threes % 2
    return ("3v3",) * (threes // 2) + ("3v2",) * mixed + ("2v2",) * ((twos - mixed) // 2)


def most_rounds(players: int) -> int | None:
    """PS1.4: how many rounds there can be at most without a repeated partner; None where no round can be made."""
    sides = filled_with_triplettes(players)
    if sides is None:
        return None
    return players * (players - 1) // 2 // (sides.doublettes + 3 * sides.triplettes)


def evening(games: Sequence[tuple[int, int]], missed: int, score: tuple[int, int] = (0, TARGET)) -> Evening:
    """PS1.7: the games of an evening, every missed round counted as lost by that score."""
    sum_ = NONE
    for own, other in (*games, *[score] * missed):
        sum_ += Evening(int(own > other), int(own < other), own, other)
    return sum_


def late_points(minutes: int, grace: int = LATE_GRACE) -> int | None:
    """PE6.3: what the opponents start with when somebody comes so late; None: the game is lost 0–13."""
    if minutes >= LOST_AFTER:
        return None
    return 0 if minutes < grace else 1 + (minutes - grace) // LATE_STEP
