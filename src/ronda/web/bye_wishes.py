"""The byes that a player asks for in rounds to come, as the desk shows them."""

from __future__ import annotations

from dataclasses import dataclass

from ronda.core.model import Player, RequestedBye
from ronda.web.context import EventContext


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for in rounds to come; what can be asked for, and in which rounds. Nothing where the system gives
    no bye for the asking."""

    kinds: tuple[RequestedBye, ...]
    asked: tuple[tuple[int, RequestedBye], ...] = ()
    rounds: tuple[int, ...] = ()


def wishes(context: EventContext, player: Player) -> Wishes:
    tournament = context.tournament
    kinds = context.rules.byes_on_request(tournament.setup)
    if not kinds:
        return Wishes(())
    coming = range(max(tournament.next_round, player.joined_round), context.planned_rounds + 1)
    asked = tuple((number, kind) for number, kind in player.byes if number >= tournament.next_round)
    gone = player.left_after
    return Wishes(kinds, asked, tuple(number for number in coming if gone is None or number <= gone))
