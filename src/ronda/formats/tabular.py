"""A tournament as plain rows, for spreadsheets: one heading line and one line per player, table or place.

Where a name is given, the last columns have the label: the name with what tells namesakes apart."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ronda.core.model import Tournament
from ronda.formats.player_lists.csv_text import harmless
from ronda.formats.strict_json.shape import from_parts
from ronda.formats.tournament.penalties import penalty_line
from ronda.formats.tournament.writing import FURTHER, json_line, option_values, stage_lines
from ronda.systems import standings_book, system
from ronda.systems.labels import names as labels
from ronda.systems.lists import start_list

Cell = str | int | float | None
Rows = list[list[Cell]]


def players(tournament: Tournament) -> Rows:
    number = system(tournament.setup.system).number_key
    keys = ["id", "name", "rating", "national_rating", "licence", "club", "joined_round", "left_after"]
    further = [key for key in FURTHER if any(getattr(player, key) for player in tournament.players)]
    called = labels(tournament)
    rows: Rows = [[*keys, "missed", number, "pinned_table", "label", *further, "byes"]]
    for player in tournament.players:
        own = [getattr(player, key) for key in keys]
        missed = " ".join(map(str, player.missed))
        ends = [getattr(player, key) or None for key in further]
        asked = " ".join(f"{round_}{kind}" for round_, kind in player.byes)
        rows.append([*own, missed, player.number, player.pinned_table, called[player.id], *ends, asked])
    return _where_needed(rows, "byes")


def start(tournament: Tournament) -> Rows:
    """The start list of the system, with the columns that it has there, and the id and label of everybody."""
    listing, columns = start_list(tournament), system(tournament.setup.system).start_list
    called = labels(tournament)
    further = [key for key in ("id", "label") if key not in {column.key for column in columns}]
    number = system(tournament.setup.system).number_key
    rows: Rows = [[*(number if column.key == "number" else column.key for column in columns), *further]]
    bare = {player.id: player.name for player in tournament.players}
    for pid, row in zip(listing.who, listing.rows, strict=True):
        own = [bare[pid] if column.key == "name" else cell for column, cell in zip(columns, row, strict=True)]
        ends: dict[str, Cell] = {"id": pid, "label": called[pid]}
        rows.append([*(None if cell == "" else cell for cell in own), *(ends[key] for key in further)])
    return rows


def rounds(tournament: Tournament) -> Rows:
    """Every table and, with an empty table number, every bye; players by id and by name. `absent`: who was missing from
    the table; `kind`: which bye somebody had asked for."""
    rules = system(tournament.setup.system)
    names = {player.id: player.name for player in tournament.players}
    called = labels(tournament)

    def side(ids: tuple[int, ...]) -> list[Cell]:
        return [" ".join(map(str, ids)), _joined(ids, names)]

    keys = ["round", "table", "first", "first_names", "second", "second_names", "result", "points", "differential"]
    rows: Rows = [[*keys, "first_labels", "second_labels", "absent", "kind"]]
    for round_ in tournament.rounds:
        for table in round_.tables:
            result = rules.written(table.result)
            ends = [_joined(table.first, called), _joined(table.second, called), " ".join(map(str, table.absent)), None]
            rows.append(
                [round_.number, table.number, *side(table.first), *side(table.second), result, None, None, *ends]
            )
        for bye in round_.byes:
            worth = None if bye.halves is None else from_parts(bye.halves, rules.unit(tournament.setup))
            own = [*side((bye.player,)), None, None, "bye", worth, bye.differential]
            kind = bye.kind if bye.kind != "U" else None
            rows.append([round_.number, None, *own, called[bye.player], None, None, kind])
    return _where_needed(rows, "absent", "kind")


def _where_needed(rows: Rows, *keys: str) -> Rows:
    """Without those of these columns in which nobody has anything."""
    empty = {at for at, key in enumerate(rows[0]) if key in keys and not any(row[at] for row in rows[1:])}
    return [[cell for at, cell in enumerate(row) if at not in empty] for row in rows]


def _joined(ids: tuple[int, ...], names: Mapping[int, str]) -> str:
    return " / ".join(names[pid] for pid in ids)


def standings(tournament: Tournament) -> Rows:
    placed = system(tournament.setup.system).standings(standings_book(tournament))
    names = {player.id: player.name for player in tournament.players}
    called = labels(tournament)
    criteria = list(placed[0].measures) if placed else []
    rows: Rows = [["place", "player", "name", "status", *criteria, "label"]]
    for row in placed:
        values = [_plain(row.measures[name].value) for name in criteria]
        rows.append([row.place, row.player, names[row.player], row.status, *values, called[row.player]])
    return rows


def _plain(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def setup(tournament: Tournament) -> Rows:
    made = tournament.setup
    head: list[tuple[str, Any]] = [("system", made.system), ("name", made.name), ("seed", made.seed)]
    options = [(f"option {name}", value) for name, value in option_values(made, system(made.system)).items()]
    lines = [*_lines("stage", stage_lines(tournament)), *_lines("penalty", map(penalty_line, made.penalties))]
    return [["setting", "value"], *([key, value] for key, value in (*head, *options, *lines))]


def _lines(key: str, lines: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What standings need and has no sheet of its own, each as the line of the tournament file."""
    return ((f"{key} {number}", json_line(line)) for number, line in enumerate(lines, start=1))


SHEETS: Mapping[str, Callable[[Tournament], Rows]] = {
    "tournament": setup,
    "start": start,
    "players": players,
    "rounds": rounds,
    "standings": standings,
}


def csv_bytes(tournament: Tournament, what: str, *, mark: bool = True) -> bytes:
    """With the byte order mark, by which spreadsheets know that it is UTF-8; programs may do without."""
    text = io.StringIO(newline="")
    rows = SHEETS[what](tournament)
    csv.writer(text, lineterminator="\r\n").writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8-sig" if mark else "utf-8")


def _cell(value: Cell) -> Cell:
    return harmless(value) if isinstance(value, str) else value
