"""What has happened since somebody looked, in words: for whom a change was decided on something else."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.web.cached import log_of
from ronda.web.visits import EventVisit

TOLD = 3  # the newest; more would hide them


def since(visit: EventVisit, versions: Sequence[int]) -> list[str]:
    """The newest first: when, by whom, what. Only the desk is told."""
    if not visit.staff:
        return []
    event = visit.house.event(visit.code) or visit.event
    entries = {entry.version: entry for entry in log_of(visit, event)}
    found = [entries[version] for version in reversed(versions) if version in entries]
    texts = [
        visit.words(
            "web.conflict.by",
            time=visit.words.time(entry.at),
            by=entry.actor,
            text=visit.words(f"log.{entry.code}", **entry.facts),
        )
        for entry in found[:TOLD]
    ]
    return [*texts, visit.words("web.more", n=len(found) - TOLD)] if len(found) > TOLD else texts
