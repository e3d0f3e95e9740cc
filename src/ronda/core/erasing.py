"""What is left when somebody is erased (PP6): of a player, of a round, and of the facts that told of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

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
from ronda.core.model import EMPTIED, Appeal, Player, Round, Setup, without_person
from ronda.core.prize_rules import FeeBook
from ronda.core.values import Value, replace
from ronda.core.verdicts import RECORDED, Reason, Relaxation

V = TypeVar("V", Reason, Relaxation)
T = TypeVar("T", bound=Value)

# The facts in which somebody writes something about a person or a round, and the field that holds it; "": the fact.
WITH_TEXTS: Mapping[type[Fact], str] = {
    Approved: "approval",
    Penalised: "penalty",
    PenaltyLifted: "",
    Appealed: "appeal",
    AppealDecided: "",
    PrizesPublished: "",
    StageBegun: "begun",
    FeeSet: "",
    Paid: "payment",
}


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


def _texts(value: object) -> dict[str, str]:
    """What somebody wrote in it, by field."""
    return {name: text for name in ("text", "reason") if (text := getattr(value, name, ""))}


def _without_texts(value: T, about: int | None, number: int, players: Collection[int], rounds: Collection[int]) -> T:
    """The value without what somebody wrote in it, where it is about somebody who was erased, or about a round whose
    texts were emptied (0: about none). What it changed stays (PE9, PR7.3)."""
    written = _texts(value) if about in players or number in rounds else {}
    return replace(value, **dict.fromkeys(written, EMPTIED)) if written else value


def silent_appeal(appeal: Appeal, players: Collection[int], rounds: Collection[int]) -> Appeal:
    """The appeal without what was written in it and about it; what came of it stays."""
    left = _without_texts(appeal, appeal.player, appeal.round, players, rounds)
    return replace(left, reason=EMPTIED) if left.reason and 0 in rounds else left


def silenced(setup: Setup, players: Collection[int], rounds: Collection[int]) -> Setup:
    """The set-up with the penalties that are left so, and why a stage began as it did emptied with the texts of no
    round."""
    left = tuple(_without_texts(one, one.player, one.round, players, rounds) for one in setup.penalties)
    stages = tuple(
        replace(one, begun=_without_texts(one.begun, None, 0, players, rounds)) if one.begun else one
        for one in setup.stages
    )
    if left == setup.penalties and stages == setup.stages:
        return setup
    return replace(setup, penalties=left, stages=stages)


def fees_left(book: FeeBook, players: Collection[int], rounds: Collection[int]) -> FeeBook:
    """The fees without what was written about who was erased, or with the texts of no round; what was paid stays
    (PR7.3)."""
    own = {pid: _without_texts(one, pid, 0, players, rounds) for pid, one in book.own.items()}
    payments = tuple(_without_texts(one, one.player, 0, players, rounds) for one in book.payments)
    return book if (own, payments) == (book.own, book.payments) else replace(book, own=own, payments=payments)


def _holder(fact: Fact) -> tuple[Value, int]:
    """What holds the texts of a fact `WITH_TEXTS`, and the number of the round that they are about."""
    holder = getattr(fact, WITH_TEXTS[type(fact)], fact)
    return holder, fact.round if isinstance(fact, Approved) else getattr(holder, "round", 0)


def free_texts(fact: Fact) -> tuple[int, list[str]]:
    """The number of the round that a fact tells of, and what somebody wrote about it."""
    if isinstance(fact, Paired | Rearranged):
        made = fact.round
        verdicts: Sequence[Reason | Relaxation] = (*made.reasons, *made.relaxations)
        recorded = (one.facts.get("text") for one in verdicts if one.code == RECORDED)
        return made.number, [*_texts(made.approved).values(), *(text for text in recorded if isinstance(text, str))]
    if type(fact) not in WITH_TEXTS:
        return 0, []
    holder, number = _holder(fact)
    return number, list(_texts(holder).values())


def facts_left(facts: Iterable[Fact], erased: Erased) -> tuple[Fact, ...]:
    """The facts of before, without what was erased."""
    return tuple(fact_left(fact, erased.players, erased.rounds) for fact in facts)


def fact_left(fact: Fact, players: Collection[int], rounds: Collection[int]) -> Fact:
    match fact:
        case Entered(player=player) | Edited(player=player) if player.id in players:
            return replace(fact, player=without_person(player))
        case Paired(round=made) | Rearranged(round=made) if made.number in rounds:
            return replace(fact, round=emptied(made))
        case Appealed(appeal=appeal):
            quiet = silent_appeal(appeal, players, rounds)
            return fact if quiet is appeal else replace(fact, appeal=quiet)
        case _ if type(fact) not in WITH_TEXTS:
            return fact
    holder, number = _holder(fact)
    left: Any = _without_texts(holder, getattr(holder, "player", None), number, players, rounds)
    if left is holder:
        return fact
    return left if holder is fact else replace(fact, **{WITH_TEXTS[type(fact)]: left})


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
