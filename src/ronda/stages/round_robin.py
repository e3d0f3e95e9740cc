"""Round robin: Berger tables, single and double, and what becomes of the games of somebody who leaves (ST5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ronda.core.values import Frozen

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
