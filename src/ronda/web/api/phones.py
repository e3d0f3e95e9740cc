"""A phone joins, and what its link allows, for programs."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, PHONE, Body
from ronda.desk.actions.bodies import Number, Text
from ronda.operations.event import EventState
from ronda.web.api.actions import Confirm, acted, body_of, described
from ronda.web.api.schemas import KEPT, MADE, UNKNOWN, Key, Version, refused
from ronda.web.context import GivenEvent, client_of
from ronda.web.http.admission import ANYBODY
from ronda.web.joining import claimed, proof_of


class JoinWish(Body, frozen=True):
    """For whom the phone speaks, and the hall word if it has it; without it, the desk is asked."""

    player: Number
    word: Text | None = None


class JoinedPhone(msgspec.Struct, frozen=True):
    """The `mark` of the phone, told this once, for `/api/phones`; while it is `waiting` it opens nothing."""

    player: int
    mark: str
    waiting: bool


@post(
    "/api/events/{code:str}/join",
    opt=ANYBODY,
    operation_id="joinEvent",
    response_description="The phone that joined, or waits",
    summary="Speak for a player, with the hall word; without it the desk is asked (everybody)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["phone"],
    status_code=200,
)
async def join_event(event_context: GivenEvent, data: JSONBody[JoinWish]) -> Response[JoinedPhone]:
    context = event_context
    proof = await asyncio.to_thread(proof_of, context, context.code, data.word or "")
    if proof == "wrong":
        return refused(context, Refusal("wrong_hall_word", "S4"))
    made = await claimed(context, str(data.player), "", by_word=proof == "right")
    if made is None:
        context.runtime.guesses.failed(client_of(context.request))
        raise NotFoundException("no_such_link")
    return Response(JoinedPhone(data.player, made.mark, made.waiting))


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


ROUTES: list[Any] = [join_event, *map(_route, PHONE)]
