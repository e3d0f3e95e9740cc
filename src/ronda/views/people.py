"""People over many events, for the API and for `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ronda.core import as_json
from ronda.core.model import PERSONAL, Bye, Player
from ronda.desk.people import PlayedEvent
from ronda.systems import rules_of, system
from ronda.texts import Speaker
from ronda.views import View, mirrored

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.people_histories import Life
    from ronda.store.people_list import KnownPerson
    from ronda.store.privacy import PersonReport, Said, Sat


class PersonLine(View):
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


class EventOfPerson(View):
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


class RecordLine(View):
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


class PersonHistoryState(View):
    """`club_elo`: the rating of the house, to the nearest whole number; `course`: after each event."""

    person: PersonLine
    events: list[EventOfPerson]
    records: list[RecordLine]
    club_elo: int | None
    course: list[tuple[str, int]]


def person_line(known: KnownPerson) -> PersonLine:
    one = known.person
    several = {"ids": dict(one.ids), "ratings": dict(one.ratings), "labels": list(one.labels)}
    return mirrored(PersonLine, one, key=known.key, version=known.version, merged=list(known.gone), **several)


def history_state(known: KnownPerson, life: Life) -> PersonHistoryState:
    return PersonHistoryState(
        person_line(known),
        [_event(one) for one in life.history.events],
        [mirrored(RecordLine, one) for one in life.history.records],
        life.elo,
        life.course,
    )


def _event(one: PlayedEvent) -> EventOfPerson:
    event, setup = one.event, one.event.tournament.setup
    about = {"code": event.code, "name": setup.name, "system": setup.system, "day": event.day, "player": event.player}
    return mirrored(EventOfPerson, one, players=one.entered, points=as_json(one.points), **about)


class PersonState(View):
    """All that is stored about a player; of others no more than their names."""

    event: dict[str, Any]
    player: dict[str, Any]
    history: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    wishes: list[dict[str, Any]]
    card_opened: bool
    phones: list[dict[str, Any]]
    log: list[dict[str, Any]]
    texts: list[dict[str, Any]]
    kept_until: str | None


def person_state(report: PersonReport, speaker: Speaker) -> PersonState:
    """Everything; the speaker knows the names of opponents and partners as the person may know them."""
    setup = report.tournament.setup
    return PersonState(
        event={"code": report.code, "name": setup.name, "system": setup.system},
        player={**particulars_value(report.player, setup.system), "here": report.here},
        history=[
            {
                "version": one.version,
                "at": one.at.isoformat(),
                "counts": one.counts,
                **particulars_value(one.player, setup.system),
            }
            for one in report.history
        ],
        rounds=[_sat_value(report, sat, speaker) for sat in report.rounds],
        reports=[_said_value(report, one) for one in report.said],
        wishes=[
            {
                "with": speaker.name(next(player for player in wish.players if player != report.player.id)),
                "as": wish.relation,
                "hard": wish.hard,
            }
            for wish in report.wishes
        ],
        card_opened=report.card,
        phones=[dict(phone) for phone in report.phones],
        log=[
            {
                "version": one.version,
                "at": one.at.isoformat(),
                "counts": one.counts,
                "text": speaker.say(f"log.{one.code}", **one.facts),
            }
            for one in report.entries
        ],
        texts=[{"round": one.round, "text": one.text} for one in report.texts],
        kept_until=None if report.until is None else report.until.isoformat(),
    )


def particulars_value(player: Player, system_id: str) -> dict[str, Any]:
    """A player as files have them, with everything that is not said there."""
    keys = ("id", *PERSONAL, "rating", "national_rating", "joined_round", "left_after")
    found = {key: getattr(player, key) for key in keys}
    ends = {system(system_id).forms.number_key: player.number, "pinned_table": player.pinned_table}
    return {**found, "missed": list(player.missed), **ends, "byes": dict(player.byes)}


def _sat_value(report: PersonReport, sat: Sat, speaker: Speaker) -> dict[str, Any]:
    own = report.player.id
    if isinstance(sat.place, Bye):
        return {"round": sat.round.number, "table": None, "bye": True}
    table = sat.place
    mine, others = (table.first, table.second) if own in table.first else (table.second, table.first)
    written = rules_of(report.tournament.setup).results.written
    return {
        "round": sat.round.number,
        "table": table.number,
        "bye": False,
        "side": "first" if own in table.first else "second",
        "partners": [speaker.name(player) for player in mine if player != own],
        "opponents": [speaker.name(player) for player in others],
        "result": written(table.result),
        "absent": own in table.absent,
    }


def _said_value(report: PersonReport, said: Said) -> dict[str, Any]:
    fact = said.fact
    result = rules_of(report.tournament.setup).results.written(fact.result)
    return {"at": said.at.isoformat(), "round": fact.round, "table": fact.table, "result": result}
