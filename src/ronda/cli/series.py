"""`ronda series`: the ranking of a season over several events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

import msgspec

from ronda.cli.event import load
from ronda.cli.kept_event import value_in
from ronda.cli.output import Output
from ronda.cli.stored_event import is_there, opened, url_of
from ronda.desk.collections import adjustments
from ronda.desk.season import CountedEvent, SeasonTable, definition_of, season_table, share_of
from ronda.formats.series_file import series_file
from ronda.series.points import listed, shown
from ronda.store import people_list, read_code
from ronda.store.collections import read_collection
from ronda.views.season import season_lists

SEASON_COLUMNS = ("place", "name", "total")
TOTALS = ("place", "name", "wins", "losses", "difference", "for", "evenings")


def series(values: Namespace, output: Output) -> None:
    """Everybody's line in the season that the file defines, or in a stored one."""
    path = Path(values.file)
    table = None
    if not path.exists():
        table = _stored_season(values)
    if table is None:
        found = value_in(path, series_file)
        counted = []
        for event in found.events:
            beside = path.parent / event.event
            values.tournament = str(beside) if beside.exists() else event.event
            tournament = load(values, Output(output.speaker, json=output.json)).tournament  # of many systems
            counted.append(CountedEvent(event.event, tournament, event.tier, event.must, event.date))
        table = season_table(definition_of(found), counted, provisional=values.provisional, today=date.today())
    output.data(_data(table))
    _show(table, output)


def _data(table: SeasonTable) -> dict[str, Any]:
    """As the API has it; `rows` also has the totals, where evenings are added."""
    lists = msgspec.to_builtins(season_lists(table))
    return {"name": table.definition.name, **lists, "rows": lists["rows"] + lists["totals"]}


def _show(table: SeasonTable, output: Output) -> None:
    if table.definition.name:
        output.line(table.definition.name)
    elo = [output.say("label.season.elo")] if table.definition.elo else []
    if table.totals:
        rows: list[Sequence[str | int]] = [
            (
                one.place,
                table.names[one.person],
                one.sum.wins,
                one.sum.losses,
                one.sum.difference,
                one.sum.points_for,
                one.days,
                *_elo(table, one.person),
            )
            for one in table.totals
        ]
        output.table([*(output.say(f"label.season.{column}") for column in TOTALS), *elo], rows, words=(1,))
    else:
        headings = output.headings("season", SEASON_COLUMNS)
        lines = [
            (
                "–" if line.place is None else line.place,
                table.names.get(line.person, line.person),
                shown(line.total),
                *_elo(table, line.person),
                *(_cell(line.values.get(number), number in line.kept) for number in range(1, len(table.events) + 1)),
            )
            for line in table.lines
        ]
        output.table([*headings, *elo, *table.events], lines, words=(1,))
    if table.waiting:
        output.tell("say.season_waiting", events=", ".join(table.waiting))
    for event, name in table.unassigned:
        output.tell("say.season_unassigned", event=event, name=name)


def _elo(table: SeasonTable, person: str) -> list[str | int]:
    """The rating of the house as a column, where the season has one (SE11)."""
    if table.definition.elo is None:
        return []
    return [str(listed(table.elo[person])) if person in table.elo else ""]


def _cell(value: Fraction | None, kept: bool) -> str:
    """What fell out stands in brackets, but it stands there (SE12)."""
    if value is None:
        return ""
    return shown(value) if kept else f"({shown(value)})"


def _stored_season(values: Namespace) -> SeasonTable | None:
    """The season of that code in the database; None if there is none."""
    code = read_code(values.file)
    if code is None or not is_there(url_of(values)):
        return None
    store = opened(values)
    with store.reads() as connection:
        season = read_collection(connection, code)
        also = people_list.mergings(connection)
    if season is None or season.kind != "season" or season.deleted:
        return None
    counted = []
    for one in season.ordered:
        stored = store.load(one.event)
        tournament = None if stored is None else store.tournament(stored)
        if tournament is not None and not tournament.deleted:  # SE8.1
            share = share_of(tournament, closed=True)
            counted.append(CountedEvent(one.event, None, one.tier, one.must, one.date, share))
    return season_table(
        definition_of(season.series, season.name),
        counted,
        provisional=values.provisional,
        adjusted=adjustments(season.adjusted),
        excused=[((one.event, one.player), one.missed) for one in season.excused],
        resolve=lambda key: also.get(key, key),
        today=date.today(),
    )
