"""What would become of the standings, before anything is saved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.desk.decisions import standings_after


class Move(NamedTuple):
    """A player who gets another place; None: none."""

    player: int
    before: int | None
    after: int | None


def moves(tournament: Tournament, facts: Iterable[Fact]) -> list[Move]:
    """Who moves in the standings if these facts are appended, in the new order."""
    following = fold(facts, tournament)
    before = _places(tournament)
    return [
        Move(player, before.get(player), place)
        for player, place in _places(following).items()
        if before.get(player) != place
    ]


def _places(tournament: Tournament) -> dict[int, int | None]:
    return {row.player: row.place for row in standings_after(tournament, len(tournament.rounds))}
