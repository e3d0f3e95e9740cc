"""A line of the log: the fact itself, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ronda.formats.fact_text import fact_body
from ronda.texts import Speaker
from ronda.views import UNSET, View

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.log.entries import LogEntry


class LogLine(View, frozen=True):
    """One fact, with who and when. `counts` is false for what was undone; `before` and `after` where something was
    replaced."""

    version: int
    at: str
    actor: str
    kind: str
    counts: bool
    fact: dict[str, Any]
    text: str
    before: Any = UNSET
    after: Any = UNSET


def log_line(entry: LogEntry, speaker: Speaker) -> LogLine:
    kind, body = fact_body(entry.fact)
    return LogLine(
        entry.version,
        entry.at.isoformat(),
        entry.actor,
        kind,
        entry.counts,
        body,
        speaker.say(f"log.{entry.code}", **entry.facts),
        entry.facts.get("before", UNSET),
        entry.facts.get("after", UNSET),
    )
