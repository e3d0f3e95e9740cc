"""A new event: from a set-up and a list of players, or from the file of another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ronda.desk.roster import register
from ronda.facts import Closed, Created, Entered, Fact, Paired
from ronda.history import fold
from ronda.model import Player, Setup, Tournament
from ronda.verdicts import Refusal


def founded(setup: Setup, players: Sequence[Player]) -> list[Created | Entered] | Refusal:
    """The facts of an event before its first round. Players keep the numbers that the list gives them."""
    empty = fold([Created(setup)])
    facts: list[Created | Entered] = [Created(setup)]
    licences: dict[int, str] = {}
    for player in players:
        entered = register(empty, player)
        if isinstance(entered, Refusal):
            return replace(entered, facts={**entered.facts, "players": [player.name]})
        fit = replace(entered.player, id=player.id)
        if setup.system == "chess" and fit.licence in licences:  # C1.1
            return Refusal("licence_taken", "C1.1", {"licence": fit.licence, "player": licences[fit.licence]})
        if fit.licence:
            licences[fit.licence] = fit.name
        facts.append(Entered(fit))
    return facts


def taken_up(tournament: Tournament) -> list[Fact]:
    """The facts of a file for the store: all rounds before the last one are over."""
    facts: list[Fact] = [Created(tournament.setup), *map(Entered, tournament.players)]
    for round_ in tournament.rounds:
        facts.append(Paired(round_))
        if round_.number < len(tournament.rounds):
            facts.append(Closed(round_.number))
    return facts
