"""Whole events played with the engine alone, on its own values."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ronda.pairing.matching import Barrier
from ronda.systems.dutch.pair import engine
from ronda.systems.dutch.rules import Card, Field, Terms, field_of

Played = tuple[Field, engine.Made]


def event(
    players: int, rounds: int, seed: int, *, draws: float = 0.3, forfeits: float = 0.03, byes: float = 0.02
) -> Iterator[Played]:
    """Every round that was made, with its field; it ends early where no complete round exists."""
    lot = Random(seed)
    kinds = [""] * (players + 1)
    opponents: list[list[int]] = [[] for _ in range(players + 1)]
    points: list[list[int]] = [[] for _ in range(players + 1)]
    for number in range(1, rounds + 1):
        cards = [
            Card(i, kinds[i], tuple(opponents[i]), tuple(points[i]), here=lot.random() >= byes)
            for i in range(1, players + 1)
        ]
        field = field_of(cards, Terms(number, rounds))
        made = engine.make(field)
        if isinstance(made, Barrier):
            return
        yield field, made
        seen = set()
        for white, black in engine.coloured(field, made):
            seen |= {white, black}
            for player, kind, other, worth in _lines(lot, white, black, draws, forfeits):
                kinds[player] += kind
                opponents[player].append(other)
                points[player].append(worth)
        for player in set(range(1, players + 1)) - seen:
            kinds[player] += "H"
            opponents[player].append(0)
            points[player].append(1)


def _lines(lot: Random, white: int, black: int, draws: float, forfeits: float) -> list[tuple[int, str, int, int]]:
    if not black:
        return [(white, "U", 0, 2)]
    if lot.random() < forfeits:
        return [(white, "+", black, 2), (black, "-", white, 0)]
    won = 1 if lot.random() < draws else 2 * lot.randrange(2)
    return [(white, "w", black, won), (black, "b", white, 2 - won)]
