"""A season over events: what each gives to whom, who is the same person, and the ranking (SE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from ronda import registry, series
from ronda.core import Draw, Frozen, Tournament, replace
from ronda.core.book import PLAYED
from ronda.core.penalty_effects import in_force
from ronda.desk.decisions import standings_after
from ronda.desk.prizes import played_out
from ronda.formats.series_file import SeriesFile
from ronda.people import SeasonPlayer, Seat, people_in, same_people
from ronda.series import SeasonEvent, SeasonLine, SeasonRules, season
from ronda.series.points import (
    HALF,
    Declared,
    Evening,
    RatedGame,
    RatingList,
    Share,
    Total,
    after_event,
    circuit_points,
    club_points,
    field_points,
    place_points,
    totals,
)
from ronda.systems import standings_book

T = TypeVar("T")

_PRESETS = Path(series.__file__).parent / "presets.json"
PointsRule = Literal["places", "field", "score", "sum", "totals"]


class Points(Frozen):
    """SE3: how an event becomes points."""

    rule: PointsRule = "places"
    table: tuple[Fraction, ...] = ()
    rest: Fraction = Fraction(0)
    attendance: Fraction = Fraction(0)
    per_win: Fraction = Fraction(0)
    factor: Fraction = Fraction(1)
    share: Share = "average"


class EventRow(Frozen):
    """SE2: what an event says of somebody who played or rested a round at least. `against`: what was made against
    whom, in the units of the event."""

    place: int | None
    points: Fraction
    evening: Evening
    against: Mapping[int, int] = {}


class PlayedGame(Frozen):
    """A game that was played, by the players of the event: the two sides, and the first's score, 1, ½ or 0 (SE11.2)."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    score: Fraction


class EventShare(Frozen):
    """All that a season needs of an event, a function of its facts: kept until the event changes."""

    over: bool
    rows: Mapping[int, EventRow]
    people: Mapping[int, SeasonPlayer]
    unit: int = 1
    games: tuple[PlayedGame, ...] = ()


class CountedEvent(Frozen):
    """An event that the series counts (SE1.1)."""

    code: str
    share: EventShare
    tier: str = ""
    must: bool = False
    date: str = ""


class Definition(Frozen):
    """What is published of a series. `tiers`: how points are made there, where a tier has its own way (SE3.5);
    `months`: only the events of so many months count (SE1.5); `clubs`: so many of a club count in its ranking
    (SE10.1), 0: there is none. `elo`: a rating of the house over these events (SE11.1); `seed`: of the lots that settle
    what is level still (SE7)."""

    name: str
    points: Points
    tiers: Mapping[str, Points] = {}
    rules: SeasonRules = SeasonRules()
    by_days: bool = False
    months: int = 0
    clubs: int = 0
    elo: Declared | None = None
    seed: int = 0


class SeasonTable(Frozen):
    """The season: lines, or totals where evenings are added column by column; `clubs`: their ranking. `names`: of
    persons by key; `seats`: where a person played, the last event last; `waiting`: events that are not finished and not
    counted (SE1.4); `provisional`: those of them that are counted all the same; `old`: those that fell out with time;
    `unassigned`: who cannot be told apart (SE1.3); `born`: years of birth of persons that are known; `elo`: the rating
    of the house, exactly."""

    definition: Definition
    events: tuple[str, ...]
    lines: tuple[SeasonLine, ...] = ()
    totals: tuple[Total, ...] = ()
    names: Mapping[str, str] = {}
    waiting: tuple[str, ...] = ()
    unassigned: tuple[tuple[str, str], ...] = ()
    clubs: tuple[SeasonLine, ...] = ()
    seats: Mapping[str, tuple[Seat, ...]] = {}
    provisional: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    elo: Mapping[str, Fraction] = {}
    born: Mapping[str, int] = {}

    @property
    def people(self) -> list[str]:
        """In the order of the ranking."""
        return [line.person for line in self.lines] or [line.person for line in self.totals]


