"""Standings and cross table."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.core.book import Line
from ronda.core.penalty_effects import in_force
from ronda.core.ranking import RankedRow
from ronda.desk import standings_after, waiting_for
from ronda.desk.prizes import decided, declared
from ronda.sheets.context import Data, SheetJob, bye_word
from ronda.systems import system
from ronda.systems.columns import NAME, PLACE
from ronda.systems.labels import PLAIN_NUMBER, label_in
from ronda.systems.lists import called_tables, cross_table_of, standings_columns, start_list
from ronda.views.rulings import penalty_text
from ronda.views.standings import column_cells, column_lines
from ronda.views.verdicts import podium_text, worded, worded_listing


def standings_sheet(job: SheetJob, after: int) -> Data:
    """The standings after so many rounds with all criteria, which are explained at the foot."""
    ranked = standings_after(job.tournament, after)
    columns = standings_columns(ranked, hides=job.order.naming.hides)
    cells = column_cells(ranked, job.speaker, columns, job.order.naming)
    cells[NAME.code] = {player: label_in(label, columns) for player, label in job.labels.items()}
    told = column_lines(columns, job.speaker)
    return {
        "statements": _statements(job, after),
        "columns": [
            {
                "heading": one.heading,
                "words": one.words,
                "name": one.code == NAME.code,
                "place": one.code == PLACE.code,
                "widest": max(cells[one.code].values(), key=len, default=""),
                "halves": any("½" in cell for cell in cells[one.code].values()),
            }
            for one in told
        ],
        "legend": [[one.heading, one.about] for one in told if one.about],
        "rows": [
            {"status": _status(job, row, after), "cells": [cells[one.code][row.player] for one in told]}
            for row in ranked
        ],
    }


def _status(job: SheetJob, row: RankedRow, after: int) -> str:
    """That somebody left, and which penalties changed the points (PE9)."""
    told = [] if row.status == "active" else [job.say(f"label.status.{row.status}")]
    given = in_force(job.tournament.setup.penalties)
    told += [
        penalty_text(one, job.speaker)
        for one in given
        if one.player == row.player and one.kind in ("points", "expel") and one.round <= after
    ]
    return ", ".join(told)


def standings_title(job: SheetJob, after: int) -> str:
    """Standings that wait for results are not yet those after a round."""
    if _is_final(job, after):
        return job.say("label.final_list")
    key = "label.standings_in" if waiting_for(job.tournament, after) else "label.standings"
    return job.say(key, round=after, after=after)


def _is_final(job: SheetJob, after: int) -> bool:
    return decided(job.tournament) and after == len(job.tournament.rounds)


def _statements(job: SheetJob, after: int) -> list[str]:
    """That results are missing; or, after the last round, who has won (R6.2), be it provisionally (R5.5)."""
    missing = waiting_for(job.tournament, after)
    if missing:
        return [job.say("label.sheet.provisional", n=missing)]
    podium = declared(job.tournament) if after == len(job.tournament.rounds) else None
    if podium is None:
        return []
    until = [job.say("say.until_finished")] if podium.provisional else []
    return [*podium_text(podium, job.speaker), *until]


def start_sheet(job: SheetJob) -> Data:
    """Who takes part, as the system lists them before round 1."""
    listing = start_list(job.tournament, job.order.naming)
    headings, rows = worded_listing(listing, job.speaker)
    forms = system(job.system).forms
    open_ = forms.start_numbers is not None and job.numbering.heading == PLAIN_NUMBER and not job.order.naming.hides
    return {
        "statement": job.say("label.sheet.numbers_open") if open_ else "",
        "headings": headings,
        "words": [at in listing.words for at in range(len(headings))],
        "widest": [max((str(row[at]) for row in rows), key=len, default="") for at in range(len(headings))],
        "rows": [[str(cell) for cell in row] for row in rows],
    }


def cross_sheet(job: SheetJob, after: int) -> Data:
    """Everybody's rounds: partner, opponents, colour and what came of it, with the columns that the system has."""
    made, called = cross_table_of(job.tournament, job.order.naming, after), called_tables(job.tournament)
    called_here = {player: label_in(label, made.columns) for player, label in job.labels.items()}
    cells = [
        called_here if one.code == NAME.code else {player: str(cell) for player, cell in of.items()}
        for one, of in zip(made.columns, made.cells, strict=True)
    ]
    rows: list[Data] = [
        {
            "before": [of[player] for of in cells],
            "cells": _cells(job, made.book.lines[player], made.numbers, after, called),
            "total": job.number(made.book.points(player), system(job.system).lists.decimals),
        }
        for player in made.order
    ]
    return {
        "columns": [
            {
                "heading": worded(one.heading, job.speaker),
                "name": one.code == NAME.code,
                "number": at == 0,
                "widest": max(of.values(), key=len, default=""),
            }
            for at, (one, of) in enumerate(zip(made.columns, cells, strict=True))
        ],
        "points": job.say("label.points_short"),
        "rounds": [job.say("label.round_short", round=number) for number in range(1, after + 1)],
        "rows": rows,
        "widest": max((who for row in rows for who, _ in row["cells"]), key=len, default=""),
        "legend": _legend(job),
    }


def _cells(
    job: SheetJob,
    lines: tuple[Line, ...],
    position: Mapping[int, int],
    rounds: int,
    called: Mapping[tuple[int, int], str],
) -> list[tuple[str, str]]:
    """Who it was and what it brought, round by round; empty where the player was not in the pool."""
    own = {line.round: line for line in lines}
    declared, colours = system(job.system), job.say("label.colour_letters").upper()
    cells = []
    for number in range(1, rounds + 1):
        line = own.get(number)
        if line is None:
            cells.append(("", ""))
            continue
        points = _came_of_it(job, line)
        if line.table is None:
            cells.append(("–", points))
            continue
        if (line.round, line.table) in called:
            cells.append((job.say(called[line.round, line.table]), points))
            continue
        who = "/".join(str(position[opponent]) for opponent in line.opponents)
        if line.partners:
            who = f"{'/'.join(str(position[one]) for one in line.partners)} : {who}"
        elif declared.words.sides_for(job.tournament.setup).coloured:
            who += f" {colours[line.seat or 0]}"
        cells.append((who, points))
    return cells


def _came_of_it(job: SheetJob, line: Line) -> str:
    """The points, or the sign that the lists of the system have for them (C8)."""
    if line.outcome == "pending":
        return "?"
    marks = system(job.system).lists.marks
    if line.outcome in marks:
        return marks[line.outcome].replace("-", "−")
    return job.points(line.halves)


def _legend(job: SheetJob) -> list[list[str]]:
    """How a cell is read."""
    if job.in_pairs:
        sample = ["5 : 8/9  1", job.say("label.sheet.cell_pairs")]
    elif system(job.system).words.sides_for(job.tournament.setup).coloured:
        sample = [f"5 {job.say('label.colour_letters')[0].upper()}  1", job.say("label.sheet.cell_colours")]
    else:
        sample = ["5  3", job.say("label.sheet.cell")]
    return [sample, ["–", bye_word(job)], ["?", job.say("term.pending")]]
