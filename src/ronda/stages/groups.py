"""Round robin by Berger tables; groups and poules: who is in which, comparing across them, and into the bracket
(ST6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from ronda.core.chance import Draw
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.stages.lines import Exchange, Match, first_round, kept_apart

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
        return tuple(_exchanged(game) for game in berger_round(players, number - cycle))
    if double and number >= cycle - 1 > 0:
        number = 2 * cycle - 1 - number
    return berger_round(players, number)


def _exchanged(game: Game) -> Game:
    return game if game[1] == REST else (game[1], game[0])


def schedule(players: int, *, double: bool = False, close_last: bool = False) -> tuple[tuple[Game, ...], ...]:
    """All rounds of a stage."""
    numbers = range(1, rounds_of_table(players, double=double) + 1)
    return tuple(scheduled_round(players, number, double=double, close_last=close_last) for number in numbers)


class ScoredGame(Frozen, frozen=True):
    """A game that was played, and the points of the first named."""

    first: int
    second: int
    points: Fraction


class RobinPoints(Frozen, frozen=True):
    """ST5.5: the points of everybody, and whose games count for nobody."""

    points: dict[int, Fraction]
    cancelled: tuple[int, ...]


def counted(
    players: Iterable[int], games: Sequence[ScoredGame], left: Iterable[int], *, double: bool = False
) -> RobinPoints:
    """ST5.5: the points when these have left. Who has played less than half of the scheduled games counts for nobody;
    of anybody else the games that were not played are lost by absence, and won by the others."""
    everybody = list(players)
    scheduled = (len(everybody) - 1) * (2 if double else 1)
    gone = sorted(set(left))
    played = {one: sum(one in (game.first, game.second) for game in games) for one in everybody}
    cancelled = tuple(one for one in gone if 2 * played[one] < scheduled)
    points = dict.fromkeys(everybody, Fraction(0))
    met: dict[frozenset[int], int] = {}
    for game in games:
        two = frozenset((game.first, game.second))
        met[two] = met.get(two, 0) + 1
        if not two & set(cancelled):
            points[game.first] += game.points
            points[game.second] += 1 - game.points
    for one in gone:
        for other in everybody:
            if one not in cancelled and other != one and other not in gone:
                points[other] += (2 if double else 1) - met.get(frozenset((one, other)), 0)
    return RobinPoints(points, cancelled)


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


def sizes(players: int, groups: int) -> tuple[int, ...]:
    return tuple(len(group) for group in snake(players, groups))


# --- across groups and on --------------------------------------------------------------------------------


class GroupRecord(Frozen, frozen=True):
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


def poule_of_four(one_four: int, two_three: int, winners: int, losers: int, barrage: int) -> tuple[int, int, int, int]:
    """ST6.7: the order of a poule from the winners of its five games."""
    last = ({1, 2, 3, 4} - {one_four, two_three} - {losers}).pop()
    third = ({1, 2, 3, 4} - {winners, last, barrage}).pop()
    return winners, barrage, third, last


def poule_game(game: int, winners: Sequence[int]) -> tuple[int, int]:
    """ST6.7: who plays game 1–5 of a poule of four, after the games before it (two, winners, losers, barrage)."""
    if game <= 2:
        return ((1, 4), (2, 3))[game - 1]
    one, other = winners[0], winners[1]
    beaten = ({1, 4} - {one}).pop(), ({2, 3} - {other}).pop()
    if game == 3:
        return min(one, other), max(one, other)
    if game == 4:
        return min(beaten), max(beaten)
    low, high = sorted((({one, other} - {winners[2]}).pop(), winners[3]))
    return low, high
