"""An event in a list, and where one stands: the same for the API and for `--json`.

`state` and `phase`, `created` and `created_at`, `updated` and `updated_at` are one value under two names: each was
promised by one of the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ronda.core.model import Tournament
from ronda.desk.permissions import Phase, phase
from ronda.systems import planned_rounds
from ronda.views import View

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.reading import Progress
    from ronda.store.values import Summary
from typing import TYPE_CHECKING, Any

from ronda.formats.fact_text import fact_body
from ronda.texts import Speaker
from ronda.views import UNSET

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.event_log import LogEntry
from datetime import date

if TYPE_CHECKING:  # brings the database with it
    from ronda.store.privacy import Retention


class EventLine(View, frozen=True):
    """An event in a list. Of a `damaged` one the list does not know everything: its `state` says so, `phase` is null.
    `planned` rounds are null while there are no players, `planned_rounds` is a number in any case; `due`: personal
    data are kept too long."""

    code: str
    name: str
    system: str
    version: int
    state: Phase | Literal["damaged"]
    phase: Phase | None
    players: int
    rounds: int
    planned: int | None
    planned_rounds: int
    finished: bool
    archived: bool
    deleted: bool
    created: str
    updated: str
    created_at: str
    updated_at: str
    damaged: bool
    due: bool


class EventStand(View, frozen=True):
    """Where an event stands. `planned` rounds are null while there are no players."""

    name: str
    system: str
    state: Phase
    phase: Phase
    players: int
    rounds: int
    planned: int | None
    planned_rounds: int
    finished: bool
    archived: bool
    deleted: bool


def event_line(summary: Summary, progress: Progress | None, *, due: bool) -> EventLine:
    """`progress` is None where the event is damaged."""
    created, updated = summary.created_at.isoformat(), summary.updated_at.isoformat()
    players = progress.players if progress else 0
    planned = progress.planned if progress else 0
    return EventLine(
        code=summary.code,
        name=summary.name,
        system=summary.system,
        version=summary.version,
        state=progress.phase if progress else "damaged",
        phase=progress.phase if progress else None,
        players=players,
        rounds=progress.rounds if progress else 0,
        planned=planned if players else None,
        planned_rounds=planned,
        finished=summary.finished,
        archived=summary.archived,
        deleted=summary.deleted,
        created=created,
        updated=updated,
        created_at=created,
        updated_at=updated,
        damaged=progress is None,
        due=due,
    )


def event_stand(tournament: Tournament) -> EventStand:
    now, planned = phase(tournament), planned_rounds(tournament)
    return EventStand(
        name=tournament.setup.name,
        system=tournament.setup.system,
        state=now,
        phase=now,
        players=len(tournament.players),
        rounds=len(tournament.rounds),
        planned=planned if tournament.players else None,
        planned_rounds=planned,
        finished=tournament.finished,
        archived=tournament.archived,
        deleted=tournament.deleted,
    )


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


RetentionMode = Literal["usual", "date", "never"]


class RetentionState(View, frozen=True):
    """Until when personal data are kept (null: for ever; `keep_until` is the same), whether the date is the usual one,
    was chosen or is never, and whether they are to be removed by now. `changes`: how often that was changed."""

    code: str
    mode: RetentionMode
    until: date | None
    keep_until: date | None
    chosen: bool
    due: bool
    changes: int


def retention_mode(found: Retention) -> RetentionMode:
    if not found.chosen:
        return "usual"
    return "never" if found.until is None else "date"


def retention_state(code: str, found: Retention, *, due: bool) -> RetentionState:
    return RetentionState(
        code, retention_mode(found), found.until, found.until, chosen=found.chosen, due=due, changes=found.version
    )
