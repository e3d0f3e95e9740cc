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
LogMessage = tuple[str, dict[str, Any]]  # the code of an entry and its facts
_LISTED = 5  # names that an entry tells of many


class Names(dict[int, str]):
    """What everybody is called, by number; who is not there was erased."""

    def __missing__(self, player: int) -> str:
        return removed_name(player)


def log_entry(step: LogStep, names: Names, named: Named) -> LogMessage:
    """The code of the entry and its facts; `before` and `after` where something was replaced."""
    was = step.was
    match step.fact:
        case Created(setup=setup):
            return "created", {"name": setup.name or "–", "system": setup.system}
        case Renamed(name=name):
            return "renamed", {"before": _setup(step).name, "after": name}
        case OptionsChanged(options=options, by=by):
            old = _setup(step)
            told = {
                "before": [_setting(old, key, old.options[key]) for key in options if key in old.options],
                "after": [_setting(old, key, value) for key, value in options.items()],
            }
            return ("order_changed", {**told, "by": by}) if by else ("options_changed", told)
        case AvoidChanged(avoid=avoid):
            return "avoid_changed", {"before": len(_setup(step).avoid), "after": len(avoid)}
        # the players
        case Entered(player=player):
            return "entered", {"player": named(player), "id": player.id}
        case Edited(player=player):
            before, after = _differences(was.player or player, player)
            return "edited", {"player": named(was.player or player), "before": before, "after": after}
        case CheckedIn(player=pid, here=here):
            return "checked_in" if here else "checked_out", {"player": names[pid]}
        case Left(player=pid, after=number):
            return "left" if number else "left_before", {"player": names[pid], "round": number}
        case ByeRequested(player=pid, round=number, kind=None):
            return "bye_withdrawn", {"player": names[pid], "round": number}
        case ByeRequested(player=pid, round=number, kind=kind):
            return "bye_requested", {"player": names[pid], "round": number, "kind": kind}
        case Returned(player=pid, round=number) | Missed(player=pid, round=number):
            return fact_kind(step.fact), {"player": names[pid], "round": number}
        # the rounds and their results
        case Paired(round=made):
            return "paired", {"round": made.number, "tables": len(made.tables), "seed": made.seed}
        case Rearranged(round=made):
            # the tables and byes that differ
            before, after = (_seats(round_, names) for round_ in (was.round or made, made))
            changed = [seat for seat in before if seat not in after], [seat for seat in after if seat not in before]
            return "rearranged", {"round": made.number, "before": changed[0], "after": changed[1]}
        case Approved(round=number, approval=approval):
            return "approved", {"round": number, "by": approval.by, "why": approval.reason}
        case Published(round=number) if was.round and was.round.status == "closed":
            return "opened_again", {"round": number}
        case Discarded(round=number) | Published(round=number) | Closed(round=number):
            return fact_kind(step.fact), {"round": number}
        case ResultEntered():
            return _result(step.fact, step, names)
        case Reported():
            return _report(step.fact, _setup(step), names)
        # penalties (PE1) and appeals (PE8)
        case Penalised(penalty=penalty):
            return "penalised" if penalty.round else "penalised_before", _punished(penalty, names)
        case PenaltyLifted(penalty=number, by=by, reason=reason):
            lifted = next((one for one in _setup(step).penalties if one.id == number), None)
            facts = _punished(lifted, names) if lifted else {"id": number, "player": EMPTIED}
            return "penalty_lifted", {**facts, **_signed(by, reason)}
        case Appealed(appeal=one):
            who = names[one.player]
            return "appealed", {"id": one.id, "player": who, "round": one.round, "why": one.text or EMPTIED}
        case AppealDecided(appeal=number, outcome=outcome, by=by, reason=reason):
            return "appeal_decided", {"id": number, "outcome": outcome, **_signed(by, reason)}
        # prizes and fees, with amounts in the smallest unit as people read them (PR7)
        case PrizesPublished(rules=rules, by=by, reason=reason):
            return "prizes_published", {"n": len(rules.prizes), **_signed(by, reason)}
        case FeesPublished(rules=fees):
            return "fees_published", {"n": len(fees.rules)}
        case FeeSet(player=pid, amount=None):
            return "fee_by_rules", {"player": names[pid]}
        case FeeSet(player=pid, amount=amount, reason=reason):
            return "fee_set", {"player": names[pid], "amount": _amount(amount or 0), "why": reason or EMPTIED}
        case Paid(payment=paid):
            facts = {"player": names[paid.player], "amount": _amount(abs(paid.amount)), "why": paid.reason or EMPTIED}
            return "refunded" if paid.amount < 0 else "paid", facts
        # stages
        case StagesPlanned(stages=stages, by=by):
            return "stages_planned", {"n": len(stages), "by": by or EMPTIED}
        case StageBegun(stage=number, begun=begun):
            return "stage_begun", {"stage": number, "n": len(begun.entrants), **_signed(begun.by, begun.reason)}
        case StageTakenBack(stage=number):
            return "stage_taken_back", {"stage": number}
        # the event
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


