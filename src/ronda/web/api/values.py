"""What the API answers with. Every shape is a type, so that the OpenAPI document tells the whole of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from ronda.desk.phases import Leave, Phase
from ronda.model import Round, Table, Tournament
from ronda.ranking import Measure, Row
from ronda.shapes import reason_value, relaxation_value
from ronda.systems import system
from ronda.texts import Speaker
from ronda.web.house import Joining
from ronda.web.people import Role

Name = Literal["full", "initials", "number"]


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not: a code for programs, the article of the rulebook if one says so, a sentence for people."""

    code: str
    article: str
    message: str
    detail: Any = None


class Refused(msgspec.Struct, frozen=True):
    error: Error


class DeedNow(msgspec.Struct, frozen=True):
    """Something that can be done: from which role on, whether the event is ready for it (`confirm`: with
    `confirm=true`), and whether the asker's role allows it."""

    name: str
    role: Role
    now: Leave
    allowed: bool


class InForceLine(msgspec.Struct, frozen=True):
    """What follows from the settings and the field of an event, for example the category (D1.2)."""

    article: str
    code: str
    facts: dict[str, Any]
    text: str


class PodiumStep(msgspec.Struct, frozen=True):
    """A place and everybody who has it: level players share it."""

    place: int
    players: list[int]
    names: list[str]


class EventState(msgspec.Struct, frozen=True):
    """An event as it stands. `version` counts what has happened to it; `head` (for the desk, else null) is where its
    log ends, to be noted: `ronda replay CODE --head` finds out whether it is still there. `winners` (several: a tie)
    and `podium` are declared when the event is finished, and empty before."""

    code: str
    version: int
    name: str
    system: str
    phase: Phase
    players: int
    rounds: int
    planned_rounds: int
    finished: bool
    archived: bool
    role: Role
    deeds: list[DeedNow]
    in_force: list[InForceLine]
    winners: list[int]
    podium: list[PodiumStep]
    head: str | None = None


class Conflicted(msgspec.Struct, frozen=True):
    """Somebody else was faster, or a confirmation is missing: nothing was written. `event` is what stands there,
    `since` what has happened since the version that was seen, in words, the newest first."""

    error: Error
    version: int
    event: EventState
    since: list[str] = []


class EventLine(msgspec.Struct, frozen=True):
    """An event in the list. Of a `damaged` one the list does not know everything."""

    code: str
    name: str
    system: str
    version: int
    finished: bool
    archived: bool
    created_at: str
    updated_at: str
    damaged: bool = False


class Events(msgspec.Struct, frozen=True):
    events: list[EventLine]


class PlayerLine(msgspec.Struct, frozen=True):
    """A player. What only the desk may know is null for others. `label` is the name with what tells namesakes apart:
    nobody else in the event has it."""

    id: int
    name: str
    label: str
    rating: int | None
    national_rating: int | None
    licence: int | None
    club: str | None
    joined_round: int
    left_after: int | None
    missed: list[int]
    number: int | None
    pinned_table: int | None
    here: bool | None


class Players(msgspec.Struct, frozen=True):
    code: str
    version: int
    players: list[PlayerLine]


class PlayedLine(msgspec.Struct, frozen=True):
    """One round of a player. `result` has the player's own side first; it is null on a bye and while none is known.
    `outcome`: win, draw, loss, bye, walkover, absent, void or pending."""

    round: int
    table: int | None
    partners: list[int]
    opponents: list[int]
    result: str | None
    outcome: str
    points: float


class NoteLine(msgspec.Struct, frozen=True):
    """Something worth telling about a player's event, where the system has something to tell."""

    code: str
    facts: dict[str, Any]
    text: str


class PlayerState(msgspec.Struct, frozen=True):
    """A player with the rounds so far."""

    code: str
    version: int
    player: PlayerLine
    rounds: list[PlayedLine]
    notes: list[NoteLine]


class TableLine(msgspec.Struct, frozen=True):
    """`first` has white where colour matters. `names` and `labels` are those of `first`, then of `second`; `reports`
    (for the desk) is what players say, by player."""

    number: int
    first: list[int]
    second: list[int]
    result: str | None
    absent: list[int]
    names: list[str]
    labels: list[str]
    reports: dict[str, str] | None


class ByeLine(msgspec.Struct, frozen=True):
    player: int
    name: str
    label: str


class ReasonLine(msgspec.Struct, frozen=True):
    """Why something is as it is; about a table, a player, or the whole round."""

    table: int | None
    player: int | None
    article: str
    code: str
    text: str


class RelaxationLine(msgspec.Struct, frozen=True):
    article: str
    players: list[int]
    code: str
    text: str


class ApprovalLine(msgspec.Struct, frozen=True):
    """Who stands for a forced round, and why (D7.3)."""

    by: str
    reason: str


class RoundState(msgspec.Struct, frozen=True):
    number: int
    status: Literal["draft", "published", "closed"]
    tables: list[TableLine]
    byes: list[ByeLine]
    seed: int | None
    system: str
    edition: str | None
    reasons: list[ReasonLine]
    relaxations: list[RelaxationLine]
    forced: bool
    by_hand: bool
    approved: ApprovalLine | None


class RoundLine(msgspec.Struct, frozen=True):
    number: int
    status: Literal["draft", "published", "closed"]
    tables: int
    byes: int
    missing: int


