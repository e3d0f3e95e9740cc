"""Which reasons of a round concern somebody, and how one is told: the same for commands, programs, desk and phones."""

from __future__ import annotations

from collections.abc import Set

from ronda.core.model import Round, Table
from ronda.core.values import Frozen
from ronda.core.verdicts import Reason, Relaxation
from ronda.texts import Speaker


class Concerning(Frozen, frozen=True):
    """Of a round, or of one player's round."""

    reasons: tuple[Reason, ...]
    relaxations: tuple[Relaxation, ...]


def concerning(round_: Round, player: int | None) -> Concerning:
    """What concerns a player: the reasons for the own table or bye, those of the whole round, and what was given up at
    the own table. A reason that names a player is that player's alone, also at a table. None: everything."""
    if player is None:
        return Concerning(round_.reasons, round_.relaxations)
    table = next((table for table in round_.tables if player in table.players), None)
    number = None if table is None else table.number
    return Concerning(
        tuple(one for one in round_.reasons if one.table in (None, number) and one.player in (None, player)),
        _given_up(round_, {player} if table is None else set(table.players)),
    )


def concerning_table(round_: Round, table: Table) -> Concerning:
    """What concerns all who sit there: the reasons for the table, then those of its players; not of the whole round."""
    own = [one for one in round_.reasons if one.table == table.number]
    own += [one for one in round_.reasons if one.table is None and one.player in table.players]
    return Concerning(tuple(own), _given_up(round_, set(table.players)))


def concerning_bye(round_: Round, player: int) -> Concerning:
    """What concerns who rests; not of the whole round."""
    return Concerning(tuple(one for one in round_.reasons if one.player == player), _given_up(round_, {player}))


def _given_up(round_: Round, players: Set[int]) -> tuple[Relaxation, ...]:
    return tuple(one for one in round_.relaxations if not players.isdisjoint(one.players))


def told_reason(reason: Reason, speaker: Speaker, *, article: bool = False) -> str:
    """The sentence, behind the table that it is about; with the article it rests on where that is asked for."""
    told = speaker.verdict("reason", reason)
    if article:
        told = f"{told} ({reason.article})"
    if reason.table is None:
        return told
    return speaker.say("say.labelled", label=speaker.say("say.at_table", table=reason.table), text=told)
