"""The standings: a row as programs and as people read it, what decided between level players, the working of the
values, and the podium."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from ronda.core.book import Outcome, tallies_at
from ronda.core.model import Tournament
from ronda.core.penalty_effects import in_force
from ronda.core.ranking import Measure, RankedRow
from ronda.core.values import replace
from ronda.desk.prizes import Podium
from ronda.systems import system
from ronda.systems.columns import NAME, PLACE, ListColumn, Source
from ronda.systems.labels import FULL, Label, Naming, label_in, shown_particulars
from ronda.texts import Speaker
from ronda.views import UNSET, UnsetType, View, exact
from ronda.views.verdicts import NoteLine, worded


class TermLine(View):
    """What one round gives to a value. `counted` is false for what the rule leaves out."""

    round: int | None
    code: str
    opponents: list[int]
    amount: float
    counted: bool


class ColumnLine(View):
    """A column of the list as people read it, in their language: its `heading`, its whole `name` and what it is
    (`about`), where that is said. `words`: it is read as words, not as figures; `priority`: the less, the longer it
    stays where there is little room."""

    code: str
    heading: str
    name: str
    about: str
    words: bool
    priority: int


class StandingsLine(View):
    """Level players share a place; null for players without one. Criteria by name, in the order of the rulebook.
    `cells` is the row of the list as people read it, by the codes of its columns. `working` and `notes` only where one
    player was asked for."""

    place: int | None
    player: int
    name: str
    label: str
    status: str
    criteria: dict[str, float | None]
    cells: dict[str, str] | UnsetType = UNSET
    working: dict[str, list[TermLine]] | UnsetType = UNSET
    notes: list[NoteLine] | UnsetType = UNSET


class ShownRow(View):
    """A row as pages, the wall and paper show it: `values` are written in the way of the language, by column, without
    place and name.
    `moved` is how many places up since the round before (None: not known); `decided` is the criterion that put the
    player behind the row above, who is level on the first one."""

    place: int | None
    player: int
    name: str
    status: str
    values: tuple[tuple[str, str], ...]
    moved: int | None = None
    decided: str | None = None


class FormMark(View):
    """How one round ended for a player."""

    round: int
    outcome: Outcome


class PodiumStep(View):
    """A place and everybody who has it: level players share it."""

    place: int
    players: list[int]
    names: list[str]


def standings_line(row: RankedRow, speaker: Speaker, measures: Mapping[str, Measure] | None = None) -> StandingsLine:
    """With all of its values, or with those that the reader may see."""
    shown = row.measures if measures is None else measures
    criteria = {name: None if one.value is None else exact(one.value) for name, one in shown.items()}
    name, label = speaker.bare_name(row.player), speaker.name(row.player)
    return StandingsLine(row.place, row.player, name, label, row.status, criteria)


def with_cells(
    lines: Sequence[StandingsLine],
    rows: Sequence[RankedRow],
    columns: Sequence[ListColumn],
    speaker: Speaker,
    called: Mapping[int, Label],
    naming: Naming = FULL,
) -> list[StandingsLine]:
    """The lines with what the list of people has of them."""
    cells = column_cells(rows, speaker, columns, naming)
    cells[NAME.code] = {player: label_in(label, columns) for player, label in called.items()}
    codes = [column.code for column in columns]
    return [replace(line, cells={code: cells[code][line.player] for code in codes}) for line in lines]


def shown_rows(
    rows: Sequence[RankedRow],
    speaker: Speaker,
    columns: Sequence[ListColumn],
    *,
    named: Callable[[int], str] | None = None,
    naming: Naming = FULL,
    before: Mapping[int, int | None] | None = None,
    first: str | None = None,
) -> list[ShownRow]:
    """Rows as people read them; the values of one column all have equally many decimals. `columns` are those that the
    reader sees, `named` and `naming` how names are shown, `before` the places of the round before, `first` the
    criterion on which players are level."""
    earlier = before or {}
    told = [column for column in columns if column.code not in (PLACE.code, NAME.code)]
    cells = column_cells(rows, speaker, told, naming)
    found = []
    for row in rows:
        values = tuple([(code, of[row.player]) for code, of in cells.items()])
        was = earlier.get(row.player)
        moved = None if was is None or row.place is None else was - row.place
        decided = row.decided if first is not None else None
        name = (named or speaker.name)(row.player)
        found.append(
            ShownRow(row.place, row.player, name, row.status, values, moved, None if decided == first else decided)
        )
    return found


def column_cells(
    rows: Sequence[RankedRow], speaker: Speaker, columns: Iterable[ListColumn], naming: Naming = FULL
) -> dict[str, Mapping[int, str]]:
    """What stands in these columns, in words, by column and player."""
    if not rows:
        return {column.code: {} for column in columns}
    players = rows[0].measured.book.players
    source = Source(players, rows, speaker.number)
    shown = [players[row.player] for row in rows]
    return {
        column.code: {
            player.id: worded(str(cells[player.id]), speaker)
            for cells in (shown_particulars(column, column.values(source), shown, naming, growing=True),)
            for player in shown
        }
        for column in columns
    }


def column_lines(columns: Iterable[ListColumn], speaker: Speaker) -> list[ColumnLine]:
    return [
        ColumnLine(
            column.code,
            worded(column.heading, speaker),
            speaker.say(column.label) if column.label else "",
            speaker.say(f"{column.label}.about") if column.label else "",
            column.words,
            column.priority,
        )
        for column in columns
    ]


FORM_ROUNDS = 5


def form_of(
    tournament: Tournament, after: int, players: Collection[int], rounds: int = FORM_ROUNDS
) -> Mapping[int, tuple[FormMark, ...]]:
    """The last `rounds` of some players, oldest first; a game without a result is left out."""
    wanted = frozenset(players)
    scoring = system(tournament.setup.system).rules.scoring(tournament.setup)
    penalties = in_force(tournament.setup.penalties)
    found: dict[int, list[FormMark]] = {player: [] for player in wanted}
    for round_ in tournament.rounds[max(after - rounds, 0) : after]:
        for table in round_.tables:
            if table.result is None or wanted.isdisjoint(table.players):
                continue
            for player, tally in zip(table.players, tallies_at(table, round_.number, scoring, penalties), strict=True):
                if player in wanted:
                    found[player].append(FormMark(round_.number, tally.outcome))
        for bye in round_.byes:
            if bye.player in wanted:
                found[bye.player].append(FormMark(round_.number, "bye"))
    return {player: tuple(played) for player, played in found.items()}


def first_criterion(rows: Sequence[RankedRow]) -> str | None:
    """What players are level on, or not: the criterion that ranks before all others."""
    criteria = rows[0].measured.criteria if rows else ()
    return next((one.name for one in criteria if one.ranks), None)


class Leaders(View):
    """Who is ahead by the first criterion, who follows them, and how far behind."""

    ahead: list[int]
    behind: list[int]
    gap: Fraction


def leaders_of(rows: Sequence[RankedRow]) -> Leaders | None:
    """None where no criterion says so: nobody has a place, or later stages give the places (ST9)."""
    placed = [row for row in rows if row.place is not None]
    first = first_criterion(rows)
    if first is None or not placed or placed[0].measured.book.settled:
        return None
    values = {row.player: row.measures[first].value or Fraction(0) for row in placed}
    most = values[placed[0].player]
    next_ = next((value for value in values.values() if value != most), most)
    ahead, behind = ([player for player in values if values[player] == value] for value in (most, next_))
    return Leaders(ahead, behind if next_ != most else [], abs(most - next_))


def shared_places(rows: Sequence[RankedRow]) -> frozenset[int]:
    """The players who share their place with somebody among these rows."""
    by_place: dict[int, list[int]] = {}
    for row in rows:
        if row.place is not None:
            by_place.setdefault(row.place, []).append(row.player)
    return frozenset(player for players in by_place.values() if len(players) > 1 for player in players)


def working_of(row: RankedRow, measures: Mapping[str, Measure] | None = None) -> dict[str, list[TermLine]]:
    """How every value of the row came about, or those that the reader may see."""
    return {
        name: [
            TermLine(
                term.round, term.code, list(term.opponents), exact(Fraction(term.amount, measure.unit)), term.counted
            )
            for term in measure.terms
        ]
        for name, measure in (row.measures if measures is None else measures).items()
    }


def podium_steps(podium: Podium | None, speaker: Speaker) -> list[PodiumStep]:
    """The first places; empty where nobody is declared."""
    return [
        PodiumStep(step.place, list(step.players), [speaker.name(player) for player in step.players])
        for step in (podium.steps if podium and not podium.provisional else ())
    ]


def winners_of(podium: Podium | None, *, provisional: bool = False) -> list[int]:
    """Who has won for good, or provisionally."""
    return list(podium.winners) if podium and podium.provisional == provisional else []
