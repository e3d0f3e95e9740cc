"""What a player's own link allows, for programs."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ronda.desk.actions import ACTIONS, PHONE
from ronda.desk.phases import phase
from ronda.operations.event import EventState
from ronda.systems import system
from ronda.views.rounds import table_line
from ronda.views.seat import as_published, seat_of
from ronda.web.api.actions import Confirm, acted, body_of, described
from ronda.web.api.schemas import KEPT, UNKNOWN, Key, PhoneState, Version
from ronda.web.context import GivenEvent
from ronda.web.visibility import Final, final_place, known_player


@get(
    "/api/phones/{code:str}/{mark:str}",
    operation_id="getPhone",
    response_description="What was asked for",
    summary="What the player with this link sees: table, partner, opponents, what was said",
    responses=KEPT | UNKNOWN,
    tags=["phone"],
    sync_to_thread=True,
)
def phone(phone_context: GivenEvent) -> PhoneState:
    context = phone_context
    player = context.person.player or 0
    seen = as_published(context.tournament)
    seat = seat_of(context.tournament, known_player(context, player))
    said = context.tournament.reports.get(seat.table.number, {}) if seat.table else {}
    rules = system(seen.setup.system).rules
    ended = final_place(context.event, player)
    final = Final() if ended.provisional else ended
    return PhoneState(
        context.code,
        context.event.version,
        phase(seen),
        player,
        context.words.speaker.bare_name(player),
        context.words.speaker.name(player),
        seat.state,
        seat.round.number if seat.round else None,
        table_line(seat.table, rules, context.words.speaker, blank=None, setup=context.tournament.setup)
        if seat.table
        else None,
        list(seat.partners),
        list(seat.opponents),
        {str(who): rules.results.write(result) for who, result in said.items()},
        final.place,
        final.shared,
        list(final.winners),
    )


def _route(name: str) -> HTTPRouteHandler:
    kind = ACTIONS[name].body

    async def act(
        phone_context: GivenEvent,
        data: Any = None,
        confirm: Confirm = False,
        version: Version = None,
        key: Key = None,
    ) -> Response[EventState]:
        body = body_of(kind, data)
        return await acted(phone_context, name, body, confirm=confirm, version=version, key=key)

    return described(act, kind, f"/api/phones/{{code:str}}/{{mark:str}}/{name}", name, "phone", "player")


ROUTES: list[Any] = [phone, *map(_route, PHONE)]
