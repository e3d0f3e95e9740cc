"""Standings of an event in memory, and who has won: worked out once for all who look."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.core.history import running
from ronda.core.ranking import Standings
from ronda.desk import standings_after
from ronda.desk.podium import Podium, decided, played_out, podium_of
from ronda.store.live_events import LiveEvent


def standings_of(event: LiveEvent, after: int) -> Standings:
    """Standings after so many rounds. A result of a later round does not touch them."""
    tournament = event.tournament
    playing = running(tournament)  # a bye counts when its round is over
    return event.lasting.once(
        ("standings", after, playing if playing is not None and playing <= after else None),
        lambda: standings_after(tournament, after),
        of=(tournament.setup, *tournament.players, *tournament.rounds[:after]),
    )


def places_of(event: LiveEvent, after: int) -> Mapping[int, int | None]:
    """Everybody's place after so many rounds."""
    return {row.player: row.place for row in standings_of(event, after)}


def podium_of_event(event: LiveEvent) -> Podium | None:
    """Who has won: if the event is decided for good (R6.2), if it is played out provisionally (R5.5)."""
    final = decided(event.tournament)
    if not final and not played_out(event.tournament):
        return None
    return podium_of(standings_of(event, len(event.tournament.rounds)), provisional=not final)
