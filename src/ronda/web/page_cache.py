"""Cached results of what many ask for at once: standings, places round by round, rendered pages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ronda.core.cache import CacheKind, Same
from ronda.core.history import running
from ronda.core.model import Tournament
from ronda.core.ranking import Standings
from ronda.desk import standings_after
from ronda.desk.podium import Podium, decided, played_out, podium_of
from ronda.store.log.pages import LogPages
from ronda.web.runtime import LiveEvent, Runtime

if TYPE_CHECKING:
    from ronda.web.context import EventContext
    from ronda.web.language import Words

V = TypeVar("V")

MOSTPAGES = 8_000_000  # letters or bytes of all pages and sheets that are kept


_STANDINGS: CacheKind[Standings] = CacheKind("standings", most=8)
_PLACES: CacheKind[Mapping[int, int | None]] = CacheKind("places", most=128)
PAGE: CacheKind[Any] = CacheKind("pages and sheets", most=64, most_bytes=MOSTPAGES)


def standings_of(runtime: Runtime, event: LiveEvent, after: int) -> Standings:
    """Standings after so many rounds."""
    tournament = event.tournament
    return runtime.cache.once(
        _STANDINGS, event.code, _key(tournament, after), lambda: standings_after(tournament, after)
    )


def places_of(runtime: Runtime, event: LiveEvent, after: int) -> Mapping[int, int | None]:
    """Everybody's place after so many rounds."""

    def make() -> Mapping[int, int | None]:
        return {row.player: row.place for row in standings_of(runtime, event, after)}

    return runtime.cache.once(_PLACES, event.code, _key(event.tournament, after), make)


def podium_of_event(runtime: Runtime, event: LiveEvent) -> Podium | None:
    """Who has won: if the event is decided for good (R6.2), if it is played out provisionally (R5.5)."""
    final = decided(event.tournament)
    if not final and not played_out(event.tournament):
        return None
    return podium_of(standings_of(runtime, event, len(event.tournament.rounds)), provisional=not final)


def _key(tournament: Tournament, after: int) -> Hashable:
    """A result of a later round does not touch standings: what they are made from is recognised as the same, not as
    equal, since folding hands on what has not changed."""
    playing = running(tournament)  # a bye counts when its round is over
    same = Same(tournament.setup, *tournament.players, *tournament.rounds[:after])
    return after, playing if playing is not None and playing <= after else None, same


def log_pages(context: EventContext, event: LiveEvent | None = None, words: Words | None = None) -> LogPages:
    """The log of an event; the words name those who were erased."""
    event, removed = event or context.event, (words or context.words).speaker.removed
    return LogPages(context.runtime.store, event.stored, event.tournament, removed)


def page_of(context: EventContext, key: Hashable, make: Callable[[], V]) -> V:
    """A page, a part of one or a sheet, as it looks to all who may see as much as this person, and ask with the same
    key, as long as nothing happens."""
    made: V = context.runtime.cache.once(PAGE, context.code, (context.event.stored.hash, context.audience, key), make)
    return made