class Rounds(msgspec.Struct, frozen=True):
    code: str
    version: int
    rounds: list[RoundLine]


class StandingsLine(msgspec.Struct, frozen=True):
    """Level players share a place; null for players without one. Criteria by name, in the order of the rulebook."""

    place: int | None
    player: int
    name: str
    label: str
    status: str
    criteria: dict[str, float | None]


class StandingsState(msgspec.Struct, frozen=True):
    """Standings up to round `after`; `provisional` while results are `missing`: byes of that round do not count yet."""

    code: str
    version: int
    after: int
    provisional: bool
    missing: int
    rows: list[StandingsLine]


class LogLine(msgspec.Struct, frozen=True):
    """One fact, with who and when. `counts` is false for what was undone."""

    version: int
    at: str
    actor: str
    kind: str
    counts: bool
    fact: dict[str, Any]
    text: str


class Log(msgspec.Struct, frozen=True):
    """`more`: there are later entries; ask again with `after` = the last version."""

    code: str
    version: int
    entries: list[LogLine]
    more: bool


class ClockState(msgspec.Struct, frozen=True):
    """The clock of the last round: seconds, `left` below zero when the time is over. `extra` by table. `changes`
    counts how often it was touched."""

    round: int
    length: int
    left: float
    running: bool
    extra: dict[str, int]
    changes: int


class DisplayState(msgspec.Struct, frozen=True):
    """How an event shows itself: the language of the wall and of paper ("" leaves it to the reader), which names the
    public sees, how players may find themselves with the public code (`join`: whether at all), whether they report
    results, and whether search engines may show the public pages (`found`)."""

    language: str
    names: Name
    join: bool
    joining: Joining
    reports: bool
    found: bool


class PhoneState(msgspec.Struct, frozen=True):
    """What a player sees. Results have the first side first, as at the table. When the event is finished: the final
    `place` (null: none), by how many it is `shared`, and whether the player is among the `winners`."""

    code: str
    version: int
    phase: Phase
    player: int
    name: str
    label: str
    state: str
    round: int | None
    table: TableLine | None
    partners: list[int]
    opponents: list[int]
    said: dict[str, str]
    place: int | None
    shared: int
    winners: list[int]


def exact(value: int | Fraction) -> int | float:
    """An exact number as JSON has it."""
    number = Fraction(value)
    return int(number) if number.denominator == 1 else float(number)


def table_line(
    table: Table, tournament: Tournament, speaker: Speaker, reports: Mapping[int, Any] | None = None
) -> TableLine:
    write = system(tournament.setup.system).write_result
    return TableLine(
        table.number,
        list(table.first),
        list(table.second),
        None if table.result is None else write(table.result),
        list(table.absent),
        [speaker.bare_name(player) for player in table.players],
        [speaker.name(player) for player in table.players],
        None if reports is None else {str(player): write(said) for player, said in reports.items()},
    )


def round_state(tournament: Tournament, round_: Round, speaker: Speaker, *, staff: bool) -> RoundState:
    last = round_ is tournament.rounds[-1]
    reports = tournament.reports if last else {}
    return RoundState(
        round_.number,
        round_.status,
        [
            table_line(table, tournament, speaker, reports.get(table.number, {}) if staff else None)
            for table in round_.tables
        ],
        [ByeLine(bye.player, speaker.bare_name(bye.player), speaker.name(bye.player)) for bye in round_.byes],
        round_.seed,
        tournament.setup.system,
        round_.edition,
        [
            msgspec.convert({"table": None, "player": None, **reason_value(one, speaker)}, ReasonLine)
            for one in round_.reasons
        ],
        [msgspec.convert(relaxation_value(one, speaker), RelaxationLine) for one in round_.relaxations],
        round_.forced,
        round_.by_hand,
        ApprovalLine(round_.approved.by, round_.approved.reason) if round_.approved else None,
    )


def standings_line(row: Row, measures: Mapping[str, Measure], speaker: Speaker) -> StandingsLine:
    """With those of its values that the reader may see."""
    criteria = {name: None if m.value is None else exact(m.value) for name, m in measures.items()}
    name, label = speaker.bare_name(row.player), speaker.name(row.player)
    return StandingsLine(row.place, row.player, name, label, row.status, criteria)


def _spec(kind: Any, description: str) -> ResponseSpec:
    return ResponseSpec(kind, generate_examples=False, description=description)


UNKNOWN = {404: _spec(Refused, "There is no such event, round or link")}
KEPT = {
    400: _spec(Refused, "Not to be understood"),
    401: _spec(Refused, "Nobody known asks"),
    403: _spec(Refused, "The role does not allow it, or another site asks"),
    429: _spec(Refused, "Too many wrong secrets from one place"),
    503: _spec(Refused, "Too many requests at once from one place, or the database is read-only"),
    507: _spec(Refused, "The disk is full: nothing was saved"),
}
SENT = {
    408: _spec(Refused, "The body did not come in time"),
    413: _spec(Refused, "Too large"),
    415: _spec(Refused, "Not sent as JSON"),
}
DONE = SENT | {
    409: _spec(Conflicted, "Changed meanwhile, a confirmation is missing, or the key came with other content"),
    422: _spec(Refused, "Refused by a rule, or by the state of the event"),
}
SEEN = {428: _spec(Refused, "It was not said which version was seen")}
MADE = {**DONE, 409: _spec(Refused, "The key came with other content")}
