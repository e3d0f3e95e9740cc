"""Standings: ordered criteria refine groups of level players.

A criterion is declared once: everybody's value (whole numbers, the whole field at once), the working of one value
(made when somebody opens it), and how it is shown. Standings, places in a database, lists, sheets and screens
all come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from ronda.core.book import Book, Line
from ronda.core.penalty_effects import GIVEN_POINTS, in_force, name_of, points_taken
from ronda.core.values import Frozen, Partly, replace

Amount = int | None  # a whole number of the criterion's unit; None: there is no such value, which ranks last
T = TypeVar("T")
Key = tuple[int, ...]  # what a player is ranked by: the lowest comes first


class Term(Frozen):
    """One step of the working: what a round added, in units of the criterion."""

    amount: int
    code: str
    round: int | None = None
    opponents: tuple[int, ...] = ()
    counted: bool = True


def _no_working(book: Book, player: int) -> Iterable[Term]:  # noqa: ARG001
    return ()


class Criterion(Frozen):
    """One value that standings go by, or only show (`ranks` is False).

    `values` gives the amounts of the players asked about, whole numbers of which `unit` make one. `working` gives the
    terms of one amount: those that count add up to it. With `working_within` it compares players who are level on
    everything that ranks before it: it is asked about one such group at a time, and its working is within the group.

    `from_entry`: the value is that of the entry, and no result changes it.

    `decimals`: how many are shown, where exact values would be unreadable; `percent`: shown as a share of 100;
    `personal`: it tells who somebody is; `optional`: some may have no value; `text`: the texts are `criterion.TEXT`,
    where the name is not a word of a text key."""

    name: str
    values: Callable[[Book, Collection[int]], Mapping[int, Amount]]
    working: Callable[[Book, int], Iterable[Term]] = _no_working
    unit: int | Callable[[Book], int] = 1
    ascending: bool = False
    ranks: bool = True
    working_within: Callable[[Book, int, Collection[int]], Iterable[Term]] | None = None
    optional: bool = False
    decimals: int | None = None
    percent: bool = False
    personal: bool = False
    text: str = ""
    from_entry: bool = False

    @property
    def label(self) -> str:
        """The key of its name in words; with `.short` and `.about` behind it, of the short name and of what it is."""
        return f"criterion.{self.text or self.name}"

    def units(self, book: Book) -> int:
        return self.unit if isinstance(self.unit, int) else self.unit(book)

    def over(self, counted: Callable[[Book], Book]) -> Criterion:
        """The same over another book: that of what counts."""
        unit, within = self.unit, self.working_within
        return replace(
            self,
            values=lambda book, players: self.values(counted(book), players),
            working=lambda book, player: self.working(counted(book), player),
            working_within=within and (lambda book, player, group: within(counted(book), player, group)),
            unit=unit if isinstance(unit, int) else lambda book: unit(counted(book)),
        )


class Measure(Partly):
    """The value of one criterion for one player: so many of its units, and how it came about."""

    uncompared = ("made",)

    amount: Amount
    unit: int
    criterion: Criterion
    made: Callable[[], Iterable[Term]]

    @property
    def value(self) -> Fraction | None:
        return None if self.amount is None else Fraction(self.amount, self.unit)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The working."""
        return tuple(self.made())


class Measured(Frozen, eq=False):
    """Everybody's amounts, in the order of the criteria, and what they are ranked by."""

    book: Book
    criteria: tuple[Criterion, ...]
    amounts: Mapping[int, tuple[Amount, ...]]
    keys: Mapping[int, Key]

    def position(self, name: str) -> int:
        for at, criterion in enumerate(self.criteria):
            if criterion.name == name:
                return at
        raise KeyError(name)

    def measure(self, player: int, at: int) -> Measure:
        criterion = self.criteria[at]

        def made() -> Iterable[Term]:
            if criterion.working_within is None:
                return criterion.working(self.book, player)
            return criterion.working_within(self.book, player, self._level_before(player, at))

        return Measure(self.amounts[player][at], criterion.units(self.book), criterion, made)

    def _level_before(self, player: int, at: int) -> list[int]:
        """Who is level with the player on everything that ranks before this criterion."""
        before = key_length(self.criteria[:at])
        own = self.keys[player][:before]
        return [other for other, key in self.keys.items() if key[:before] == own]


class Measures(Mapping[str, Measure]):
    """The measures of one player by name, in the order of the criteria; each is made when it is looked at."""

    __slots__ = ("_measured", "_player")

    def __init__(self, measured: Measured, player: int) -> None:
        self._measured = measured
        self._player = player

    def __getitem__(self, name: str) -> Measure:
        return self._measured.measure(self._player, self._measured.position(name))

    def __iter__(self) -> Iterator[str]:
        return (criterion.name for criterion in self._measured.criteria)

    def __len__(self) -> int:
        return len(self._measured.criteria)


class RankedRow(Partly):
    """One line of the standings; level players share their place, a player without one has None. `above` is who has
    the line before."""

    uncompared = ("measured",)

    place: int | None
    player: int
    status: str
    amounts: tuple[Amount, ...]
    measured: Measured
    above: int | None = None

    @property
    def measures(self) -> Mapping[str, Measure]:
        return Measures(self.measured, self.player)

    @property
    def decided(self) -> str | None:
        """The criterion that put this player below the line above: the first in which they differ. None: nobody is
        above, or both are level."""
        if self.above is None or self.measured.book.settled:  # a later stage decides (ST9)
            return None
        return separating(self.measured.criteria, self.measured.amounts[self.above], self.amounts)


Standings = tuple[RankedRow, ...]


