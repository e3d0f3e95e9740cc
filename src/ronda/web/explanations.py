"""Why a table or a bye is as it is: a sentence or two first, then everything that is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ronda.core.history import before_round
from ronda.core.model import Round, Table
from ronda.core.verdicts import Reason
from ronda.systems import book_of
from ronda.web.context import EventContext

_WORKING = frozenset(("skipped", "more", "hub", "hub_size", "groups", "group_count"))  # told behind the first sentence


@dataclass(frozen=True, slots=True)
class Why:
    """`short`: sentences with their articles; `working`: the same with who was passed over and the proof, what was
    relaxed for these players, and what is true of the whole round; `met`: when two of them sat together before,
    None for somebody who rests."""

    title: str
    short: list[tuple[str, str]]
    working: list[tuple[str, str]]
    met: list[str] | None


def why_table(context: EventContext, round_: Round, table: Table) -> Why:
    reasons = [reason for reason in round_.reasons if reason.table == table.number]
    reasons += [reason for reason in round_.reasons if reason.table is None and reason.player in table.players]
    title = context.words("web.table", table=table.number)
    return Why(title, *_told(context, round_, reasons, table.players), _meetings(context, round_, table))


def why_player(context: EventContext, round_: Round, player: int | None) -> Why:
    assert player is not None, "only byes have a player"
    reasons = [reason for reason in round_.reasons if reason.player == player]
    return Why(context.words.name(player), *_told(context, round_, reasons, (player,)), None)


def _told(
    context: EventContext, round_: Round, reasons: Sequence[Reason], players: Sequence[int]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    speaker = context.words.speaker
    short = [(speaker.verdict("reason", _first_part(reason)), reason.article) for reason in reasons]
    whole = [(speaker.verdict("reason", reason), reason.article) for reason in reasons]
    working = [told for told in whole if told not in short]
    working += [
        (speaker.verdict("relaxation", relaxation), relaxation.article)
        for relaxation in round_.relaxations
        if set(relaxation.players) & set(players)
    ]
    general = [reason for reason in round_.reasons if reason.table is None and reason.player is None]
    working += [(speaker.verdict("reason", reason), reason.article) for reason in general]
    return short, working


def _first_part(reason: Reason) -> Reason:
    return replace(reason, facts={name: fact for name, fact in reason.facts.items() if name not in _WORKING})


def _meetings(context: EventContext, round_: Round, table: Table) -> list[str]:
    """For each two at the table, when they sat together before."""
    lines = book_of(before_round(context.tournament, round_.number)).lines
    told: list[str] = []
    for one, other in combinations(table.players, 2):
        for key, rounds in (
            ("web.round.were_partners", [line.round for line in lines[one] if other in line.partners]),
            ("web.round.were_opponents", [line.round for line in lines[one] if other in line.opponents]),
        ):
            if rounds:
                told.append(context.words(key, players=[one, other], rounds=_listed(context, rounds)))
    return told


def _listed(context: EventContext, rounds: Iterable[int]) -> str:
    return context.words.speaker.listed(map(str, rounds))