def _setup(step: LogStep) -> Setup:
    """The settings before the fact: only the first one has none."""
    assert step.was.setup is not None
    return step.was.setup


def _signed(by: str, reason: str) -> dict[str, str]:
    """Who did it, and why."""
    return {"by": by or EMPTIED, "why": reason or EMPTIED}


def _amount(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def _punished(penalty: Penalty, names: Names) -> dict[str, Any]:
    facts = {"id": penalty.id, "player": names[penalty.player], "kind": name_of(penalty), "round": penalty.round}
    return {**facts, **_signed(penalty.by, penalty.reason)}


def _setting(setup: Setup, name: str, value: OptionValue) -> str:
    """`rounds=5`, as people write it."""
    known = {option.name: option for option in rules_of(setup).options}
    written = option_value(known[name], value) if name in known else value
    if written is None:
        return f"{name}=auto"
    return f"{name}={json.dumps(written) if isinstance(written, bool) else written}"


def _differences(old: Player, new: Player) -> tuple[list[str], list[str]]:
    keys = [key for key in Player.__struct_fields__ if getattr(old, key) != getattr(new, key)]
    before, after = ([f"{key}={_value(getattr(player, key))}" for key in keys] for player in (old, new))
    return before or [_value(None)], after or [_value(None)]  # what it was may have been erased since


def _value(value: object) -> str:
    return "–" if value is None else str(value)


def _seats(round_: Round, names: Names) -> list[str]:
    seats = [f"{table.number}: {_sides(table, names)}" for table in round_.tables]
    return seats + [names.get(bye.player, str(bye.player)) for bye in round_.byes]


def _sides(table: Table, names: Names) -> str:
    return " – ".join(
        "/".join(names.get(player, str(player)) for player in side) for side in (table.first, table.second)
    )


def _result(fact: ResultEntered, step: LogStep, names: Names) -> LogMessage:
    table, results = step.was.table, system(_setup(step).system).rules.results
    assert table is not None
    before, after = results.written(table.result), results.written(fact.result)
    facts = {"round": fact.round, "table": fact.table, "sides": _sides(table, names), "before": before, "after": after}
    facts |= {"was": results.fact(table.result), "now": results.fact(fact.result)}
    if fact.result is None:
        return "result_removed", facts
    return "result_entered" if table.result is None else "result_corrected", facts


def _report(fact: Reported, setup: Setup, names: Names) -> LogMessage:
    facts: dict[str, Any] = {"round": fact.round, "table": fact.table, "player": names[fact.player]}
    if fact.result is None:
        return "report_withdrawn", facts
    results = rules_of(setup).results
    return "reported", {**facts, "after": results.written(fact.result), "now": results.fact(fact.result)}
