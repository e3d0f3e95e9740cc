"""Lists as they are read out, posted and printed: start list, pairings, final list, cross table.

A list is columns and rows of finished cells; who shows it decides how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ronda.core import Book, Frozen, Line, RankedRow, Round, Setup, Tournament, before_round, replace
from ronda.systems import book_of, rules_of, standings_book, system
from ronda.systems.columns import (
    NAME,
    PLACE,
    POINTS,
    RESULT,
    ROOMY,
    TABLE,
    ListColumn,
    Listing,
    Source,
    Values,
    by_criteria,
    column_of,
    informative_columns,
    of_rows,
)
from ronda.systems.declarations import REMOVED, Cell, Number, Written, removed_cell
from ronda.systems.labels import (
    FULL,
    Naming,
    kept_players,
    label_in,
    labels,
    labels_of,
    shown_particulars,
)
from ronda.systems.shared_options import called as table_name
from ronda.systems.shared_options import shown as shown_table

__all__ = [
    "REMOVED",
    "Cell",
    "Listing",
    "Number",
    "PairingList",
    "Written",
    "called_tables",
    "cross_table",
    "cross_table_of",
    "final_list",
    "pairing_list",
    "pairing_list_of",
    "pairing_rows",
    "removed_cell",
    "standings_columns",
    "standings_list",
    "start_columns",
    "start_list",
]

# --- every system ------------------------------------------------------------------------------------------


def start_columns(tournament: Tournament, naming: Naming = FULL, *, document: bool = False) -> tuple[ListColumn, ...]:
    """The columns of the start list. Where names are hidden, nothing else tells who somebody is. `document`: all that
    the rulebook has, though nobody has anything there."""
    columns = [one for one in system(tournament.setup.system).lists.start if not (naming.hides and one.personal)]
    return tuple(columns) if document else informative_columns(columns, _source(tournament))


def start_list(tournament: Tournament, naming: Naming = FULL, *, document: bool = False) -> Listing:
    """Who takes part, in the order of the first column of the system's list; who has nothing there at the end."""
    columns = start_columns(tournament, naming, document=document)
    source = _source(tournament)
    values = [_told_apart(tournament, columns, one, one.values(source), naming) for one in columns]
    first = system(tournament.setup.system).lists.start[0].values(source)
    order = sorted(source.players, key=lambda pid: (first[pid] == "", first[pid] or 0))
    return Listing(
        "label.start_list", columns, tuple(tuple(of[pid] for of in values) for pid in order), who=tuple(order)
    )


def _source(tournament: Tournament) -> Source:
    return Source({player.id: player for player in kept_players(tournament.setup, tournament.players)})


def _told_apart(
    tournament: Tournament,
    columns: Sequence[ListColumn],
    column: ListColumn,
    values: Values,
    naming: Naming,
    *,
    growing: bool = False,
) -> Values:
    """Names as the reader may see them, with what tells namesakes apart where the list has no column that does it."""
    if column.code != NAME.code:
        return shown_particulars(column, values, tournament.players, naming, growing=growing)
    found = labels(tournament, naming, removed=removed_cell)
    in_part = {player.id for player in tournament.players if player.removed or naming.of(player) != "full"}
    marked = {
        player: label if player in in_part else label._replace(name=str(values[player]))  # as it is kept (C1.2)
        for player, label in found.items()
    }
    return {player: label_in(label, columns) for player, label in marked.items()}


# --- standings ---------------------------------------------------------------------------------------------


def standings_columns(
    rows: Sequence[RankedRow], *, hides: bool = False, document: bool = False
) -> tuple[ListColumn, ...]:
    """The columns of these standings, of which all rows are given: as the system declares them, and what ranks besides
    where it decides; those that say nothing are left out. `hides`: without what tells who somebody is. `document`: as
    they stand in the rulebook, whatever they say."""
    if not rows:
        return PLACE, NAME
    measured = rows[0].measured
    setup, criteria = measured.book.setup, measured.criteria
    declared = system(setup.system)
    laid_out = by_criteria(criteria) if declared.lists.standings is None else declared.lists.standings(setup)
    deciding = {row.decided for row in rows}
    if [one.name for one in criteria] == [one.name for one in declared.rules.criteria(setup)]:
        told = {name for one in laid_out for name in one.tells}
        further = [column_of(one) for one in criteria if one.name not in told and one.ranks and one.name in deciding]
    else:  # somebody chose others, in this order
        laid_out = tuple(one for one in laid_out if not one.tells)
        further = [column_of(one, at) for at, one in enumerate(criteria, start=1)]
    columns = [one for one in (*laid_out, *(() if document else further)) if not (hides and one.personal)]
    return tuple(columns) if document else informative_columns(columns, Source(measured.book.players, rows), deciding)


