"""What a page of the standings shows beside the values: who is level with whom, what decided, and the form."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ronda.core.book import Outcome
from ronda.core.model import Tournament
from ronda.core.ranking import StandingsRow
from ronda.systems import system

FORM_ROUNDS = 5


class FormMark(NamedTuple):
    """How one round ended for a player."""

    round: int
    outcome: Outcome


def form_of(tournament: Tournament, after: int, players: Collection[int]) -> Mapping[int, tuple[FormMark, ...]]:
    """The last rounds of some players, oldest first; a game without a result is left out."""
    wanted = frozenset(players)
    scoring = system(tournament.setup.system).scoring(tournament.setup)
    found: dict[int, list[FormMark]] = {player: [] for player in wanted}
    for round_ in tournament.rounds[max(after - FORM_ROUNDS, 0) : after]:
        for table in round_.tables:
            if table.result is None or wanted.isdisjoint(table.players):
                continue
            for player, tally in zip(table.players, scoring.table(table), strict=True):
                if player in wanted:
                    found[player].append(FormMark(round_.number, tally.outcome))
        for bye in round_.byes:
            if bye.player in wanted:
                found[bye.player].append(FormMark(round_.number, "bye"))
    return {player: tuple(played) for player, played in found.items()}


def decided_by(rows: Sequence[StandingsRow], first: str) -> Mapping[int, frozenset[str]]:
    """The criteria that put players who are level on the `first` one into order."""
    found: dict[int, set[str]] = {row.player: set() for row in rows}
    for row in rows:
        if row.decided is not None and row.decided != first:
            found[row.player].add(row.decided)
            if row.above in found:
                found[row.above].add(row.decided)
    return {player: frozenset(names) for player, names in found.items()}


def shared_places(rows: Sequence[StandingsRow]) -> frozenset[int]:
    """The players who share their place with somebody on the page."""
    by_place: dict[int, list[int]] = {}
    for row in rows:
        if row.place is not None:
            by_place.setdefault(row.place, []).append(row.player)
    return frozenset(player for players in by_place.values() if len(players) > 1 for player in players)
