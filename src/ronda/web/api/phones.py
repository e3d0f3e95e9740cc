"""What a player's own link allows, for programs."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.handlers import HTTPRouteHandler

from ronda.desk.actions import ACTIONS, PHONE
from ronda.operations.event import EventState
from ronda.web.api.actions import Confirm, acted, body_of, described
from ronda.web.api.schemas import Key, Version
from ronda.web.context import GivenEvent


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


ROUTES: list[Any] = [*map(_route, PHONE)]
