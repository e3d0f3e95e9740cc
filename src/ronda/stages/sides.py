"""Finals whose sides are made of single players (ST7), and the score of a match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal

from ronda.core import Draw, Frozen

Split = tuple[tuple[int, ...], tuple[int, ...]]
BALANCED = 8  # of the ten splits of six: 1 4 5 v 2 3 6


def splits(size: int) -> tuple[Split, ...]:
    """ST7.2: all ways to make two sides of so many, numbered by the partners of seed 1 in dictionary order."""
    everybody = range(1, 2 * size + 1)
    found = []
    for partners in combinations(everybody[1:], size - 1):
        own = (1, *partners)
        found.append((own, tuple(seed for seed in everybody if seed not in own)))
    return tuple(found)


def balanced(size: int) -> Split:
    """ST7.1, ST7.2: four players 1-4 v 2-3, six players number 8 of the ten."""
    return splits(3)[BALANCED - 1] if size == 3 else ((1, 4), (2, 3))


def former_partners(split: Split, partners: Collection[frozenset[int]]) -> int:
    return sum(frozenset(two) in partners for side in split for two in combinations(side, 2))


def fresh(size: int, partners: Collection[frozenset[int]], draw: Draw) -> Split:
    """ST7.2: of the splits with the fewest former partners one by lot."""
    costs = {split: former_partners(split, partners) for split in splits(size)}
    least = min(costs.values())
    return draw.choice([split for split, cost in costs.items() if cost == least])


def table_of_four(form: Literal["fold", "alternate", "rotate"], order: Sequence[int]) -> tuple[Split, ...]:
    """ST7.3: the games of the best four at one table, by source standing."""
    one, two, three, four = order
    games: dict[str, tuple[Split, ...]] = {
        "fold": (((one, four), (two, three)),),
        "alternate": (((one, three), (two, four)),),
        "rotate": (((one, two), (three, four)), ((one, three), (two, four)), ((one, four), (two, three))),
    }
    return games[form]


Winner = Literal["first", "second"]
Level = Literal["extra", "seed", "lot"]


class Score(Frozen):
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
