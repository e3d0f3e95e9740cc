"""The ids in the five tables: always the same ones for the same tournament and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID, uuid5

_TOURNAMENTS = UUID("3d0f7f9e-5a0b-5c57-9a53-7e2b0c6f1d42")  # the name space of the codes


def tournament_uuid(code: str) -> UUID:
    """The id of a tournament in the five tables. A code is never used again, so neither is an id."""
    return uuid5(_TOURNAMENTS, code)


@lru_cache(maxsize=1 << 16)
def id_of(tournament: UUID, kind: str, *numbers: int) -> UUID:
    """The id of a player, round, match or bye: always the same one for the same tournament and numbers."""
    return uuid5(tournament, "/".join([kind, *map(str, numbers)]))


class _PlayerTexts(dict[int, str]):
    """The ids of the players of one tournament as text."""

    def __init__(self, tournament: UUID) -> None:
        self.tournament = tournament

    def __missing__(self, player: int) -> str:
        text = self[player] = str(id_of(self.tournament, "player", player))
        return text


@lru_cache(maxsize=32)
def player_texts(tournament: UUID) -> Mapping[int, str]:
    """The ids of the tournament's players as text, for many at once."""
    return _PlayerTexts(tournament)
