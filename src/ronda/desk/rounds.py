"""A round from its draft to its end: drawn, changed by hand, taken back, approved, published;
and where it departs from the plain rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.core import (
    Approval,
    Bye,
    Finding,
    Frozen,
    Reason,
    Refusal,
    Relaxation,
    Round,
    Side,
    Table,
    Tournament,
    by_stages,
    fold,
    replace,
    stage_begun_after,
)
from ronda.core.facts import Approved, Discarded, Fact, Finished, LotDrawn, Paired, Published, Rearranged
from ronda.core.text_rules import hidden_text
from ronda.desk.bodies import ApprovalInput, NextRound, Publication, Swap
from ronda.desk.decisions import check_round, next_round, not_complete, not_ready
from ronda.desk.desk import Decided
from ronda.desk.permissions import phase
from ronda.desk.players import pause_absent
from ronda.systems import system


def draft(tournament: Tournament, seed: int | None = None, *, last_resort: bool = False) -> Paired | Refusal:
    """The next round, for the director to look at before it is published."""
    made = next_round(tournament, seed, last_resort=last_resort)
    return made if isinstance(made, Refusal) else Paired(replace(made.round, status="draft"), made.numbers)


def pair(tournament: Tournament, body: NextRound) -> Decided:
    """The next round as a draft; approved and published with it, if that was asked for."""
    missed: Sequence[Fact] = []
    if body.present:
        missed = pause_absent(tournament)
    known = fold(missed, tournament)
    made = draft(known, body.seed, last_resort=body.last_resort or body.approve is not None)
    if isinstance(made, Refusal):
        return made
    drafted = fold([made], known)
    waits = body.or_draft and drafted.rounds[-1].forced and body.approve is None
    more = _published(drafted, body.approve) if body.publish and not waits else _approved(drafted, body.approve)
    return more if isinstance(more, Refusal) else [*missed, made, *more]


def not_paired(tournament: Tournament) -> Refusal | None:
    """Why a round cannot be made now: which results are missing."""
    return not_ready(tournament) if phase(tournament) == "playing" else None


def decide_publish(tournament: Tournament, body: Publication) -> Decided:
    """The draft becomes the round; a forced one with the director's approval."""
    return _published(tournament, body.approve)


def _published(tournament: Tournament, given: ApprovalInput | None) -> list[Approved | Published] | Refusal:
    approved = _approved(tournament, given)
    if isinstance(approved, Refusal):
        return approved
    published = publish(fold(approved, tournament))
    return published if isinstance(published, Refusal) else [*approved, published]


def _approved(tournament: Tournament, given: ApprovalInput | None) -> list[Approved] | Refusal:
    """Where the round needs it."""
    if given is None or not tournament.rounds[-1].forced:
        return []
    approved = approve(tournament, given)
    return approved if isinstance(approved, Refusal) else [approved]


class Rearrangement(Frozen):
    """A change by hand, and what the rulebook says about it: to be shown before it is saved."""

    fact: Rearranged
    findings: tuple[Finding, ...]


def swap_players(tournament: Tournament, one: int, other: int) -> Rearrangement | Refusal:
    """The two change seats; either may be resting."""
    last = _open_round(tournament, one, other)
    if isinstance(last, Refusal):
        return last
    swapped = {one: other, other: one}
    tables = tuple(_reseated(table, swapped) for table in last.tables)
    byes = tuple(replace(bye, player=swapped.get(bye.player, bye.player)) for bye in last.byes)
    return _rearranged(tournament, last, tables, byes)


def swap_tables(tournament: Tournament, one: int, other: int) -> Rearrangement | Refusal:
    """Two tables change their numbers."""
    last = _open_round(tournament)
    if isinstance(last, Refusal):
        return last
    for number in (one, other):
        if number not in {table.number for table in last.tables}:
            return Refusal("unknown_table", "S4", {"round": last.number, "table": number})
    numbers = {one: other, other: one}
    moved = (replace(table, number=numbers.get(table.number, table.number)) for table in last.tables)
    tables = tuple(sorted(moved, key=lambda table: table.number))
    return _rearranged(tournament, last, tables, last.byes)


