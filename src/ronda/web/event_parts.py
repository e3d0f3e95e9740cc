"""The log of an event, and parts of pages and sheets that are made once for all who look."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

from ronda.store.event_log import LogPages
from ronda.store.live_events import LiveEvent

if TYPE_CHECKING:
    from ronda.web.context import EventContext
    from ronda.web.language import Words

V = TypeVar("V")


def log_pages(context: EventContext, event: LiveEvent | None = None, words: Words | None = None) -> LogPages:
    """The log of an event; the words name those who were erased."""
    return LogPages(context.runtime.store, event or context.event, (words or context.words).speaker.removed)


def text_of(context: EventContext, key: Hashable, make: Callable[[], V]) -> V:
    """A part of a page or a sheet, as it looks to all who may see as much as this person, and ask with the same key, as
    long as nothing happens."""
    return context.runtime.store.live.text(context.event, ("text", context.view.audience, key), make)
