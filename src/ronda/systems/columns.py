"""Columns of lists. A system declares them once, and every room takes them from there: terminal, console, pages, wall,
phones, paper, files and programs. Rooms with little space leave out columns by their priority, and no other way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from ronda.core import Amount, Book, Criterion, Frozen, Line, Measure, Player, RankedRow, Setup, replace
from ronda.systems.declarations import PARTICULARS, Cell, Written

Values = Mapping[int, Cell]

NO_VALUE = "–"
LOT_OPEN = "label.lot_open"
ALWAYS = 0  # the place and the name
FEW = 1  # up to this priority a column of pairings is on the wall, and on the phone of somebody who sits there
NARROW = 3  # up to this priority a column is on phones
ROOMY = 9  # only where there is room for all columns


def plainly(value: int | Fraction, *, decimals: int | None = None, percent: bool = False) -> str:  # noqa: ARG001
    """How a number is written where nobody reads it."""
    return str(value)


class Source(Frozen):
    """What the cells of a list are made from: the players, with the names as they are kept; in standings the rows that
    are shown; in pairings the book before the round."""

    players: Mapping[int, Player]
    rows: Sequence[RankedRow] = ()
    number: Written = plainly
    book: Book | None = None


class ListColumn(Frozen):
    """What a list tells of everybody: what it is called in files and for programs (`code`) and by people (`heading`:
    the key of a text, or the word itself), and the cells by player.

    `label` is the key of its whole name, with `.about` behind it of what it is, where that has to be said. `criterion`:
    the cells are the values of this one; `tells`: the criteria that nobody has to read elsewhere, without which there
    is no such column. `personal`: it tells who somebody is, so it is hidden with the names; `words`: it is set to the
    left; `priority`: the less, the longer it stays where there is little room."""

    code: str
    heading: str
    values: Callable[[Source], Values]
    words: bool = False
    personal: bool = False
    priority: int = ROOMY
    label: str = ""
    criterion: str = ""
    tells: tuple[str, ...] = ()


class Listing(Frozen):
    """A list as it is read out, posted and printed: its columns and rows of finished cells. `title` is the key of a
    text, and so is a cell that begins like one; `over` are headings over groups of columns, with the number of columns
    each; `who` is whose row it is, in lists of players."""

    title: str
    columns: tuple[ListColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    over: tuple[tuple[str, int], ...] = ()
    who: tuple[int, ...] = ()

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(column.heading for column in self.columns)

    @property
    def words(self) -> tuple[int, ...]:
        """The columns that are read as words; all others are figures."""
        return tuple(at for at, column in enumerate(self.columns) if column.words)


# --- of the player -----------------------------------------------------------------------------------------


def attribute(code: str, heading: str, *, personal: bool = False, words: bool = False) -> ListColumn:
    """A column of what a player simply has; where it is missing, nothing is shown."""

    def values(source: Source) -> Values:
        return {pid: getattr(player, code) or "" for pid, player in source.players.items()}

    return ListColumn(code, heading, values, words, personal)


def named(heading: str = "label.name") -> ListColumn:
    """The name; the list says who has to be told apart."""
    return ListColumn(
        "name", heading, lambda source: {p: who.name for p, who in source.players.items()}, words=True, priority=ALWAYS
    )


def placed(heading: str = "label.place") -> ListColumn:
    def values(source: Source) -> Values:
        return {row.player: NO_VALUE if row.place is None else row.place for row in source.rows}

    return ListColumn("place", heading, values, priority=ALWAYS)


def of_rows(code: str, heading: str, *, words: bool = False) -> ListColumn:
    """A column of what nobody has alone: whoever makes the rows fills it in."""
    return ListColumn(code, heading, lambda source: {}, words, priority=ALWAYS)  # noqa: ARG005


def _positions(source: Source) -> Values:
    return {row.player: at for at, row in enumerate(source.rows, start=1)}


NAME = named()
PLACE = placed()
TABLE = of_rows("table", "label.table")
RESULT = of_rows("result", "label.result", words=True)
POSITION = ListColumn("position", "#", _positions, priority=ALWAYS)  # the line in the standings: nobody shares it


def points_before(decimals: int | None = None) -> ListColumn:
    """Everybody's points as they were known when the round was made; nothing where no book is at hand."""

    def values(source: Source) -> Values:
        book = source.book
        return {} if book is None else {p: source.number(book.points(p), decimals=decimals) for p in book.halves}

    return ListColumn("points", "label.points_short", values, priority=NARROW)


POINTS = points_before()


# --- of the criteria ---------------------------------------------------------------------------------------


def value(
    name: str,
    priority: int,
    *,
    heading: str = "",
    label: str = "",
    decimals: int | None = None,
    personal: bool = False,
) -> ListColumn:
    """A column of the values of a criterion; `decimals`: so many, whatever the values need."""

    def values(source: Source) -> Values:
        if not source.rows:
            return {}
        needed = column_decimals(source.rows)[name] if decimals is None else decimals
        return {row.player: shown_value(row.measures[name], source.number, needed) for row in source.rows}

    label = label or f"criterion.{name}"
    return ListColumn(name, heading or f"{label}.short", values, False, personal, priority, label, name, (name,))


