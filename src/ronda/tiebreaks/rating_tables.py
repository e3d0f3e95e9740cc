"""FIDE's tables of B.02 (TB8): rating difference by percentage, and expected score by rating difference."""

from __future__ import annotations

from bisect import bisect_right

MOST_DIFFERENCE = 800

# dp for 50, 51, … 100 %
_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501),
    *(538, 589, 677, 800),
)
# the first difference of 50, 51, … 100 % for the higher-rated player
_FIRST = (
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189),
    *(198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518),
    *(560, 620, 736),
)
_EXPECTED = tuple(49 + bisect_right(_FIRST, difference) for difference in range(MOST_DIFFERENCE + 1))


def rating_difference(percent: int) -> int:
    """dp of a whole percentage (8.1a)."""
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def expected_percent(difference: int) -> int:
    """The expected score in per cent of a player rated so much higher (or lower) than the opponent (8.1b)."""
    if difference >= 0:
        return _EXPECTED[min(difference, MOST_DIFFERENCE)]
    return 100 - _EXPECTED[min(-difference, MOST_DIFFERENCE)]
