"""An event in a list, and where one stands: the same for the API and for `--json`.

`state` and `phase`, `created` and `created_at`, `updated` and `updated_at` are one value under two names: each was
promised by one of the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ronda.core.model import Tournament
from ronda.desk.phases import Phase, phase
from ronda.systems import planned_rounds
from ronda.views import View

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.progress import Progress
    from ronda.store.values import Summary


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
