"""A season over events: what each gives to whom, who is the same person, and the ranking (SE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import field

from ronda.core.model import Player, Tournament
from ronda.core.penalty_effects import in_force
from ronda.core.values import Frozen
from ronda.desk.decisions import standings_after
from ronda.desk.podium import played_out
from ronda.people.name_keys import name_key, number_key
from ronda.series.points import Share, circuit_points, field_points, place_points
from ronda.series.season import Rules, SeasonEvent, SeasonLine, season
from ronda.series.totals import Evening, Total, totals
from ronda.systems import standings_book

PointsRule = Literal["places", "field", "score", "sum", "totals"]


class Points(Frozen, frozen=True):
    """SE3: how an event becomes points."""

    rule: PointsRule = "places"
    table: tuple[Fraction, ...] = ()
    rest: Fraction = Fraction(0)
    attendance: Fraction = Fraction(0)
    per_win: Fraction = Fraction(0)
    factor: Fraction = Fraction(1)
    share: Share = "average"


class CountedEvent(Frozen, frozen=True):
    """An event that the series counts (SE1.1)."""

    code: str
    tournament: Tournament
    tier: str = ""
    must: bool = False


class Definition(Frozen, frozen=True):
    """What is published of a series. `tiers`: how points are made there, where a tier has its own way (SE3.5)."""

    name: str
    points: Points
    tiers: Mapping[str, Points] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    by_days: bool = False


class SeasonTable(Frozen, frozen=True):
    """The season: lines, or totals where evenings are added column by column. `names`: of persons by key; `waiting`:
    events that are not finished and not counted (SE1.4); `unassigned`: who cannot be told apart (SE1.3)."""

    definition: Definition
    events: tuple[str, ...]
    lines: tuple[SeasonLine, ...] = ()
    totals: tuple[Total, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()
    unassigned: tuple[tuple[str, str], ...] = ()


class EventRow(Frozen, frozen=True):
    """SE2: what an event says of somebody who played or rested a round at least."""

    place: int | None
    points: Fraction
    evening: Evening


def event_rows(tournament: Tournament) -> dict[int, EventRow]:
    """SE2: by player. Who left has no place where the system gives none; who was expelled gets nothing."""
    book = standings_book(tournament)
    expelled = {one.player for one in in_force(tournament.setup.penalties) if one.kind == "expel"}
    found: dict[int, EventRow] = {}
    for row in standings_after(tournament, len(tournament.rounds)):
        lines = [line for line in book.lines[row.player] if line.outcome not in ("pending", "void")]
        if row.player in expelled or not lines:
            continue
        evening = Evening(
            sum(line.outcome in ("win", "walkover", "bye") for line in lines),
            sum(line.outcome in ("loss", "absent") for line in lines),
            sum(line.made for line in lines),
            sum(line.conceded for line in lines),
        )
        found[row.player] = EventRow(row.place, Fraction(book.halves[row.player], book.unit), evening)
    return found


def season_table(definition: Definition, counted: Sequence[CountedEvent], *, provisional: bool = False) -> SeasonTable:
    """SE1.2, SE1.4: the events in the order in which they are given; those still running only if asked for."""
    over = [event for event in counted if provisional or _over(event.tournament)]
    waiting = tuple(event.code for event in counted if event not in over)
    people, names, unassigned = _people(over)
    rows = [
        {people[event.code][pid]: row for pid, row in event_rows(event.tournament).items() if pid in people[event.code]}
        for event in over
    ]
    codes = tuple(event.code for event in over)
    if definition.points.rule == "totals":
        everybody = dict.fromkeys(person for event in rows for person in event)
        evenings = {one: [event[one].evening if one in event else None for event in rows] for one in everybody}
        found = totals(evenings, definition.rules.drop, by_days=definition.by_days)
        return SeasonTable(definition, codes, (), tuple(found), names, waiting, unassigned)
    events = []
    for event, own in zip(over, rows, strict=True):
        how = definition.tiers.get(event.tier, definition.points)
        places = {person: row.place for person, row in own.items()}
        events.append(SeasonEvent(_points(how, own), places, event.tier, event.must))
    return SeasonTable(definition, codes, season(events, definition.rules), (), names, waiting, unassigned)


def _over(tournament: Tournament) -> bool:
    """SE1.4: finished; in a file, which nobody finishes, when all planned rounds have their results."""
    return tournament.finished or played_out(tournament)


def _points(how: Points, rows: Mapping[str, EventRow]) -> dict[str, Fraction]:
    places = {person: row.place for person, row in rows.items()}
    match how.rule:
        case "field":
            return field_points(places, how.factor)
        case "score":
            return {person: row.points * how.factor for person, row in rows.items()}
        case "sum":
            made = place_points(places, how.table, rest=how.rest, share=how.share)
            return {
                person: (made[person] + circuit_points(None, row.evening.wins, (), how.per_win, how.attendance))
                * how.factor
                for person, row in rows.items()
            }
        case _:
            return place_points(
                places,
                how.table,
                rest=how.rest,
                share=how.share,
                attendance=how.attendance,
                factor=how.factor,
            )


# --- who is who --------------------------------------------------------------------------------------------


def _people(
    events: Sequence[CountedEvent],
) -> tuple[dict[str, dict[int, str]], dict[str, str], tuple[tuple[str, str], ...]]:
    """A person is a licence or another number, else a name. Two of an event with the same name and no number cannot be
    told apart: they wait (SE1.3, SE8.3)."""
    by_name: dict[str, str] = {}
    for event in events:
        for player in event.tournament.players:
            number = _number(player)
            if number:
                by_name.setdefault(name_key(player.name), number)
    found: dict[str, dict[int, str]] = {}
    names: dict[str, str] = {}
    unassigned: list[tuple[str, str]] = []
    for event in events:
        own: dict[int, str] = {}
        for player in event.tournament.players:
            if not player.removed:
                key = name_key(player.name)
                own[player.id] = _number(player) or by_name.get(key) or f"name {key}"
        keys = list(own.values())
        twice = {pid for pid, key in own.items() if keys.count(key) > 1}
        names_here = {player.id: player.name for player in event.tournament.players}
        unassigned += [(event.code, names_here[pid]) for pid in sorted(twice)]
        found[event.code] = {pid: key for pid, key in own.items() if pid not in twice}
        names |= {key: names_here[pid] for pid, key in found[event.code].items()}
    return found, names, tuple(unassigned)


def _number(player: Player) -> str:
    for scheme, number in (("licence", player.licence), ("fide", player.fide_id)):
        if number_key(number):
            return f"{scheme} {number_key(number)}"
    return ""
