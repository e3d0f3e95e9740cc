"""chess: what stands beside names, and the columns of the start list (C8)."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.model import Player
from ronda.systems.chess.rules import licence, start_numbers
from ronda.systems.system import Particular, Values, attribute


def _licences(players: Mapping[int, Player]) -> Values:
    return {pid: licence(player) for pid, player in players.items()}


def _ratings(key: str, heading: str) -> Particular:
    """0 is none, and stands there as such."""
    return Particular(key, heading, lambda players: {p: getattr(who, key) for p, who in players.items()}, personal=True)


BSNO = Particular("number", "BSNo", start_numbers)
BESIDE = (BSNO, attribute("licence", "label.lno", personal=True))  # a player without LNo has none beside the name
START_LIST = (
    BSNO,
    Particular("licence", "label.lno", _licences, personal=True),
    attribute("name", "label.full_name", words=True),
    _ratings("rating", "ELO"),
    _ratings("national_rating", "UKD"),
)
