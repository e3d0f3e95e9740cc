"""The table of actions: pages, HTTP API, command line, console and programs all act through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ronda.core.facts import Archived, Deleted, Finished
from ronda.core.model import Tournament
from ronda.desk import concerns, rounds
from ronda.desk.actions import decide
from ronda.desk.actions.action import Action
from ronda.desk.concerns import Concern, Concerns
from ronda.desk.decisions import come_back, leave
from ronda.desk.phases import ActionKind, entry_kind
from ronda.desk.roles import Person

if TYPE_CHECKING:
    from ronda.desk.actions.bodies import (
        Forget,
        Links,
        OnePlayer,
        OwnBye,
        OwnFeeGiven,
        OwnPresence,
        Pay,
        PlayerEdit,
        Refund,
        ResultEntry,
        TableRef,
        TakeBack,
    )


def _about(*concerns: Concern) -> Callable[[Any, Person], Concerns]:
    return lambda *_: frozenset(concerns)


def _about_player(body: OnePlayer, _: Person) -> Concerns:
    """Also which round is the next one: from there on somebody leaves, pauses or is back."""
    return frozenset((concerns.of_player(body.player), concerns.ROUNDS))


def _about_table(body: ResultEntry | TakeBack, _: Person) -> Concerns:
    """Who sits there. The result that was seen comes with the request itself."""
    return frozenset((concerns.of_seats(body.round),))


def _about_result(body: TableRef, _: Person) -> Concerns:
    return frozenset((concerns.of_seats(body.round), concerns.of_table(body.round, body.table)))


def _presence(player: int | None) -> Concerns:
    return frozenset((concerns.of_presence(player or 0),))


def _about_one(body: PlayerEdit | Forget, _: Person) -> Concerns:
    return frozenset((concerns.of_player(body.player),))


def _about_payment(body: Pay | Refund | OwnFeeGiven, _: Person) -> Concerns:
    """What is due and what was paid; also the rules, as an amount that is not named goes by them."""
    return frozenset((concerns.of_payment(body.player), concerns.FEES))


def _about_linked(body: Links, _: Person) -> Concerns:
    return frozenset(concerns.of_player(one.player) for one in body.links)


def _everything(*_: Any) -> None:
    return concerns.EVERYTHING


def _own_presence(_: OwnPresence, person: Person) -> Concerns:
    return _presence(person.player)


def _own_byes(_: OwnBye, person: Person) -> Concerns:
    """Which round is the next one counts too: up to there nothing can be asked for any more."""
    return frozenset((concerns.of_player(person.player or 0), concerns.ROUNDS))


def _entry(tournament: Tournament, body: ResultEntry | None) -> ActionKind:
    """Without a table it is not known what stands there: a new result is meant."""
    return "result" if body is None else entry_kind(tournament, body.round, body.table)


_stage = _about(concerns.ROUNDS, concerns.STAGE)
_penalties = _about(concerns.PENALTIES, concerns.ROUNDS)
_late = _about(concerns.PENALTIES, concerns.ROUNDS, concerns.SEATING)
_plan = _about(concerns.PLAN, concerns.ROUNDS)
_seating = _about(concerns.SEATING)
_shelf = _about(concerns.SHELF)

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("rename", "arbiter", "Name", "rename", decide.rename_event, _about(concerns.NAME)),
        Action(
            "options", "arbiter", "Options", "options", decide.change_options, _about(concerns.OPTIONS, concerns.ROUNDS)
        ),
        Action("avoid", "arbiter", "AvoidList", "avoid", decide.avoid, _about(concerns.AVOID)),
        Action("enter", "helper", "PlayerFields", "enter", decide.enter_one, _about(concerns.ROUNDS)),
        Action("enter-list", "arbiter", "PlayerList", "enter", decide.enter_all, _about(concerns.ROUNDS), slow=True),
        Action("edit", "arbiter", "PlayerEdit", "edit", decide.edit_player, _about_one),
        Action(
            "check-in", "helper", "Presence", "check_in", decide.check_in_player, lambda body, _: _presence(body.player)
        ),
        Action("leave", "helper", "OnePlayer", "leave", decide.with_player(leave), _about_player),
        Action("return", "helper", "OnePlayer", "return", decide.with_player(come_back), _about_player),
        Action("pause", "helper", "OnePlayer", "pause", decide.with_player(decide.pause), _about_player),
        Action("bye", "helper", "ByeWish", "bye", decide.bye, _about_player),
        Action("pair", "arbiter", "NextRound", "pair", decide.pair, _stage, slow=True, why_not=decide.pair_not_ready),
        Action("swap", "arbiter", "Swap", "rearrange", decide.swap, _stage),
        Action("swap-tables", "arbiter", "Swap", "rearrange", decide.swap_tables, _stage),
        Action("discard", "arbiter", "Body", "discard", lambda t, *_: rounds.discard(t), _stage),
        Action("approve", "arbiter", "Approve", "approve", decide.approve, _stage),
        Action("publish", "arbiter", "Publish", "publish", decide.publish, _stage),
        Action("result", "helper", "ResultEntry", _entry, decide.result, _about_table),
        Action("reverse", "helper", "TableRef", "correct", decide.reverse, _about_result),
        Action("take-back", "helper", "TakeBack", "correct", decide.take_back, _about_table),
        Action("erase", "arbiter", "TableRef", "correct", decide.erase, _about_result),
        Action("penalise", "arbiter", "Penalise", "penalise", decide.give_penalty, _penalties),
        Action("lift", "arbiter", "Lift", "penalise", decide.lift_penalty, _penalties),
        Action("note", "helper", "JudgeNote", "penalise", decide.note, _penalties),
        Action("late", "helper", "Late", "result", decide.come_late, _late),
        Action("appeal", "helper", "AppealGiven", "penalise", decide.take_appeal, _penalties),
        Action("decide-appeal", "arbiter", "AppealVerdict", "penalise", decide.judge_appeal, _penalties),
        Action("prizes", "arbiter", "Prizes", "prizes", decide.publish_prize_list, _about(concerns.PRIZES)),
        Action("fees", "arbiter", "Fees", "fees", decide.publish_fee_rules, _about(concerns.FEES)),
        Action("fee", "arbiter", "OwnFeeGiven", "fees", decide.set_own_fee, _about_payment),
        Action("pay", "helper", "Pay", "pay", decide.take_payment, _about_payment),
        Action("refund", "arbiter", "Refund", "pay", decide.give_back, _about_payment),
        Action("link", "arbiter", "Links", "link", decide.link_players, _about_linked),
        Action("stages", "arbiter", "Stages", "stages", decide.plan_stage_list, _plan),
        Action("begin-stage", "arbiter", "BeginStage", "begin_stage", decide.begin_next_stage, _everything),
        Action("cancel-stage", "arbiter", "StageRef", "begin_stage", decide.take_stage_back, _plan),
        Action("close", "arbiter", "Body", "close", lambda t, *_: rounds.close(t), _stage),
        Action("finish", "arbiter", "Body", "finish", lambda t, *_: rounds.finish(t), _stage),
        Action("reopen", "arbiter", "Body", "reopen", lambda *_: Finished(again=True), _stage),
        Action("archive", "owner", "Archive", "archive", lambda _, body, __: Archived(body.away), _shelf),
        Action("delete", "owner", "Delete", "delete", lambda _, body, __: Deleted(body.gone), _shelf),
        Action("forget", "arbiter", "Forget", "forget", None, _about_one, from_log=decide.forget_one),
        Action("forget-all", "owner", "ForgetAll", "forget", decide.forget_all, _everything),
        Action("report", "player", "Report", "report", decide.report_result, _seating, phone=True),
        Action("withdraw", "player", "Body", "report", decide.withdraw_report, _seating, phone=True),
        Action("ask-bye", "player", "OwnBye", "bye", decide.own_bye, _own_byes, phone=True),
        Action("arrive", "player", "OwnPresence", "check_in", decide.check_self_in, _own_presence, phone=True),
        Action("undo", "arbiter", "Step", "undo", None, _everything, from_log=decide.undo_step),
        Action("redo", "arbiter", "Step", "redo", None, _everything, from_log=decide.redo_step),
    )
}
STEPS = ("undo", "redo")  # through the log; a program must say on which version
PHONE = tuple(name for name, action in ACTIONS.items() if action.phone)  # only a phone does it, for its own player
REPORTS = ("report", "withdraw")  # what the event can do without
