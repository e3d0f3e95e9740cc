"""Tie-breaks from results alone: Buchholz and Sonneborn-Berger with their cuts (TB3, TB5), the mean of the opponents'
Buchholz; what counts or adds up a player's own rounds (TB4), and the direct encounter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from ronda.tiebreaks.chart import FORFEITED, GAMES, PENDING, VOLUNTARY, WON, Chart, adjusted


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

    return chart.derived(("scores", forfeits), found)


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
        return [_cut_sum(chart, at, row, low, high, forfeits) for at, row in enumerate(every)]

    return chart.derived(("buchholz", low, high, forfeits), found)


def _cut_sum(chart: Chart, at: int, row: Sequence[int], low: int, high: int, forfeits: bool) -> int:
    if not _voluntary(chart, at, forfeits):
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

    return chart.derived(("berger", low, high, forfeits), found)


def mean_of_opponents(chart: Chart, values: Sequence[int], common: int) -> list[int | None]:
    """The mean of a value of the opponents met over the board, in parts of which `common` make one; None without a
    game. `common` is a multiple of every number of games."""
    return [sum(values[o] for o in met) * (common // len(met)) if met else None for met in chart.met]


def counted_rounds(name: str, chart: Chart, at: int) -> list[int]:
    """WIN: rounds that gave exactly the points of a win; WON: games won over the board; REP: rounds that one elected to
    play; BPG: games with black; BWG: those won."""
    results, points, colours = chart.results[at], chart.points[at], chart.colours[at]
    match name:
        case "WIN":
            return [r for r, own in enumerate(points) if own == chart.win]
        case "WON":
            return [r for r, result in enumerate(results) if result in WON]
        case "REP":
            return [r for r, result in enumerate(results) if result not in VOLUNTARY]
    black = [r for r, result in enumerate(results) if colours[r] == "b" and result in GAMES]
    return black if name == "BPG" else [r for r in black if results[r] in WON]


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


Meetings = dict[int, dict[int, list[int]]]  # points by player and opponent, one for each game
Amount = int | Fraction


def encounters(chart: Chart, group: Sequence[int], *, forfeits: bool = False) -> dict[int, int]:
    """The place inside the group of each of these positions; 0 for all where nobody was separated."""
    if len(group) < 2 or all(map(frozenset(group).isdisjoint, map(chart.opponents.__getitem__, group))):
        return dict.fromkeys(group, 0)  # who has met nobody of them is ahead of nobody
    ranks = ranked(meetings(chart, group, forfeits=forfeits), group, chart.win)
    if len(ranks) == 1:
        return dict.fromkeys(group, 0)
    places: dict[int, int] = {}
    place = 1
    for level in ranks:
        places |= dict.fromkeys(level, place)
        place += len(level)
    return places


def meetings(chart: Chart, group: Collection[int], *, forfeits: bool = False) -> Meetings:
    """TB6.1: what they scored against each other."""
    inside = frozenset(group)
    counted = GAMES | FORFEITED if forfeits else GAMES
    found: Meetings = {at: {} for at in group}
    for at in group:
        if inside.isdisjoint(chart.opponents[at]):
            continue
        for r, opponent in enumerate(chart.opponents[at]):
            if opponent in inside and chart.results[at][r] in counted:
                found[at].setdefault(opponent, []).append(chart.points[at][r])
    return found


def ranked(met: Meetings, group: Sequence[int], win: int) -> list[list[int]]:
    """The group in order, as groups of those who are still level."""
    if len(group) < 2:
        return [list(group)]
    inside = frozenset(group)
    sums: dict[int, Amount] = {}
    missing: dict[int, int] = {}
    for at in group:
        against = [points for other, points in met[at].items() if other in inside]
        sums[at] = sum((_mean(points) for points in against), start=0)
        missing[at] = len(group) - 1 - len(against)
    return _by_possible(met, group, sums, missing, win) if any(missing.values()) else _by_sum(met, group, sums, win)


def _mean(points: Sequence[int]) -> Amount:
    return points[0] if len(points) == 1 else Fraction(sum(points), len(points))


def _by_sum(met: Meetings, group: Sequence[int], sums: dict[int, Amount], win: int) -> list[list[int]]:
    """TB6.2: all have met all."""
    levels: dict[Amount, list[int]] = {}
    for at in group:
        levels.setdefault(sums[at], []).append(at)
    if len(levels) == 1:
        return [list(group)]
    return [part for total in sorted(levels, reverse=True) for part in ranked(met, levels[total], win)]


def _by_possible(
    met: Meetings, group: Sequence[int], sums: dict[int, Amount], missing: dict[int, int], win: int
) -> list[list[int]]:
    """TB6.3: who is ahead however the missing games might have ended; the others begin anew among themselves."""
    best = {at: sums[at] + missing[at] * win for at in group}
    by_best = sorted(group, key=lambda at: -best[at])
    left = sorted(group, key=lambda at: -sums[at])
    placed: set[int] = set()
    order: list[list[int]] = []
    for first in left:
        rival = next((at for at in by_best if at not in placed and at != first), None)
        if rival is not None and sums[first] <= best[rival]:
            break
        placed.add(first)
        order.append([first])
    if not order:
        return [list(group)]
    rest = [at for at in group if at not in placed]
    return [*order, *(ranked(met, rest, win) if rest else ())]
