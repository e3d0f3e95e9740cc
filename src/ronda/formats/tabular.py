"""A tournament as plain rows, for spreadsheets: one heading line and one line per player, table or place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ronda.formats.shape import from_halves
from ronda.formats.tournament_text import number_key, option_values
from ronda.model import Tournament
from ronda.systems import standings_book, system

Cell = str | int | float | None
Rows = list[list[Cell]]


def players(tournament: Tournament) -> Rows:
    number = number_key(tournament.setup.system)
    keys = ["id", "name", "rating", "national_rating", "licence", "club", "joined_round", "left_after"]
    rows: Rows = [[*keys, "missed", number, "pinned_table"]]
    for player in tournament.players:
        missed = " ".join(map(str, player.missed))
        rows.append([*(getattr(player, key) for key in keys), missed, player.number, player.pinned_table])
    return rows


def rounds(tournament: Tournament) -> Rows:
    """Every table and, with an empty table number, every bye; players by id and by name."""
    rules = system(tournament.setup.system)
    names = {player.id: player.name for player in tournament.players}

    def side(ids: tuple[int, ...]) -> list[Cell]:
        return [" ".join(map(str, ids)), " / ".join(names[pid] for pid in ids)]

    rows: Rows = [
        ["round", "table", "first", "first_names", "second", "second_names", "result", "points", "differential"]
    ]
    for round_ in tournament.rounds:
        for table in round_.tables:
            result = None if table.result is None else rules.write_result(table.result)
            rows.append([round_.number, table.number, *side(table.first), *side(table.second), result, None, None])
        for bye in round_.byes:
            worth = None if bye.halves is None else from_halves(bye.halves)
            rows.append([round_.number, None, *side((bye.player,)), None, None, "bye", worth, bye.differential])
    return rows


def standings(tournament: Tournament) -> Rows:
    placed = system(tournament.setup.system).standings(standings_book(tournament))
    names = {player.id: player.name for player in tournament.players}
    criteria = list(placed[0].measures) if placed else []
    rows: Rows = [["place", "player", "name", "status", *criteria]]
    for row in placed:
        values = [_plain(row.measures[name].value) for name in criteria]
        rows.append([row.place, row.player, names[row.player], row.status, *values])
    return rows


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def setup(tournament: Tournament) -> Rows:
    made = tournament.setup
    head: list[tuple[str, Any]] = [("system", made.system), ("name", made.name), ("seed", made.seed)]
    options = [(f"option {name}", value) for name, value in option_values(made, system(made.system)).items()]
    return [["setting", "value"], *([key, value] for key, value in (*head, *options))]


SHEETS: Mapping[str, Callable[[Tournament], Rows]] = {
    "tournament": setup,
    "players": players,
    "rounds": rounds,
    "standings": standings,
}
