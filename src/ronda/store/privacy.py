"""Personal data of an event: until when they are kept (PP6.4), and all that is known of one person (PP5.4).

What is due is shown; nobody is ever erased unseen. Who sees what is known of them sees of other people no more than
that they sat at the same table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, exists, or_, select

from ronda.core import Avoid, Bye, Frozen, Player, Round, Table, Tournament, removed_name, replace, undone
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
from ronda.desk.people import Mention, mentions
from ronda.store.chain import KINDS
from ronda.store.database.tables import fact, ledger, note, particulars
from ronda.store.event_log import LogEntry, entries
from ronda.store.notes import PHONE_NOTES, Note, read_note, write_note
from ronda.store.store import Store
from ronda.store.values import LedgerEntry, Stored
from ronda.systems.labels import Removed

YEARS = 2  # after the last round, unless somebody says otherwise
_NOTE = "retention"
_PLAYING = ("paired", "published", "result_entered", "closed", "finished")
_PLAIN_NAME = '%"name":%'  # in a body as earlier releases wrote it


class Retention(Frozen):
    """Until when; None: for ever. `chosen`: somebody said so. `version`: how often that was said."""

    until: date | None
    chosen: bool = False
    version: int = 0

    def is_due(self, today: date) -> bool:
        return self.until is not None and today >= self.until


def retention_of(connection: Connection, code: str) -> Retention:
    """Of an event that is there."""
    row = connection.execute(select(ledger.c.id, ledger.c.created_at).where(ledger.c.code == code)).one()
    return _read(connection, row.id, row.created_at, read_note(connection, code, _NOTE))


def keep(connection: Connection, code: str, until: date | None, *, expected: int | None = None) -> bool:
    """Until that date, or for ever; false if somebody else has said something since."""
    value = {"until": None if until is None else until.isoformat()}
    return write_note(connection, code, _NOTE, value, expected) is not None


def keep_as_usual(connection: Connection, code: str, *, expected: int | None = None) -> bool:
    """As if nobody had ever said anything."""
    return write_note(connection, code, _NOTE, None, expected) is not None


def due_codes(connection: Connection, today: date, among: Collection[str] | None = None) -> set[str]:
    """The events, or those `among` these, whose time is up and in which there is still somebody to be erased."""
    of_event, of_note = (
        select(ledger.c.code, ledger.c.created_at),
        select(note.c.scope).where(note.c.name == _NOTE, note.c.value != "null"),
    )
    if among is not None:
        of_event, of_note = of_event.where(ledger.c.code.in_(among)), of_note.where(note.c.scope.in_(among))
    said = set(connection.scalars(of_note))
    rows = connection.execute(of_event).all()
    found: set[str] = set()
    for row in rows:
        with suppress(ValueError, TypeError, AttributeError):  # a damaged event: told where it is opened
            if (row.code in said or _may_be_over(row.created_at, today)) and is_due(connection, row.code, today):
                found.add(row.code)
    return found


def is_due(connection: Connection, code: str, today: date) -> bool:
    """Whether the time of this event is up and there is still somebody to be erased."""
    row = connection.execute(select(ledger.c.id, ledger.c.created_at).where(ledger.c.code == code)).one()
    said = read_note(connection, code, _NOTE)
    if said.value is None and not _may_be_over(row.created_at, today):
        return False
    return _read(connection, row.id, row.created_at, said).is_due(today) and _has_people(connection, row.id)


def _may_be_over(created_at: str, today: date) -> bool:
    """An event cannot have ended before it began. Of a damaged one nothing is known."""
    try:
        return later(_day(created_at)) <= today
    except (ValueError, TypeError):
        return False


def later(day: date, years: int = YEARS) -> date:
    """So many years later; what no calendar has is the day after."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return date(day.year + years, 3, 1)


def _read(connection: Connection, own: int, created_at: str, said: Note) -> Retention:
    if said.value is None:
        return Retention(later(_last_day(connection, own, created_at)), version=said.version)
    until = said.value.get("until")
    return Retention(None if until is None else date.fromisoformat(until), chosen=True, version=said.version)


def _last_day(connection: Connection, own: int, created_at: str) -> date:
    """Of the last round, or, before there is one, when the event was made."""
    playing = select(fact.c.at).where(fact.c.ledger_id == own, fact.c.kind.in_(_PLAYING))
    last = playing.order_by(fact.c.version.desc()).limit(1)  # read from the end: that is found at once
    return _day(connection.scalar(last) or created_at)


def _day(at: str) -> date:
    return datetime.fromisoformat(at).date()


def _has_people(connection: Connection, own: int) -> bool:
    beside = exists().where(particulars.c.ledger_id == own)
    inside = exists().where(fact.c.ledger_id == own, fact.c.kind.in_(KINDS), fact.c.body.like(_PLAIN_NAME))
    return bool(connection.scalar(select(or_(beside, inside))))


class Version(Frozen):
    """What the list said of the person from a moment on; `counts` is false for what was undone."""

    version: int
    at: datetime
    player: Player
    counts: bool


class Said(Frozen):
    """A report of the person."""

    at: datetime
    fact: Reported


class Sat(Frozen):
    """The person's part in a round: at a table, or resting."""

    round: Round
    place: Table | Bye


class PersonReport(Frozen):
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
    return replace(
        known_of(tournament, player),
        code=stored.code,
        history=tuple(_history(records, player.id)),
        said=tuple(
            Said(one.at, one.fact) for one in records if isinstance(one.fact, Reported) and one.fact.player == player.id
        ),
        card=bool(note.get("card")),
        phones=tuple({"since": one.get("since"), "waiting": one.get("waiting")} for one in note.get("phones", ())),
        entries=tuple(entry for entry in entries(records, removed) if entry.version in about),
        texts=tuple(mention for mention in mentions(facts, [player]) if mention.named),
        until=until,
    )


def _history(records: Sequence[LedgerEntry], player: int) -> Iterator[Version]:
    taken_back = undone([record.fact for record in records])
    for record in records:
        match record.fact:
            case Entered(player=told) | Edited(player=told) if told.id == player:
                yield Version(record.version, record.at, told, record.version not in taken_back)


def _about(facts: Sequence[Fact], player: int) -> set[int]:
    """The versions of the facts that tell something of this player."""
    seats: dict[int, dict[int, tuple[int, ...]]] = {}
    wished: tuple[Avoid, ...] = ()
    punished: set[int] = set()
    appealed: set[int] = set()
    found: set[int] = set()
    for version, happened in enumerate(facts, start=1):
        match happened:
            case Entered(player=told) | Edited(player=told):
                concerned = told.id == player
            case CheckedIn() | Left() | Returned() | Missed() | ByeRequested() | Reported():
                concerned = happened.player == player
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
