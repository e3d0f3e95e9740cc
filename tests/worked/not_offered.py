"""Articles of stages, seasons and prizes that are worked out in cases alone: no event can use them yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal, TypeVar

from ronda.core.values import Frozen
from ronda.prizes import Sharing, group_shares
from ronda.stages.elimination import lines

Who = TypeVar("Who", int, str)


def playoff_round(by_lot: Sequence[int], spots: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """ST2.6: the games of the next play-off round and who waits; those tied come in the order of their lot."""
    games = max(0, min(len(by_lot) // 2, len(by_lot) - spots))
    pairs = tuple((by_lot[2 * at], by_lot[2 * at + 1]) for at in range(games))
    return pairs, tuple(by_lot[2 * games :])


Carry = Literal["nothing", "points", "meetings", "half", "bonus"]


def carried(carry: Carry, points: Fraction, place: int | None = None, bonus: Sequence[Fraction] = ()) -> Fraction:
    """ST8.1: the points somebody begins a stage with. With `meetings` points come from the meetings alone
    (`meetings_between`), not from the source's total."""
    match carry:
        case "points":
            return points
        case "half":
            return points / 2
        case "bonus":
            return bonus[place - 1] if place is not None and place <= len(bonus) else Fraction(0)
        case "nothing" | "meetings":
            return Fraction(0)


def meetings_between(games: Iterable[tuple[int, int, Fraction]], advanced: Iterable[int]) -> dict[int, Fraction]:
    """ST8.1, `meetings`: the points of those who advanced against each other (game: first, second, the first's)."""
    points = dict.fromkeys(advanced, Fraction(0))
    for first, second, own in games:
        if first in points and second in points:
            points[first] += own
            points[second] += 1 - own
    return points


def parallel_places(first: int, own: Mapping[Who, int]) -> dict[Who, int]:
    """ST9.3, `b_places: own`: the places of a B final that was taken from the source's place `first` on."""
    return {who: first + place - 1 for who, place in own.items()}


From = Literal["seed", "winner", "loser"]


class Slot(Frozen, frozen=True):
    """Where one side of a match comes from: a seed, or the winner or loser of another match."""

    kind: From
    of: str

    def __str__(self) -> str:
        return f"{self.kind} {self.of}"


class Crossing(Frozen, frozen=True):
    """A match that is known before it is known who plays it."""

    name: str
    first: Slot
    second: Slot


Structure = tuple[tuple[str, tuple[Crossing, ...]], ...]


def structure(size: int) -> Structure:
    """All rounds of a bracket of 4, 8, 16 or 32, winners' rounds first (ST4.1, ST4.2)."""
    rounds = size.bit_length() - 1
    seeds = [Slot("seed", str(seed)) for seed in lines(size)]
    found = [_round("W1", seeds)]
    for number in range(2, rounds + 1):
        found.append(_round(f"W{number}", [Slot("winner", one.name) for one in found[-1][1]]))
    above = dict(found)
    below = _round("L1", [Slot("loser", one.name) for one in above["W1"]])
    found.append(below)
    count = 1
    for number in range(2, rounds + 1):
        count += 1
        down = [Slot("loser", one.name) for one in above[f"W{number}"]]
        if number % 2 == 0:  # reversed, so that the same two do not meet again at once
            down.reverse()
        up = [Slot("winner", one.name) for one in below[1]]
        below = _round(f"L{count}", [slot for two in zip(down, up, strict=True) for slot in two])
        found.append(below)
        if number < rounds:
            count += 1
            below = _round(f"L{count}", [Slot("winner", one.name) for one in below[1]])
            found.append(below)
    return (*found, *_grand_final(f"W{rounds}.1", f"L{count}.1"))


def _round(name: str, slots: list[Slot]) -> tuple[str, tuple[Crossing, ...]]:
    return name, tuple(
        Crossing(f"{name}.{number}", slots[2 * number - 2], slots[2 * number - 1])
        for number in range(1, len(slots) // 2 + 1)
    )


def _grand_final(winners: str, losers: str) -> Structure:
    """ST4.2; the second match is played only if the one from below wins the first."""
    first = Crossing("G1.1", Slot("winner", winners), Slot("winner", losers))
    second = Crossing("G2.1", Slot("winner", "G1.1"), Slot("loser", "G1.1"))
    return ("G1", (first,)), ("G2", (second,))


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


def poule_of_four(one_four: int, two_three: int, winners: int, losers: int, barrage: int) -> tuple[int, int, int, int]:
    """ST6.7: the order of a poule from the winners of its five games."""
    last = ({1, 2, 3, 4} - {one_four, two_three} - {losers}).pop()
    third = ({1, 2, 3, 4} - {winners, last, barrage}).pop()
    return winners, barrage, third, last


def member_places(sides: Sequence[Sequence[int]], *, source: bool = False) -> dict[int, int]:
    """ST7.4: the places of the members, the winning side first: shared inside a side, or in source order."""
    found: dict[int, int] = {}
    before = 0
    for side in sides:
        for at, member in enumerate(sorted(side)):
            found[member] = before + 1 + (at if source else 0)
        before += len(side)
    return found


def forecast(matches: Sequence[int], tables: int, minutes: int, turnover: int) -> tuple[int, int]:
    """ST13.1: waves and minutes; `matches` by round."""
    waves = sum(-(-count // tables) for count in matches)
    return waves, waves * minutes + max(0, waves - 1) * turnover


def capped(results: Mapping[str, Sequence[Fraction]], caps: Mapping[str, int]) -> dict[str, Fraction]:
    """SE5.3, SE13.3: what counts of each tier, the best first."""
    return {
        tier: sum(sorted(values, reverse=True)[: caps.get(tier, len(values))], Fraction(0))
        for tier, values in results.items()
    }


def shared_prizes(
    points: Sequence[Fraction], prizes: Sequence[int], sharing: Sharing, *, unit: int = 1, min_share: int = 0
) -> list[int]:
    """PR5: everybody's money, in the order of the standings; who has the same `points` is tied."""
    found: list[int] = []
    for _, group in groupby(points):
        count = len(list(group))
        here = prizes[len(found) : len(found) + count]
        found += group_shares(count, here, sharing, unit=unit, min_share=min_share)
    return found
