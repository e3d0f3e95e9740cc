"""The lines of a bracket and its first round (ST3.1, ST3.2, ST3.3, ST3.12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from ronda.core.values import Frozen, replace

Drawing = Literal["plain", "mirrored"]
LARGEST = 32  # ST3: 2–32 entrants


class Match(Frozen, frozen=True):
    """Two seeds who meet; None: nobody comes from there (a bye in round 1, later two who were both absent)."""

    number: int
    first: int | None
    second: int | None

    @property
    def seeds(self) -> tuple[int, ...]:
        return tuple(seed for seed in (self.first, self.second) if seed is not None)

    @property
    def alone(self) -> int | None:
        """Who goes on without playing, where the other side is nobody."""
        return self.seeds[0] if len(self.seeds) == 1 else None


def bracket_size(entrants: int) -> int:
    """ST3.1: the smallest power of two that holds them."""
    return 1 << (entrants - 1).bit_length() if entrants > 1 else 1


def lines(size: int, drawing: Drawing = "plain") -> tuple[int, ...]:
    """ST3.2: the seeds from the top line to the bottom; `size` is a power of two."""
    found = [1]
    while len(found) < size:
        across = 2 * len(found) + 1
        after: list[int] = []
        for at, seed in enumerate(found, start=1):
            upside_down = drawing == "mirrored" and at % 2 == 0
            after += [across - seed, seed] if upside_down else [seed, across - seed]
        found = after
    return tuple(found)


def paired(seeds: Sequence[int | None]) -> tuple[Match, ...]:
    """The lines taken two by two; without colours the better seed is first (ST3.3)."""
    found = []
    for number, at in enumerate(range(0, len(seeds), 2), start=1):
        here = sorted(seed for seed in seeds[at : at + 2] if seed is not None)
        first, second = (*here, None, None)[:2]
        found.append(Match(number, first, second))
    return tuple(found)


def first_round(entrants: int, drawing: Drawing = "plain") -> tuple[Match, ...]:
    """ST3.1: the best seeds have the byes, because the lines above the field are nobody."""
    return paired([seed if seed <= entrants else None for seed in lines(bracket_size(entrants), drawing)])


def better_is_first(round_number: int, match: int, lot: bool) -> bool:
    """ST3.3, `first: lot`: whether the better seed of a match is first; `lot`: whether it is in match 1 of round 1."""
    return lot if (match + round_number) % 2 == 0 else not lot


class Exchange(Frozen, frozen=True):
    """Two worse seeds of round 1 who changed lines (ST3.12)."""

    match: int
    seed: int
    other: int


def kept_apart(
    matches: Sequence[Match],
    conflict: Callable[[int, int], bool],
    allowed: Callable[[int, int], bool] = lambda seed, other: True,  # noqa: ARG005
) -> tuple[tuple[Match, ...], tuple[Exchange, ...]]:
    """ST3.12: from match 1 down, the worse seed of a match with a conflict changes lines with another worse seed of
    round 1 so that neither new match has one: the nearest seed, of two equally near the worse one. Where nobody fits,
    the match stays as it is."""
    now = list(matches)
    exchanges: list[Exchange] = []
    for at, match in enumerate(now):
        own, worse = match.first, match.second
        if own is None or worse is None or not conflict(own, worse):
            continue
        fitting = [
            (abs(other.second - worse), -other.second, where)
            for where, other in enumerate(now)
            if where != at
            and other.first is not None
            and other.second is not None
            and allowed(worse, other.second)
            and not conflict(own, other.second)
            and not conflict(other.first, worse)
        ]
        if fitting:
            where = min(fitting)[2]
            other = now[where].second
            assert other is not None
            now[at], now[where] = _put(now[at], other), _put(now[where], worse)
            exchanges.append(Exchange(match.number, worse, other))
    return tuple(now), tuple(exchanges)


def _put(match: Match, second: int) -> Match:
    return replace(match, second=second)
