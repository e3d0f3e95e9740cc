"""chess: the ladder when the plain rules allow no complete round (C5.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from ronda.book import Book
from ronda.matching import Rest
from ronda.systems.chess.contest import Contest, Pairing, contest
from ronda.systems.completion import Choice, Pair, least_harm
from ronda.systems.telling import proof_facts
from ronda.verdicts import Refusal


def climb(book: Book, order: Sequence[int], resting: Sequence[int], proof: dict[str, Any]) -> Pairing | Refusal:
    """The round of least harm, the gravest first: a hard wish, the players for whom C4.2 is lifted, how far
    the bye moves up among the candidates `resting`, the tables by step 1.4, soft wishes. A rematch is never
    made. The bye is one more vertex after the last player."""
    everybody = contest(book, order)
    harm = _harm(everybody, resting)
    bye = len(order)

    def liking(player: int, below: Sequence[int]) -> Sequence[int]:
        def key(other: int) -> tuple[int, ...]:
            if other == bye:
                return (2,)
            step, lifted = everybody.step(player, other)
            hard = everybody.hall.hard(player, other)
            return hard, lifted, step == 4, -everybody.halves[other], step, other

        return sorted(below, key=key)

    found = least_harm(bye + len(order) % 2, harm, liking)
    if found is None:
        rest = Rest(range(bye + len(order) % 2), lambda a, b: (min(a, b), max(a, b)) in harm)
        facts = proof_facts(rest.barrier(), [*order, 0])
        return Refusal("no_round_exists", "C5.5", {"round": book.round, **facts})
    rests = [order[choice.player] for choice in found if choice.opponent == bye]
    return _without_resting(book, order, found, rests, proof)


def _harm(everybody: Contest, resting: Sequence[int]) -> Mapping[Pair, int]:
    size = len(everybody.order)
    above = size * size + 1  # more than any sum of one component
    hall = everybody.hall

    def packed(*parts: int) -> int:
        value = 0
        for part in parts:
            value = value * above + part
        return value

    harm: dict[Pair, int] = {}
    for a, b in combinations(range(size), 2):
        if not hall.met(a, b):
            step, lifted = everybody.step(a, b)
            harm[a, b] = packed(hall.hard(a, b), lifted, 0, not lifted and step == 4, hall.soft(a, b))
    for at, player in enumerate(everybody.order):
        if player in resting:
            harm[at, size] = packed(0, 0, resting.index(player), 0, 0)
    return harm


def _without_resting(
    book: Book, order: Sequence[int], found: Sequence[Choice], rests: Sequence[int], proof: dict[str, Any]
) -> Pairing:
    """The same pairing with places counted without the resting player."""
    kept = [at for at, player in enumerate(order) if player not in rests]
    place = {at: n for n, at in enumerate(kept)}
    choices = [
        Choice(place[c.player], place[c.opponent], tuple(place[at] for at in c.rejected if at in place))
        for c in found
        if c.player in place and c.opponent in place
    ]
    return Pairing(contest(book, [order[at] for at in kept]), choices, rests, proof)
