"""One player of an event: partners, opponents and results, round by round."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from ronda.model import Tournament
from ronda.shapes import player_notes_value
from ronda.systems import book_of, system
from ronda.web.api.looking import player_line
from ronda.web.api.values import KEPT, UNKNOWN, NoteLine, PlayedLine, PlayerState
from ronda.web.looking import known_player, published
from ronda.web.seat import Played, played_by
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
    notes = player_notes_value(book_of(shown), player, visit.words.speaker)
    return PlayerState(
        visit.code,
        visit.event.version,
        player_line(visit, who, full=visit.staff or visit.display.names == "full"),
        [_played(shown, past) for past in played_by(shown, player)],
        msgspec.convert(notes, list[NoteLine]),
    )


def _played(tournament: Tournament, past: Played) -> PlayedLine:
    write = system(tournament.setup.system).write_result
    return PlayedLine(
        past.round,
        past.table,
        list(past.partners),
        list(past.opponents),
        None if past.result is None else write(past.result),
        past.tally.outcome,
        past.tally.halves / 2,
    )


ROUTES: list[Any] = [player]
