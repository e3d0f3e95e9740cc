"""The standings: a row as programs and as people read it, what decided between level players, the working of the
values, and the podium."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from ronda.core.book import Outcome, tallies_at
from ronda.core.model import Tournament
from ronda.core.penalty_effects import in_force
from ronda.core.ranking import Measure, RankedRow
from ronda.desk.podium import Podium
from ronda.systems import system
from ronda.systems.lists import column_decimals, shown_value
from ronda.texts import Speaker
from ronda.views import UNSET, UnsetType, View, exact
from ronda.views.verdicts import NoteLine


class TermLine(View, frozen=True):
    """What one round gives to a value. `counted` is false for what the rule leaves out."""

    round: int | None
    code: str
    opponents: list[int]
    amount: float
    counted: bool


class StandingsLine(View, frozen=True):
    """Level players share a place; null for players without one. Criteria by name, in the order of the rulebook.
    `working` and `notes` only where one player was asked for."""

    place: int | None
    player: int
    name: str
    label: str
    status: str
    criteria: dict[str, float | None]
    working: dict[str, list[TermLine]] | UnsetType = UNSET
    notes: list[NoteLine] | UnsetType = UNSET


class ShownRow(View, frozen=True):
    """A row as pages, the wall and paper show it: `values` are written in the way of the language, by criterion.
    `moved` is how many places up since the round before (None: not known); `decided` are the criteria that put the
    player before or behind others who are level on the first one."""

    place: int | None
    player: int
    name: str
    status: str
    values: tuple[tuple[str, str], ...]
    moved: int | None = None
    decided: frozenset[str] = frozenset()


class FormMark(View, frozen=True):
    """How one round ended for a player."""

    round: int
    outcome: Outcome


class PodiumStep(View, frozen=True):
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


def shown_rows(
    rows: Sequence[RankedRow],
    speaker: Speaker,
    *,
    criteria: Collection[str] | None = None,
    before: Mapping[int, int | None] | None = None,
    first: str | None = None,
) -> list[ShownRow]:
    """Rows as people read them; the values of one criterion all have equally many decimals. `criteria` are those that
    the reader sees, `before` the places of the round before, `first` the criterion on which players are level."""
    decimals = column_decimals(rows)
    earlier = before or {}
    decided = decided_by(rows, first) if first is not None else {}
    found = []
    for row in rows:
        measures = row.measures
        names = measures if criteria is None else criteria
        values = tuple([(name, shown_value(measures[name], speaker.number, decimals[name])) for name in names])
        was = earlier.get(row.player)
        moved = None if was is None or row.place is None else was - row.place
        marks = decided.get(row.player, frozenset())
        found.append(ShownRow(row.place, row.player, speaker.name(row.player), row.status, values, moved, marks))
    return found


FORM_ROUNDS = 5


def form_of(
    tournament: Tournament, after: int, players: Collection[int], rounds: int = FORM_ROUNDS
) -> Mapping[int, tuple[FormMark, ...]]:
    """The last `rounds` of some players, oldest first; a game without a result is left out."""
    wanted = frozenset(players)
    scoring = system(tournament.setup.system).scoring(tournament.setup)
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


def decided_by(rows: Sequence[RankedRow], first: str) -> Mapping[int, frozenset[str]]:
    """The criteria that put players who are level on the `first` one into order."""
    found: dict[int, set[str]] = {row.player: set() for row in rows}
    for row in rows:
        if row.decided is not None and row.decided != first:
            found[row.player].add(row.decided)
            if row.above in found:
                found[row.above].add(row.decided)
    return {player: frozenset(names) for player, names in found.items()}


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
        for step in (podium.steps if podium else ())
    ]


def winners_of(podium: Podium | None) -> list[int]:
    return list(podium.winners) if podium else []
