"""Ronda as the engine of somebody else's tables (R7): the five tables of the users, in a database without a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from uuid import UUID

from ronda.core import Frozen, Tournament, fold
from ronda.store.importing.event import SYSTEM, ImportedEvent, read_event
from ronda.store.importing.rows import BadCell, Faults, NotImportable, Raw, Tables, uuid
from ronda.systems import Rules, system

SEATS = {"matches": ("player1_id", "player2_id"), "byes": ("participant_id",)}


class ForeignTournament(Frozen):
    """A tournament that can be worked on. `ids` are those of the participants, as they stand in the database."""

    row: Raw
    event: ImportedEvent
    tournament: Tournament
    ids: Mapping[int, object]

    @property
    def id(self) -> UUID:
        return self.event.settings.id


def rules() -> Rules:
    """Those of the system whose tables these are."""
    return system(SYSTEM).rules


def look(rows: Tables, orphans: Tables) -> ForeignTournament | Faults:
    """The tournament of these rows, or all its faults. `orphans` are rows that belong to no tournament."""
    event = read_event(rows)
    if not isinstance(event, ImportedEvent):
        return event
    faults = [*_unfit(event), *_lost(event, orphans)]
    if faults:
        return faults
    ids = {event.ids[person.id]: person.raw.cells["id"] for person in event.people}
    return ForeignTournament(event.settings.raw, event, fold(event.facts), ids)


def undecided(event: ImportedEvent) -> Iterator[NotImportable]:
    """What must be decided before round 1 (R1): a guess would decide who gets 3 points and who 2."""
    if event.settings.max_score is None:
        yield event.settings.raw.fault("missing_value", "max_score")


def _unfit(event: ImportedEvent) -> Iterator[NotImportable]:
    """What an import can do without, and an event that goes on cannot."""
    if event.last:
        yield from undecided(event)
    numbers = {match.round for match in event.matches} | {rest.round for rest in event.rests}
    times = Counter(row.number for row in event.rounds)
    for row in event.rounds:
        if times[row.number] > 1:
            yield row.raw.fault("duplicate_round", "round_number", round=row.number)
        if row.number not in numbers:
            yield row.raw.fault("empty_round", "round_number", round=row.number)
    ids = {row.number: row.id for row in event.rounds}
    for match in event.matches:
        if match.round not in ids:
            yield match.raw.fault("no_round_row", "round", round=match.round)
    played = {match.round for match in event.matches}
    for rest in event.rests:
        if rest.round not in played:  # perhaps put down for the next round; who rests there, is for the rules (R3)
            yield rest.raw.fault("bye_alone", "round_number", round=rest.round)
        elif rest.round not in ids:
            yield rest.raw.fault("no_round_row", "round_number", round=rest.round)
        elif rest.round_id not in (None, ids[rest.round]):
            yield rest.raw.fault("wrong_round", "round_id", round=rest.round)


def _lost(event: ImportedEvent, strays: Tables) -> Iterator[NotImportable]:
    """Matches and byes of its players that do not say which tournament they are of."""
    for name, columns in SEATS.items():
        for raw in strays[name]:
            if any(_id(raw, column) in event.ids for column in columns):
                yield raw.fault("stray", "tournament_id")


def _id(raw: Raw, column: str) -> UUID | None:
    try:
        return uuid(raw.cells.get(column))
    except BadCell:
        return None
