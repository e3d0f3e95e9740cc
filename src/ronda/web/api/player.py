"""One player of an event: partners, opponents and results, round by round."""

from __future__ import annotations

from typing import Any

from litestar import get

from ronda.systems import book_of
from ronda.views.players import played_line, player_line
from ronda.views.seat import played_by
from ronda.views.verdicts import note_lines
from ronda.web.api.values import KEPT, UNKNOWN, PlayerState
from ronda.web.looking import hides_names, known_player, published
from ronda.web.visits import EventVisit


@get(
    "/api/events/{code:str}/players/{player:int}",
    operation_id="getPlayer",
    response_description="What was asked for",
    summary="One player with partners, opponents and results",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def player(event_visit: EventVisit, player: int) -> PlayerState:
    visit = event_visit
    who = known_player(visit, player)
    shown = published(visit.tournament)
    speaker = visit.words.speaker
    return PlayerState(
        visit.code,
        visit.event.version,
        player_line(visit.tournament, who, speaker, staff=visit.staff, named=not hides_names(visit)),
        [played_line(shown, past) for past in played_by(shown, player)],
        note_lines(book_of(shown), player, speaker),
    )


ROUTES: list[Any] = [player]
