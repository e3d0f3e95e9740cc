"""Round robin by Berger tables (ST5); groups: their players, clubs kept apart, comparing across them, and into the
bracket (ST6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush

from ronda.core import Draw, Frozen, Refusal
from ronda.stages.elimination import Exchange, Match, first_round, kept_apart

LEAST, MOST = 3, 24
Game = tuple[int, int]  # first, second
REST = 0  # stands for the opponent of who rests


def berger_round(players: int, number: int) -> tuple[Game, ...]:
    """ST5.1: the games of one round; who rests is listed last, against REST."""
    even = players + players % 2
    around = even - 1
    x = (number + 1) // 2 if number % 2 else (number + even) // 2
    games = [((x + k - 1) % around + 1, (x - k - 1) % around + 1) for k in range(1, even // 2)]
    if even > players:
        return (*games, (x, REST))
    return ((x, even) if number % 2 else (even, x), *games)


def rounds_of_table(players: int, *, double: bool = False) -> int:
    """ST5.1, ST5.3: how many rounds it takes."""
    return max(0, players - 1 + players % 2) * (2 if double else 1)


def scheduled_round(players: int, number: int, *, double: bool = False, close_last: bool = False) -> tuple[Game, ...]:
    """ST5.4: the games of one round of a stage; `close_last`: in reversed order, so that 1 and 2 meet late.

    ST5.3: the second cycle has the sides exchanged; the last two rounds of the first one change places, so that nobody
    has three equal colours in a row."""
    cycle = rounds_of_table(players)
    if close_last:
        number = rounds_of_table(players, double=double) + 1 - number
    if number > cycle:
        return tuple(
            (game if game[1] == REST else (game[1], game[0])) for game in berger_round(players, number - cycle)
        )
    if double and number >= cycle - 1 > 0:
        number = 2 * cycle - 1 - number
    return berger_round(players, number)


def schedule(players: int, *, double: bool = False, close_last: bool = False) -> tuple[tuple[Game, ...], ...]:
    """All rounds of a stage."""
    numbers = range(1, rounds_of_table(players, double=double) + 1)
    return tuple(scheduled_round(players, number, double=double, close_last=close_last) for number in numbers)


SMALLEST = 3
Groups = tuple[tuple[int, ...], ...]


def refused_groups(players: int, groups: int) -> Refusal | None:
    """ST6.1: no group below three."""
    if groups >= 1 and players // groups >= SMALLEST:
        return None
    return Refusal("groups_too_small", "ST6.1", {"players": players, "groups": groups, "most": players // SMALLEST})


def rows(players: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """The rows of the snake, which are the pots (ST6.3): seeds, the best first."""
    return tuple(tuple(range(first, min(first + groups, players + 1))) for first in range(1, players + 1, groups))


def snake_numbers(players: int, groups: int) -> list[int]:
    """ST6.2: everybody's group, counted from 0, in seed order."""
    found = []
    for at, row in enumerate(rows(players, groups)):
        there = range(groups) if at % 2 == 0 else range(groups - 1, -1, -1)
        found += list(there)[: len(row)]
    return found


def collected(numbers: Sequence[int], groups: int) -> Groups:
    """The seeds of each group, from everybody's group."""
    return tuple(
        tuple(seed for seed, number in enumerate(numbers, start=1) if number == group) for group in range(groups)
    )


def snake(players: int, groups: int) -> Groups:
    return collected(snake_numbers(players, groups), groups)


def from_pots(players: int, groups: int, draw: Draw) -> Groups:
    """ST6.3: inside a row the groups are drawn; an incomplete last row draws which groups get one."""
    numbers: list[int] = []
    for at, row in enumerate(rows(players, groups), start=1):
        numbers += draw.about("pot", at).shuffled(range(groups))[: len(row)]
    return collected(numbers, groups)


# --- across groups and on --------------------------------------------------------------------------------


class GroupRecord(Frozen):
    """What somebody made in his group: `values` are points and the further criteria, over so many games."""

    games: int
    values: tuple[Fraction, ...]

    @property
    def per_game(self) -> tuple[Fraction, ...]:
        return tuple(value / self.games if self.games else Fraction(0) for value in self.values)


def compared(records: Mapping[str, GroupRecord], lots: Mapping[str, int] | None = None) -> dict[str, int]:
    """ST6.5: everybody's place across groups of different size: points per game, then the further criteria per game,
    then lot; level without a lot: a shared place."""
    drawn = lots or {}
    keys = {name: ([-value for value in one.per_game], drawn.get(name, 0)) for name, one in records.items()}
    ordered = sorted(keys, key=keys.__getitem__)
    found: dict[str, int] = {}
    for at, name in enumerate(ordered, start=1):
        level = at > 1 and keys[ordered[at - 2]] == keys[name]
        found[name] = found[ordered[at - 2]] if level else at
    return found


def letter(group: int) -> str:
    """The name of a group, counted from 0: A, B, …"""
    return chr(ord("A") + group)


def crossed(groups: int) -> tuple[tuple[str, str], ...] | Refusal:
    """ST6.6: round 1 with two of each group, so that two of a group meet again only in the final."""
    if groups < 2 or groups & (groups - 1):
        return Refusal("cross_needs_power_of_two", "ST6.6", {"groups": groups})
    pairs = [(letter(at), letter(at + 1)) for at in range(0, groups, 2)]
    upper = [(f"{one}1", f"{other}2") for one, other in pairs]
    lower = [(f"{other}1", f"{one}2") for one, other in pairs]
    return (*upper, *lower)


def seeded(group: Sequence[int], rank: Sequence[int]) -> tuple[tuple[Match, ...], tuple[Exchange, ...]]:
    """ST6.6, `seeded`: round 1 of those who advance, in seed order with their group and their rank in it. Where group
    mates would meet, the worse seed changes with the nearest worse seed of the same rank."""
    return kept_apart(
        first_round(len(group)),
        lambda one, other: group[one - 1] == group[other - 1],
        lambda seed, other: rank[seed - 1] == rank[other - 1],
    )


EXACT_PLAYERS, EXACT_GROUPS = 32, 4


class Apart(Frozen):
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
