"""Personal data: all that is known of a player, and until when it is kept. (Removing it is an action: `forget`.)"""

from __future__ import annotations

from typing import Any, Literal

from litestar import put
from litestar.params import FromPath, JSONBody

from ronda.core.values import Frozen
from ronda.desk.actions import Body
from ronda.operations.privacy import shown_less
from ronda.web.api.schemas import COMMON_ERRORS, CREATE_ERRORS, UNKNOWN
from ronda.web.context import GivenEvent
from ronda.web.visibility import known_player


class PublicName(Body):
    """How much of the name the public sees; "": as of everybody in this event. It is never more than that."""

    names: Literal["", "short", "initials", "number"]


class PublicNameState(Frozen):
    """What was chosen, and the name as the public sees it."""

    names: str
    shown: str


@put(
    "/api/events/{code:str}/players/{player:int}/public-name",
    operation_id="setPublicName",
    response_description="What stands there afterwards",
    summary="Show the public less of a player's name than of others' (arbiter)",
    responses=COMMON_ERRORS | UNKNOWN | CREATE_ERRORS,
    tags=["events"],
    sync_to_thread=True,
)
def set_public_name(event_context: GivenEvent, player: FromPath[int], data: JSONBody[PublicName]) -> PublicNameState:
    context = event_context
    context.needs("arbiter")
    known_player(context, player)
    context.runtime.amend_display(context.code, lambda standing: shown_less(standing, player, data.names))
    context.display = context.runtime.display(context.code)
    return PublicNameState(data.names, context.as_public().words.name(player))


ROUTES: list[Any] = [set_public_name]
