"""A tournament as plain rows, for spreadsheets: one heading line and one line per player, table or place.

Where a name is given, the last columns have the label: the name with what tells namesakes apart."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ronda.core.model import Tournament
from ronda.core.values import from_parts
from ronda.formats.player_lists.csv_text import harmless
from ronda.formats.strict_json.types import Row
from ronda.formats.tournament.penalties import penalty_row
from ronda.formats.tournament.stages import stage_rows
from ronda.formats.tournament.writing import FURTHER, json_line, option_values
from ronda.systems import standings_book, system
from ronda.systems.columns import NAME, NO_VALUE, POINTS, Source, plainly
from ronda.systems.labels import names as labels
from ronda.systems.lists import PairingList, paired, standings_columns, start_list

Cell = str | int | float | None
Rows = list[list[Cell]]


def players(tournament: Tournament) -> Rows:
    number = system(tournament.setup.system).forms.number_key
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
    """The start list of the system, with all columns that it has there, and the id and label of everybody."""
    declared = system(tournament.setup.system)
    listing, codes = start_list(tournament, document=True), [column.code for column in declared.lists.start]
    called = labels(tournament)
    further = [key for key in ("id", "label") if key not in codes]
    rows: Rows = [[*(declared.forms.number_key if code == "number" else code for code in codes), *further]]
    bare = {player.id: player.name for player in tournament.players}
    for pid, row in zip(listing.who, listing.rows, strict=True):
        own = [bare[pid] if code == "name" else cell for code, cell in zip(codes, row, strict=True)]
        ends: dict[str, Cell] = {"id": pid, "label": called[pid]}
        rows.append([*(None if cell == "" else cell for cell in own), *(ends[key] for key in further)])
    return rows


def rounds(tournament: Tournament) -> Rows:
    """Every table and, with an empty table number, every bye; players by id and by name, with the columns that the
    system has in its pairings. `absent`: who was missing from the table; `kind`: which bye somebody had asked for."""
    declared = system(tournament.setup.system)
    names = {player.id: player.name for player in tournament.players}
    called = labels(tournament)
    lists = [paired(tournament, round_, plainly) for round_ in tournament.rounds]
    told = {NAME.code, *(one.code for made in lists for one in made.sides[0])}
    sides = [[one.code for one in own if one.code in told] for own in declared.lists.pairings.sides]

    def heads(side: int) -> list[Cell]:
        which = ("first", "second")[side]
        own = [[which, f"{which}_names"] if code == NAME.code else [f"{which}_{code}"] for code in sides[side]]
        return [head for heads in own for head in heads]

    def cells(made: PairingList, ids: tuple[int, ...], side: int) -> list[Cell]:
        found: list[Cell] = []
        for code in sides[side]:
            if code == NAME.code:
                found += [" ".join(map(str, ids)), _joined(ids, names)] if ids else [None, None]
            else:
                found.append(_told(code, [made.cells[code][pid] for pid in ids]))
        return found

    keys: list[Cell] = ["round", "table", *heads(0), "result", *heads(1), "points", "differential"]
    rows: Rows = [[*keys, "first_labels", "second_labels", "absent", "kind"]]
    for round_, made in zip(tournament.rounds, lists, strict=True):
        for table in round_.tables:
            own = [
                *cells(made, table.first, 0),
                declared.rules.results.written(table.result),
                *cells(made, table.second, 1),
            ]
            ends = [_joined(table.first, called), _joined(table.second, called), " ".join(map(str, table.absent)), None]
            rows.append([round_.number, table.number, *own, None, None, *ends])
        for bye in round_.byes:
            worth = None if bye.halves is None else from_parts(bye.halves, declared.rules.unit(tournament.setup))
            own = [*cells(made, (bye.player,), 0), "bye", *cells(made, (), 1), worth, bye.differential]
            kind = bye.kind if bye.kind != "U" else None
            rows.append([round_.number, None, *own, called[bye.player], None, None, kind])
    return _where_needed(rows, "absent", "kind")


def _told(code: str, cells: Sequence[str | int]) -> Cell:
    """What a column of pairings has of a side: of one player as it is, of partners one behind the other."""
    values = [_plain(Fraction(cell)) if code == POINTS.code else cell for cell in cells]
    return " ".join(map(str, values)) if len(values) > 1 else next(iter(values), None)


def _where_needed(rows: Rows, *keys: str) -> Rows:
    """Without those of these columns in which nobody has anything."""
    empty = {at for at, key in enumerate(rows[0]) if key in keys and not any(row[at] for row in rows[1:])}
    return [[cell for at, cell in enumerate(row) if at not in empty] for row in rows]


def _joined(ids: tuple[int, ...], names: Mapping[int, str]) -> str:
    return " / ".join(names[pid] for pid in ids)


def standings(tournament: Tournament) -> Rows:
    """The standings with the columns that the system has there, in their order; then the criteria that the list does
    not show, and who the player is."""
    placed = system(tournament.setup.system).rules.standings(standings_book(tournament))
    columns = standings_columns(placed)
    codes = [column.code for column in columns]
    criteria = list(placed[0].measures) if placed else []
    further = [name for name in (*criteria, "player", "status", "label") if name not in codes]
    source = Source({player.id: player for player in tournament.players}, placed)
    shown = {column.code: column.values(source) for column in columns}
    names = {player.id: player.name for player in tournament.players}
    called = labels(tournament)
    rows: Rows = [[*codes, *further]]
    for row in placed:
        own: dict[str, Cell] = {code: _read(of[row.player]) for code, of in shown.items()}
        own |= {name: _plain(row.measures[name].value) for name in criteria}
        own |= {"place": row.place, "name": names[row.player], "player": row.player, "status": row.status}
        rows.append([{**own, "label": called[row.player]}[key] for key in (*codes, *further)])
    return rows


def _read(cell: str | int) -> Cell:
    """A cell as programs read it: a word by the end of its key, nothing where people read a dash."""
    if isinstance(cell, str) and cell.startswith("label."):
        return cell.rpartition(".")[2]
    return None if cell in ("", NO_VALUE) else cell


def _plain(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def setup(tournament: Tournament) -> Rows:
    made = tournament.setup
    head: list[tuple[str, Any]] = [("system", made.system), ("name", made.name), ("seed", made.seed)]
    options = [(f"option {name}", value) for name, value in option_values(made, system(made.system).rules).items()]
    lines = [*_lines("stage", stage_rows(tournament)), *_lines("penalty", map(penalty_row, made.penalties))]
    return [["setting", "value"], *([key, value] for key, value in (*head, *options, *lines))]


def _lines(key: str, rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """What standings need and has no sheet of its own, each as the line of the tournament file."""
    return ((f"{key} {number}", json_line(row)) for number, row in enumerate(rows, start=1))


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
