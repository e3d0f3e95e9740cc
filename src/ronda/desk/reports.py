"""Reports of players: a result counts as soon as both sides report the same."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from ronda.core import Refusal, Result, Table, Tournament
from ronda.core.facts import Reported, ResultEntered
from ronda.desk.decisions import typed_result
from ronda.systems import rules_of


def table_of(tournament: Tournament, player: int) -> Table | None:
    """Where the player sits in the last round that is published."""
    if not tournament.rounds or tournament.rounds[-1].status == "draft":
        return None
    tables = tournament.rounds[-1].tables
    return next((table for table in tables if player in table.first or player in table.second), None)


def report(
    tournament: Tournament,
    player: int,
    text: str,
    *,
    confirmed: bool = False,
    without: AbstractSet[int] = frozenset(),
) -> list[Reported | ResultEntered] | Refusal:
    """The player says how the table ended (first side first). If somebody of the other side has said the same, it
    is the result; if something else, the desk must look. Those in `without` do not count as the other side: what both
    say is for the desk to confirm."""
    table = _waiting_table(tournament, player)
    if isinstance(table, Refusal):
        return table
    result = typed_result(tournament.setup, text, confirmed=confirmed)
    if isinstance(result, Refusal):
        return result
    said = Reported(len(tournament.rounds), table.number, player, result)
    others = _said_by_others(tournament, table, player, without)
    meant = next((other for other in (result, *others) if other in others and _same(tournament, result, other)), None)
    if meant is not None:  # the score that was said first, where only the winner counts
        return [said, ResultEntered(said.round, table.number, meant)]
    return [said]


def withdraw(tournament: Tournament, player: int) -> Reported | Refusal:
    """The player takes the report back."""
    table = _waiting_table(tournament, player)
    if isinstance(table, Refusal):
        return table
    if player not in tournament.reports.get(table.number, {}):
        return Refusal("nothing_changed", "S4")
    return Reported(len(tournament.rounds), table.number, player, None)


def disputed(tournament: Tournament) -> list[Table]:
    """The tables where the players say different things: the desk must look."""
    if not tournament.rounds:
        return []
    return [table for table in tournament.rounds[-1].tables if contradicted(tournament, table)]


def contradicted(tournament: Tournament, table: Table) -> bool:
    """Whether two of its players say what cannot both be. Where only the winner counts, another score is no other
    result."""
    first, *others = _said(tournament, table).values() or (None,)
    return first is not None and not all(_same(tournament, first, other) for other in others)


def _same(tournament: Tournament, one: Result, other: Result) -> bool:
    return rules_of(tournament.setup).results.same(tournament.setup, one, other)


def _waiting_table(tournament: Tournament, player: int) -> Table | Refusal:
    table = table_of(tournament, player)
    if table is None or table.result is not None:
        return Refusal("no_table_now", "S4", {"player": player})
    return table


def _said(tournament: Tournament, table: Table) -> dict[int, Result]:
    return dict(tournament.reports.get(table.number, {}))


def unconfirmed(tournament: Tournament) -> list[Table]:
    """The tables where both sides say the same and it is not the result: one phone said it for both, or nobody
    let one of the phones in."""
    if not tournament.rounds:
        return []
    return [table for table in tournament.rounds[-1].tables if table.result is None and agreed(tournament, table)]


def agreed(tournament: Tournament, table: Table) -> bool:
    """Whether both sides say the same, and nobody anything else."""
    said = _said(tournament, table)
    sides = {who in table.first for who in said}
    return len(sides) == 2 and not contradicted(tournament, table)


def _said_by_others(tournament: Tournament, table: Table, player: int, without: AbstractSet[int]) -> list[Result]:
    """What the other side says, in the order in which it was said."""
    other = table.second if player in table.first else table.first
    return [result for who, result in _said(tournament, table).items() if who in other and who not in without]
