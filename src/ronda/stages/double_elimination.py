"""Double elimination: who meets whom, and the places (ST4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ronda.core.values import Frozen
from ronda.stages.lines import bracket_size, lines

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
