"""What a player's own link allows, for programs."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ronda.desk.phases import phase
from ronda.systems import system
from ronda.views.rounds import table_line
from ronda.views.seat import seat_of
from ronda.web.api.acting import Confirm, Version, acted, ask_of, described
from ronda.web.api.desk import Key
from ronda.web.api.values import KEPT, UNKNOWN, EventState, PhoneState
from ronda.web.deeds import DEEDS, PHONE
from ronda.web.looking import final_place, known_player, published
from ronda.web.visits import EventVisit


@get(
    "/api/phones/{code:str}/{mark:str}",
    operation_id="getPhone",
    response_description="What was asked for",
    summary="What the player with this link sees: table, partner, opponents, what was said",
    responses=KEPT | UNKNOWN,
    tags=["phone"],
    sync_to_thread=True,
)
def phone(phone_visit: EventVisit) -> PhoneState:
    visit = phone_visit
    player = visit.person.player or 0
    seen = published(visit.tournament)
    seat = seat_of(visit.tournament, known_player(visit, player))
    said = visit.tournament.reports.get(seat.table.number, {}) if seat.table else {}
    rules = system(seen.setup.system)
    final = final_place(visit.house, visit.event, player)
    return PhoneState(
        visit.code,
        visit.event.version,
        phase(seen),
        player,
        visit.words.speaker.bare_name(player),
        visit.words.name(player),
        seat.state,
        seat.round.number if seat.round else None,
        table_line(seat.table, rules, visit.words.speaker, blank=None) if seat.table else None,
        list(seat.partners),
        list(seat.opponents),
        {str(who): rules.write_result(result) for who, result in said.items()},
        final.place,
        final.shared,
        list(final.winners),
    )


def _route(name: str) -> HTTPRouteHandler:
    kind = DEEDS[name].ask

    async def act(
        phone_visit: EventVisit, data: Any = None, confirm: Confirm = False, version: Version = None, key: Key = None
    ) -> Response[EventState]:
        ask = ask_of(kind, data)
        return await acted(phone_visit, name, ask, confirm=confirm, version=version, key=key)

    return described(act, kind, f"/api/phones/{{code:str}}/{{mark:str}}/{name}", name, "phone", "player")


ROUTES: list[Any] = [phone, *map(_route, PHONE)]
