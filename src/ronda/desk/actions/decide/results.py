"""What happened at the tables: results, reports of phones, penalties, appeals."""

from __future__ import annotations

from ronda.core.facts import ResultEntered
from ronda.core.model import Scored, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import appeals, penalties, reports
from ronda.desk.actions.action import Decided
from ronda.desk.actions.bodies import (
    AppealInput,
    AppealVerdict,
    Body,
    JudgeNote,
    LatePlayer,
    PenaltyInput,
    PenaltyLift,
    Report,
    ResultEntry,
    ResultRestoration,
    TableRef,
)
from ronda.desk.decisions import erase_result, find_table, record_result
from ronda.desk.roles import Actor
from ronda.systems import system


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
    return ResultEntered(body.round, body.table, Scored(table.result.second, table.result.first))


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
        current = system(tournament.setup.system).result_fact(table.result) or "–"
        return Refusal("changed_meanwhile", "S4", {"table": body.table, "current": current, "round": body.round})
    if table.result is not None and not _may_correct(tournament, body.round, person):
        return Refusal("not_your_role", "S4", {"action": "correct"})
    return table


def _may_correct(tournament: Tournament, number: int, person: Actor) -> bool:
    """Earlier rounds have been played on: only an arbiter touches them."""
    return number >= len(tournament.rounds) or person.may("arbiter")


def written(tournament: Tournament, number: int, table: int) -> str | None:
    """The result of a table as people write it."""
    found = find_table(tournament, number, table)
    if isinstance(found, Refusal) or found.result is None:
        return None
    return system(tournament.setup.system).write_result(found.result)


def report(tournament: Tournament, body: Report, person: Actor) -> Decided:
    assert person.player is not None, "only phones report"
    if body.round not in (None, len(tournament.rounds)):
        return Refusal("report_too_late", "S4", {"round": body.round})
    return reports.report(tournament, person.player, body.result, confirmed=body.sure, without=person.rivals)


def withdraw_report(tournament: Tournament, _: Body, person: Actor) -> Decided:
    assert person.player is not None, "only phones report"
    return reports.withdraw(tournament, person.player)


def penalise(tournament: Tournament, body: PenaltyInput, _: Actor) -> Decided:
    amount = penalties.asked_amount(body.kind, body.amount, body.points)
    if isinstance(amount, Refusal):
        return amount
    given = penalties.Given(
        body.player, body.kind, amount, body.round, body.table, body.card, body.rule, body.reason, body.by
    )
    return penalties.penalise(tournament, given)


def note(tournament: Tournament, body: JudgeNote, _: Actor) -> Decided:
    if not body.reason.strip():
        return Refusal("note_needs_text", "PE2")
    given = penalties.Given(body.player, "note", round=body.round, table=body.table, reason=body.reason, by=body.by)
    return penalties.penalise(tournament, given)


def lift(tournament: Tournament, body: PenaltyLift, _: Actor) -> Decided:
    return penalties.lift(tournament, body.penalty, body.reason, body.by)


def come_late(tournament: Tournament, body: LatePlayer, _: Actor) -> Decided:
    return appeals.late(tournament, body.player, body.by)


def appeal(tournament: Tournament, body: AppealInput, person: Actor) -> Decided:
    complaint = appeals.Complaint(body.player, body.text, body.penalty, body.round, body.table)
    return appeals.appeal(tournament, complaint, late=person.may("arbiter"))


def decide_appeal(tournament: Tournament, body: AppealVerdict, _: Actor) -> Decided:
    amount = penalties.asked_amount(appeals.appealed_kind(tournament, body.appeal), body.amount, body.points)
    if isinstance(amount, Refusal):
        return amount
    verdict = appeals.Verdict(body.appeal, body.outcome, body.by, body.reason, amount)
    return appeals.decide_appeal(tournament, verdict)
