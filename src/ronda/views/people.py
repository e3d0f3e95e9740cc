"""People over many events, for the API and for `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ronda.core.exact_numbers import plain
from ronda.desk.people import HeadToHead, PlayedEvent
from ronda.views import View

if TYPE_CHECKING:  # brings the database with it
    from ronda.store.people.histories import Life
    from ronda.store.people.people_list import KnownPerson


class PersonLine(View, frozen=True):
    """Somebody in the list; `version`: how often it was changed; `merged`: the keys of who was merged into them."""

    key: str
    name: str
    ids: dict[str, str]
    club: str
    federation: str
    born: int | None
    sex: str
    title: str
    ratings: dict[str, int]
    labels: list[str]
    email: str
    phone: str
    note: str
    version: int
    merged: list[str]


class EventOfPerson(View, frozen=True):
    """An event that somebody played; `players`: how many were entered; `points` exactly, as text unless whole."""

    code: str
    name: str
    system: str
    day: str
    player: int
    place: int | None
    players: int
    points: int | str
    won: int
    drawn: int
    lost: int


class RecordLine(View, frozen=True):
    """Against somebody (`won`, `drawn`, `lost`) and beside them as partners (`with_…`). `key` is empty for who is not
    in the list."""

    key: str
    name: str
    won: int
    drawn: int
    lost: int
    with_won: int
    with_drawn: int
    with_lost: int


class PersonHistoryState(View, frozen=True):
    """`club_elo`: the rating of the house, to the nearest whole number; `course`: after each event."""

    person: PersonLine
    events: list[EventOfPerson]
    records: list[RecordLine]
    club_elo: int | None
    course: list[tuple[str, int]]


def person_line(known: KnownPerson) -> PersonLine:
    one = known.person
    return PersonLine(
        known.key,
        one.name,
        dict(one.ids),
        one.club,
        one.federation,
        one.born,
        one.sex,
        one.title,
        dict(one.ratings),
        list(one.labels),
        one.email,
        one.phone,
        one.note,
        known.version,
        list(known.gone),
    )


def history_state(known: KnownPerson, life: Life) -> PersonHistoryState:
    return PersonHistoryState(
        person_line(known),
        [_event(one) for one in life.history.events],
        [_record(one) for one in life.history.records],
        life.elo,
        life.course,
    )


def _event(one: PlayedEvent) -> EventOfPerson:
    setup = one.event.tournament.setup
    return EventOfPerson(
        one.event.code,
        setup.name,
        setup.system,
        one.event.day,
        one.event.player,
        one.place,
        one.entered,
        plain(one.points),
        one.won,
        one.drawn,
        one.lost,
    )


def _record(one: HeadToHead) -> RecordLine:
    return RecordLine(one.key, one.name, one.won, one.drawn, one.lost, one.with_won, one.with_drawn, one.with_lost)
