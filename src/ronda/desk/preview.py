"""What would become of the standings, before anything is saved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.decisions import standings_after
from ronda.desk.stages import advancing


class Move(NamedTuple):
    """A player who gets another place; None: none."""

    player: int
    before: int | None
    after: int | None


def moves(tournament: Tournament, facts: Iterable[Fact]) -> list[Move]:
    """Who moves in the standings if these facts are appended, in the new order."""
    following = fold(facts, tournament)
    before = _places(tournament)
    return [
        Move(player, before.get(player), place)
        for player, place in _places(following).items()
        if before.get(player) != place
    ]


class Other(NamedTuple):
    """A stage that has begun, and who would be in it, or not, by the standings of now (ST1.5)."""

    stage: int
    would_be_in: tuple[int, ...]
    would_be_out: tuple[int, ...]


def other_entrants(tournament: Tournament, facts: Iterable[Fact]) -> list[Other]:
    """Who would have advanced into the stages that have begun if these facts had been known. The stages stay as they
    are: whoever wants it otherwise takes them back."""
    following = fold(facts, tournament)
    found = []
    for number, stage in enumerate(tournament.setup.stages, start=1):
        if stage.begun is None or stage.kind == "rounds" or stage.begun.changes:
            continue
        then = replace(following, rounds=following.rounds[: stage.begun.after])
        stages = tuple(
            replace(one, begun=None) if at >= number else one for at, one in enumerate(tournament.setup.stages, start=1)
        )
        asked = replace(then, setup=replace(then.setup, stages=stages))
        would = advancing(asked, number, stage.begun.seed, playoff=stage.begun.playoff)
        if isinstance(would, Refusal) or would.open:
            continue
        now = stage.begun.players
        came = tuple(player for player in would.entrants if player not in now)
        gone = tuple(player for player in now if player not in would.entrants)
        if came or gone:
            found.append(Other(number, came, gone))
    return found


def _places(tournament: Tournament) -> dict[int, int | None]:
    return {row.player: row.place for row in standings_after(tournament, len(tournament.rounds))}
