"""Single elimination: later rounds, places, third place, consolation (ST3.4–ST3.8, ST3.11); double elimination
(ST4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from ronda.core.values import Frozen
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


Decide = Callable[[str, int, int], int]  # the match and the two seeds: who wins


def played(entrants: int, decide: Decide, *, reset: bool = True) -> dict[int, int]:
    """Everybody's place after the whole bracket (ST4.3). Lines above the field are nobody: their opponent has a bye,
    and nobody comes down from there."""
    result: dict[str, tuple[int | None, int | None]] = {}
    found: dict[int, int] = {}
    out: list[list[int]] = []

    def seed_of(slot: Slot) -> int | None:
        if slot.kind == "seed":
            return int(slot.of) if int(slot.of) <= entrants else None
        return result[slot.of][0 if slot.kind == "winner" else 1]

    for name, matches in structure(bracket_size(entrants)):
        lost: list[int] = []
        for match in matches:
            one, other = seed_of(match.first), seed_of(match.second)
            if name == "G2" and (not reset or result["G1.1"][0] == result_of_winners(result)):
                result[match.name] = result["G1.1"]  # the unbeaten one won: nothing more to play
            elif one is None or other is None:
                result[match.name] = (one if other is None else other, None)
            else:
                winner = decide(match.name, one, other)
                result[match.name] = (winner, other if winner == one else one)
                if name.startswith("L"):
                    lost.append(other if winner == one else one)
        if lost:
            out.append(sorted(lost))
    for place, seed in enumerate(result["G2.1"], start=1):
        if seed is not None:
            found[seed] = place
    place = 3
    for group in reversed(out):
        found |= dict.fromkeys(group, place)
        place += len(group)
    return found


def result_of_winners(result: dict[str, tuple[int | None, int | None]]) -> int | None:
    """Who came through the winners' rounds unbeaten."""
    last = max((name for name in result if name.startswith("W")), key=lambda name: int(name[1:].split(".")[0]))
    return result[last][0]
