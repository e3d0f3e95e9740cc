"""Cached results of what many ask for at once: standings, places round by round, rendered pages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

from ronda.core.cache import CacheKind
from ronda.core.history import running
from ronda.core.model import Tournament
from ronda.core.ranking import Standings
from ronda.desk import standings_after
from ronda.store.log.pages import LogPages
from ronda.web.context import EventContext
from ronda.web.language import Words
from ronda.web.runtime import LiveEvent, Runtime

V = TypeVar("V")

MOSTPAGES = 8_000_000  # letters or bytes of all pages and sheets that are kept


class _Of(NamedTuple):
    """A value and what it was made from, kept alive because its identity is part of the key."""

    value: Any
    tournament: Tournament


_STANDINGS: CacheKind[_Of] = CacheKind("standings", most=8)
_PLACES: CacheKind[_Of] = CacheKind("places", most=128)
PAGE: CacheKind[Any] = CacheKind("pages and sheets", most=64, most_bytes=MOSTPAGES)


def standings_of(runtime: Runtime, event: LiveEvent, after: int) -> Standings:
    """Standings after so many rounds."""
    made = runtime.cache.once(
        _STANDINGS,
        event.code,
        _key(event, after),
        lambda: _Of(standings_after(event.tournament, after), event.tournament),
    )
    rows: Standings = made.value
    return rows


def places_of(runtime: Runtime, event: LiveEvent, after: int) -> Mapping[int, int | None]:
    """Everybody's place after so many rounds."""

    def make() -> _Of:
        return _Of({row.player: row.place for row in standings_of(runtime, event, after)}, event.tournament)

    places: Mapping[int, int | None] = runtime.cache.once(_PLACES, event.code, _key(event, after), make).value
    return places


def _key(event: LiveEvent, after: int) -> Hashable:
    """A result of a later round does not touch standings: what they are made from is recognised as the same, not as
    equal, since folding hands on what has not changed."""
    tournament = event.tournament
    rounds = tournament.rounds[:after]
    playing = running(tournament)  # a bye counts when its round is over
    same = (id(tournament.setup), tuple(map(id, tournament.players)), tuple(map(id, rounds)))
    return (after, playing if playing is not None and playing <= after else None, *same)


def log_pages(context: EventContext, event: LiveEvent | None = None, words: Words | None = None) -> LogPages:
    """The log of an event; the words name those who were erased."""
    event, removed = event or context.event, (words or context.words).speaker.removed
    return LogPages(context.runtime.store, event.stored, event.tournament, removed)


def page_of(context: EventContext, key: Hashable, make: Callable[[], V]) -> V:
    """A page, a part of one or a sheet, as it looks to all who may see as much as this person, and ask with the same
    key, as long as nothing happens."""
    made: V = context.runtime.cache.once(PAGE, context.code, (context.event.stored.hash, context.audience, key), make)
    return made
