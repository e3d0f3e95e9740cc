"""Tie-breaks that need ratings (TB4): ARO, TPR, PTP and the means of the opponents'. Elo change for the arbiter.

With FIDE's tables of B.02 (TB8): rating difference by percentage, and expected score by rating difference.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from ronda.tiebreaks.chart import DRAWN, WON, Chart

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


MOST_RATED = 400  # a larger difference counts as this one for ratings


def ratings(chart: Chart, unrated: int | None) -> list[int] | None:
    """Everybody's rating; None where somebody has none, and no rating for such players was published (TB1.4)."""
    if all(chart.ratings):
        return list(chart.ratings)
    return None if unrated is None else [own or unrated for own in chart.ratings]


def game_halves(chart: Chart, at: int) -> int:
    """The score over the board in halves: 1, ½ or 0 a game, whatever the event's scoring."""
    results = chart.results[at]
    return 2 * sum(map(results.count, WON)) + sum(map(results.count, DRAWN))


def half_up(total: int, count: int) -> int:
    """A mean as the nearest whole number, a half up."""
    return (2 * total + count) // (2 * count)


def mean_rating(rated: Sequence[int], met: Sequence[int], low: int = 0, high: int = 0) -> int | None:
    """ARO: of the opponents met over the board, the lowest (and highest) left out."""
    left = sorted(rated[o] for o in met)[low : max(len(met) - high, 0)]
    return half_up(sum(left), len(left)) if left else None


def performance(rated: Sequence[int], met: Sequence[int], halves: int) -> int | None:
    """TPR."""
    mean = mean_rating(rated, met)
    if mean is None:
        return None
    return mean + rating_difference(half_up(50 * halves, len(met)))


def perfect_performance(rated: Sequence[int], met: Sequence[int], halves: int) -> int | None:
    """PTP: the lowest rating at which no less than the score was to be expected."""
    if not met:
        return None
    opponents = [rated[o] for o in met]
    if not halves:
        return min(opponents) - MOST_DIFFERENCE
    low, high = min(opponents) - MOST_DIFFERENCE, max(opponents) + MOST_DIFFERENCE
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - other) for other in opponents) >= 50 * halves:
            high = middle
        else:
            low = middle + 1
    return low


def performances(chart: Chart, unrated: int | None, *, perfect: bool = False) -> list[int | None]:
    """TPR or PTP of everybody."""
    work = perfect_performance if perfect else performance

    def found() -> list[int | None]:
        rated = ratings(chart, unrated)
        if rated is None:
            return [None] * len(chart.ids)
        return [work(rated, met, game_halves(chart, at)) for at, met in enumerate(chart.met)]

    return chart.derived(("performances", unrated, perfect), found)


def mean_performance(chart: Chart, unrated: int | None, *, perfect: bool = False) -> list[int | None]:
    """APRO or APPO: the mean of the opponents' TPR or PTP."""
    own = performances(chart, unrated, perfect=perfect)
    found: list[int | None] = []
    for met in chart.met:
        theirs = [value for o in met if (value := own[o]) is not None]
        found.append(half_up(sum(theirs), len(theirs)) if theirs else None)
    return found


def expected_score(chart: Chart, at: int) -> Fraction | None:
    """What was to be expected in the games over the board against rated opponents, where a difference counts at most
    400 (B.02 8.3). None for players without a rating or without such a game."""
    own = chart.ratings[at]
    games = rated_games(chart, at)
    if not own or not games:
        return None
    percent = sum(expected_percent(max(-MOST_RATED, min(MOST_RATED, own - chart.ratings[o]))) for o, _ in games)
    return Fraction(percent, 100)


def rating_change(chart: Chart, at: int, k: int) -> Fraction | None:
    """By how much the rating changes with the development coefficient k: k × (score − expected score)."""
    expected = expected_score(chart, at)
    if expected is None:
        return None
    return k * (Fraction(sum(halves for _, halves in rated_games(chart, at)), 2) - expected)


def rated_games(chart: Chart, at: int) -> list[tuple[int, int]]:
    """Opponents with a rating met over the board, with the halves. Games of less than a move are not rated (T2.1)."""
    return [
        (opponent, {"1": 2, "=": 1, "0": 0}[result])
        for opponent, result in zip(chart.opponents[at], chart.results[at], strict=True)
        if result in "1=0" and chart.ratings[opponent]
    ]
