"""Results as they might be played: by the strength of the sides, and by lot."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.lots import Draw
from ronda.model import OptionValue, Table

_EVEN = 500  # chances are in per mille, so that no float decides


def chance(strength_first: int, strength_second: int) -> int:
    """How often, in per mille, the first side wins one trial: 500 at equal strength, 760 at 200 more."""
    return min(max(_EVEN + (strength_first - strength_second) * 13 // 10, 30), 970)


def play(system: str, table: Table, strength: Mapping[int, int], options: Mapping[str, OptionValue], draw: Draw) -> str:
    """A result for the table, as a person would type it."""
    odds = chance(_mean(table.first, strength), _mean(table.second, strength))
    match system:
        case "chess":
            return _chess(odds, draw)
        case "redemption":
            return _race(odds, _number(options, "max_score", 5), draw)
        case "domino":
            return _domino(odds, _number(options, "target", 200), draw)
        case _:
            return _pétanque(odds, draw)


def _mean(side: tuple[int, ...], strength: Mapping[int, int]) -> int:
    return sum(strength[player] for player in side) // len(side)


def _number(options: Mapping[str, OptionValue], name: str, default: int) -> int:
    value = options.get(name, default)
    return value if isinstance(value, int) else default


def _chess(odds: int, draw: Draw) -> str:
    lot = draw.below(1000)
    drawn = 240 * min(odds, 1000 - odds) // _EVEN  # the nearer in strength, the more draws
    if lot < drawn:
        return "½-½"
    return "1-0" if draw.below(1000) < odds else "0-1"


def _race(odds: int, most: int, draw: Draw) -> str:
    """Game points one by one until somebody has the most, or until time is called."""
    scores = [0, 0]
    for _ in range(most + draw.below(2 * most)):
        scores[0 if draw.below(1000) < odds else 1] += 1
        if max(scores) == most:
            break
    return f"{scores[0]}-{scores[1]}"


def _domino(odds: int, target: int, draw: Draw) -> str:
    """Hands of about a seventh of the target until somebody reaches it; one game in ten ends by time."""
    scores = [0, 0]
    hands = 5 if draw.below(10) == 0 else 1000
    while max(scores) < target and (hands > 0 or scores[0] == scores[1]):
        scores[0 if draw.below(1000) < odds else 1] += max(target // 20, 1) + draw.below(max(target // 5, 1))
        hands -= 1
    return f"{scores[0]}-{scores[1]}"


def _pétanque(odds: int, draw: Draw) -> str:
    loser = draw.below(13)
    return f"13-{loser}" if draw.below(1000) < odds else f"{loser}-13"
