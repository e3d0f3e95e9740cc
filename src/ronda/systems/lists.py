"""Lists as they are read out, posted and printed: start list, pairings, final list, cross table.

A list is headings (as text keys) and rows of finished cells; who shows it decides how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ronda.core.book import Book, Line
from ronda.core.model import Round, Setup, Tournament
from ronda.core.ranking import Amount, Criterion, Measure, RankedRow
from ronda.core.table_names import called as table_name
from ronda.core.table_names import shown
from ronda.core.values import replace
from ronda.systems import standings_book, system
from ronda.systems.declarations import REMOVED, Cell, Listing, Number, Written, removed_cell
from ronda.systems.labels import FULL, Naming, kept_players, labels_of, names, shown_particulars
from ronda.systems.system import Particular, Values

__all__ = [
    "NO_VALUE",
    "REMOVED",
    "Cell",
    "Listing",
    "Number",
    "Written",
    "called_tables",
    "column_decimals",
    "cross_table",
    "final_list",
    "pairing_list",
    "removed_cell",
    "shown_value",
    "standings_list",
    "start_list",
    "without_empty_columns",
]

NO_VALUE = "–"

# --- every system ------------------------------------------------------------------------------------------


def start_list(tournament: Tournament, naming: Naming = FULL) -> Listing:
    """Who takes part, in the order of the first column of the system's list; who has nothing there at the end. Where
    names are hidden, nothing else tells who somebody is."""
    columns = [
        column for column in system(tournament.setup.system).start_list if not (naming.hides and column.personal)
    ]
    players = {player.id: player for player in kept_players(tournament)}
    values = [_told_apart(tournament, column, column.values(players), naming) for column in columns]
    order = sorted(players, key=lambda pid: (values[0][pid] == "", values[0][pid] or 0))
    return Listing(
        "label.start_list",
        tuple(column.heading for column in columns),
        tuple(tuple(of[pid] for of in values) for pid in order),
        who=tuple(order),
        words=tuple(at for at, column in enumerate(columns) if column.words),
    )


def _told_apart(tournament: Tournament, column: Particular, values: Values, naming: Naming) -> Values:
    """Names as the reader may see them, with what tells namesakes apart where the list has no column that does it."""
    if column.key != "name":
        return shown_particulars(column, values, tournament.players, naming)
    called = names(tournament, naming, removed=removed_cell)
    if not naming.hides and system(tournament.setup.system).beside:
        hidden = {player.id for player in tournament.players if player.removed or naming.of(player) != "full"}
        return {**values, **{player: called[player] for player in hidden}}
    return called


def without_empty_columns(listing: Listing) -> Listing:
    """The list without the columns in which nobody has anything."""
    kept = [at for at in range(len(listing.headings)) if not listing.rows or any(row[at] != "" for row in listing.rows)]
    return replace(
        listing,
        headings=tuple(listing.headings[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in listing.rows),
        words=tuple(place for place, at in enumerate(kept) if at in listing.words),
    )


# --- as the system lays them out, or as every system has them ----------------------------------------------


def pairing_list(tournament: Tournament, round_: Round, number: Written) -> Listing:
    rules = system(tournament.setup.system)
    if rules.lists.pairings is not None:
        return rules.lists.pairings(tournament, round_, number)
    called = names(tournament, removed=removed_cell)

    def side(players: Sequence[int]) -> str:
        return " / ".join(called[player] for player in players)

    rows: list[tuple[Cell, ...]] = [
        (table_cell(tournament.setup, t.number), side(t.first), side(t.second), rules.shown_result(t.result))
        for t in round_.tables
    ]
    rows += [("", called[bye.player], rules.rest.name, "") for bye in round_.byes]
    headings = ("label.table", *rules.sides.names, "label.result")
    return Listing("label.pairing_list", headings, tuple(rows), words=(1, 2, 3))


def table_cell(setup: Setup, number: int) -> Cell:
    """The number, with the name where the organiser gave one (PS6.1)."""
    return shown(setup, number) if table_name(setup, number) else number


def final_list(tournament: Tournament, number: Written) -> Listing:
    rules = system(tournament.setup.system)
    if rules.lists.final is not None:
        return rules.lists.final(tournament, number)
    book = standings_book(tournament)
    return standings_list(book, rules.standings(book), number)


def standings_list(book: Book, rows: Sequence[RankedRow], number: Written) -> Listing:
    decimals = column_decimals(rows)
    criteria = list(rows[0].measures) if rows else []
    rules = system(book.setup.system)
    numbers = book.round > 1 or any(player.number is not None for player in book.players.values())
    called = labels_of(rules, tuple(book.players.values()), fixed=numbers, removed=removed_cell)
    listed = tuple(
        (
            row.place or "",
            str(called[row.player]),
            *(shown_value(row.measures[name], number, decimals[name]) for name in criteria),
            "" if row.status == "active" else f"label.status.{row.status}",
        )
        for row in rows
    )
    headings = ("label.place", "label.name", *(f"criterion.{name}" for name in criteria), "")
    return Listing("label.standings", headings, listed, words=(1, len(headings) - 1))


def column_decimals(rows: Sequence[RankedRow]) -> dict[str, int | None]:
    """With how many decimals every value of a criterion is written, so that a column never has 43½ beside 78.38: as
    many as it declares, else none where halves are enough (they are written as ½), else two."""
    if not rows:
        return {}
    book, criteria = rows[0].measured.book, rows[0].measured.criteria
    return {
        one.name: _decimals(one, one.units(book), [row.amounts[at] for row in rows]) for at, one in enumerate(criteria)
    }


def _decimals(criterion: Criterion, unit: int, amounts: Sequence[Amount]) -> int | None:
    if criterion.decimals is not None:
        return criterion.decimals
    return None if all(2 * amount % unit == 0 for amount in amounts if amount is not None) else 2


def shown_value(measure: Measure, number: Written, decimals: int | None = None) -> str:
    """The value of a criterion as lists show it, with the decimals of its column, or those that it declares."""
    value, criterion = measure.value, measure.criterion
    if value is None:
        return NO_VALUE
    places = criterion.decimals if decimals is None else decimals
    return number(100 * value if criterion.percent else value, decimals=places, percent=criterion.percent)


def cross_table(tournament: Tournament, number: Written, colours: str) -> Listing:
    """In the order of the standings; a cell is the opponents' places, the colour where there are any, and the points of
    the round. `colours`: letters for white and black."""
    rules = system(tournament.setup.system)
    if rules.lists.cross is not None:
        return rules.lists.cross(tournament, number, colours)
    book = standings_book(tournament)
    order = [row.player for row in rules.standings(book)]
    position = {player: at for at, player in enumerate(order, start=1)}
    rounds = range(1, len(tournament.rounds) + 1)
    called, words = names(tournament, removed=removed_cell), called_tables(tournament)
    letters = colours if rules.sides.coloured else ""
    rows: list[tuple[Cell, ...]] = []
    for player in order:
        lines = {line.round: line for line in book.lines[player]}
        cells = [_round_cell(lines.get(r), book.unit, position, number, words, letters) for r in rounds]
        total = number(book.points(player))
        rows.append((position[player], called[player], *cells, total))
    headings = ("#", "label.name", *(f"label.round_short {r}" for r in rounds), "label.points_short")
    return Listing("label.cross_table", headings, tuple(rows), who=tuple(order), words=(1, *(1 + r for r in rounds)))


def called_tables(tournament: Tournament) -> dict[tuple[int, int], str]:
    """By round and table, the keys of the words for results that are read as one: nothing else is said there."""
    rules = system(tournament.setup.system)
    return {
        (round_.number, table.number): rules.shown_result(table.result)
        for round_ in tournament.rounds
        for table in round_.tables
        if table.result is not None and rules.result_word(table.result) is not None
    }


def _round_cell(
    line: Line | None,
    unit: int,
    position: dict[int, int],
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