def definition_of(found: SeriesFile, name: str = "") -> Definition:
    """As a file, or what was entered, defines it."""
    whole = Points(**found.points)
    tiers = {tier: replace(whole, **own) for tier, own in found.tiers.items()}
    return Definition(
        name or found.name, whole, tiers, found.rules, found.by_days, found.months, found.clubs, found.elo, found.seed
    )


@cache
def presets() -> Mapping[str, Mapping[str, Any]]:
    """SE13: rules of seasons to begin with, as data: the general ones, then those that systems bring along, by
    `system.name`. Each has a text of its own: `season.preset.NAME`."""
    found: dict[str, Mapping[str, Any]] = msgspec.json.decode(_PRESETS.read_bytes())
    for name in registry.names():
        found |= {f"{name}.{own}": rules for own, rules in registry.seasons(name).items()}
    return found


def share_of(tournament: Tournament, *, closed: bool = False) -> EventShare:
    """`closed`: it counts only when somebody has finished it, as an event of the store (SE1.4)."""
    unit = standings_book(tournament).unit
    over = tournament.finished or (not closed and played_out(tournament))  # SE1.4: nobody finishes a file
    return EventShare(over, event_rows(tournament), people_in(tournament), unit, tuple(played_games(tournament)))


def played_games(tournament: Tournament) -> Iterator[PlayedGame]:
    """SE11.2: played, not by absence, no bye; each table once, from its first side."""
    scores = {"win": Fraction(1), "draw": HALF, "loss": Fraction(0)}
    for pid, lines in standings_book(tournament).lines.items():
        for line in lines:
            side = (pid, *line.partners)
            if line.seat == 0 and line.outcome in PLAYED and pid == min(side):
                yield PlayedGame(side, line.opponents, scores[line.outcome])


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
        against: dict[int, int] = {}
        for line in lines:
            for opponent in line.opponents:
                against[opponent] = against.get(opponent, 0) + line.halves
        found[row.player] = EventRow(row.place, Fraction(book.halves[row.player], book.unit), evening, against)
    return found


def season_table(
    definition: Definition,
    counted: Sequence[CountedEvent],
    *,
    provisional: bool = False,
    adjusted: Iterable[tuple[Seat, Fraction]] = (),
    excused: Iterable[tuple[Seat, str]] = (),
    resolve: Callable[[str], str] = lambda key: key,
    today: date | None = None,
) -> SeasonTable:
    """SE1.2, SE1.4: the events in the order in which they are given; those still running only if asked for. `adjusted`
    and `excused` (by the event that was missed) name somebody by a seat (SE4, SE6); `resolve`: the key under which
    somebody of the list of people is known today, after mergings (SE8.3)."""
    old = tuple(event.code for event in counted if _old(event, definition.months, today))
    once = {event.code: event for event in reversed(counted)}  # an event counts once, however often it is named
    within = [event for event in counted if event.code not in old and once[event.code] is event]
    over = [event for event in within if provisional or event.share.over]
    shares = {event.code: event.share for event in over}
    linked = {
        (code, pid): resolve(one.person)
        for code, share in shares.items()
        for pid, one in share.people.items()
        if one.person
    }
    people, names, unassigned = same_people({code: share.people for code, share in shares.items()}, linked)
    rows = {
        code: {people[code][pid]: row for pid, row in share.rows.items() if pid in people[code]}
        for code, share in shares.items()
    }
    seats = _seats(shares, people)
    born = {
        people[code][pid]: one.born
        for code, share in shares.items()
        for pid, one in share.people.items()
        if one.born and pid in people[code]
    }
    found = SeasonTable(
        definition,
        tuple(shares),
        names=names,
        waiting=tuple(event.code for event in within if event.code not in shares),
        unassigned=unassigned,
        seats=seats,
        provisional=tuple(code for code, share in shares.items() if not share.over),
        old=old,
        elo=_elo(definition.elo, shares, people) if definition.elo is not None else {},
        born=born,
    )
    if definition.points.rule == "totals":
        evenings = {one: [own[one].evening if one in own else None for own in rows.values()] for one in seats}
        added = totals(evenings, definition.rules.drop, by_days=definition.by_days)
        return replace(found, totals=tuple(added))
    met = "meetings" in definition.rules.ties
    events = [_season_event(definition, event, rows[event.code], people[event.code], met) for event in over]
    extra: dict[str, Fraction] = {}
    for who, points in _of_people(adjusted, people):
        extra[who] = extra.get(who, Fraction(0)) + points
    missed: dict[str, list[int]] = {}
    for who, absent in _of_people(excused, people):
        if absent in shares:
            missed.setdefault(who, []).append(found.events.index(absent) + 1)
    lots: dict[str, int] = {}
    if "lot" in definition.rules.ties:
        # SE7: drawn with the published seed by the first seat, so it stays when others come; the lower one is better
        drawn = {one: Draw(definition.seed, "SE7", *own[0]).below(1 << 32) for one, own in seats.items()}
        order = sorted(drawn, key=lambda one: (drawn[one], seats[one][0]))
        lots = {one: at for at, one in enumerate(order, start=1)}
    lines = season(events, definition.rules, adjusted=extra, excused=missed, lots=lots)
    return replace(found, lines=lines, clubs=_clubs(definition, over, events, people) if definition.clubs else ())


