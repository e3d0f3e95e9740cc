"""Groups with clubs apart: the rows of the snake stay, and as few of one club as possible share a group (ST6.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from ronda.core.values import Frozen
from ronda.stages.groups import Groups, collected, snake_numbers

EXACT_PLAYERS, EXACT_GROUPS = 32, 4


class Apart(Frozen, frozen=True):
    """`pairs`: of one club in a group; `moved`: who is not where the snake has him; `exact`: proved to be the least."""

    groups: Groups
    pairs: int
    moved: int
    exact: bool


def clubs_apart(players: int, groups: int, club: Mapping[int, str]) -> Apart:
    """ST6.4: first the fewest pairs of one club inside a group, then the fewest moved from the snake, then the smallest
    list of group numbers in seed order. Above 32 players or four groups row by row, which need not be the least."""
    exact = players <= EXACT_PLAYERS and groups <= EXACT_GROUPS
    snaked = snake_numbers(players, groups)
    numbers = (_best if exact else _row_by_row)(snaked, groups, club)
    found = collected(numbers, groups)
    pairs = sum(
        1
        for group in found
        for at, one in enumerate(group)
        for other in group[at + 1 :]
        if club.get(one) and club.get(one) == club.get(other)
    )
    return Apart(found, pairs, sum(a != b for a, b in zip(numbers, snaked, strict=True)), exact)


_Counts = tuple[tuple[int, ...], ...]  # how many of each club are in each group


def _best(snaked: Sequence[int], groups: int, club: Mapping[int, str]) -> list[int]:
    """The least of all, seed by seed: what is furthest along among equals comes first, a state is looked at once. The
    bound (clubs spread as evenly as they go, rows left out) never exceeds what a state costs, so the first complete
    list that comes up is the least."""
    players = len(snaked)
    names = sorted({name for name in club.values() if name})
    index = {name: at for at, name in enumerate(names)}
    of = [index[club[seed]] if club.get(seed) else None for seed in range(1, players + 1)]
    ahead = [[sum(one == at for one in of[seed:]) for at in range(len(names))] for seed in range(players + 1)]
    empty: _Counts = tuple((0,) * groups for _ in names)
    start = sum(_bound(empty[at], ahead[0][at]) for at in range(len(names)))
    waiting: list[tuple[int, int, tuple[int, ...], int, _Counts]] = [(start, 0, (), 0, empty)]
    seen: set[tuple[int, frozenset[int], _Counts]] = set()
    while waiting:
        _, moved, numbers, pairs, counts = heappop(waiting)
        seed = len(numbers)
        if seed == players:
            return list(numbers)
        in_row = frozenset(numbers[seed - seed % groups :])
        if (seed, in_row, counts) in seen:
            continue
        seen.add((seed, in_row, counts))
        for group in range(groups):
            if group in in_row:
                continue
            own = of[seed]
            cost, after = pairs, counts
            if own is not None:
                cost += counts[own][group]
                line = (*counts[own][:group], counts[own][group] + 1, *counts[own][group + 1 :])
                after = (*counts[:own], line, *counts[own + 1 :])
            least = cost + sum(_bound(after[at], ahead[seed + 1][at]) for at in range(len(names)))
            step = moved + (group != snaked[seed])
            heappush(waiting, (least, step, (*numbers, group), cost, after))
    raise AssertionError("every row has room for its seeds")


def _bound(counts: Sequence[int], more: int) -> int:
    """The fewest pairs that so many more of a club add."""
    now = sorted(counts)
    added = 0
    for _ in range(more):
        added += now[0]
        now[0] += 1
        now.sort()
    return added


def _row_by_row(snaked: Sequence[int], groups: int, club: Mapping[int, str]) -> list[int]:
    """Each row where it costs least after the rows above: an assignment of its seeds to groups."""
    counts: list[dict[str, int]] = [{} for _ in range(groups)]
    numbers: list[int] = []
    for start in range(0, len(snaked), groups):
        row = range(start, min(start + groups, len(snaked)))
        scale = len(snaked) + 1
        costs = [
            [
                counts[group].get(club.get(seed + 1, ""), 0) * scale + (group != snaked[seed])
                if club.get(seed + 1)
                else int(group != snaked[seed])
                for group in range(groups)
            ]
            for seed in row
        ]
        for seed, group in zip(row, _assigned(costs), strict=True):
            numbers.append(group)
            if name := club.get(seed + 1, ""):
                counts[group][name] = counts[group].get(name, 0) + 1
    return numbers


def _assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """A column for every row at the least sum (the Hungarian method with potentials); no fewer columns than rows."""
    columns = len(costs[0])
    far = sum(map(max, costs)) + 1
    row_price, column_price = [0] * (len(costs) + 1), [0] * (columns + 1)
    taken, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, len(costs) + 1):
        taken[0], at = row, 0
        least, used = [far * 2] * (columns + 1), [False] * (columns + 1)
        while True:
            used[at] = True
            own, nearest, step = taken[at], 0, far * 2
            for column in range(1, columns + 1):
                if used[column]:
                    continue
                here = costs[own - 1][column - 1] - row_price[own] - column_price[column]
                if here < least[column]:
                    least[column], way[column] = here, at
                if least[column] < step:
                    nearest, step = column, least[column]
            for column in range(columns + 1):
                if used[column]:
                    row_price[taken[column]] += step
                    column_price[column] -= step
                else:
                    least[column] -= step
            at = nearest
            if not taken[at]:
                break
        while at:
            taken[at], at = taken[way[at]], way[at]
    found = [0] * len(costs)
    for column in range(1, columns + 1):
        if taken[column]:
            found[taken[column] - 1] = column - 1
    return found