def decide_swap(tournament: Tournament, body: Swap) -> Decided:
    changed = swap_players(tournament, body.one, body.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def decide_swap_tables(tournament: Tournament, body: Swap) -> Decided:
    changed = swap_tables(tournament, body.one, body.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def _open_round(tournament: Tournament, *players: int) -> Round | Refusal:
    """The last round, if these players are in it and have no result yet."""
    if not tournament.rounds:
        return Refusal("unknown_round", "S4", {"round": 1, "rounds": 0})
    last = tournament.rounds[-1]
    for player in players:
        if player not in last.players:
            return Refusal("not_in_round", "S1", {"player": player, "round": last.number})
    for table in last.tables:
        if table.result is not None and set(players) & set(table.players):
            return Refusal("has_result", "S4", {"table": table.number, "round": last.number})
    return last


def _reseated(table: Table, swapped: Mapping[int, int]) -> Table:
    def side(players: Side) -> Side:
        return tuple(swapped.get(player, player) for player in players)

    first, second = side(table.first), side(table.second)
    return table if (first, second) == (table.first, table.second) else replace(table, first=first, second=second)


def _rearranged(
    tournament: Tournament, last: Round, tables: tuple[Table, ...], byes: tuple[Bye, ...]
) -> Rearrangement | Refusal:
    """The round as it is now; reasons that are no longer true give way to "by hand"."""
    if (tables, byes) == (last.tables, last.byes):
        return Refusal("nothing_changed", "S4")
    if by_stages(tournament, last.number) and _matches(tables) != _matches(last.tables):
        return Refusal("stage_seats", "ST1.6", {"round": last.number})
    seats = {table.number: (table.first, table.second) for table in last.tables}
    changed = {table.number for table in tables if (table.first, table.second) != seats.get(table.number)}
    rested = _resting(last) ^ {bye.player for bye in byes}
    reasons = [r for r in last.reasons if r.table not in changed and r.player not in rested]
    reasons += [Reason("by_hand", "S3", {}, table=number) for number in sorted(changed)]
    reasons += [Reason("by_hand", "S3", {}, player=bye.player) for bye in byes if bye.player in rested]
    made = replace(last, tables=tables, byes=byes, reasons=tuple(reasons), by_hand=True)
    made = replace(made, relaxations=tuple(r for r in last.relaxations if _still_true(r, last, made)))
    return Rearrangement(Rearranged(made), tuple(check_round(tournament, made)))


def _matches(tables: Sequence[Table]) -> set[frozenset[Side]]:
    """Who meets whom, whoever is named first."""
    return {frozenset((table.first, table.second)) for table in tables}


def _still_true(relaxation: Relaxation, before: Round, after: Round) -> bool:
    """What was relaxed for two players counts as long as they sit as they did to each other, what was relaxed for
    one as long as that one rests or plays as before. Of anything else nobody knows: it stays stated."""
    match relaxation.players:
        case (one, other):
            return _relation(before, one, other) == _relation(after, one, other)
        case (one,):
            return (one in _resting(before)) == (one in _resting(after))
        case _:
            return True


def _relation(round_: Round, one: int, other: int) -> str:
    """How two players sit to each other."""
    for table in round_.tables:
        if {one, other} <= set(table.players):
            return "partners" if (one in table.first) == (other in table.first) else "opponents"
    resting = _resting(round_)
    return f"apart {one in resting} {other in resting}"


def _resting(round_: Round) -> set[int]:
    return {bye.player for bye in round_.byes}


def discard(tournament: Tournament) -> Discarded | Refusal:
    """Take the last round back. With results it stays: those are corrected one by one, or undone."""
    last = tournament.rounds[-1]
    for table in last.tables:
        if table.result is not None:
            return Refusal("has_result", "S4", {"table": table.number, "round": last.number})
    stage = stage_begun_after(tournament, last.number)
    if stage is not None:
        return Refusal("stage_built_on", "ST1.6", {"stage": stage})
    return Discarded(last.number)


def approve(tournament: Tournament, body: ApprovalInput) -> Approved | Refusal:
    """A director stands for a forced round, with name and reason (D7.3, C5.5)."""
    last = tournament.rounds[-1]
    if not last.forced:
        return Refusal("nothing_to_approve", "D7.3", {"round": last.number})
    if not body.by.strip() or not body.reason.strip():
        return Refusal("approval_incomplete", forced_by(last), {"round": last.number})
    return hidden_text(body.by, body.reason) or Approved(last.number, Approval(body.by, body.reason))


def publish(tournament: Tournament) -> Published | Refusal:
    """A forced round stays a draft until a director stands for it (D7.3, C5.5)."""
    last = tournament.rounds[-1]
    if last.forced and last.approved is None:
        return Refusal("approval_needed", forced_by(last))
    return Published(last.number)


def forced_by(round_: Round) -> str:
    """The article by which the round is forced."""
    return next(relaxation.article for relaxation in round_.relaxations if relaxation.code == "forced")


def close(tournament: Tournament) -> Sequence[Fact] | Refusal:
    """Nothing to record: a round is over with its last result (R5.5). Scripts that say so have what they wish."""
    return not_complete(tournament) or ()


def finish(tournament: Tournament) -> list[Fact] | Refusal:
    """The event is over. Nobody wins while a result is missing, be it one of an earlier round that was taken back.
    Where a lot is the last thing that decides, it is drawn now, and once (CR8.2)."""
    unfinished = not_complete(tournament)
    if unfinished is not None:
        return unfinished
    by_lot = system(tournament.setup.system).rules.criteria(tournament.setup)[-1].name == "lot"
    drawn: list[Fact] = [LotDrawn(tournament.setup.seed)] if by_lot and tournament.lot is None else []
    return [*drawn, Finished()]


def reopen() -> Finished:
    return Finished(again=True)


class Departure(Frozen):
    """A rule that was relaxed in a round, or (None) that the round was changed by hand."""

    round: int
    relaxation: Relaxation | None
    approved: Approval | None


def departures(tournament: Tournament) -> list[Departure]:
    """All of them, round by round."""
    found = []
    for round_ in tournament.rounds:
        if round_.by_hand:
            found.append(Departure(round_.number, None, round_.approved))
        found += [Departure(round_.number, relaxation, round_.approved) for relaxation in round_.relaxations]
    return found
