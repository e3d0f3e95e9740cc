"""How actions on rounds and results are decided: rounds and stages made, changed by hand, published; results, reports,
penalties and appeals."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core import Approval, Refusal, Scored, Table, Tournament, fold, next_stage, turned
from ronda.core.facts import Approved, Fact, Finished, Published, ResultEntered
from ronda.core.stage_plan import Replacement, Stage
from ronda.desk import penalties, reports, rounds, stage_begin
from ronda.desk.actions.action import Decided
from ronda.desk.actions.bodies import (
    AppealInput,
    AppealVerdict,
    ApprovalInput,
    Body,
    JudgeNote,
    LatePlayer,
    NextRound,
    PenaltyInput,
    PenaltyLift,
    Publication,
    Report,
    ResultEntry,
    ResultRestoration,
    StageBeginning,
    StageRef,
    Stages,
    Swap,
    TableRef,
)
from ronda.desk.decisions import erase_result, find_table, not_ready, record_result
from ronda.desk.permissions import Actor, phase
from ronda.desk.players import pause_absent
from ronda.systems import rules_of


def pair(tournament: Tournament, body: NextRound, _: Actor) -> Decided:
    """The next round as a draft; approved and published with it, if that was asked for."""
    missed: Sequence[Fact] = []
    if body.present:
        missed = pause_absent(tournament)
    known = fold(missed, tournament)
    made = rounds.draft(known, body.seed, last_resort=body.last_resort or body.approve is not None)
    if isinstance(made, Refusal):
        return made
    drafted = fold([made], known)
    waits = body.or_draft and drafted.rounds[-1].forced and body.approve is None
    more = _published(drafted, body.approve) if body.publish and not waits else _approved(drafted, body.approve)
    return more if isinstance(more, Refusal) else [*missed, made, *more]


def not_paired(tournament: Tournament) -> Refusal | None:
    """Why a round cannot be made now: which results are missing."""
    return not_ready(tournament) if phase(tournament) == "playing" else None


def publish(tournament: Tournament, body: Publication, _: Actor) -> Decided:
    """The draft becomes the round; a forced one with the director's approval."""
    return _published(tournament, body.approve)


def _published(tournament: Tournament, approve: ApprovalInput | None) -> list[Approved | Published] | Refusal:
    approved = _approved(tournament, approve)
    if isinstance(approved, Refusal):
        return approved
    published = rounds.publish(fold(approved, tournament))
    return published if isinstance(published, Refusal) else [*approved, published]


def _approved(tournament: Tournament, approve: ApprovalInput | None) -> list[Approved] | Refusal:
    """Where the round needs it."""
    if approve is None or not tournament.rounds[-1].forced:
        return []
    approved = rounds.approve(tournament, Approval(approve.by, approve.reason))
    return approved if isinstance(approved, Refusal) else [approved]


def approve(tournament: Tournament, body: ApprovalInput, _: Actor) -> Decided:
    return rounds.approve(tournament, Approval(body.by, body.reason))


def swap(tournament: Tournament, body: Swap, _: Actor) -> Decided:
    changed = rounds.swap_players(tournament, body.one, body.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def swap_tables(tournament: Tournament, body: Swap, _: Actor) -> Decided:
    changed = rounds.swap_tables(tournament, body.one, body.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def discard(tournament: Tournament, _: Body, __: Actor) -> Decided:
    return rounds.discard(tournament)


def close(tournament: Tournament, _: Body, __: Actor) -> Decided:
    return rounds.close(tournament)


def finish(tournament: Tournament, _: Body, __: Actor) -> Decided:
    return rounds.finish(tournament)


def reopen(_: Tournament, __: Body, ___: Actor) -> Decided:
    return Finished(again=True)


def plan_stages(tournament: Tournament, body: Stages, _: Actor) -> Decided:
    given = [Stage(**{key: getattr(one, key) for key in one.__struct_fields__}) for one in body.stages]
    return stage_begin.plan_stages(tournament, given, body.by)


def begin_stage(tournament: Tournament, body: StageBeginning, _: Actor) -> Decided:
    return stage_begin.begin_stage(
        tournament,
        body.stage or next_stage(tournament) or 0,
        body.seed,
        changes=[Replacement(one.out, one.into) for one in body.changes],
        mode=body.mode,
        playoff=body.playoff,
        early=body.early,
        by=body.by,
        reason=body.reason,
    )


def cancel_stage(tournament: Tournament, body: StageRef, _: Actor) -> Decided:
    return stage_begin.take_back_stage(tournament, body.stage)


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
    return penalties.late(tournament, body.player, body.by)


def appeal(tournament: Tournament, body: AppealInput, person: Actor) -> Decided:
    complaint = penalties.Complaint(body.player, body.text, body.penalty, body.round, body.table)
    return penalties.appeal(tournament, complaint, late=person.may("arbiter"))


def decide_appeal(tournament: Tournament, body: AppealVerdict, _: Actor) -> Decided:
    amount = penalties.asked_amount(penalties.appealed_kind(tournament, body.appeal), body.amount, body.points)
    if isinstance(amount, Refusal):
        return amount
    verdict = penalties.Verdict(body.appeal, body.outcome, body.by, body.reason, amount)
    return penalties.decide_appeal(tournament, verdict)
