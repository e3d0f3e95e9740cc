"""Appeals against penalties and results, and what comes of them (PE8); lateness at a table (PE5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ronda.core.facts import AppealDecided, Appealed, Fact, Penalised, ResultEntered
from ronda.core.model import Appeal, AppealOutcome, Forfeit, Penalty, Tournament
from ronda.core.penalty_effects import amount_of, in_force
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.decisions import find_table
from ronda.desk.penalties import Given, lift, penalise, unfit_words
from ronda.systems import system

LATE = "late"  # the rule that lateness goes by


class Complaint(Frozen, frozen=True):
    """What somebody wants to appeal against: a penalty, or the result of a table."""

    player: int
    text: str
    penalty: int | None = None
    round: int | None = None
    table: int | None = None


def open_appeals(tournament: Tournament) -> list[Appeal]:
    return [one for one in tournament.appeals if not one.outcome]


def appeal(tournament: Tournament, complaint: Complaint, *, late: bool) -> Appealed | Refusal:
    """PE8.1: before the next round is published; `late`: somebody asks who may take one later, too."""
    if complaint.player not in {player.id for player in tournament.players}:
        return Refusal("unknown_player", "S4", {"player": complaint.player})
    refused = unfit_words(complaint.text)
    if refused is not None:
        return refused
    if not complaint.text.strip():
        return Refusal("appeal_needs_text", "PE8.1")
    last = len(tournament.rounds)
    number, at = last if complaint.round is None else complaint.round, complaint.table
    if complaint.penalty is not None:
        found = next((one for one in in_force(tournament.setup.penalties) if one.id == complaint.penalty), None)
        if found is None:
            return Refusal("unknown_penalty", "PE1", {"penalty": complaint.penalty})
        number, at = found.round, found.table
    elif at is None:
        return Refusal("appeal_against_what", "PE8.1")
    else:
        table = find_table(tournament, number, at)
        if isinstance(table, Refusal):
            return table
    published = last - 1 if tournament.rounds and tournament.rounds[-1].status == "draft" else last
    if number < published and not late:
        return Refusal("appeal_too_late", "PE8.1", {"round": number + 1})
    known = max((one.id for one in tournament.appeals), default=0)
    return Appealed(Appeal(known + 1, complaint.player, number, complaint.text.strip(), complaint.penalty, at))


class Verdict(Frozen, frozen=True):
    """How an appeal is decided; `amount`: where a penalty is changed, what it is from then on, as people say it."""

    appeal: int
    outcome: AppealOutcome
    by: str = ""
    reason: str = ""
    amount: int | Fraction = 0


def appealed_kind(tournament: Tournament, number: int) -> str:
    """The kind of the penalty that the appeal of that number is against; "" if there is none."""
    against = {one.penalty for one in tournament.appeals if one.id == number}
    return next((one.kind for one in tournament.setup.penalties if one.id in against), "")


def decide_appeal(tournament: Tournament, verdict: Verdict) -> Sequence[Fact] | Refusal:
    """Upheld: everything stays. Lifted: so is the penalty. Changed: it is lifted, and another one is given (PE1)."""
    found = next((one for one in open_appeals(tournament) if one.id == verdict.appeal), None)
    if found is None:
        return Refusal("unknown_appeal", "PE8.1", {"appeal": verdict.appeal})
    if not verdict.outcome or not verdict.reason.strip():
        return Refusal("appeal_needs_reason", "PE8.1")
    refused = unfit_words(verdict.reason, verdict.by)
    if refused is not None:
        return refused
    facts: list[Fact] = []
    given = next((one for one in in_force(tournament.setup.penalties) if one.id == found.penalty), None)
    if given is not None and verdict.outcome != "upheld":
        lifted = lift(tournament, given.id, verdict.reason, verdict.by)
        if isinstance(lifted, Refusal):
            return lifted
        facts += lifted
        if verdict.outcome == "changed":
            other = penalise(tournament, _changed(given, verdict))
            if isinstance(other, Refusal):
                return other
            facts += other
    return [*facts, AppealDecided(found.id, verdict.outcome, verdict.by.strip(), verdict.reason.strip())]


def _changed(given: Penalty, verdict: Verdict) -> Given:
    amount = verdict.amount or amount_of(given)
    return Given(
        given.player, given.kind, amount, given.round, given.table, given.card, given.rule, verdict.reason, verdict.by
    )


def late(tournament: Tournament, player: int, by: str = "") -> Sequence[Fact] | Refusal:
    """PE5.1: who has not come by the end of the grace is absent from the table that is being played; a note says so."""
    number = len(tournament.rounds)
    round_ = tournament.rounds[-1] if tournament.rounds else None
    table = next((t for t in round_.tables if player in t.players), None) if round_ else None
    if round_ is None or table is None or round_.status != "published":
        return Refusal("no_table_to_strike", "PE5.1", {"player": player})
    if table.result is not None:
        return Refusal("late_after_result", "PE5.1", {"table": table.number})
    unfit = unfit_words(by)
    if unfit is not None:
        return unfit
    alone = system(tournament.setup.system).rules.scoring(tournament.setup).penalised is not None  # PE2.3
    absent = Forfeit(player in table.first, player in table.second)
    known = max((one.id for one in tournament.setup.penalties), default=0)
    noted = Penalty(known + 1, player, "note", number, table.number, rule=LATE, by=by.strip())
    return [ResultEntered(number, table.number, absent, (player,) if alone else ()), Penalised(noted)]
