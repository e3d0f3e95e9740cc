"""What is worked out of an event once for all who look: standings, who has won, parts of pages, sheets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, TypeVar

from ronda.core.history import running
from ronda.core.ranking import Standings
from ronda.desk import standings_after
from ronda.desk.podium import Podium, decided, played_out, podium_of
from ronda.store.live_events import LiveEvent
from ronda.store.log.pages import LogPages

if TYPE_CHECKING:
    from ronda.web.context import EventContext
    from ronda.web.language import Words

V = TypeVar("V")


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


def log_pages(context: EventContext, event: LiveEvent | None = None, words: Words | None = None) -> LogPages:
    """The log of an event; the words name those who were erased."""
    return LogPages(context.runtime.store, event or context.event, (words or context.words).speaker.removed)


def text_of(context: EventContext, key: Hashable, make: Callable[[], V]) -> V:
    """A part of a page or a sheet, as it looks to all who may see as much as this person, and ask with the same key, as
    long as nothing happens."""
    return context.runtime.store.live.text(context.event, ("text", context.audience, key), make)
