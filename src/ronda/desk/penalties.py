"""Penalties and judges' notes, given and lifted (PE1–PE3); appeals against them (PE8)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ronda.core import (
    Appeal,
    Card,
    Forfeit,
    Frozen,
    Penalty,
    PenaltyKind,
    Refusal,
    Table,
    Tournament,
)
from ronda.core.facts import (
    AppealDecided,
    Appealed,
    Fact,
    Left,
    Missed,
    Penalised,
    PenaltyLifted,
    ResultEntered,
    Returned,
)
from ronda.core.penalty_effects import (
    AT_A_TABLE,
    CARDS,
    HALVES,
    LADDER,
    LONGEST_REASON,
    amount_of,
    countable,
    highest_card,
    in_force,
    kept_as,
    ladder_step,
    read_amount,
)
from ronda.core.text_rules import forbidden_character, hidden_text
from ronda.desk.bodies import AppealInput, AppealVerdict, JudgeNote, LatePlayer, PenaltyInput, PenaltyLift
from ronda.desk.decisions import find_table
from ronda.desk.desk import Decided
from ronda.desk.permissions import Actor
from ronda.systems import rules_of

MOST_AMOUNT = 10_000


class Given(Frozen):
    """What somebody wants to give; without a round it is dated to the last one. The amount is in the unit that people
    speak: half a point is ½."""

    player: int
    kind: PenaltyKind
    amount: int | Fraction = 0
    round: int | None = None
    table: int | None = None
    card: Card = ""
    rule: str = ""
    reason: str = ""
    by: str = ""


def penalise(tournament: Tournament, given: Given) -> Sequence[Fact] | Refusal:
    """The penalty, and what follows from it at once: a table that was still played is lost by absence, who is expelled
    is out from the next round on, who must miss rounds is not in their pool."""
    refused = _unfit(tournament, given)
    if refused is not None:
        return refused
    last = len(tournament.rounds)
    number = last if given.round is None else given.round
    rules = rules_of(tournament.setup)
    alone = rules.scoring(tournament.setup).penalised is not None  # PE2.3: a penalty strikes who it is given to
    amount, parts = kept_as(given.kind, Fraction(given.amount))
    card = rules.penalties.card_for(
        tournament.setup,
        amount if given.kind == "score" else 0,
        given.card,
        highest_card(in_force(tournament.setup.penalties), given.player, number, CARDS),
    )
    table = _table(tournament, given, number, carded=alone and card in ("red", "black"))
    if isinstance(table, Refusal):
        return table
    penalty = Penalty(
        max((one.id for one in tournament.setup.penalties), default=0) + 1,
        given.player,
        given.kind,
        number,
        None if table is None else table.number,
        amount,
        card,
        given.rule.strip(),
        given.reason.strip(),
        given.by.strip(),
        parts=parts,
    )
    facts: list[Fact] = []
    if table is not None and table.result is None and given.kind in ("game-loss", "both-lose", "expel"):
        both = given.kind == "both-lose"
        lost = Forfeit(both or given.player in table.first, both or given.player in table.second)
        facts.append(ResultEntered(number, table.number, lost, (given.player,) if alone and not both else ()))
    facts.append(Penalised(penalty))
    if given.kind == "expel" or card == "black":  # PE4.4
        facts.append(Left(given.player, last))
    if given.kind == "miss":
        facts += [Missed(given.player, last + at) for at in range(1, amount + 1)]
    return facts


def decide_penalty(tournament: Tournament, body: PenaltyInput) -> Decided:
    amount = asked_amount(body.kind, body.amount, body.points)
    if isinstance(amount, Refusal):
        return amount
    return penalise(
        tournament,
        Given(body.player, body.kind, amount, body.round, body.table, body.card, body.rule, body.reason, body.by),
    )


def note(tournament: Tournament, body: JudgeNote) -> Decided:
    if not body.reason.strip():
        return Refusal("note_needs_text", "PE2")
    given = Given(body.player, "note", round=body.round, table=body.table, reason=body.reason, by=body.by)
    return penalise(tournament, given)


def lift(tournament: Tournament, body: PenaltyLift) -> Sequence[Fact] | Refusal:
    """It does not count any more. Who was expelled, or was to miss the next round, is in the pool again."""
    found = next((one for one in in_force(tournament.setup.penalties) if one.id == body.penalty), None)
    if found is None:
        return Refusal("unknown_penalty", "PE1", {"penalty": body.penalty})
    refused = unfit_words(body.reason, body.by)
    if refused is not None:
        return refused
    facts: list[Fact] = [PenaltyLifted(body.penalty, body.reason.strip(), body.by.strip())]
    player = next(one for one in tournament.players if one.id == found.player)
    following = tournament.next_round
    out = (found.kind == "expel" or found.card == "black") and player.left_after is not None
    if out or (found.kind == "miss" and following in player.missed):
        facts.append(Returned(found.player, following))
    return facts


def proposed_step(tournament: Tournament, player: int) -> str:
    """PE3: what the next penalty of a player brings by the ladder for all systems; notes do not climb it."""
    earlier = sum(one.player == player and one.kind in LADDER for one in in_force(tournament.setup.penalties))
    return ladder_step(earlier)


# --- amounts -----------------------------------------------------------------------------------------------


def typed_amount(kind: str, text: str) -> dict[str, int | str] | None:
    """What somebody typed as an amount, as the fields of a body; None: it is no amount of that kind."""
    amount = read_amount(text)
    if amount is None or (kind != "points" and amount.denominator != 1):
        return None
    return {"points": text} if kind == "points" else {"amount": int(amount)}


def asked_amount(kind: str, amount: int, points: str | float | None) -> Fraction | Refusal:
    """The amount that a body asks for: `points` as people say them, or `amount`, which counts points in halves."""
    if points is None:
        return Fraction(amount, HALVES if kind == "points" else 1)
    if kind != "points" or amount:
        return Refusal("points_or_amount", "PE2", {"kind": kind})
    read = read_amount(points)
    return Refusal("not_a_number", "S4", {"text": str(points)}) if read is None else read


def uncountable(tournament: Tournament, unit: int) -> Refusal | None:
    """Why points cannot be counted in so many parts of one from now on: a penalty in force takes less than a part.
    Those that could not be counted before are no reason."""
    was = rules_of(tournament.setup).unit(tournament.setup)
    for one in in_force(tournament.setup.penalties) if unit != was else ():
        amount = amount_of(one)
        if one.kind == "points" and countable(amount, was) and not countable(amount, unit):
            facts = {"penalty": one.id, "player": one.player, "found": str(amount), "step": str(Fraction(1, unit))}
            return Refusal("penalty_between_steps", "PE2", facts)
    return None


def _between_steps(tournament: Tournament, given: Given) -> Refusal | None:
    """PE2: points are taken in the parts of one that the event counts in, and never rounded."""
    amount = Fraction(given.amount)
    unit = rules_of(tournament.setup).unit(tournament.setup)
    if given.kind != "points" or countable(amount, unit):
        return None
    below = amount * unit // 1
    facts = {"player": given.player, "found": str(amount), "step": str(Fraction(1, unit))}
    facts |= {"below": str(Fraction(below, unit))} if below else {}
    return Refusal("amount_between_steps", "PE2", {**facts, "above": str(Fraction(below + 1, unit))})


def _unfit(tournament: Tournament, given: Given) -> Refusal | None:
    if given.player not in {player.id for player in tournament.players}:
        return Refusal("unknown_player", "S4", {"player": given.player})
    if given.kind in ("score", "bonus") and not rules_of(tournament.setup).penalties.scores:
        return Refusal("no_score_penalties", "PE2", {"kind": given.kind})
    if given.kind in ("score", "bonus", "points", "miss") and not 0 < given.amount <= MOST_AMOUNT:
        return Refusal("amount_needed", "PE2", {"kind": given.kind})
    if given.kind not in ("score", "bonus", "points", "miss") and given.amount:
        return Refusal("amount_not_meant", "PE2", {"kind": given.kind})
    between = _between_steps(tournament, given)
    if between is not None:
        return between
    if given.round is not None and not 0 <= given.round <= len(tournament.rounds):
        return Refusal("unknown_round", "S4", {"round": given.round, "rounds": len(tournament.rounds)})
    if given.kind != "note" and not given.reason.strip():
        return Refusal("reason_needed", "PE1")
    return unfit_words(given.reason, given.by, given.rule)


def unfit_words(*texts: str) -> Refusal | None:
    """What somebody wrote that cannot be kept: too long, or with signs that nobody sees."""
    for text in texts:
        if len(text) > LONGEST_REASON:
            return Refusal("text_too_long", "PE1", {"found": len(text), "most": LONGEST_REASON})
        character = forbidden_character(text)
        if character is not None:
            return Refusal("text_unprintable", "PE1", {"character": character})
    return hidden_text(*texts)


def _table(tournament: Tournament, given: Given, number: int, *, carded: bool = False) -> Table | Refusal | None:
    """The table that is struck: the one named, or the player's own of that round where the kind needs one, or a card
    that loses the table (PE4.3)."""
    rounds = {round_.number: round_ for round_ in tournament.rounds}
    if given.table is not None:
        found = find_table(tournament, number, given.table)
        if not isinstance(found, Refusal) and given.player not in found.players:
            return Refusal("not_at_table", "PE2", {"player": given.player, "table": given.table})
        return found
    if carded and given.kind not in AT_A_TABLE and given.kind != "expel":
        return next((t for r in (rounds.get(number),) if r for t in r.tables if given.player in t.players), None)
    if number not in rounds or (given.kind not in AT_A_TABLE and given.kind != "expel"):
        return None if given.kind not in AT_A_TABLE else Refusal("no_table_to_strike", "PE2", {"player": given.player})
    own = next((table for table in rounds[number].tables if given.player in table.players), None)
    if own is None or rounds[number].status == "draft":
        return None if given.kind == "expel" else Refusal("no_table_to_strike", "PE2", {"player": given.player})
    return None if given.kind == "expel" and own.result is not None else own


LATE = "late"  # the rule that lateness goes by


def open_appeals(tournament: Tournament) -> list[Appeal]:
    return [one for one in tournament.appeals if not one.outcome]


def appeal(tournament: Tournament, body: AppealInput, person: Actor) -> Appealed | Refusal:
    """PE8.1: before the next round is published; an arbiter takes one later, too."""
    if body.player not in {player.id for player in tournament.players}:
        return Refusal("unknown_player", "S4", {"player": body.player})
    refused = unfit_words(body.text)
    if refused is not None:
        return refused
    if not body.text.strip():
        return Refusal("appeal_needs_text", "PE8.1")
    last = len(tournament.rounds)
    number, at = last if body.round is None else body.round, body.table
    if body.penalty is not None:
        found = next((one for one in in_force(tournament.setup.penalties) if one.id == body.penalty), None)
        if found is None:
            return Refusal("unknown_penalty", "PE1", {"penalty": body.penalty})
        number, at = found.round, found.table
    elif at is None:
        return Refusal("appeal_against_what", "PE8.1")
    else:
        table = find_table(tournament, number, at)
        if isinstance(table, Refusal):
            return table
    published = last - 1 if tournament.rounds and tournament.rounds[-1].status == "draft" else last
    if number < published and not person.may("arbiter"):
        return Refusal("appeal_too_late", "PE8.1", {"round": number + 1})
    known = max((one.id for one in tournament.appeals), default=0)
    return Appealed(Appeal(known + 1, body.player, number, body.text.strip(), body.penalty, at))


def appealed_kind(tournament: Tournament, number: int) -> str:
    """The kind of the penalty that the appeal of that number is against; "" if there is none."""
    against = {one.penalty for one in tournament.appeals if one.id == number}
    return next((one.kind for one in tournament.setup.penalties if one.id in against), "")


def decide_appeal(tournament: Tournament, body: AppealVerdict) -> Sequence[Fact] | Refusal:
    """Upheld: everything stays. Lifted: so is the penalty. Changed: it is lifted, and another one is given (PE1)."""
    amount = asked_amount(appealed_kind(tournament, body.appeal), body.amount, body.points)
    if isinstance(amount, Refusal):
        return amount
    found = next((one for one in open_appeals(tournament) if one.id == body.appeal), None)
    if found is None:
        return Refusal("unknown_appeal", "PE8.1", {"appeal": body.appeal})
    if not body.outcome or not body.reason.strip():
        return Refusal("appeal_needs_reason", "PE8.1")
    refused = unfit_words(body.reason, body.by)
    if refused is not None:
        return refused
    facts: list[Fact] = []
    given = next((one for one in in_force(tournament.setup.penalties) if one.id == found.penalty), None)
    if given is not None and body.outcome != "upheld":
        lifted = lift(tournament, PenaltyLift(given.id, body.reason, body.by))
        if isinstance(lifted, Refusal):
            return lifted
        facts += lifted
        if body.outcome == "changed":
            other = penalise(tournament, _changed(given, amount, body))
            if isinstance(other, Refusal):
                return other
            facts += other
    return [*facts, AppealDecided(found.id, body.outcome, body.by.strip(), body.reason.strip())]


def _changed(given: Penalty, amount: Fraction, body: AppealVerdict) -> Given:
    other = amount or amount_of(given)
    return Given(
        given.player, given.kind, other, given.round, given.table, given.card, given.rule, body.reason, body.by
    )


def late(tournament: Tournament, body: LatePlayer) -> Sequence[Fact] | Refusal:
    """PE5.1: who has not come by the end of the grace is absent from the table that is being played; a note says so."""
    player, by = body.player, body.by
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
    alone = rules_of(tournament.setup).scoring(tournament.setup).penalised is not None  # PE2.3
    absent = Forfeit(player in table.first, player in table.second)
    known = max((one.id for one in tournament.setup.penalties), default=0)
    noted = Penalty(known + 1, player, "note", number, table.number, rule=LATE, by=by.strip())
    return [ResultEntered(number, table.number, absent, (player,) if alone else ()), Penalised(noted)]
