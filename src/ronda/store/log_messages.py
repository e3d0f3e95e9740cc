"""What a fact is told with in the log: a code (`log.CODE` in the catalogues) and facts, and what stood there before."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ronda.core.facts import (
    AppealDecided,
    Appealed,
    Approved,
    Archived,
    AvoidChanged,
    ByeRequested,
    CheckedIn,
    Closed,
    Created,
    Deleted,
    Discarded,
    Edited,
    Entered,
    Erased,
    FeeSet,
    FeesPublished,
    Finished,
    Left,
    Missed,
    OptionsChanged,
    Paid,
    Paired,
    Penalised,
    PenaltyLifted,
    PrizesPublished,
    Published,
    Rearranged,
    Redone,
    Renamed,
    Reported,
    ResultEntered,
    Returned,
    RosterFact,
    RoundFact,
    StageBegun,
    StagesPlanned,
    StageTakenBack,
    Undone,
)
from ronda.core.model import EMPTIED, OptionValue, Penalty, Player, Result, Round, Setup, Table, removed_name
from ronda.core.penalty_effects import told_as
from ronda.formats.fact_text import fact_kind
from ronda.formats.tournament.writing import option_value
from ronda.store.replay import LogStep
from ronda.systems import system

CODES = (
    "created",
    "renamed",
    "options_changed",
    "avoid_changed",
    "entered",
    "edited",
    "checked_in",
    "checked_out",
    "left",
    "left_before",
    "returned",
    "missed",
    "bye_requested",
    "bye_withdrawn",
    "paired",
    "rearranged",
    "discarded",
    "approved",
    "published",
    "opened_again",
    "result_entered",
    "result_corrected",
    "result_removed",
    "reported",
    "report_withdrawn",
    "penalised",
    "penalty_lifted",
    "prizes_published",
    "closed",
    "finished",
    "reopened",
    "archived",
    "unarchived",
    "deleted",
    "recovered",
    "erased",
    "undone",
    "redone",
    "stages_planned",
    "stage_begun",
    "stage_taken_back",
    "fees_published",
    "fee_set",
    "fee_by_rules",
    "paid",
    "refunded",
    "appealed",
    "appeal_decided",
)

Named = Callable[[Player], str]
_LISTED = 5  # names that an entry tells of many


def told(step: LogStep, names: Mapping[int, str], named: Named) -> tuple[str, dict[str, Any]]:
    """The code of the entry and its facts; `before` and `after` where something was replaced."""
    match step.fact:
        case Created(setup=setup):
            return "created", {"name": setup.name or "–", "system": setup.system}
        case Renamed() | OptionsChanged() | AvoidChanged():
            return _set_up(step.fact, step)
        case Entered() | Edited() | CheckedIn() | Left() | Returned() | Missed() | ByeRequested():
            return _roster(step.fact, step, names, named)
        case ResultEntered():
            return _result(step.fact, step, names)
        case Reported():
            return _report(step.fact, step, names)
        case Penalised() | PenaltyLifted():
            return _penalty(step.fact, step, names)
        case Appealed() | AppealDecided():
            return _appeal(step.fact, names)
        case PrizesPublished(rules=rules, by=by, reason=reason):
            return "prizes_published", {"n": len(rules.prizes), "by": by or EMPTIED, "why": reason or EMPTIED}
        case StagesPlanned(stages=stages, by=by):
            return "stages_planned", {"n": len(stages), "by": by or EMPTIED}
        case StageBegun(stage=number, begun=begun):
            told_of = {"stage": number, "n": len(begun.entrants), "by": begun.by or EMPTIED}
            return "stage_begun", {**told_of, "why": begun.reason or EMPTIED}
        case StageTakenBack(stage=number):
            return "stage_taken_back", {"stage": number}
        case FeesPublished() | FeeSet() | Paid():
            return _fee(step.fact, names)
        case Undone(versions=versions) | Redone(versions=versions):
            return fact_kind(step.fact), {"versions": list(versions)}
        case Finished(again=again):
            return "reopened" if again else "finished", {}
        case Archived(away=away):
            return "archived" if away else "unarchived", {}
        case Deleted(gone=gone):
            return "deleted" if gone else "recovered", {}
        case Erased(players=players):
            called = [names.get(pid, removed_name(pid)) for pid in players[:_LISTED]]
            return "erased", {"players": [*called, *(["…"] if len(players) > _LISTED else [])], "n": len(players)}
        case Paired() | Rearranged() | Discarded() | Approved() | Published() | Closed():
            return _round(step.fact, step, names)


def _fee(fact: FeesPublished | FeeSet | Paid, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    """Amounts in the smallest unit, as people read them (PR7)."""
    match fact:
        case FeesPublished(rules=rules):
            return "fees_published", {"n": len(rules.rules)}
        case FeeSet(player=pid, amount=None):
            return "fee_by_rules", {"player": names.get(pid, removed_name(pid))}
        case FeeSet(player=pid, amount=amount, reason=reason):
            told_of = {"player": names.get(pid, removed_name(pid)), "amount": _amount(amount or 0)}
            return "fee_set", {**told_of, "why": reason or EMPTIED}
        case Paid(payment=payment):
            told_of = {"player": names.get(payment.player, removed_name(payment.player))}
            code = "refunded" if payment.amount < 0 else "paid"
            return code, {**told_of, "amount": _amount(abs(payment.amount)), "why": payment.reason or EMPTIED}


def _amount(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def _penalty(fact: Penalised | PenaltyLifted, step: LogStep, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    """What was given to whom, or lifted (PE1)."""
    if isinstance(fact, Penalised):
        return "penalised" if fact.penalty.round else "penalised_before", _punished(fact.penalty, names)
    assert step.was.setup is not None
    lifted = [one for one in step.was.setup.penalties if one.id == fact.penalty]
    told_of = _punished(lifted[0], names) if lifted else {"id": fact.penalty, "player": EMPTIED}
    return "penalty_lifted", {**told_of, "by": fact.by or EMPTIED, "why": fact.reason or EMPTIED}


def _appeal(fact: Appealed | AppealDecided, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    """Who does not agree, and what came of it (PE8)."""
    if isinstance(fact, Appealed):
        one = fact.appeal
        who = names.get(one.player, removed_name(one.player))
        return "appealed", {"id": one.id, "player": who, "round": one.round, "why": one.text or EMPTIED}
    told_of = {"id": fact.appeal, "outcome": fact.outcome, "by": fact.by or EMPTIED, "why": fact.reason or EMPTIED}
    return "appeal_decided", told_of


def _punished(penalty: Penalty, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "id": penalty.id,
        "player": names.get(penalty.player, removed_name(penalty.player)),
        "kind": told_as(penalty),
        "round": penalty.round,
        "by": penalty.by or EMPTIED,
        "why": penalty.reason or EMPTIED,
    }


def _set_up(fact: Renamed | OptionsChanged | AvoidChanged, step: LogStep) -> tuple[str, dict[str, Any]]:
    old = step.was.setup
    assert old is not None
    match fact:
        case Renamed(name=name):
            return "renamed", {"before": old.name, "after": name}
        case OptionsChanged(options=options):
            return "options_changed", {
                "before": [_setting(old, key, old.options[key]) for key in options if key in old.options],
                "after": [_setting(old, key, value) for key, value in options.items()],
            }
        case AvoidChanged(avoid=avoid):
            return "avoid_changed", {"before": len(old.avoid), "after": len(avoid)}


def _setting(setup: Setup, name: str, value: OptionValue) -> str:
    """`rounds=5`, as people write it."""
    known = {option.name: option for option in system(setup.system).rules.options}
    written = option_value(known[name], value) if name in known else value
    if written is None:
        return f"{name}=auto"
    return f"{name}={json.dumps(written) if isinstance(written, bool) else written}"


def _roster(
    fact: RosterFact,
    step: LogStep,
    names: Mapping[int, str],
    named: Named,
) -> tuple[str, dict[str, Any]]:
    match fact:
        case Entered(player=player):
            return "entered", {"player": named(player), "id": player.id}
        case Edited(player=player):
            old = step.was.player or player
            before, after = _differences(old, player)
            return "edited", {"player": named(old), "before": before, "after": after}
        case CheckedIn(player=pid, here=here):
            return "checked_in" if here else "checked_out", {"player": names[pid]}
        case Left(player=pid, after=number):
            return "left" if number else "left_before", {"player": names[pid], "round": number}
        case Returned(player=pid, round=number) | Missed(player=pid, round=number):
            return fact_kind(fact), {"player": names[pid], "round": number}
        case ByeRequested(player=pid, round=number, kind=kind):
            told = {"player": names[pid], "round": number}
            return ("bye_withdrawn", told) if kind is None else ("bye_requested", {**told, "kind": kind})


def _differences(old: Player, new: Player) -> tuple[list[str], list[str]]:
    keys = [key for key in Player.__struct_fields__ if getattr(old, key) != getattr(new, key)]
    before, after = ([f"{key}={_value(getattr(player, key))}" for key in keys] for player in (old, new))
    return before or [_value(None)], after or [_value(None)]  # what it was may have been erased since


def _value(value: object) -> str:
    return "–" if value is None else str(value)


def _round(fact: RoundFact, step: LogStep, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    match fact:
        case Paired(round=made):
            return "paired", {"round": made.number, "tables": len(made.tables), "seed": made.seed}
        case Rearranged(round=made):
            old = step.was.round or made
            before, after = _moved(old, made, names)
            return "rearranged", {"round": made.number, "before": before, "after": after}
        case Approved(round=number, approval=approval):
            return "approved", {"round": number, "by": approval.by, "why": approval.reason}
        case Published(round=number) if step.was.round and step.was.round.status == "closed":
            return "opened_again", {"round": number}
        case Discarded(round=number) | Published(round=number) | Closed(round=number):
            return fact_kind(fact), {"round": number}


def _moved(old: Round, new: Round, names: Mapping[int, str]) -> tuple[list[str], list[str]]:
    """The tables and byes that differ, as they were and as they are."""
    was, now = (_seats(round_, names) for round_ in (old, new))
    return [seat for seat in was if seat not in now], [seat for seat in now if seat not in was]


def _seats(round_: Round, names: Mapping[int, str]) -> list[str]:
    seats = [f"{table.number}: {_sides(table, names)}" for table in round_.tables]
    return seats + [names.get(bye.player, str(bye.player)) for bye in round_.byes]


def _sides(table: Table, names: Mapping[int, str]) -> str:
    return " – ".join(
        "/".join(names.get(player, str(player)) for player in side) for side in (table.first, table.second)
    )


def _result(fact: ResultEntered, step: LogStep, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    table, setup = step.was.table, step.was.setup
    assert table is not None
    assert setup is not None
    before, after = (_written(result, setup) for result in (table.result, fact.result))
    told = {"round": fact.round, "table": fact.table, "sides": _sides(table, names), "before": before, "after": after}
    told |= {"was": _shown(table.result, setup), "now": _shown(fact.result, setup)}
    if fact.result is None:
        return "result_removed", told
    return "result_entered" if table.result is None else "result_corrected", told


def _report(fact: Reported, step: LogStep, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    told = {"round": fact.round, "table": fact.table, "player": names[fact.player]}
    if fact.result is None:
        return "report_withdrawn", told
    setup = step.was.setup
    assert setup is not None
    return "reported", {**told, "after": _written(fact.result, setup), "now": _shown(fact.result, setup)}


def _written(result: Result | None, setup: Setup) -> str | None:
    return system(setup.system).rules.results.written(result)


def _shown(result: Result | None, setup: Setup) -> str:
    return system(setup.system).rules.results.fact(result)
