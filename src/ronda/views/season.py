"""A season as it is shown: a line for everybody, with what counted and what fell out (SE12)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from ronda.core import Frozen, as_json
from ronda.desk.collections import PublishedRow
from ronda.desk.season import SeasonTable
from ronda.series import SeasonLine
from ronda.series.points import Total, listed, shown
from ronda.texts import Speaker

Exact = int | str
TOTALS = ("wins", "losses", "difference", "for", "evenings")


class SeasonCell(Frozen):
    """What an event gave somebody; `kept`: it counts."""

    event: str
    value: Exact
    kept: bool


class SeasonRow(Frozen, omit_defaults=True):
    """A line of a season of points; values are exact: numbers, or texts `a/b`. `why`: what put somebody behind the one
    before. `elo`: the rating of the house, where the season has one (SE11)."""

    place: int | None
    person: str
    name: str
    total: Exact
    adjusted: Exact
    counted: list[SeasonCell]
    why: str
    elo: int | None = None


class TotalsRow(Frozen, omit_defaults=True, rename={"made": "for"}):
    """A line of a season whose evenings are added column by column."""

    place: int
    person: str
    name: str
    wins: int
    losses: int
    made: int
    against: int
    difference: int
    evenings: int
    dropped: list[str]
    elo: int | None = None


def elo_of(table: SeasonTable, person: str) -> int | None:
    """SE11.4: as lists show it; None where somebody has played no rated game."""
    return listed(table.elo[person]) if person in table.elo else None


def season_rows(table: SeasonTable, names: Mapping[str, str] | None = None) -> list[SeasonRow]:
    """As programs read it. `names`: what people are called here; without them nobody is hidden."""
    return [_row(table, line, line.person, names) for line in table.lines]


def _row(table: SeasonTable, line: SeasonLine, person: str, names: Mapping[str, str] | None) -> SeasonRow:
    cells = [
        SeasonCell(table.events[number - 1], as_json(value), number in line.kept)
        for number, value in sorted(line.values.items())
    ]
    called = (table.names if names is None else names).get(line.person, line.person)
    return SeasonRow(
        line.place,
        person if names is None else "",
        called,
        as_json(line.total),
        as_json(line.adjusted),
        cells,
        line.why,
        elo_of(table, line.person),
    )


def totals_rows(table: SeasonTable, names: Mapping[str, str] | None = None) -> list[TotalsRow]:
    called = table.names if names is None else names
    return [
        TotalsRow(
            one.place,
            one.person if names is None else "",
            called[one.person],
            one.sum.wins,
            one.sum.losses,
            one.sum.points_for,
            one.sum.against,
            one.sum.difference,
            one.days,
            [table.events[number - 1] for number in one.dropped],
            elo_of(table, one.person),
        )
        for one in table.totals
    ]


# --- for people --------------------------------------------------------------------------------------------


class UnassignedPlayer(Frozen):
    """Somebody who cannot be told apart from another of the same name (SE1.3)."""

    event: str
    name: str


class SeasonLists(Frozen):
    """`rows` where points are added, `totals` where evenings are; `clubs` where they are ranked. `not_counted`: events
    that are still running."""

    rows: list[SeasonRow]
    totals: list[TotalsRow]
    clubs: list[SeasonRow]
    not_counted: list[str]
    not_assigned: list[UnassignedPlayer]


def season_lists(table: SeasonTable, names: Mapping[str, str] | None = None) -> SeasonLists:
    """`names`: what people are called for whoever asks; None: in full, with the keys by which they are the same."""
    return SeasonLists(
        season_rows(table, names),
        totals_rows(table, names),
        [_row(table, line, "", None) for line in table.clubs],
        list(table.waiting),
        [] if names is not None else [UnassignedPlayer(code, name) for code, name in table.unassigned],
    )


class ShownCell(Frozen):
    text: str
    kept: bool = True


class ShownSeasonRow(Frozen):
    """`person` is the key of whose line it is; `cells` one for each event that counts, `ends` what is added up."""

    person: str
    place: str
    name: str
    cells: tuple[ShownCell, ...]
    ends: tuple[str, ...]
    why: str = ""


class ShownSeason(Frozen):
    """`ends` are the headings behind the events."""

    ends: tuple[str, ...]
    rows: tuple[ShownSeasonRow, ...]
    clubs: tuple[ShownSeasonRow, ...] = ()


def shown_season(table: SeasonTable, names: Mapping[str, str], speaker: Speaker) -> ShownSeason:
    """In the words and figures of a language. `names`: what people are called here."""
    elo = (speaker.say("label.season.elo"),) if table.definition.elo else ()
    if table.totals:
        ends = (*(speaker.say(f"label.season.{column}") for column in TOTALS), *elo)
        return ShownSeason(ends, tuple(_shown_total(table, one, names) for one in table.totals))
    adjusted = any(line.adjusted for line in table.lines)
    ends = (*elo, *((speaker.say("label.season.adjusted"),) if adjusted else ()), speaker.say("label.season.total"))
    rows = tuple(_shown_line(table, line, names, speaker, adjusted=adjusted) for line in table.lines)
    clubs = tuple(_shown_line(table, line, {}, speaker, adjusted=adjusted) for line in table.clubs)
    return ShownSeason(ends, rows, clubs)


def _shown_line(
    table: SeasonTable, line: SeasonLine, names: Mapping[str, str], speaker: Speaker, *, adjusted: bool
) -> ShownSeasonRow:
    cells = [
        ShownCell(number_text(line.values[number], speaker), number in line.kept)
        if number in line.values
        else ShownCell("")
        for number in range(1, len(table.events) + 1)
    ]
    extra = (number_text(line.adjusted, speaker) if line.adjusted else "",) if adjusted else ()
    why = speaker.say(f"season.why.{line.why}") if line.why not in ("", "total") else ""
    return ShownSeasonRow(
        line.person,
        "–" if line.place is None else str(line.place),
        names.get(line.person, line.person),
        tuple(cells),
        (*_shown_elo(table, line.person), *extra, number_text(line.total, speaker)),
        why,
    )


def _shown_total(table: SeasonTable, one: Total, names: Mapping[str, str]) -> ShownSeasonRow:
    sums = (one.sum.wins, one.sum.losses, one.sum.difference, one.sum.points_for, one.days)
    came = {code for code, _ in table.seats.get(one.person, ())}
    cells = [
        ShownCell("•" if code in came else "", at not in one.dropped) for at, code in enumerate(table.events, start=1)
    ]
    return ShownSeasonRow(
        one.person, str(one.place), names[one.person], tuple(cells), (*map(str, sums), *_shown_elo(table, one.person))
    )


def _shown_elo(table: SeasonTable, person: str) -> tuple[str, ...]:
    return () if table.definition.elo is None else (str(elo_of(table, person) or ""),)


def number_text(value: Fraction, speaker: Speaker) -> str:
    """SE3.6: two decimals at most, with the decimal sign of the language."""
    return speaker.number(value, decimals=len(shown(value).partition(".")[2]))


# --- lists that were published -----------------------------------------------------------------------------


class SeasonDifference(Frozen):
    """SE8.1: what is another since a list was published: place and total then (None: not listed), and now."""

    name: str
    place: tuple[int | None, int | None]
    total: tuple[str, str]


def snapshot(table: SeasonTable) -> list[PublishedRow]:
    """SE8.2: the list as it is now, without names: everybody by their seats."""
    places: dict[str, tuple[int, str]] = {line.person: (line.place or 0, str(line.total)) for line in table.lines}
    places |= {
        one.person: (one.place, f"{one.sum.wins}–{one.sum.losses}, {one.sum.difference:+}") for one in table.totals
    }
    return [
        PublishedRow(list(table.seats[person]), place, total)
        for person, (place, total) in places.items()
        if person in table.seats
    ]


def differences(rows: list[PublishedRow], table: SeasonTable, names: Mapping[str, str]) -> list[SeasonDifference]:
    """What has changed since. Whoever is nobody any more (erased, or the event is gone) is not named."""
    whose = {seat: person for person, seats in table.seats.items() for seat in seats}

    def by_person(listed: list[PublishedRow]) -> dict[str, tuple[int | None, str]]:
        known = ((next((whose[seat] for seat in row.seats if seat in whose), None), row) for row in listed)
        return {person: (row.place or None, row.total) for person, row in known if person is not None}

    found = []
    before, after = by_person(rows), by_person(snapshot(table))
    for person in [*after, *(one for one in before if one not in after)]:
        then, now = before.get(person, (None, "")), after.get(person, (None, ""))
        if then != now:
            found.append(SeasonDifference(names.get(person, ""), (then[0], now[0]), (then[1], now[1])))
    return found


def season_grid(table: SeasonTable, names: Mapping[str, str]) -> list[list[Any]]:
    """For spreadsheets: a heading and a line for everybody, values exact (`13/3`), those that fell out in brackets."""
    if table.totals:
        rows = [msgspec.to_builtins(row) for row in totals_rows(table, names)]
        columns = ["place", "name", *TOTALS, "against", *(["elo"] if table.definition.elo else [])]
        return [columns, *([row.get(column) for column in columns] for row in rows)]
    rated = ["elo"] if table.definition.elo else []
    grid: list[list[Any]] = [["place", "name", *table.events, "adjusted", "total", "why", *rated]]
    for row in season_rows(table, names):
        cells = {one.event: one.value if one.kept else f"({one.value})" for one in row.counted}
        own = [cells.get(code) for code in table.events]
        grid.append(
            [row.place, row.name, *own, row.adjusted or None, row.total, row.why or None, *([row.elo] if rated else [])]
        )
    return grid