def by_criteria(criteria: Sequence[Criterion]) -> tuple[ListColumn, ...]:
    """The columns of a system that declares none: what ranks, then what is only shown."""
    ranking = [one for one in criteria if one.ranks]
    order = [*ranking, *(one for one in criteria if not one.ranks)]
    return PLACE, NAME, *(column_of(one, at) for at, one in enumerate(order, start=1))


def column_of(criterion: Criterion, priority: int = ROOMY) -> ListColumn:
    """The column of a criterion; what somebody had before the event is not for little room."""
    of_the_entry = criterion.from_entry or criterion.personal
    at = ROOMY if of_the_entry else min(priority, ROOMY - 1)
    column = value(criterion.name, at, label=criterion.label, personal=criterion.personal)
    return replace(column, values=_lots(column.values)) if criterion.name == "lot" else column


def _lots(numbers: Callable[[Source], Values]) -> Callable[[Source], Values]:
    """CR8.1: until it is drawn, whose place a lot is to decide."""

    def values(source: Source) -> Values:
        measured = source.rows[0].measured if source.rows else None
        if measured is None or measured.book.lot is not None:
            return numbers(source)
        level = Counter(measured.keys.values())
        return {row.player: LOT_OPEN if level[measured.keys[row.player]] > 1 else NO_VALUE for row in source.rows}

    return values


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


# --- which of them are shown -------------------------------------------------------------------------------


def informative_columns(
    columns: Iterable[ListColumn], source: Source, deciding: Collection[str | None] = frozenset()
) -> tuple[ListColumn, ...]:
    """Those that say something in this event: not the licence where nobody has one, not a number of the entry that is
    not among the `deciding` criteria. `source.rows` are all rows, not those of a page."""
    return tuple(column for column in columns if _tells(column, source, deciding))


def _tells(column: ListColumn, source: Source, deciding: Collection[str | None]) -> bool:
    if column.priority == ALWAYS or column.criterion in deciding:
        return True
    if column.criterion:
        measured = source.rows[0].measured if source.rows else None
        if measured is None:
            return True
        at = measured.position(column.criterion)
        criterion = measured.criteria[at]
        if criterion.from_entry:
            return False
        return criterion.ranks or any(row.amounts[at] for row in source.rows)
    if column.code == POINTS.code:  # before the first result nobody has any
        return source.book is not None and any(source.book.halves.values())
    if column.code in PARTICULARS:
        return any(getattr(player, column.code) for player in source.players.values())
    return any(cell not in ("", NO_VALUE) for cell in column.values(source).values())


def in_short(columns: Iterable[ListColumn], most: int) -> list[ListColumn]:
    """Those that stay where there is room for so many beside place and name, the most important first."""
    kept = [column for column in columns if ALWAYS < column.priority < ROOMY]
    return sorted(kept, key=lambda column: column.priority)[:most]


# --- what a system declares --------------------------------------------------------------------------------

PLAIN_START_LIST = (
    attribute("number", "label.lot"),  # a lot, where the system draws one (R4.1); people are known by their entry
    attribute("id", "label.number"),
    NAME,
    attribute("rating", "label.rating", personal=True),
    attribute("club", "label.club", personal=True, words=True),
)


class Pairings(Frozen):
    """The list of pairings: what tables are called, what stands there of everybody at a table (the name is headed by
    the side), and between both sides the result. `mirrored`: the second side has it the other way round.
    `document`: the rulebook's own list has only these columns of everybody, no result, and the sides over them (C8)."""

    table: str = TABLE.heading
    side: tuple[ListColumn, ...] = (NAME, POINTS)
    mirrored: bool = False
    document: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[tuple[ListColumn, ...], tuple[ListColumn, ...]]:
        return self.side, self.side[::-1] if self.mirrored else self.side

    def column(self, code: str) -> ListColumn | None:
        return next((one for one in self.side if one.code == code), None)


class Lists(Frozen):
    """The columns of a system's lists. `start`: ordered by the first of them; `standings`: by the settings of the
    event, None: place, name and every criterion; what ranks besides is added where it decides. `final_title`: what
    standings are called as a list of their own.

    `cross`: what stands before the rounds in the cross table, where people are called by the first of these columns,
    and stand in its order; behind the rounds are the points. `cross_cell`: what stands there of a round, by these
    numbers and the letters for white and black; None: as every system has it. `cross_about` is the text that says how
    a cell of it is read, and `marks` are the signs for outcomes in it where they stand instead of points. `decimals`:
    of points in the cross table; None: as many as they need."""

    start: tuple[ListColumn, ...] = PLAIN_START_LIST
    pairings: Pairings = Pairings()
    standings: Callable[[Setup], tuple[ListColumn, ...]] | None = None
    final_title: str = "label.standings"
    cross: tuple[ListColumn, ...] = (POSITION, NAME)
    cross_cell: Callable[[Line | None, Mapping[int, int], str], str] | None = None
    decimals: int | None = None
    cross_about: str = ""
    marks: Mapping[str, str] = {}
