"""Results as the desk enters and corrects them, and reports of players: what both sides report is the result."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from ronda.core import Refusal, Result, Scored, Table, Tournament, turned
from ronda.core.facts import Reported, ResultEntered
from ronda.desk.bodies import Report, ResultEntry, ResultRestoration, TableRef
from ronda.desk.decisions import erase_result, find_table, record_result, typed_result
from ronda.desk.desk import Decided
from ronda.desk.permissions import Actor
from ronda.systems import rules_of


def enter(tournament: Tournament, body: ResultEntry, person: Actor) -> Decided:
    table = _as_seen(tournament, body, body.was, person)
    if isinstance(table, Refusal):
        return table
    return record_result(
        tournament, body.round, body.table, body.result, absent=tuple(body.absent), confirmed=body.sure
    )


def take_back(tournament: Tournament, body: ResultRestoration, person: Actor) -> Decided:
    """The table as it stood before an entry."""
    table = _as_seen(tournament, body, body.was, person)
    if isinstance(table, Refusal):
        return table
    if not body.before:
        over = tournament.rounds[body.round - 1].over
        if over and not person.may("arbiter"):  # the round would be open again
            return Refusal("not_your_role", "S4", {"action": "correct"})
        return erase_result(tournament, body.round, body.table)
    absent = tuple(body.absent)
    return record_result(tournament, body.round, body.table, body.before, absent=absent, confirmed=True)


def reverse(tournament: Tournament, body: TableRef, person: Actor) -> Decided:
    """A slip that was filled in the wrong way round."""
    table = _as_seen_or_said(tournament, body, person)
    if isinstance(table, Refusal):
        return table
    if not isinstance(table.result, Scored):
        return Refusal("nothing_to_reverse", "S4", {"table": body.table})
    return ResultEntered(body.round, body.table, turned(table.result))


def erase(tournament: Tournament, body: TableRef, person: Actor) -> Decided:
    table = _as_seen_or_said(tournament, body, person)
    if isinstance(table, Refusal):
        return table
    return erase_result(tournament, body.round, body.table)


def _as_seen_or_said(tournament: Tournament, body: TableRef, person: Actor) -> Table | Refusal:
    """A program may leave out what it saw."""
    was = written(tournament, body.round, body.table) if body.was is None else body.was
    return _as_seen(tournament, body, was, person)


def _as_seen(
    tournament: Tournament, body: ResultEntry | TableRef | ResultRestoration, was: str | None, person: Actor
) -> Table | Refusal:
    """The table, if it has what the person saw there and the person may change it."""
    table = find_table(tournament, body.round, body.table)
    if isinstance(table, Refusal):
        return table
    standing = written(tournament, body.round, body.table)
    if standing != (was or None):
        current = rules_of(tournament.setup).results.fact(table.result) or "–"
        return Refusal("changed_meanwhile", "S4", {"table": body.table, "current": current, "round": body.round})
    earlier = body.round < len(tournament.rounds)  # it has been played on: only an arbiter touches it
    if table.result is not None and earlier and not person.may("arbiter"):
        return Refusal("not_your_role", "S4", {"action": "correct"})
    return table


def written(tournament: Tournament, number: int, table: int) -> str | None:
    """The result of a table as people write it."""
    found = find_table(tournament, number, table)
    if isinstance(found, Refusal) or found.result is None:
        return None
    return rules_of(tournament.setup).results.write(found.result)


# --- what players report -------------------------------------------------------------------------------------


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
    other_side = table.second if player in table.first else table.first
    reports = _said(tournament, table).items()  # in the order in which it was said
    others = [result for who, result in reports if who in other_side and who not in without]
    meant = next((other for other in (result, *others) if other in others and _same(tournament, result, other)), None)
    if meant is not None:  # the score that was said first, where only the winner counts
        return [said, ResultEntered(said.round, table.number, meant)]
    return [said]


def decide_report(tournament: Tournament, body: Report, person: Actor) -> Decided:
    assert person.player is not None, "only phones report"
    if body.round not in (None, len(tournament.rounds)):
        return Refusal("report_too_late", "S4", {"round": body.round})
    return report(tournament, person.player, body.result, confirmed=body.sure, without=person.rivals)


def decide_withdrawal(tournament: Tournament, person: Actor) -> Decided:
    assert person.player is not None, "only phones report"
    return withdraw(tournament, person.player)


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
