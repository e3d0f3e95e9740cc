"""Optimistic concurrency: a request that was decided on an older version conflicts only if a newer fact touches what it
depends on.

In a full hall something happens every moment, so each action names its concerns: a newer fact counts only if it touches
one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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
    Fact,
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
from ronda.core.prize_rules import Payment

Concern = tuple[str | int, ...]
Concerns = tuple[Concern, ...]

NAME: Concern = ("name",)
OPTIONS: Concern = ("options",)
AVOID: Concern = ("avoid",)
PENALTIES: Concern = ("penalties",)
PRIZES: Concern = ("prizes",)
FEES: Concern = ("fees",)  # what is due from whom
ROUNDS: Concern = ("rounds",)  # which rounds there are
SEATING: Concern = ("seating",)  # who sits where, in any of them
STAGE: Concern = ("stage",)  # and how far the last one, and the event, has got
PLAN: Concern = ("plan",)  # the stages of the event, and which of them have begun
SHELF: Concern = ("shelf",)
EVERYTHING = None  # of what the desk does; what players report is no action of the desk


def of_player(player: int) -> Concern:
    """Particulars, and when the player takes part."""
    return "player", player


def of_presence(player: int) -> Concern:
    return "here", player


def of_payment(player: int) -> Concern:
    """What is due from a player, and what was paid."""
    return "paid", player


def of_seats(number: int) -> Concern:
    """Who sits where in a round."""
    return "seats", number


def of_table(number: int, table: int) -> Concern:
    """The result of a table."""
    return "table", number, table


def overtaken(facts: Sequence[Fact], seen: int, concerns: Concerns | None) -> list[int]:
    """The versions after the one that was seen that touch one of the concerns."""
    seen = max(seen, 0)
    return [
        version
        for version, fact in enumerate(facts[seen:], start=seen + 1)
        if not isinstance(fact, Reported)
        and (concerns is None or any(one in concerns for one in _touched(fact, facts)))
    ]


def _touched(fact: Fact, facts: Sequence[Fact]) -> Concerns:
    """What a fact changes; undoing changes what the undone facts did. Of results there are thousands in a full hall:
    they are looked at first."""
    match fact:
        case ResultEntered(round=number, table=table):
            return (of_table(number, table),)
        case Undone(versions=versions) | Redone(versions=versions):
            return tuple(one for version in versions for one in _touched(facts[version - 1], facts))
        case Paired(round=made):
            return ROUNDS, SEATING, STAGE, of_seats(made.number)
        case Discarded(round=number):
            return ROUNDS, SEATING, STAGE, of_seats(number)
        case Rearranged(round=made):
            return SEATING, STAGE, of_seats(made.number)
        case Reported():
            return ()
        case Erased(players=players):
            return tuple(map(of_player, players))
        case Penalised() | PenaltyLifted() | Appealed() | AppealDecided():
            return (PENALTIES,)
        case PrizesPublished():
            return (PRIZES,)
        case FeesPublished():
            return (FEES,)
        case FeeSet(player=pid) | Paid(payment=Payment(player=pid)):
            return (of_payment(pid),)
        case Created() | Renamed():
            return (NAME,)
        case OptionsChanged():
            return (OPTIONS,)
        case AvoidChanged():
            return (AVOID,)
        case Entered(player=player) | Edited(player=player):
            return (of_player(player.id),)
        case Left(player=pid) | Returned(player=pid) | Missed(player=pid) | ByeRequested(player=pid):
            return (of_player(pid),)
        case CheckedIn(player=pid):
            return (of_presence(pid),)
        case Approved() | Published() | Closed() | Finished() | LotDrawn():
            return (STAGE,)
        case StagesPlanned() | StageBegun() | StageTakenBack():
            return (PLAN,)
        case Archived() | Deleted():
            return (SHELF,)
        case _:
            assert_never(fact)