def separating(criteria: Sequence[Criterion], one: Sequence[Amount], other: Sequence[Amount]) -> str | None:
    """The first criterion that ranks two players apart."""
    every = zip(criteria, one, other, strict=True)
    return next((criterion.name for criterion, own, others in every if criterion.ranks and own != others), None)


def rank(
    book: Book,
    criteria: Sequence[Criterion],
    *,
    placed: Callable[[int], bool] = lambda _: True,
) -> Standings:
    """The players in order of the criteria. Those without a place (`placed`) follow at the end. Places that later
    stages gave come before all criteria (ST9)."""
    rows: list[RankedRow] = []
    settled, behind = book.settled, len(book.players) + 1
    with_place = {player: placed(player) for player in book.players}
    for in_places in (True, False):
        found = measured(book, criteria, [player for player, has_one in with_place.items() if has_one is in_places])
        order = sorted(found.keys, key=found.keys.__getitem__)
        if settled:
            order.sort(key=lambda player: settled.get(player, behind))
        above, last, place = None, None, 0
        for at, player in enumerate(order, start=1):
            key = found.keys[player]
            if key != last:
                place, last = at, key
            shown = place if in_places else None
            if in_places and player in settled:
                shown = None if player in book.still_in else settled[player]
            rows.append(RankedRow(shown, player, status(book, player), found.amounts[player], found, above))
            above = player
    return tuple(rows)


def measured(book: Book, criteria: Sequence[Criterion], players: Iterable[int]) -> Measured:
    """The amounts of these players by these criteria. Of players who are level with one of them all must be among them,
    where a criterion compares those."""
    who = list(players)
    columns: list[Sequence[Amount]] = []
    keys: list[Sequence[int]] = []
    for criterion in criteria:
        if criterion.working_within is None:
            found = criterion.values(book, who)
        else:
            groups = _level_groups(who, keys)
            found = {player: amount for group in groups for player, amount in criterion.values(book, group).items()}
        column = [found[player] for player in who]
        columns.append(column)
        if criterion.ranks:
            keys += _key_columns(criterion, column)
    return Measured(
        book,
        tuple(criteria),
        dict(zip(who, _rows(who, columns), strict=True)),
        dict(zip(who, _rows(who, keys), strict=True)),
    )


def _rows(who: Sequence[int], columns: Sequence[Sequence[T]]) -> Iterable[tuple[T, ...]]:
    return zip(*columns, strict=True) if columns else ((),) * len(who)


def _key_columns(criterion: Criterion, column: Sequence[Amount]) -> Iterable[Sequence[int]]:
    """One column, or two where some have no value: those come last."""
    if criterion.optional:
        yield [amount is None for amount in column]
    if criterion.ascending:
        yield [amount or 0 for amount in column]
    else:
        yield [-(amount or 0) for amount in column]


def key_length(criteria: Iterable[Criterion]) -> int:
    """How much of a key these criteria take."""
    return sum(1 + criterion.optional for criterion in criteria if criterion.ranks)


def _level_groups(who: Sequence[int], keys: Sequence[Sequence[int]]) -> Iterable[list[int]]:
    """The players in groups that are level so far."""
    groups: dict[Key, list[int]] = {}
    for player, key in zip(who, _rows(who, keys), strict=True):
        groups.setdefault(key, []).append(player)
    return groups.values()


# --- what several systems go by ----------------------------------------------------------------------------


def point_values(book: Book, players: Collection[int]) -> Mapping[int, Amount]:  # noqa: ARG001
    """The points of all rounds, in halves."""
    return book.halves


def point_terms(book: Book, player: int) -> Iterable[Term]:
    """The points somebody began with (AG1.5) and those of every round, in halves, and what penalties took (PE10)."""
    if start := book.players[player].start:
        yield Term(start * book.unit, "start")
    for line in book.lines[player]:
        yield Term(line.halves, line.outcome, line.round, line.opponents)
    for one in in_force(book.setup.penalties) if book.deducted.get(player) else ():
        if one.kind == "points" and one.player == player and one.round < book.round:
            code = GIVEN_POINTS if name_of(one) == GIVEN_POINTS else "penalty"
            yield Term(-points_taken(one, book.unit), code, one.round or None)


def lines_ended(*outcomes: str) -> Callable[[Book, int], list[Line]]:
    """The lines of a player that ended so."""
    return lambda book, player: [line for line in book.lines[player] if line.outcome in outcomes]


def line_terms(
    lines: Callable[[Book, int], Iterable[Any]], amount: Callable[[Any], int]
) -> Callable[[Book, int], Iterable[Term]]:
    """The working of something that every one of these lines adds to."""
    return lambda book, player: (
        Term(amount(line), line.outcome, line.round, line.opponents) for line in lines(book, player)
    )


def sum_over(
    name: str, lines: Callable[[Book, int], Iterable[Any]], amount: Callable[[Any], int], *, ranks: bool = True
) -> Criterion:
    """Something of every one of these lines, or of what has their round, outcome and opponents."""

    def values(book: Book, players: Collection[int]) -> Mapping[int, int]:
        return {player: sum([amount(line) for line in lines(book, player)]) for player in players}

    return Criterion(name, values, line_terms(lines, amount), ranks=ranks)


def status(book: Book, player: int) -> str:
    """`active`, `left` (withdrawn), `late` (not there yet), `waits` (for a partner: AG1.1) or `away` (misses the next
    round)."""
    who = book.players[player]
    if who.left_after is not None and book.has_left(player):
        return "left"
    if book.round < who.joined_round:
        return "late"
    if who.waits:
        return "waits"
    return "away" if book.round in who.missed else "active"
