"""Single elimination: the lines of the bracket, its rounds, places, third place and consolation (ST3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from ronda.core import Frozen, replace

Drawing = Literal["plain", "mirrored"]
LARGEST = 32  # ST3: 2–32 entrants


class Match(Frozen):
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


class Exchange(Frozen):
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
            now[at], now[where] = replace(now[at], second=other), replace(now[where], second=worse)
            exchanges.append(Exchange(match.number, worse, other))
    return tuple(now), tuple(exchanges)


Places = Literal["shared", "source"]
# Who won each match, round by round, in the order of the matches; None: nobody, both sides were absent (ST3.11).
Winners = Sequence[Sequence[int | None]]


def rounds_of(entrants: int) -> int:
    return bracket_size(entrants).bit_length() - 1


def matches_of(
    entrants: int, number: int, winners: Winners, *, drawing: Drawing = "plain", reseed: bool = False
) -> tuple[Match, ...]:
    """The matches of round `number`, after the rounds before it."""
    if number == 1:
        return first_round(entrants, drawing)
    left = winners[number - 2]
    if not reseed:
        return paired(left)  # ST3.2: the winners of matches 1 and 2 meet, of 3 and 4, …
    ranked = sorted(seed for seed in left if seed is not None)  # ST3.6
    size = len(left)
    return paired([ranked[line - 1] if line <= len(ranked) else None for line in lines(size, drawing)])


def losers(match: Match, winner: int | None) -> tuple[int, ...]:
    """Who is out after a match; a bye is no match and nobody loses it (ST3.5)."""
    if match.alone is not None and winner == match.alone:
        return ()
    return tuple(seed for seed in match.seeds if seed != winner)


def places(
    played: Sequence[Sequence[tuple[Match, int | None]]], *, order: Places = "shared", third: int | None = None
) -> dict[int, int]:
    """ST3.4: everybody's place who has one: the winner 1, who lost in the round of 2m entrants shares m + 1. `third`:
    who won the match of the losers of the semi-finals (ST3.7). `played`: all rounds so far, each match with its winner;
    those still in have no place yet (ST9.4)."""
    if not played:
        return {}
    found: dict[int, int] = {}
    lines_left = 2 * len(played[0])
    for round_ in played:
        lines_left //= 2
        out = sorted(seed for match, winner in round_ for seed in losers(match, winner))
        found |= _shared(out, lines_left + 1, order, third if lines_left == 2 else None)
    last = played[-1]
    if len(last) == 1 and last[0][1] is not None:
        found[last[0][1]] = 1
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


def _shared(out: Sequence[int], place: int, order: Places, third: int | None) -> dict[int, int]:
    if third in out:
        return {seed: place if seed == third else place + 1 for seed in out}
    if order == "source":
        return {seed: place + at for at, seed in enumerate(out)}
    return dict.fromkeys(out, place)


def first_losers(played: Sequence[Sequence[tuple[Match, int | None]]]) -> tuple[int, ...]:
    """ST3.8, `first-loss`: who lost the first match they played, in seed order."""
    beaten: set[int] = set()
    seen: set[int] = set()
    for round_ in played:
        for match, winner in round_:
            if match.alone is not None and winner == match.alone:
                continue
            beaten |= {seed for seed in losers(match, winner) if seed not in seen}
            seen |= set(match.seeds)
    return tuple(sorted(beaten))


def consolation_can_begin(entrants: int, rounds_played: int) -> bool:
    """ST3.8: when nobody can join any more: after round 1, with byes after round 2."""
    return rounds_played >= min(1 if bracket_size(entrants) == entrants else 2, rounds_of(entrants))


def round_name(left: int) -> str:
    """ST3.4: the key of a round's name by the lines that are left in it."""
    return {2: "final", 4: "semi_final", 8: "quarter_final"}.get(left, f"round_of_{left}")


def match_count(entrants: int, *, third: bool) -> int:
    """ST13.2: how many matches there are."""
    return entrants - 1 + (third and entrants > 3)
