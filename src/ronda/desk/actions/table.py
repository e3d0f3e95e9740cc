"""The table of actions: pages, HTTP API, command line, console and programs all act through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ronda.core.model import Tournament
from ronda.desk import concerns
from ronda.desk.actions import decide_event as event
from ronda.desk.actions import decide_rounds as rounds
from ronda.desk.actions.action import Action
from ronda.desk.actions.bodies import (
    AppealInput,
    AppealVerdict,
    ApprovalInput,
    Archive,
    AvoidList,
    Body,
    ByeWish,
    Deletion,
    Fees,
    FullErasure,
    JudgeNote,
    LatePlayer,
    Links,
    Name,
    NextRound,
    OnePlayer,
    Options,
    OwnBye,
    OwnFeeInput,
    OwnPresence,
    PaymentInput,
    PenaltyInput,
    PenaltyLift,
    PlayerEdit,
    PlayerErasure,
    PlayerFields,
    PlayerList,
    Presence,
    Prizes,
    Publication,
    Refund,
    Report,
    ResultEntry,
    ResultRestoration,
    StageBeginning,
    StageRef,
    Stages,
    Step,
    Swap,
    TableRef,
)
from ronda.desk.concerns import Concern, Concerns
from ronda.desk.permissions import ActionKind, Actor, entry_kind


def _about(*concerns: Concern) -> Callable[[Any, Actor], Concerns]:
    return lambda *_: frozenset(concerns)


def _about_player(body: OnePlayer, _: Actor) -> Concerns:
    """Also which round is the next one: from there on somebody leaves, pauses or is back."""
    return frozenset((concerns.of_player(body.player), concerns.ROUNDS))


def _about_table(body: ResultEntry | ResultRestoration, _: Actor) -> Concerns:
    """Who sits there. The result that was seen comes with the request itself."""
    return frozenset((concerns.of_seats(body.round),))


def _about_result(body: TableRef, _: Actor) -> Concerns:
    return frozenset((concerns.of_seats(body.round), concerns.of_table(body.round, body.table)))


def _presence(player: int | None) -> Concerns:
    return frozenset((concerns.of_presence(player or 0),))


def _about_one(body: PlayerEdit | PlayerErasure, _: Actor) -> Concerns:
    return frozenset((concerns.of_player(body.player),))


def _about_payment(body: PaymentInput | Refund | OwnFeeInput, _: Actor) -> Concerns:
    """What is due and what was paid; also the rules, as an amount that is not named goes by them."""
    return frozenset((concerns.of_payment(body.player), concerns.FEES))


def _about_linked(body: Links, _: Actor) -> Concerns:
    return frozenset(concerns.of_player(one.player) for one in body.links)


def _everything(*_: Any) -> None:
    return concerns.EVERYTHING


def _own_presence(_: OwnPresence, person: Actor) -> Concerns:
    return _presence(person.player)


def _own_byes(_: OwnBye, person: Actor) -> Concerns:
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
        Action("rename", "arbiter", Name, "rename", event.rename, _about(concerns.NAME)),
        Action(
            "options",
            "arbiter",
            Options,
            "options",
            event.change_options,
            _about(concerns.OPTIONS, concerns.ROUNDS),
        ),
        Action("avoid", "arbiter", AvoidList, "avoid", event.avoid, _about(concerns.AVOID)),
        Action(
            "enter",
            "helper",
            PlayerFields,
            "enter",
            event.enter,
            _about(concerns.ROUNDS),
            question=event.has_left,
        ),
        Action("enter-list", "arbiter", PlayerList, "enter", event.enter_all, _about(concerns.ROUNDS), slow=True),
        Action("edit", "arbiter", PlayerEdit, "edit", event.edit, _about_one),
        Action("check-in", "helper", Presence, "check_in", event.check_in, lambda body, _: _presence(body.player)),
        Action("leave", "helper", OnePlayer, "leave", event.leave, _about_player),
        Action("return", "helper", OnePlayer, "return", event.come_back, _about_player),
        Action("pause", "helper", OnePlayer, "pause", event.pause, _about_player),
        Action("bye", "helper", ByeWish, "bye", event.bye, _about_player),
        Action(
            "pair",
            "arbiter",
            NextRound,
            "pair",
            rounds.pair,
            _stage,
            slow=True,
            why_not=rounds.not_paired,
        ),
        Action("swap", "arbiter", Swap, "rearrange", rounds.swap, _stage),
        Action("swap-tables", "arbiter", Swap, "rearrange", rounds.swap_tables, _stage),
        Action("discard", "arbiter", Body, "discard", rounds.discard, _stage),
        Action("approve", "arbiter", ApprovalInput, "approve", rounds.approve, _stage),
        Action("publish", "arbiter", Publication, "publish", rounds.publish, _stage),
        Action("result", "helper", ResultEntry, _entry, rounds.enter, _about_table),
        Action("reverse", "helper", TableRef, "correct", rounds.reverse, _about_result),
        Action("take-back", "helper", ResultRestoration, "correct", rounds.take_back, _about_table),
        Action("erase", "arbiter", TableRef, "correct", rounds.erase, _about_result),
        Action("penalise", "arbiter", PenaltyInput, "penalise", rounds.penalise, _penalties),
        Action("lift", "arbiter", PenaltyLift, "penalise", rounds.lift, _penalties),
        Action("note", "helper", JudgeNote, "penalise", rounds.note, _penalties),
        Action("late", "helper", LatePlayer, "result", rounds.come_late, _late),
        Action("appeal", "helper", AppealInput, "penalise", rounds.appeal, _penalties),
        Action("decide-appeal", "arbiter", AppealVerdict, "penalise", rounds.decide_appeal, _penalties),
        Action("prizes", "arbiter", Prizes, "prizes", event.publish_prizes, _about(concerns.PRIZES)),
        Action("fees", "arbiter", Fees, "fees", event.publish_fees, _about(concerns.FEES)),
        Action("fee", "arbiter", OwnFeeInput, "fees", event.set_fee, _about_payment),
        Action("pay", "helper", PaymentInput, "pay", event.pay, _about_payment),
        Action("refund", "arbiter", Refund, "pay", event.refund, _about_payment),
        Action("link", "arbiter", Links, "link", event.link, _about_linked),
        Action("stages", "arbiter", Stages, "stages", rounds.plan_stages, _plan),
        Action("begin-stage", "arbiter", StageBeginning, "begin_stage", rounds.begin_stage, _everything),
        Action("cancel-stage", "arbiter", StageRef, "begin_stage", rounds.cancel_stage, _plan),
        Action("close", "arbiter", Body, "close", rounds.close, _stage),
        Action("finish", "arbiter", Body, "finish", rounds.finish, _stage),
        Action("reopen", "arbiter", Body, "reopen", rounds.reopen, _stage),
        Action("archive", "owner", Archive, "archive", event.archive, _shelf),
        Action("delete", "owner", Deletion, "delete", event.delete, _shelf),
        Action("forget", "arbiter", PlayerErasure, "forget", event.forget, _about_one, on_log=True),
        Action("forget-all", "owner", FullErasure, "forget", event.forget_all, _everything),
        Action("report", "player", Report, "report", rounds.report, _seating, phone=True),
        Action("withdraw", "player", Body, "report", rounds.withdraw_report, _seating, phone=True),
        Action("ask-bye", "player", OwnBye, "bye", event.own_bye, _own_byes, phone=True),
        Action("arrive", "player", OwnPresence, "check_in", event.check_self_in, _own_presence, phone=True),
        Action("undo", "arbiter", Step, "undo", event.undo_step, _everything, on_log=True),
        Action("redo", "arbiter", Step, "redo", event.redo_step, _everything, on_log=True),
    )
}
STEPS = ("undo", "redo")  # through the log; a program must say on which version
PHONE = tuple(name for name, action in ACTIONS.items() if action.phone)  # only a phone does it, for its own player
REPORTS = ("report", "withdraw")  # what the event can do without
