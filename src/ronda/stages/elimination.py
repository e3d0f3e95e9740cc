"""Single elimination: later rounds, places, third place, consolation (ST3.4–ST3.8, ST3.11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ronda.stages.lines import Drawing, Match, bracket_size, first_round, lines, paired

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


def played_out(seeds: Sequence[int | None], winners: Mapping[tuple[int, int], int]) -> list[int]:
    """ST3.8, `places`: everybody's place when losers play on. `seeds`: on their lines; `winners`: who won when these
    two met (the lower number first). The best comes first."""
    if len(seeds) <= 1:
        return [seed for seed in seeds if seed is not None]
    won: list[int | None] = []
    lost: list[int | None] = []
    for match in paired(seeds):
        winner = match.alone
        if match.first is not None and match.second is not None:
            winner = winners[min(match.seeds), max(match.seeds)]
        won.append(winner)
        lost.append(next((seed for seed in match.seeds if seed != winner), None))
    return played_out(won, winners) + played_out(lost, winners)


def round_name(left: int) -> str:
    """ST3.4: the key of a round's name by the lines that are left in it."""
    return {2: "final", 4: "semi_final", 8: "quarter_final"}.get(left, f"round_of_{left}")
