"""Results as they might be played: by the strength of the sides, and by lot."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.core.chance import Draw
from ronda.core.model import OptionValue, Setup, Table
from ronda.systems import system

_EVEN = 500  # chances are in per mille, so that no float decides


def chance(strength_first: int, strength_second: int) -> int:
    """How often, in per mille, the first side wins one trial: 500 at equal strength, 760 at 200 more."""
    return min(max(_EVEN + (strength_first - strength_second) * 13 // 10, 30), 970)


def play(name: str, table: Table, strength: Mapping[int, int], options: Mapping[str, OptionValue], draw: Draw) -> str:
    """A result for the table, as a person would type it."""
    odds = chance(_mean(table.first, strength), _mean(table.second, strength))
    return system(name).play(odds, Setup(name, options=options), draw)


def _mean(side: tuple[int, ...], strength: Mapping[int, int]) -> int:
    return sum(strength[player] for player in side) // len(side)
