"""How long a stage takes, and how many matches it has (ST13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Kind = Literal["elimination", "double", "robin", "poule"]


def forecast(matches: Sequence[int], tables: int, minutes: int, turnover: int) -> tuple[int, int]:
    """ST13.1: waves and minutes; `matches` by round."""
    waves = sum(-(-count // tables) for count in matches)
    return waves, waves * minutes + max(0, waves - 1) * turnover


def round_lengths(best_of: int, minutes: int) -> tuple[int, int]:
    """ST13.1: the shortest and the longest that a match of so many games takes."""
    return (best_of + 2) // 2 * minutes, best_of * minutes


def match_count(kind: Kind, entrants: int, *, third: bool = False, cycles: int = 1) -> tuple[int, int]:
    """ST13.2: the fewest and the most matches."""
    match kind:
        case "elimination":
            count = entrants - 1 + (third and entrants > 3)
            return count, count
        case "double":
            return 2 * entrants - 2, 2 * entrants - 1
        case "robin":
            return cycles * entrants * (entrants - 1) // 2, cycles * entrants * (entrants - 1) // 2
        case "poule":
            return 5, 5


def elimination_rounds(entrants: int, *, third: bool = False) -> tuple[int, ...]:
    """The matches of every round; byes are none."""
    size = 1 << (entrants - 1).bit_length()
    counts = [entrants - size // 2]
    while size > 2:
        size //= 2
        counts.append(size // 2)
    if third and entrants > 3:
        counts[-1] += 1
    return tuple(counts)
