"""What a fact is told with in the log: a code (`log.CODE` in the catalogues) and facts, and what stood there before."""

from __future__ import annotations

import json
from collections.abc import Callable
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
    LotDrawn,
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
from ronda.core.model import EMPTIED, OptionValue, Penalty, Player, Round, Setup, Table, removed_name
from ronda.core.penalty_effects import name_of
from ronda.formats.fact_text import fact_kind
from ronda.formats.tournament.writing import option_value
from ronda.store.replay import LogStep
from ronda.systems import rules_of, system

Named = Callable[[Player], str]
Told = tuple[str, dict[str, Any]]  # the code of an entry and its facts
_LISTED = 5  # names that an entry tells of many


class Names(dict[int, str]):
    """What everybody is called, by number; who is not there was erased."""

    def __missing__(self, player: int) -> str:
        return removed_name(player)


def log_entry(step: LogStep, names: Names, named: Named) -> Told:
    """The code of the entry and its facts; `before` and `after` where something was replaced."""
    match step.fact:
        case Created(setup=setup):
            return "created", {"name": setup.name or "–", "system": setup.system}
        case Renamed() | OptionsChanged() | AvoidChanged():
            return _set_up(step.fact, _setup(step))
        case Entered() | Edited() | CheckedIn() | Left() | Returned() | Missed() | ByeRequested():
            return _roster(step.fact, step, names, named)
        case ResultEntered():
            return _result(step.fact, step, names)
        case Reported():
            return _report(step.fact, _setup(step), names)
        case Penalised() | PenaltyLifted() | Appealed() | AppealDecided():
            return _penalty(step.fact, _setup(step), names)
        case PrizesPublished(rules=rules, by=by, reason=reason):
            return "prizes_published", {"n": len(rules.prizes), **_signed(by, reason)}
        case StagesPlanned(stages=stages, by=by):
            return "stages_planned", {"n": len(stages), "by": by or EMPTIED}
        case StageBegun(stage=number, begun=begun):
            return "stage_begun", {"stage": number, "n": len(begun.entrants), **_signed(begun.by, begun.reason)}
        case StageTakenBack(stage=number):
            return "stage_taken_back", {"stage": number}
        case FeesPublished() | FeeSet() | Paid():
            return _fee(step.fact, names)
        case Undone(versions=versions) | Redone(versions=versions):
            return fact_kind(step.fact), {"versions": list(versions)}
        case Finished(again=again):
            return "reopened" if again else "finished", {}
        case LotDrawn(seed=seed):
            return "lot_drawn", {"seed": seed}
        case Archived(away=away):
            return "archived" if away else "unarchived", {}
        case Deleted(gone=gone):
            return "deleted" if gone else "recovered", {}
        case Erased(players=players):
            called = [names[pid] for pid in players[:_LISTED]]
            return "erased", {"players": [*called, *(["…"] if len(players) > _LISTED else [])], "n": len(players)}
        case Paired() | Rearranged() | Discarded() | Approved() | Published() | Closed():
            return _round(step.fact, step, names)


def _setup(step: LogStep) -> Setup:
    """The settings before the fact: only the first one has none."""
    assert step.was.setup is not None
    return step.was.setup


def _signed(by: str, reason: str) -> dict[str, str]:
    """Who did it, and why."""
    return {"by": by or EMPTIED, "why": reason or EMPTIED}


def _fee(fact: FeesPublished | FeeSet | Paid, names: Names) -> Told:
    """Amounts in the smallest unit, as people read them (PR7)."""
    match fact:
        case FeesPublished(rules=rules):
            return "fees_published", {"n": len(rules.rules)}
        case FeeSet(player=pid, amount=None):
            return "fee_by_rules", {"player": names[pid]}
        case FeeSet(player=pid, amount=amount, reason=reason):
            return "fee_set", {"player": names[pid], "amount": _amount(amount or 0), "why": reason or EMPTIED}
        case Paid(payment=one):
            facts = {"player": names[one.player], "amount": _amount(abs(one.amount)), "why": one.reason or EMPTIED}
            return "refunded" if one.amount < 0 else "paid", facts


