"""Rounds and stages: made, changed by hand, published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ronda.core.facts import Approved, Fact, Finished, Published
from ronda.core.history import fold, next_stage
from ronda.core.model import Approval, Tournament
from ronda.core.stage_plan import Replacement, Stage
from ronda.core.verdicts import Refusal
from ronda.desk import rounds
from ronda.desk.actions.action import Decided
from ronda.desk.actions.bodies import ApprovalInput, Body, NextRound
from ronda.desk.decisions import not_ready
from ronda.desk.phases import phase
from ronda.desk.players import pause_absent
from ronda.desk.roles import Actor
from ronda.desk.stages import begin, plan

if TYPE_CHECKING:  # all bodies take a while to import, and `ronda pair` needs one
    from ronda.desk.actions.bodies import Publication, StageBeginning, StageRef, Stages, Swap


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
    return plan.plan_stages(tournament, given, body.by)


def begin_stage(tournament: Tournament, body: StageBeginning, _: Actor) -> Decided:
    return begin.begin_stage(
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
    return begin.take_back_stage(tournament, body.stage)
