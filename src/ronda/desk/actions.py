"""The table of actions: pages, HTTP API, command line, console and programs all act through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ronda.core import Tournament
from ronda.desk import (
    conflict_scope,
    desk,
    fees,
    penalties,
    people,
    players,
    prizes,
    results,
    rounds,
    settings,
    stage_begin,
)
from ronda.desk.bodies import (
    Body,
    Links,
    OnePlayer,
    OwnBye,
    OwnFeeInput,
    OwnPresence,
    PaymentInput,
    PlayerEdit,
    PlayerErasure,
    Refund,
    ResultEntry,
    ResultRestoration,
    TableRef,
)
from ronda.desk.conflict_scope import Concern, Concerns
from ronda.desk.desk import Action, Decided, Request
from ronda.desk.permissions import ActionKind, Actor, entry_kind


def _about(*concerns: Concern) -> Callable[[Any, Actor], Concerns]:
    return lambda *_: concerns


def _about_player(body: OnePlayer, _: Actor) -> Concerns:
    """Also which round is the next one: from there on somebody leaves, pauses or is back."""
    return conflict_scope.of_player(body.player), conflict_scope.ROUNDS


def _about_table(body: ResultEntry | ResultRestoration, _: Actor) -> Concerns:
    """Who sits there. The result that was seen comes with the request itself."""
    return (conflict_scope.of_seats(body.round),)


def _about_result(body: TableRef, _: Actor) -> Concerns:
    return conflict_scope.of_seats(body.round), conflict_scope.of_table(body.round, body.table)


def _presence(player: int | None) -> Concerns:
    return (conflict_scope.of_presence(player or 0),)


def _about_one(body: PlayerEdit | PlayerErasure, _: Actor) -> Concerns:
    return (conflict_scope.of_player(body.player),)


def _about_payment(body: PaymentInput | Refund | OwnFeeInput, _: Actor) -> Concerns:
    """What is due and what was paid; also the rules, as an amount that is not named goes by them."""
    return conflict_scope.of_payment(body.player), conflict_scope.FEES


def _about_linked(body: Links, _: Actor) -> Concerns:
    return tuple(conflict_scope.of_player(one.player) for one in body.links)


def _everything(*_: Any) -> None:
    return conflict_scope.EVERYTHING


def _own_presence(_: OwnPresence, person: Actor) -> Concerns:
    return _presence(person.player)


def _own_byes(_: OwnBye, person: Actor) -> Concerns:
    """Which round is the next one counts too: up to there nothing can be asked for any more."""
    return conflict_scope.of_player(person.player or 0), conflict_scope.ROUNDS


def _entry(tournament: Tournament, body: ResultEntry | None) -> ActionKind:
    """Without a table it is not known what stands there: a new result is meant."""
    return "result" if body is None else entry_kind(tournament, body.round, body.table)


_stage = _about(conflict_scope.ROUNDS, conflict_scope.STAGE)
_penalties = _about(conflict_scope.PENALTIES, conflict_scope.ROUNDS)
_late = _about(conflict_scope.PENALTIES, conflict_scope.ROUNDS, conflict_scope.SEATING)
_plan = _about(conflict_scope.PLAN, conflict_scope.ROUNDS)
_seating = _about(conflict_scope.SEATING)
_shelf = _about(conflict_scope.SHELF)

_ROWS = (
    Action(
        "rename",
        "arbiter",
        "rename",
        settings.decide_rename,
        _about(conflict_scope.NAME),
        "Give the event another name",
    ),
    Action(
        "options",
        "arbiter",
        "options",
        settings.decide_options,
        _about(conflict_scope.OPTIONS, conflict_scope.ROUNDS),
        "Change options of the system",
    ),
    Action(
        "avoid",
        "arbiter",
        "avoid",
        settings.decide_avoid,
        _about(conflict_scope.AVOID),
        "Say who should not meet; the whole list",
    ),
    Action(
        "enter",
        "helper",
        "enter",
        settings.enter_player,
        _about(conflict_scope.ROUNDS),
        "Enter a player",
        question=players.has_left,
    ),
    Action(
        "enter-list",
        "arbiter",
        "enter",
        settings.enter_all,
        _about(conflict_scope.ROUNDS),
        "Enter players as pasted from a spreadsheet, all or none",
        slow=True,
    ),
    Action("edit", "arbiter", "edit", players.decide_edit, _about_one, "Change the particulars of a player"),
    Action(
        "check-in",
        "helper",
        "check_in",
        fees.decide_check_in,
        lambda body, _: _presence(body.player),
        "Check a player in, or out",
    ),
    Action(
        "check-in-all",
        "helper",
        "check_in",
        fees.check_in_all,
        _about(conflict_scope.ROUNDS),
        "Check everybody in who is in the next round",
    ),
    Action("leave", "helper", "leave", players.decide_leave, _about_player, "Take a player out from the next round on"),
    Action("return", "helper", "return", players.decide_return, _about_player, "Bring a player back"),
    Action("pause", "helper", "pause", players.decide_pause, _about_player, "Let a player miss the next round"),
    Action("bye", "helper", "bye", players.decide_bye, _about_player, "Ask for a bye in a round to come"),
    Action(
        "pair",
        "arbiter",
        "pair",
        rounds.pair,
        _stage,
        "Make the next round, as a draft",
        slow=True,
        why_not=rounds.not_paired,
    ),
    Action("swap", "arbiter", "rearrange", rounds.decide_swap, _stage, "Swap two players of the draft"),
    Action("swap-tables", "arbiter", "rearrange", rounds.decide_swap_tables, _stage, "Swap two tables of the draft"),
    Action("discard", "arbiter", "discard", rounds.discard, _stage, "Take the last round back"),
    Action("approve", "arbiter", "approve", rounds.approve, _stage, "Stand for a forced draft, with name and reason"),
    Action("publish", "arbiter", "publish", rounds.decide_publish, _stage, "Publish the draft"),
    Action("result", "helper", _entry, results.enter, _about_table, "Enter or correct a result"),
    Action(
        "reverse",
        "helper",
        "correct",
        results.reverse,
        _about_result,
        "Turn a result round that was written the wrong way",
    ),
    Action(
        "take-back",
        "helper",
        "correct",
        results.take_back,
        _about_table,
        "Put a table back to what stood there before an entry",
    ),
    Action("erase", "arbiter", "correct", results.erase, _about_result, "Remove a result"),
    Action(
        "penalise",
        "arbiter",
        "penalise",
        penalties.decide_penalty,
        _penalties,
        "Give a penalty, or note something about a player",
    ),
    Action("lift", "arbiter", "penalise", penalties.lift, _penalties, "Lift a penalty"),
    Action("note", "helper", "penalise", penalties.note, _penalties, "Write a judge's note about a player or a table"),
    Action(
        "late",
        "helper",
        "result",
        penalties.late,
        _late,
        "A player has not come: the table is lost by absence, and a note keeps it",
    ),
    Action("appeal", "helper", "penalise", penalties.appeal, _penalties, "Appeal against a penalty or a result"),
    Action(
        "decide-appeal",
        "arbiter",
        "penalise",
        penalties.decide_appeal,
        _penalties,
        "Decide an appeal: upheld, changed or lifted",
    ),
    Action(
        "prizes",
        "arbiter",
        "prizes",
        prizes.decide_prizes,
        _about(conflict_scope.PRIZES),
        "Publish the prizes and the rules they are given by",
    ),
    Action(
        "fees", "arbiter", "fees", fees.publish_fees, _about(conflict_scope.FEES), "Publish the fees; the whole list"
    ),
    Action(
        "fee",
        "arbiter",
        "fees",
        fees.set_fee,
        _about_payment,
        "Set what is due from one player, with a reason, or let the rules say it",
    ),
    Action(
        "pay",
        "helper",
        "pay",
        fees.pay,
        _about_payment,
        "Take money from a player; without an amount all that is open",
    ),
    Action("refund", "arbiter", "pay", fees.refund, _about_payment, "Give money back to a player, with a reason"),
    Action("link", "arbiter", "link", players.decide_link, _about_linked, "Say who players are in the list of people"),
    Action(
        "stages", "arbiter", "stages", stage_begin.decide_plan, _plan, "Plan the stages of the event; the whole list"
    ),
    Action(
        "begin-stage",
        "arbiter",
        "begin_stage",
        stage_begin.begin_stage,
        _everything,
        "Begin a stage with those who advance, or as the director says, with name and reason",
    ),
    Action(
        "cancel-stage",
        "arbiter",
        "begin_stage",
        stage_begin.take_back_stage,
        _plan,
        "Cancel a stage that has no round yet",
    ),
    Action("close", "arbiter", "close", rounds.close, _stage, "Close the round"),
    Action("finish", "arbiter", "finish", rounds.finish, _stage, "Finish the event"),
    Action("reopen", "arbiter", "reopen", rounds.reopen, _stage, "Open a finished event again"),
    Action("archive", "owner", "archive", settings.archive, _shelf, "Put the event away, or take it out again"),
    Action(
        "delete",
        "owner",
        "delete",
        settings.delete,
        _shelf,
        "Delete the event; the command `ronda recover` brings it back",
    ),
    Action(
        "forget",
        "arbiter",
        "forget",
        people.decide_erasure,
        _about_one,
        "Remove the personal data of a player for good",
    ),
    Action(
        "forget-all",
        "owner",
        "forget",
        people.forget_all,
        _everything,
        "Remove the personal data of all players for good",
    ),
    Action("report", "player", "report", results.decide_report, _seating, "Say how the own table ended"),
    Action("withdraw", "player", "report", results.decide_withdrawal, _seating, "Take the own report back"),
    Action(
        "ask-bye",
        "player",
        "bye",
        players.decide_own_bye,
        _own_byes,
        "Ask for a bye of one's own in a round to come, where the event leaves that to players",
    ),
    Action("arrive", "player", "check_in", fees.check_self_in, _own_presence, "Check in"),
    Action("undo", "arbiter", "undo", desk.undo, _everything, "Take the last action back"),
    Action("redo", "arbiter", "redo", desk.redo, _everything, "Do again what was undone last"),
)
ACTIONS = {action.name: action for action in _ROWS}
STEPS = ("undo", "redo")  # through the log; a program must say on which version
PHONE = tuple(name for name, action in ACTIONS.items() if action.phone)  # only a phone does it, for its own player
REPORTS = ("report", "withdraw")  # what the event can do without

__all__ = ["ACTIONS", "PHONE", "REPORTS", "STEPS", "Action", "Body", "Decided", "Request"]
