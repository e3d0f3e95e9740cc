"""The players of an event, and one of them with partners, opponents and results, round by round."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath

from ronda.systems import book_of
from ronda.views.players import played_line, player_line
from ronda.views.seat import played_by
from ronda.views.verdicts import note_lines
from ronda.web.api.schemas import KEPT, UNKNOWN, Players, PlayerState
from ronda.web.context import GivenEvent
from ronda.web.visibility import as_published, hides_name, known_player


@get(
    "/api/events/{code:str}/players",
    operation_id="getPlayers",
    response_description="What was asked for",
    summary="The players",
    responses=KEPT | UNKNOWN,
    tags=["events"],
)
async def players(event_context: GivenEvent) -> Players:
    context = event_context
    speaker, seen = context.words.speaker, context.tournament
    lines = [
        player_line(seen, player, speaker, staff=context.staff, named=not hides_name(context, player))
        for player in seen.players
    ]
    return Players(context.code, context.event.version, lines)


@get(
    "/api/events/{code:str}/players/{player:int}",
    operation_id="getPlayer",
    response_description="What was asked for",
    summary="One player with partners, opponents and results",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def player(event_context: GivenEvent, player: FromPath[int]) -> PlayerState:
    context = event_context
    who = known_player(context, player)
    shown = as_published(context.tournament)
    speaker = context.words.speaker
    return PlayerState(
        context.code,
        context.event.version,
        player_line(context.tournament, who, speaker, staff=context.staff, named=not hides_name(context, who)),
        [played_line(shown, past) for past in played_by(shown, player)],
        note_lines(book_of(shown), player, speaker),
    )


ROUTES: list[Any] = [players, player]
