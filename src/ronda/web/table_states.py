"""The state of each table of a round: no result, one side has reported, conflict, late, in, not played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ronda.core.model import Forfeit, Result, Round, Table, Tournament
from ronda.desk.clock import Clock
from ronda.desk.reports import contradicted

State = Literal["missing", "one", "conflict", "late", "in", "not_played"]
STATES: tuple[State, ...] = ("missing", "one", "conflict", "late", "in", "not_played")
GRACE_SECONDS = 5 * 60  # a table that is still playing so long after its time is late


@dataclass(frozen=True, slots=True)
class TableState:
    """One table. `said`: what players report, by player, while the desk has no result; `late`: whole minutes after the
    end of its time; `second_side`: the only report comes from the second side."""

    table: Table
    state: State
    said: tuple[tuple[int, Result], ...] = ()
    late: int = 0
    extra: bool = False
    second_side: bool = False


def table_states(tournament: Tournament, round_: Round, clock: Clock | None, now: float) -> list[TableState]:
    """The tables of a round in their order. Reports and the clock are those of the last round."""
    last = round_.number == len(tournament.rounds)
    clock = clock if last and clock is not None and clock.round == round_.number else None
    return [
        _state(tournament, table, tournament.reports.get(table.number, {}) if last else {}, clock, now)
        for table in round_.tables
    ]


def _state(
    tournament: Tournament, table: Table, reports: Mapping[int, Result], clock: Clock | None, now: float
) -> TableState:
    if table.result is not None:
        nobody = isinstance(table.result, Forfeit) and table.result.first_absent and table.result.second_absent
        return TableState(table, "not_played" if nobody else "in")
    said = tuple(reports.items())
    if said and contradicted(tournament, table):
        return TableState(table, "conflict", said)
    if said:
        return TableState(table, "one", said, second_side=all(player in table.second for player, _ in said))
    extra = clock is not None and table.number in clock.extra
    over = -clock.left(now, table.number) if clock is not None and clock.touched else 0.0
    if over >= GRACE_SECONDS:
        return TableState(table, "late", late=int(over // 60), extra=extra)
    return TableState(table, "missing", extra=extra)


def counted(states: Sequence[TableState]) -> dict[State, int]:
    """How many tables are in each state."""
    return {state: sum(one.state == state for one in states) for state in STATES}
