"""Buchholz and Sonneborn-Berger with their cuts (TB3, TB5), the fore Buchholz and the mean of the opponents'."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from ronda.tiebreaks.chart import FORFEITED, PENDING, VOLUNTARY, Chart, adjusted


class Contribution(NamedTuple):
    """What one round adds: the score of the opponent or of the dummy, and that times the points of the round.
    `voluntary`: cut first (TB5.2)."""

    round: int
    score: int
    product: int
    voluntary: bool


def scores(chart: Chart, *, forfeits: bool = False) -> list[list[int]]:
    """The score of every round of everybody (TB3.2)."""

    def found() -> list[list[int]]:
        worth = adjusted(chart)  # the same with /P, which is about one's own rounds
        own, most, unplayed = chart.totals, chart.draw * chart.rounds, chart.unplayed
        every: list[list[int]] = []
        for at, opponents in enumerate(chart.opponents):
            row = [*map(worth.__getitem__, opponents)]
            for r in unplayed[at]:
                letter = chart.results[at][r]
                if letter == PENDING:
                    row[r] = 0
                elif letter not in FORFEITED:
                    row[r] = min(own[at], most)
                elif not forfeits:
                    row[r] = min(own[at], row[r])
            every.append(row)
        return every

    return chart.once(("scores", forfeits), found)


def contributions(chart: Chart, at: int, *, forfeits: bool = False) -> list[Contribution]:
    """The rounds of one player."""
    voluntary = _voluntary(chart, at, forfeits)
    return [
        Contribution(r, score, score * points, r in voluntary)
        for r, (score, points) in enumerate(zip(scores(chart, forfeits=forfeits)[at], chart.points[at], strict=True))
    ]


def _voluntary(chart: Chart, at: int, forfeits: bool) -> set[int]:
    letters = VOLUNTARY - FORFEITED if forfeits else VOLUNTARY
    return {r for r in chart.unplayed[at] if chart.results[at][r] in letters}


def kept(rounds: list[Contribution], low: int, high: int, *, berger: bool) -> list[Contribution]:
    """What is left after the cuts (TB5): all low ones first, then as many high ones."""
    left = list(rounds)
    for _ in range(min(low, len(left))):
        left.remove(_least(left, berger=berger))
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda one: (one.score, one.product)))
    return left


def _least(rounds: list[Contribution], *, berger: bool) -> Contribution:
    """TB5.1, TB5.2: the least significant one, or the lowest voluntarily unplayed round if it is worth no less."""
    ordinary = min(rounds, key=lambda one: (one.score, one.product))
    at = 2 if berger else 1
    voluntary = min((one for one in rounds if one.voluntary), key=lambda one: (one[at], one.score), default=None)
    if voluntary is not None and voluntary[at] >= ordinary[at]:
        return voluntary
    return ordinary


def buchholz(chart: Chart, low: int = 0, high: int = 0, *, forfeits: bool = False) -> list[int]:
    """BH of everybody, in units of points."""

    def found() -> list[int]:
        every = scores(chart, forfeits=forfeits)
        if not low:
            return list(map(sum, every))
        unplayed = chart.unplayed
        if low == 1 and not high:
            one_less = ((at, sum(row) - min(row, default=0)) for at, row in enumerate(every))
            return [
                _cut_sum(chart, at, every[at], low, high, forfeits) if unplayed[at] else amount
                for at, amount in one_less
            ]
        return [_cut_sum(chart, at, row, low, high, forfeits) for at, row in enumerate(every)]

    return chart.once(("buchholz", low, high, forfeits), found)


def _cut_sum(chart: Chart, at: int, row: Sequence[int], low: int, high: int, forfeits: bool) -> int:
    if not chart.unplayed[at] or not _voluntary(chart, at, forfeits):
        if low == 1 and not high:
            return sum(row) - min(row, default=0)
        return sum(sorted(row)[low : max(len(row) - high, low)])
    return sum(one.score for one in kept(contributions(chart, at, forfeits=forfeits), low, high, berger=False))


def berger(chart: Chart, low: int = 0, high: int = 0, *, forfeits: bool = False) -> list[int]:
    """SB of everybody, in squares of the unit."""

    def found() -> list[int]:
        every = scores(chart, forfeits=forfeits)
        if not low:
            return [sum(map(mul, row, points)) for row, points in zip(every, chart.points, strict=True)]
        return [
            sum(one.product for one in kept(contributions(chart, at, forfeits=forfeits), low, high, berger=True))
            for at in range(len(every))
        ]

    return chart.once(("berger", low, high, forfeits), found)


def mean_of_opponents(chart: Chart, values: Sequence[int], common: int) -> list[int | None]:
    """The mean of a value of the opponents met over the board, in parts of which `common` make one; None without a
    game. `common` is a multiple of every number of games."""
    return [sum(values[o] for o in met) * (common // len(met)) if met else None for met in chart.met]
