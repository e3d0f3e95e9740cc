"""The standings: a row, the working of its values, and the podium."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ronda.core.ranking import Measure, StandingsRow
from ronda.desk.podium import Podium
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


class PodiumStep(View, frozen=True):
    """A place and everybody who has it: level players share it."""

    place: int
    players: list[int]
    names: list[str]


def standings_line(row: StandingsRow, speaker: Speaker, measures: Mapping[str, Measure] | None = None) -> StandingsLine:
    """With all of its values, or with those that the reader may see."""
    shown = row.measures if measures is None else measures
    criteria = {name: None if one.value is None else exact(one.value) for name, one in shown.items()}
    name, label = speaker.bare_name(row.player), speaker.name(row.player)
    return StandingsLine(row.place, row.player, name, label, row.status, criteria)


def working_of(row: StandingsRow) -> dict[str, list[TermLine]]:
    """How every value of the row came about."""
    return {
        name: [
            TermLine(
                term.round, term.code, list(term.opponents), exact(Fraction(term.amount, measure.unit)), term.counted
            )
            for term in measure.terms
        ]
        for name, measure in row.measures.items()
    }


def podium_steps(podium: Podium | None, speaker: Speaker) -> list[PodiumStep]:
    """The first places; empty where nobody is declared."""
    return [
        PodiumStep(step.place, list(step.players), [speaker.name(player) for player in step.players])
        for step in (podium.steps if podium else ())
    ]


def winners_of(podium: Podium | None) -> list[int]:
    return list(podium.winners) if podium else []