def standings_list(
    rows: Sequence[RankedRow],
    number: Written,
    *,
    shown: Sequence[RankedRow] | None = None,
    document: bool = False,
) -> Listing:
    """The standings, or the `shown` rows of them. Behind all columns, without a heading, who left or is away."""
    columns = standings_columns(rows, document=document)
    listed = rows if shown is None else shown
    cells = _standings_cells(columns, listed, number)
    away = not document and any(row.status != "active" for row in listed)
    return Listing(
        "label.standings",
        (*columns, of_rows("status", "", words=True)) if away else columns,
        tuple((*(of[row.player] for of in cells), *([_status(row)] if away else [])) for row in listed),
        who=tuple(row.player for row in listed),
    )


def _status(row: RankedRow) -> Cell:
    return "" if row.status == "active" else f"label.status.{row.status}"


def _standings_cells(columns: Sequence[ListColumn], rows: Sequence[RankedRow], number: Written) -> list[Values]:
    if not rows:
        return [{} for _ in columns]
    book = rows[0].measured.book
    players = kept_players(book.setup, book.players.values())
    source = Source({player.id: player for player in players}, rows, number)
    fixed = book.round > 1 or any(player.number is not None for player in players)
    called = labels_of(system(book.setup.system), players, fixed=fixed, removed=removed_cell)
    told = {player: label_in(label, columns) for player, label in called.items()}
    return [told if column.code == NAME.code else column.values(source) for column in columns]


def final_list(tournament: Tournament, number: Written, *, document: bool = False) -> Listing:
    declared = system(tournament.setup.system)
    rows = declared.rules.standings(standings_book(tournament))
    return replace(standings_list(rows, number, document=document), title=declared.lists.final_title)


# --- pairings, cross table ---------------------------------------------------------------------------------


class PairingList(Frozen):
    """The pairings of a round before they are laid out: the columns of both sides in their order, and by column what
    there is to tell of everybody, also where it says nothing in this round."""

    table: ListColumn
    sides: tuple[tuple[ListColumn, ...], tuple[ListColumn, ...]]
    cells: Mapping[str, Values]

    @property
    def columns(self) -> tuple[ListColumn, ...]:
        """All of them from left to right, each with a code of its own."""
        first, second = (
            [replace(one, code=f"{side}_{one.code}") for one in own]
            for side, own in zip(("first", "second"), self.sides, strict=True)
        )
        return (self.table, *first, RESULT, *second)

    @property
    def rest(self) -> ListColumn:
        """Where it stands, on the second side, that somebody rests."""
        return next((one for one in self.sides[1] if one.code == NAME.code), self.sides[1][0])

    def of(self, players: Sequence[int], side: int) -> tuple[Cell, ...]:
        """The cells of a side; those of partners stand in one."""
        found = [[self.cells[one.code].get(player, "") for player in players] for one in self.sides[side]]
        return tuple(cells[0] if len(cells) == 1 else " / ".join(map(str, cells)) for cells in found)


def pairing_list_of(
    tournament: Tournament,
    round_: Round | None,
    number: Written,
    naming: Naming = FULL,
    *,
    room: int = ROOMY,
    document: bool = False,
) -> PairingList:
    """The pairings with the columns that the system declares, up to the priority for which there is `room`. Without a
    round: what can be told of people in all of them. `document`: as it stands in the rulebook, whatever it says."""
    declared = system(tournament.setup.system)
    pairings = declared.lists.pairings
    shown = [one for one in pairings.side if one.priority <= room]
    if naming.hides:  # then people are known by the names that are shown, and by nothing else
        shown = [one for one in shown if one.code in (NAME.code, POINTS.code)]
    if document and pairings.document:
        shown = [one for one in shown if one.code in pairings.document]
    wants_points = round_ is not None and any(one.code == POINTS.code for one in shown)
    book = book_of(before_round(tournament, round_.number)) if round_ is not None and wants_points else None
    source = Source(_source(tournament).players, number=number, book=book)
    columns = tuple(shown) if document else informative_columns(shown, source)
    cells = {one.code: shown_particulars(one, one.values(source), tournament.players, naming) for one in shown}
    if NAME in columns:
        found = labels(tournament, naming, removed=removed_cell)
        cells[NAME.code] = {player: label_in(label, columns) for player, label in found.items()}
    first, second = (
        tuple(replace(one, heading=name) if one.code == NAME.code else one for one in columns)
        for name in declared.words.sides_for(tournament.setup).names
    )
    second = second[::-1] if pairings.mirrored else second
    return PairingList(replace(TABLE, heading=pairings.table), (first, second), cells)


def pairing_rows(tournament: Tournament, round_: Round, made: PairingList) -> list[tuple[Cell, ...]]:
    """A row for every table, then one for everybody who rests, with a cell for each of the columns."""
    declared = system(tournament.setup.system)
    rest = tuple(declared.words.rest.name if one == made.rest else "" for one in made.sides[1])
    rows: list[tuple[Cell, ...]] = [
        (
            table_cell(tournament.setup, table.number),
            *made.of(table.first, 0),
            declared.rules.results.shown(table.result),
            *made.of(table.second, 1),
        )
        for table in round_.tables
    ]
    return rows + [("", *made.of((bye.player,), 0), "", *rest) for bye in round_.byes]


