"""What has changed since a page was loaded, in words: shown when a request was decided on an older version."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.web.context import EventContext
from ronda.web.event_parts import log_pages

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
