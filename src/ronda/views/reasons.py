"""Which reasons of a round concern somebody, and how one is told: the same for commands, programs and phones."""

from __future__ import annotations

from ronda.core.model import Round
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
    beside = {player} if table is None else set(table.players)
    number = None if table is None else table.number
    return Concerning(
        tuple(one for one in round_.reasons if one.table in (None, number) and one.player in (None, player)),
        tuple(one for one in round_.relaxations if beside.intersection(one.players)),
    )


def told_reason(reason: Reason, speaker: Speaker, *, article: bool = False) -> str:
    """The sentence, behind the table that it is about; with the article it rests on where that is asked for."""
    told = speaker.verdict("reason", reason)
    if article:
        told = f"{told} ({reason.article})"
    if reason.table is None:
        return told
    return speaker.say("say.labelled", label=speaker.say("say.at_table", table=reason.table), text=told)
