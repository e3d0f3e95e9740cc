"""`ronda series`: the ranking of a season over several events."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.event import load
from ronda.cli.event_file import value_in
from ronda.cli.output import Output
from ronda.core.exact_numbers import plain
from ronda.core.values import replace
from ronda.desk.season import CountedEvent, Definition, Points, SeasonTable, season_table
from ronda.formats.json_series import SeriesFile, series_file
from ronda.series.points import shown

COLUMNS = ("place", "name", "total")
TOTALS = ("place", "name", "wins", "losses", "difference", "for", "evenings")


def series(values: Namespace, output: Output) -> int:
    """Everybody's line in the season that the file defines."""
    path = Path(values.file)
    found = value_in(path, series_file)
    counted = []
    for event in found.events:
        beside = path.parent / event.event
        values.tournament = str(beside) if beside.exists() else event.event
        counted.append(CountedEvent(event.event, load(values, output).tournament, event.tier, event.must))
    table = season_table(definition(found), counted, provisional=values.provisional)
    if output.json:
        output.data(_data(table))
    else:
        _show(table, output)
    return 0


def definition(found: SeriesFile) -> Definition:
    whole = Points(**found.points)
    tiers = {tier: replace(whole, **own) for tier, own in found.tiers.items()}
    return Definition(found.name, whole, tiers, found.rules, found.by_days)


def _data(table: SeasonTable) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [
        {
            "place": line.place,
            "person": line.person,
            "name": table.names.get(line.person, line.person),
            "total": plain(line.total),
            "counted": [
                {"event": table.events[number - 1], "value": plain(value), "kept": number in line.kept}
                for number, value in sorted(line.values.items())
            ],
            "why": line.why,
        }
        for line in table.lines
    ]
    rows += [
        {
            "place": one.place,
            "person": one.person,
            "name": table.names[one.person],
            "wins": one.sum.wins,
            "losses": one.sum.losses,
            "for": one.sum.points_for,
            "against": one.sum.against,
            "difference": one.sum.difference,
            "evenings": one.days,
            "dropped": [table.events[number - 1] for number in one.dropped],
        }
        for one in table.totals
    ]
    return {
        "name": table.definition.name,
        "rows": rows,
        "not_counted": list(table.waiting),
        "not_assigned": [{"event": event, "name": name} for event, name in table.unassigned],
    }


def _show(table: SeasonTable, output: Output) -> None:
    if table.definition.name:
        output.line(table.definition.name)
    if table.totals:
        rows = [
            (
                one.place,
                table.names[one.person],
                one.sum.wins,
                one.sum.losses,
                one.sum.difference,
                one.sum.points_for,
                one.days,
            )
            for one in table.totals
        ]
        output.table([output.say(f"label.season.{column}") for column in TOTALS], rows, words=(1,))
    else:
        headings = [output.say(f"label.season.{column}") for column in COLUMNS]
        lines = [
            (
                "–" if line.place is None else line.place,
                table.names.get(line.person, line.person),
                shown(line.total),
                *(_cell(line.values.get(number), number in line.kept) for number in range(1, len(table.events) + 1)),
            )
            for line in table.lines
        ]
        output.table([*headings, *table.events], lines, words=(1,))
    if table.waiting:
        output.line(output.say("say.season_waiting", events=", ".join(table.waiting)))
    for event, name in table.unassigned:
        output.line(output.say("say.season_unassigned", event=event, name=name))


def _cell(value: Fraction | None, kept: bool) -> str:
    """What fell out stands in brackets, but it stands there (SE12)."""
    if value is None:
        return ""
    return shown(value) if kept else f"({shown(value)})"