def pairing_list(tournament: Tournament, round_: Round, number: Written, *, document: bool = False) -> Listing:
    """Table, first side, result, second side; without the results while there are none."""
    declared = system(tournament.setup.system)
    made = pairing_list_of(tournament, round_, number, document=document)
    rows, columns = pairing_rows(tournament, round_, made), list(made.columns)
    between = columns.index(RESULT)
    if document and declared.lists.pairings.document:
        return _as_documented(made, rows, between, declared.words.sides_for(tournament.setup).names)
    if not any(table.result is not None for table in round_.tables):
        rows = [(*row[:between], *row[between + 1 :]) for row in rows]
        del columns[between]
    return Listing("label.pairing_list", tuple(columns), tuple(rows))


def _as_documented(
    made: PairingList, rows: Sequence[tuple[Cell, ...]], between: int, sides: tuple[str, str]
) -> Listing:
    """Tables and byes are counted, a dash stands between both sides, and over them what they are called (C8)."""
    dash, (opposite, *others) = replace(RESULT, heading="-"), made.columns[between + 1 :]
    return Listing(
        "label.pairing_list",
        (*made.columns[:between], dash, replace(opposite, words=True), *others),  # where the word for a bye stands
        tuple((at, *row[1:between], "-", *row[between + 1 :]) for at, row in enumerate(rows, start=1)),
        (("", 1), (sides[0], len(made.sides[0])), ("-", 1), (sides[1], len(made.sides[1]))),
    )


def table_cell(setup: Setup, number: int) -> Cell:
    """The number, with the name where the organiser gave one (PS6.1)."""
    return shown_table(setup, number) if table_name(setup, number) else number


class CrossTable(Frozen):
    """Everybody's rounds, before they are laid out: the columns that stand before them with their cells, who stands in
    which order, and by which number people are called."""

    book: Book
    columns: tuple[ListColumn, ...]
    cells: tuple[Values, ...]
    order: tuple[int, ...]
    numbers: Mapping[int, int]


def cross_table_of(
    tournament: Tournament, naming: Naming = FULL, after: int | None = None, *, document: bool = False
) -> CrossTable:
    """`document`: with all columns that the rulebook has, whatever they say."""
    declared, book = system(tournament.setup.system), standings_book(tournament, after)
    source = Source(_source(tournament).players, declared.rules.standings(book), book=book)
    columns = tuple(one for one in declared.lists.cross if not (naming.hides and one.personal))
    columns = columns if document else informative_columns(columns, source)
    cells = [_told_apart(tournament, columns, one, one.values(source), naming, growing=True) for one in columns]
    numbers = {player: int(number) for player, number in declared.lists.cross[0].values(source).items()}
    return CrossTable(book, columns, tuple(cells), tuple(sorted(numbers, key=numbers.__getitem__)), numbers)


def cross_table(
    tournament: Tournament, number: Written, colours: str, naming: Naming = FULL, *, document: bool = False
) -> Listing:
    """Everybody's rounds; a cell is the partners and opponents by the number of the first column, the colour where
    there are any, and what came of it. `colours`: letters for white and black."""
    declared, made = system(tournament.setup.system), cross_table_of(tournament, naming, document=document)
    rounds, words = range(1, len(tournament.rounds) + 1), called_tables(tournament)
    letters = colours if declared.words.sides_for(tournament.setup).coloured else ""

    def cell(line: Line | None) -> str:
        if declared.lists.cross_cell is not None:
            return declared.lists.cross_cell(line, made.numbers, colours)
        return _round_cell(line, made.book.unit, made.numbers, number, words, letters)

    rows: list[tuple[Cell, ...]] = []
    for player in made.order:
        lines = {line.round: line for line in made.book.lines[player]}
        total = number(made.book.points(player), decimals=declared.lists.decimals)
        rows.append((*(of[player] for of in made.cells), *(cell(lines.get(r)) for r in rounds), total))
    played = (of_rows(f"round_{r}", f"label.round_short {r}", words=True) for r in rounds)
    return Listing("label.cross_table", (*made.columns, *played, POINTS), tuple(rows), who=made.order)


def called_tables(tournament: Tournament) -> dict[tuple[int, int], str]:
    """By round and table, the keys of the words for results that are read as one: nothing else is said there."""
    rules = rules_of(tournament.setup)
    return {
        (round_.number, table.number): rules.results.shown(table.result)
        for round_ in tournament.rounds
        for table in round_.tables
        if table.result is not None and rules.results.read_as(table.result) is not None
    }


def _round_cell(
    line: Line | None,
    unit: int,
    position: Mapping[int, int],
    number: Number,
    called: Mapping[tuple[int, int], str],
    letters: str,
) -> str:
    if line is None:
        return "--"  # not in the pool: shown as absent (R5.3)
    points = number(Fraction(line.halves, unit)) if line.outcome != "pending" else "?"
    if line.table is None:
        return f"- {points}"
    if (line.round, line.table) in called:
        return f"{called[line.round, line.table]} {points}"
    partners = "".join(f"{position[p]}+" for p in line.partners)
    colour = f" {letters[line.seat]}" if letters and line.seat is not None else ""
    return f"{partners}:{'/'.join(str(position[o]) for o in line.opponents)}{colour} {points}".lstrip(":")
