"""Standings and cross table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ronda.book import Line
from ronda.desk import standings_after, waiting_for
from ronda.desk.podium import decided, declared
from ronda.lists import called_tables
from ronda.sheets.job import Job
from ronda.sheets.words import bye_word
from ronda.spoken import IDENTIFYING, told_podium
from ronda.standings import Standings
from ronda.systems import standings_book, system

Data = dict[str, Any]

_DECIMALS = {"win_rate": 1, "eff": 2, "index": 2}  # as on the screen; any other column gets what it needs, at most two


def standings_sheet(job: Job, after: int) -> Data:
    """The standings after so many rounds with all criteria, which are explained at the foot."""
    ranked = standings_after(job.tournament, after)
    hidden = () if job.order.names == "full" else IDENTIFYING
    criteria = [name for name in (ranked[0].measures if ranked else ()) if name not in hidden]
    columns = [_column(job, name, ranked) for name in criteria]
    shorts = [job.say(f"criterion.{name}.short") for name in criteria]
    return {
        "statements": _statements(job, after),
        "headings": [job.say("label.place"), job.say("label.name")],
        "columns": [
            {"short": short, "widest": max(cells, key=len), "halves": any("½" in cell for cell in cells)}
            for short, cells in zip(shorts, columns, strict=True)
        ],
        "legend": [[short, job.say(f"criterion.{name}.about")] for short, name in zip(shorts, criteria, strict=True)],
        "rows": [
            {
                "place": "–" if row.place is None else str(row.place),
                "name": job.name(row.player),
                "status": "" if row.status == "active" else job.say(f"label.status.{row.status}"),
                "cells": list(cells),
            }
            for row, cells in zip(ranked, zip(*columns, strict=True), strict=True)
        ],
    }


def standings_title(job: Job, after: int) -> str:
    """Standings that wait for results are not yet those after a round."""
    if _is_final(job, after):
        return job.say("label.final_list")
    key = "label.standings_in" if waiting_for(job.tournament, after) else "label.standings"
    return job.say(key, round=after, after=after)


def _is_final(job: Job, after: int) -> bool:
    return decided(job.tournament) and after == len(job.tournament.rounds)


def _statements(job: Job, after: int) -> list[str]:
    """That results are missing; or, on the final standings, who has won (R6.2)."""
    missing = waiting_for(job.tournament, after)
    if missing:
        return [job.say("label.sheet.provisional", n=missing)]
    podium = declared(job.tournament) if _is_final(job, after) else None
    return told_podium(podium, job.speaker) if podium else []


def _column(job: Job, name: str, ranked: Standings) -> list[str]:
    """The values of one criterion, all written with equally many decimals."""
    values = [row.measures[name].value for row in ranked]
    if name == "win_rate":
        return [f"{job.number(100 * value, _DECIMALS[name])}\u202f%" for value in values]
    if name in _DECIMALS:
        return [job.number(value, _DECIMALS[name]) for value in values]
    halves = all((2 * value).denominator == 1 for value in values)
    return [job.number(value, None if halves else 2) for value in values]


def cross_sheet(job: Job, after: int) -> Data:
    """Everybody's rounds in the order of the standings: partner, opponents, colour and points of each."""
    book, called = standings_book(job.tournament, after), called_tables(job.tournament)
    order = [row.player for row in system(job.system).standings(book)]
    position = {player: at for at, player in enumerate(order, start=1)}
    rows: list[Data] = [
        {
            "at": position[player],
            "name": job.name(player),
            "cells": _cells(job, book.lines[player], position, after, called),
            "total": job.points(book.halves[player]),
        }
        for player in order
    ]
    return {
        "headings": ["#", job.say("label.name"), job.say("label.points_short")],
        "rounds": [job.say("label.round_short", round=number) for number in range(1, after + 1)],
        "rows": rows,
        "widest": max((who for row in rows for who, _ in row["cells"]), key=len, default=""),
        "legend": _legend(job),
    }


def _cells(
    job: Job,
    lines: tuple[Line, ...],
    position: Mapping[int, int],
    rounds: int,
    called: Mapping[tuple[int, int], str],
) -> list[tuple[str, str]]:
    """Who it was and what it brought, round by round; empty where the player was not in the pool."""
    own = {line.round: line for line in lines}
    colours = job.say("label.colour_letters").upper()
    cells = []
    for number in range(1, rounds + 1):
        line = own.get(number)
        if line is None:
            cells.append(("", ""))
            continue
        points = "?" if line.outcome == "pending" else job.number(Fraction(line.halves, 2))
        if line.table is None:
            cells.append(("–", points))
            continue
        if (line.round, line.table) in called:
            cells.append((job.say(called[line.round, line.table]), points))
            continue
        who = "/".join(str(position[opponent]) for opponent in line.opponents)
        if line.partners:
            who = f"{position[line.partners[0]]} : {who}"
        elif job.system == "chess":
            who += f" {colours[line.seat or 0]}"
        cells.append((who, points))
    return cells


def _legend(job: Job) -> list[list[str]]:
    """How a cell is read."""
    if job.in_pairs:
        sample = ["5 : 8/9  1", job.say("label.sheet.cell_pairs")]
    elif job.system == "chess":
        sample = [f"5 {job.say('label.colour_letters')[0].upper()}  1", job.say("label.sheet.cell_colours")]
    else:
        sample = ["5  3", job.say("label.sheet.cell")]
    return [sample, ["–", bye_word(job)], ["?", job.say("term.pending")]]