def _seats(shares: Mapping[str, EventShare], people: Mapping[str, Mapping[int, str]]) -> dict[str, tuple[Seat, ...]]:
    """By person, where somebody sat: in which event, with which number."""
    found: dict[str, tuple[Seat, ...]] = {}
    for code, own in people.items():
        for pid, person in own.items():
            if pid in shares[code].rows:
                found[person] = (*found.get(person, ()), (code, pid))
    return found


def _of_people(given: Iterable[tuple[Seat, T]], people: Mapping[str, Mapping[int, str]]) -> Iterator[tuple[str, T]]:
    """What was said of a seat, by the person who sat there."""
    for (code, pid), value in given:
        who = people.get(code, {}).get(pid)
        if who is not None:
            yield who, value


def _elo(
    declared: Declared, shares: Mapping[str, EventShare], people: Mapping[str, Mapping[int, str]]
) -> Mapping[str, Fraction]:
    """SE11.7: replayed over the events of the season in their order. A game with somebody who waits to be told apart is
    not rated."""
    listed = RatingList()
    for code, share in shares.items():
        own = people[code]
        games = [
            RatedGame(tuple(own[one] for one in game.first), tuple(own[one] for one in game.second), game.score)
            for game in share.games
            if all(one in own for one in (*game.first, *game.second))
        ]
        listed = after_event(listed, games, declared)
    return listed.ratings


def _season_event(
    definition: Definition, event: CountedEvent, own: Mapping[str, EventRow], people: Mapping[int, str], met: bool
) -> SeasonEvent:
    how = definition.tiers.get(event.tier, definition.points)
    places = {person: row.place for person, row in own.items()}
    unit = event.share.unit
    meetings = {
        person: {people[pid]: Fraction(made, unit) for pid, made in row.against.items() if pid in people}
        for person, row in (own.items() if met else ())
    }
    return SeasonEvent(_points(how, own), places, event.tier, event.must, meetings)


def _clubs(
    definition: Definition,
    over: Sequence[CountedEvent],
    events: Sequence[SeasonEvent],
    people: Mapping[str, Mapping[int, str]],
) -> tuple[SeasonLine, ...]:
    """SE10: the ranking of clubs. The club is the one that was entered in the event."""
    made = []
    for event, counted in zip(over, events, strict=True):
        clubs = {
            people[event.code][pid]: one.club for pid, one in event.share.people.items() if pid in people[event.code]
        }
        points = club_points([(clubs[who], value) for who, value in counted.points.items()], definition.clubs)
        made.append(SeasonEvent(points, {}, event.tier, event.must))
    return season(made, definition.rules)


def _old(event: CountedEvent, months: int, today: date | None) -> bool:
    """SE1.5: whether it is older than so many months before the date of the list."""
    if not months or today is None:
        return False
    try:
        own = date.fromisoformat(event.date)
    except ValueError:  # a day that nobody can read is in no month
        return False
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return (own.year, own.month, own.day) < (year, month + 1, today.day)


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
