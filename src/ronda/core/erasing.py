"""What is left when somebody is erased (PP6): of a player, of a round, and of the facts that told of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from ronda.core.facts import (
    AppealDecided,
    Appealed,
    Approved,
    Edited,
    Entered,
    Erased,
    Fact,
    FeeSet,
    Paid,
    Paired,
    Penalised,
    PenaltyLifted,
    PrizesPublished,
    Rearranged,
    StageBegun,
)
from ronda.core.model import EMPTIED, Appeal, Penalty, Player, Round, Setup, without_person
from ronda.core.prize_rules import FeeBook, Payment
from ronda.core.values import replace
from ronda.core.verdicts import RECORDED, Reason, Relaxation

V = TypeVar("V", Reason, Relaxation)


def left_of(player: Player, erased: Collection[int], numbers: Mapping[int, int]) -> Player:
    """The player without the person, if erased; with the start number, if one was fixed with it."""
    left = without_person(player) if player.id in erased else player
    return replace(left, number=numbers[player.id]) if player.id in numbers else left


def emptied(round_: Round) -> Round:
    """The round without what somebody wrote about it. Who approved it stays: that is somebody of the desk."""
    approved = round_.approved and replace(round_.approved, reason=EMPTIED)
    return replace(
        round_,
        approved=approved,
        reasons=tuple(map(_emptied, round_.reasons)),
        relaxations=tuple(map(_emptied, round_.relaxations)),
    )


def _emptied(verdict: V) -> V:
    return replace(verdict, facts={**verdict.facts, "text": EMPTIED}) if verdict.code == RECORDED else verdict


def silent(penalty: Penalty, players: Collection[int], rounds: Collection[int]) -> Penalty:
    """The penalty without its reason, where it strikes who was erased, or is of a round whose texts were emptied: what
    it changed stays (PE9)."""
    if not penalty.reason or (penalty.player not in players and penalty.round not in rounds):
        return penalty
    return replace(penalty, reason=EMPTIED)


def silent_appeal(appeal: Appeal, players: Collection[int], rounds: Collection[int]) -> Appeal:
    """The appeal without what was written in it and about it; what came of it stays."""
    if appeal.player not in players and appeal.round not in rounds:
        return replace(appeal, reason=EMPTIED) if appeal.reason and 0 in rounds else appeal
    return replace(appeal, text=EMPTIED, reason=EMPTIED if appeal.reason else "")


def silenced(setup: Setup, players: Collection[int], rounds: Collection[int]) -> Setup:
    """The set-up with the penalties that are left so, and why a stage began as it did emptied with the texts of no
    round."""
    left = tuple(silent(penalty, players, rounds) for penalty in setup.penalties)
    stages = tuple(
        replace(one, begun=replace(one.begun, reason=EMPTIED))
        if one.begun and one.begun.reason and 0 in rounds
        else one
        for one in setup.stages
    )
    if left == setup.penalties and stages == setup.stages:
        return setup
    return replace(setup, penalties=left, stages=stages)


def fees_left(book: FeeBook, players: Collection[int], rounds: Collection[int]) -> FeeBook:
    """The fees without what was written about who was erased, or with the texts of no round; what was paid stays
    (PR7.3)."""
    gone = {*players, *(book.own if 0 in rounds else ()), *(one.player for one in book.payments if 0 in rounds)}
    own = {pid: replace(one, reason=EMPTIED) if pid in gone and one.reason else one for pid, one in book.own.items()}
    payments = tuple(
        replace(one, reason=EMPTIED) if one.player in gone and one.reason else one for one in book.payments
    )
    return book if (own, payments) == (book.own, book.payments) else replace(book, own=own, payments=payments)


def free_texts(fact: Fact) -> tuple[int, list[str]]:
    """The number of the round that a fact tells of, and what somebody wrote about it."""
    match fact:
        case Approved(round=number, approval=approval):
            return number, [approval.reason]
        case Penalised(penalty=penalty):
            return penalty.round, [penalty.reason]
        case Appealed(appeal=appeal):
            return appeal.round, [appeal.text]
        case PenaltyLifted(reason=reason) | PrizesPublished(reason=reason) | AppealDecided(reason=reason):
            return 0, [reason]
        case StageBegun(begun=begun):
            return 0, [begun.reason]
        case FeeSet(reason=reason) | Paid(payment=Payment(reason=reason)):
            return 0, [reason] if reason else []
        case Paired(round=made) | Rearranged(round=made):
            told = [one.facts.get("text") for one in made.reasons if one.code == RECORDED]
            told += [one.facts.get("text") for one in made.relaxations if one.code == RECORDED]
            reasons = [made.approved.reason] if made.approved else []
            return made.number, [*reasons, *(text for text in told if isinstance(text, str))]
        case _:
            return 0, []


def facts_left(facts: Iterable[Fact], erased: Erased) -> tuple[Fact, ...]:
    """The facts of before, without what was erased."""
    return tuple(fact_left(fact, erased.players, erased.rounds) for fact in facts)


def fact_left(fact: Fact, players: Collection[int], rounds: Collection[int]) -> Fact:
    match fact:
        case Entered(player=player) | Edited(player=player) if player.id in players:
            return replace(fact, player=without_person(player))
        case Approved(round=number, approval=approval) if number in rounds:
            return replace(fact, approval=replace(approval, reason=EMPTIED))
        case Paired(round=made) | Rearranged(round=made) if made.number in rounds:
            return replace(fact, round=emptied(made))
        case Penalised(penalty=penalty):
            left = silent(penalty, players, rounds)
            return fact if left is penalty else replace(fact, penalty=left)
        case Appealed(appeal=appeal):
            quiet = silent_appeal(appeal, players, rounds)
            return fact if quiet is appeal else replace(fact, appeal=quiet)
        case PenaltyLifted(reason=reason) | PrizesPublished(reason=reason) | AppealDecided(reason=reason) if (
            reason and 0 in rounds
        ):
            return replace(fact, reason=EMPTIED)
        case StageBegun(begun=begun) if begun.reason and 0 in rounds:
            return replace(fact, begun=replace(begun, reason=EMPTIED))
        case FeeSet(player=pid, reason=reason) if reason and (pid in players or 0 in rounds):
            return replace(fact, reason=EMPTIED)
        case Paid(payment=payment) if payment.reason and (payment.player in players or 0 in rounds):
            return replace(fact, payment=replace(payment, reason=EMPTIED))
        case _:
            return fact


def redactions(facts: Iterable[Fact]) -> dict[int, str]:
    """The entries from whose content something was taken out, by version, with the digest of what is left."""
    found: dict[int, str] = {}
    for fact in facts:
        if isinstance(fact, Erased):
            found.update(fact.redacted)
    return found


def people_in(facts: Sequence[Fact]) -> list[int]:
    """Everybody whose personal data stand in the facts, also of entries that were undone."""
    known = {f.player.id: None for f in facts if isinstance(f, Entered | Edited) and not f.player.removed}
    return list(known)


def with_undone(erased: Erased, listed: Collection[int], facts: Sequence[Fact]) -> Erased:
    """When the last person in the list goes, so do those whose entry was undone: they are only in the log."""
    others = [player for player in people_in(facts) if player not in erased.players]
    if not others or any(player in listed for player in others):
        return erased
    return replace(erased, players=tuple(sorted((*erased.players, *others))))
