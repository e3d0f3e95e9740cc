"""The log of an event, what has changed in it since a page was loaded, and parts of pages and sheets that are made once
for all who look."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

from ronda.store.event_log import LogPages
from ronda.store.live_events import LiveEvent

if TYPE_CHECKING:
    from ronda.web.context import EventContext
    from ronda.web.language import Words
from collections.abc import Sequence

from ronda.web.context import EventContext

V = TypeVar("V")


def log_pages(context: EventContext, event: LiveEvent | None = None, words: Words | None = None) -> LogPages:
    """The log of an event; the words name those who were erased."""
    return LogPages(context.store, event or context.event, (words or context.words).speaker.removed)


def text_of(context: EventContext, key: Hashable, make: Callable[[], V]) -> V:
    """A part of a page or a sheet, as it looks to all who may see as much as this person, and ask with the same key, as
    long as nothing happens."""
    return context.store.live.text(context.event, ("text", context.view.audience, key), make)


TOLD = 3  # the newest; more would hide them


def since(context: EventContext, versions: Sequence[int]) -> list[str]:
    """The newest changes first: when, by whom, what. Only for the desk."""
    if not context.staff:
        return []
    event = context.runtime.event(context.code) or context.event
    pages = log_pages(context, event)
    known = sorted(version for version in versions if version <= len(pages))
    newest = known[-TOLD:]
    entries = [entry for entry in pages.between(newest[0], newest[-1]) if entry.version in newest] if newest else []
    texts = [
        context.words(
            "web.conflict.by",
            time=context.words.time(entry.at),
            by=entry.actor,
            text=context.words(f"log.{entry.code}", **entry.facts),
        )
        for entry in reversed(entries)
    ]
    return [*texts, context.words("web.more", n=len(known) - TOLD)] if len(known) > TOLD else texts
