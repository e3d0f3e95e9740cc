"""What has happened since somebody looked, in words: for whom a change was decided on something else."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.web.context import EventContext
from ronda.web.page_cache import log_of

TOLD = 3  # the newest; more would hide them


def since(context: EventContext, versions: Sequence[int]) -> list[str]:
    """The newest first: when, by whom, what. Only the desk is told."""
    if not context.staff:
        return []
    event = context.runtime.event(context.code) or context.event
    entries = {entry.version: entry for entry in log_of(context, event)}
    found = [entries[version] for version in reversed(versions) if version in entries]
    texts = [
        context.words(
            "web.conflict.by",
            time=context.words.time(entry.at),
            by=entry.actor,
            text=context.words(f"log.{entry.code}", **entry.facts),
        )
        for entry in found[:TOLD]
    ]
    return [*texts, context.words("web.more", n=len(found) - TOLD)] if len(found) > TOLD else texts
