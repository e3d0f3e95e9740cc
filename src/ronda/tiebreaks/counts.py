"""Tie-breaks that count or add up a player's own rounds (TB4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from ronda.tiebreaks.chart import FORFEITED, GAMES, VOLUNTARY, WON, Chart

_ELECTED_OUT = str.maketrans("", "", "".join(VOLUNTARY))


def wins(chart: Chart) -> list[int]:
    """WIN: rounds that gave exactly the points of a win."""
    return [points.count(chart.win) for points in chart.points]


def games_won(chart: Chart) -> list[int]:
    """WON: over the board."""
    return [results.count("1") + results.count("W") for results in chart.results]


def games_with_black(chart: Chart) -> list[int]:
    """BPG."""
    return [sum(1 for _ in _black(chart, at)) for at in range(len(chart.ids))]


def won_with_black(chart: Chart) -> list[int]:
    """BWG."""
    return [sum(1 for r in _black(chart, at) if chart.results[at][r] in WON) for at in range(len(chart.ids))]


def _black(chart: Chart, at: int) -> Iterator[int]:
    for r, (colour, result) in enumerate(zip(chart.colours[at], chart.results[at], strict=True)):
        if colour == "b" and result in GAMES:
            yield r


def elected(chart: Chart) -> list[int]:
    """REP: rounds that one elected to play."""
    return [len(results.translate(_ELECTED_OUT)) for results in chart.results]


def standard(chart: Chart) -> list[int]:
    """STD, in halves: against the scheduled opponent, or against a draw where there is none."""
    return [sum(half for _, half in standard_rounds(chart, at)) for at in range(len(chart.ids))]


def standard_rounds(chart: Chart, at: int) -> Iterator[tuple[int, int]]:
    """Each round with its halves."""
    for r, (own, opponent) in enumerate(zip(chart.points[at], chart.opponents[at], strict=True)):
        other = chart.points[opponent][r] if opponent >= 0 else chart.draw
        yield r, 2 if own > other else 1 if own == other else 0


def progressive(chart: Chart, left_out: int) -> list[int]:
    """PS: the sum of the running totals, the first ones left out."""
    return [sum(list(accumulate(points))[left_out:]) for points in chart.points]


def koya(chart: Chart, limit: int) -> list[int]:
    """KS: points against opponents with at least half of what could be won; `limit` is in half points."""
    return [sum(points for _, points in koya_rounds(chart, at, limit)) for at in range(len(chart.ids))]


def koya_rounds(chart: Chart, at: int, limit: int) -> Iterator[tuple[int, int]]:
    """The rounds that count, with their points."""
    least = chart.win * chart.rounds + limit * chart.unit  # twice the limit
    for r, (points, opponent) in enumerate(zip(chart.points[at], chart.opponents[at], strict=True)):
        if opponent >= 0 and chart.results[at][r] in GAMES | FORFEITED and 2 * chart.totals[opponent] >= least:
            yield r, points
