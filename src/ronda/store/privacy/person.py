"""All that is known of one person in an event (PP5.4): for the person to see. Of other people no more than that they
sat at the same table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ronda.core.facts import (
    AppealDecided,
    Appealed,
    AvoidChanged,
    ByeRequested,
    CheckedIn,
    Edited,
    Entered,
    Erased,
    Fact,
    Left,
    Missed,
    Paired,
    Penalised,
    PenaltyLifted,
    Rearranged,
    Reported,
    ResultEntered,
    Returned,
)
from ronda.core.history import undone
from ronda.core.model import Avoid, Bye, Player, Round, Table, Tournament, removed_name
from ronda.desk.erasure import Mention, mentions
from ronda.store.log.entries import LogEntry, entries
from ronda.store.notes import PHONE_NOTES, read_note
from ronda.store.privacy.retention import retention_of
from ronda.store.store import Store
from ronda.store.values import LedgerEntry, Stored
from ronda.systems.labels import Removed


@dataclass(frozen=True, slots=True)
class Version:
    """What the list said of the person from a moment on; `counts` is false for what was undone."""

    version: int
    at: datetime
    player: Player
    counts: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A report of the person."""

    at: datetime
    fact: Reported


@dataclass(frozen=True, slots=True)
class Sat:
    """The person's part in a round: at a table, or resting."""

    round: Round
    place: Table | Bye


@dataclass(frozen=True, slots=True)
class PersonReport:
    """Everything that is stored about the person. `texts`: what somebody wrote that may name them; `phones`: since when
    they have spoken for them. A file knows no more than the first half."""

    tournament: Tournament
    player: Player
    here: bool
    rounds: tuple[Sat, ...]
    wishes: tuple[Avoid, ...]
    code: str = ""
    history: tuple[Version, ...] = ()
    said: tuple[Said, ...] = ()
    card: bool = False
    phones: tuple[dict[str, Any], ...] = ()
    entries: tuple[LogEntry, ...] = ()
    texts: tuple[Mention, ...] = ()
    until: date | None = None


def known_of(tournament: Tournament, player: Player) -> PersonReport:
    """As far as the event itself tells it."""
    wishes = tuple(wish for wish in tournament.setup.avoid if player.id in wish.players)
    rounds = tuple(_sat(tournament, player.id))
    return PersonReport(tournament, player, player.id in tournament.here, rounds, wishes)


def _sat(tournament: Tournament, player: int) -> Iterator[Sat]:
    for round_ in tournament.rounds:
        yield from (Sat(round_, table) for table in round_.tables if player in table.players)
        yield from (Sat(round_, bye) for bye in round_.byes if bye.player == player)


def all_known_of(
    store: Store, stored: Stored, tournament: Tournament, player: Player, removed: Removed = removed_name
) -> PersonReport:
    """With its history, and with what stands beside the facts. The tournament may be as the public knows it."""
    records = (store.log(stored.code) or ())[: stored.version]
    facts = [record.fact for record in records]
    about = _about(facts, player.id)
    with store.reads() as connection:
        note = read_note(connection, stored.code, f"{PHONE_NOTES}:{player.id}").value or {}
        until = retention_of(connection, stored.code).until
    own = known_of(tournament, player)
    return PersonReport(
        tournament,
        player,
        own.here,
        own.rounds,
        own.wishes,
        stored.code,
        tuple(_history(records, player.id)),
        tuple(_said(records, player.id)),
        bool(note.get("card")),
        tuple({"since": one.get("since"), "waiting": one.get("waiting")} for one in note.get("phones", ())),
        tuple(entry for entry in entries(records, removed) if entry.version in about),
        tuple(mention for mention in mentions(facts, [player]) if mention.named),
        until,
    )


def _history(records: Sequence[LedgerEntry], player: int) -> Iterator[Version]:
    taken_back = undone([record.fact for record in records])
    for record in records:
        match record.fact:
            case Entered(player=told) | Edited(player=told) if told.id == player:
                yield Version(record.version, record.at, told, record.version not in taken_back)


def _said(records: Sequence[LedgerEntry], player: int) -> Iterator[Said]:
    for record in records:
        if isinstance(record.fact, Reported) and record.fact.player == player:
            yield Said(record.at, record.fact)


def _about(facts: Sequence[Fact], player: int) -> set[int]:
    """The versions of the facts that tell something of this player."""
    seats: dict[int, dict[int, tuple[int, ...]]] = {}
    wished: tuple[Avoid, ...] = ()
    punished: set[int] = set()
    appealed: set[int] = set()
    found: set[int] = set()
    for version, fact in enumerate(facts, start=1):
        match fact:
            case Entered(player=told) | Edited(player=told):
                concerned = told.id == player
            case CheckedIn() | Left() | Returned() | Missed() | ByeRequested() | Reported():
                concerned = fact.player == player
            case Erased(players=players):
                concerned = player in players
            case Penalised(penalty=penalty):
                concerned = penalty.player == player
                punished |= {penalty.id} if concerned else set()
            case PenaltyLifted(penalty=number):
                concerned = number in punished
            case Appealed(appeal=appeal):
                concerned = appeal.player == player
                appealed |= {appeal.id} if concerned else set()
            case AppealDecided(appeal=number):
                concerned = number in appealed
            case Paired(round=made) | Rearranged(round=made):
                seats[made.number] = {table.number: table.players for table in made.tables}
                concerned = False
            case ResultEntered(round=number, table=at):
                concerned = player in seats.get(number, {}).get(at, ())
            case AvoidChanged(avoid=avoid):
                concerned = _wishes(avoid, player) != _wishes(wished, player)
                wished = avoid
            case _:
                concerned = False
        if concerned:
            found.add(version)
    return found


def _wishes(avoid: Sequence[Avoid], player: int) -> list[Avoid]:
    return [wish for wish in avoid if player in wish.players]