def _amount(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def _penalty(fact: Penalised | PenaltyLifted | Appealed | AppealDecided, setup: Setup, names: Names) -> Told:
    """What was given to whom, or lifted (PE1); who does not agree, and what came of it (PE8)."""
    match fact:
        case Penalised(penalty=penalty):
            return "penalised" if penalty.round else "penalised_before", _punished(penalty, names)
        case PenaltyLifted(penalty=number, by=by, reason=reason):
            lifted = next((one for one in setup.penalties if one.id == number), None)
            facts = _punished(lifted, names) if lifted else {"id": number, "player": EMPTIED}
            return "penalty_lifted", {**facts, **_signed(by, reason)}
        case Appealed(appeal=one):
            who = names[one.player]
            return "appealed", {"id": one.id, "player": who, "round": one.round, "why": one.text or EMPTIED}
        case AppealDecided(appeal=number, outcome=outcome, by=by, reason=reason):
            return "appeal_decided", {"id": number, "outcome": outcome, **_signed(by, reason)}


def _punished(penalty: Penalty, names: Names) -> dict[str, Any]:
    facts = {"id": penalty.id, "player": names[penalty.player], "kind": name_of(penalty), "round": penalty.round}
    return {**facts, **_signed(penalty.by, penalty.reason)}


def _set_up(fact: Renamed | OptionsChanged | AvoidChanged, old: Setup) -> Told:
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
    known = {option.name: option for option in rules_of(setup).options}
    written = option_value(known[name], value) if name in known else value
    if written is None:
        return f"{name}=auto"
    return f"{name}={json.dumps(written) if isinstance(written, bool) else written}"


def _roster(fact: RosterFact, step: LogStep, names: Names, named: Named) -> Told:
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
        case ByeRequested(player=pid, round=number, kind=None):
            return "bye_withdrawn", {"player": names[pid], "round": number}
        case ByeRequested(player=pid, round=number, kind=kind):
            return "bye_requested", {"player": names[pid], "round": number, "kind": kind}
        case Returned(player=pid, round=number) | Missed(player=pid, round=number):
            return fact_kind(fact), {"player": names[pid], "round": number}


def _differences(old: Player, new: Player) -> tuple[list[str], list[str]]:
    keys = [key for key in Player.__struct_fields__ if getattr(old, key) != getattr(new, key)]
    before, after = ([f"{key}={_value(getattr(player, key))}" for key in keys] for player in (old, new))
    return before or [_value(None)], after or [_value(None)]  # what it was may have been erased since


def _value(value: object) -> str:
    return "–" if value is None else str(value)


def _round(fact: RoundFact, step: LogStep, names: Names) -> Told:
    was = step.was.round
    match fact:
        case Paired(round=made):
            return "paired", {"round": made.number, "tables": len(made.tables), "seed": made.seed}
        case Rearranged(round=made):
            old, new = (_seats(round_, names) for round_ in (was or made, made))  # the tables and byes that differ
            before, after = [seat for seat in old if seat not in new], [seat for seat in new if seat not in old]
            return "rearranged", {"round": made.number, "before": before, "after": after}
        case Approved(round=number, approval=approval):
            return "approved", {"round": number, "by": approval.by, "why": approval.reason}
        case Published(round=number) if was and was.status == "closed":
            return "opened_again", {"round": number}
        case Discarded(round=number) | Published(round=number) | Closed(round=number):
            return fact_kind(fact), {"round": number}


def _seats(round_: Round, names: Names) -> list[str]:
    seats = [f"{table.number}: {_sides(table, names)}" for table in round_.tables]
    return seats + [names.get(bye.player, str(bye.player)) for bye in round_.byes]


def _sides(table: Table, names: Names) -> str:
    return " – ".join(
        "/".join(names.get(player, str(player)) for player in side) for side in (table.first, table.second)
    )


def _result(fact: ResultEntered, step: LogStep, names: Names) -> Told:
    table, results = step.was.table, system(_setup(step).system).rules.results
    assert table is not None
    before, after = results.written(table.result), results.written(fact.result)
    facts = {"round": fact.round, "table": fact.table, "sides": _sides(table, names), "before": before, "after": after}
    facts |= {"was": results.fact(table.result), "now": results.fact(fact.result)}
    if fact.result is None:
        return "result_removed", facts
    return "result_entered" if table.result is None else "result_corrected", facts


def _report(fact: Reported, setup: Setup, names: Names) -> Told:
    facts: dict[str, Any] = {"round": fact.round, "table": fact.table, "player": names[fact.player]}
    if fact.result is None:
        return "report_withdrawn", facts
    results = rules_of(setup).results
    return "reported", {**facts, "after": results.written(fact.result), "now": results.fact(fact.result)}
