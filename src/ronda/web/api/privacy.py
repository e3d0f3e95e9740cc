"""Personal data: all that is known of a player, and until when it is kept. (Removing it is an action: `forget`.)"""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import msgspec
from litestar import Response, get, put
from litestar.params import FromPath, JSONBody

from ronda.desk.actions import Body
from ronda.desk.actions.bodies import Number
from ronda.views.events import RetentionMode, RetentionState, retention_state
from ronda.web.api.schemas import KEPT, MADE, UNKNOWN, said
from ronda.web.context import EventContext, GivenEvent
from ronda.web.pages.privacy import change_retention, everything, retention_values, shown_less
from ronda.web.visibility import known_player


class PersonState(msgspec.Struct, frozen=True):
    """All that is stored about a player; of others no more than their names."""

    event: dict[str, Any]
    player: dict[str, Any]
    history: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    wishes: list[dict[str, Any]]
    card_opened: bool
    phones: list[dict[str, Any]]
    log: list[dict[str, Any]]
    texts: list[dict[str, Any]]
    kept_until: str | None


class RetentionWish(Body, frozen=True):
    """`usual`: two years after the last round. `changes` is what was seen: if it was changed since, nothing is
    written."""

    mode: RetentionMode
    until: date | None = None
    changes: Number | None = None


@get(
    "/api/events/{code:str}/players/{player:int}/known",
    operation_id="getPerson",
    response_description="What was asked for",
    summary="All that is known of a player (arbiter)",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def person(event_context: GivenEvent, player: FromPath[int]) -> PersonState:
    event_context.needs("arbiter")
    return msgspec.convert(everything(event_context, player), PersonState)


@get(
    "/api/events/{code:str}/retention",
    operation_id="getRetention",
    response_description="What was asked for",
    summary="Until when personal data are kept (arbiter)",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def retention(event_context: GivenEvent) -> RetentionState:
    event_context.needs("arbiter")
    return _state(event_context)


@put(
    "/api/events/{code:str}/retention",
    operation_id="setRetention",
    response_description="What stands there afterwards",
    summary="Change until when personal data are kept (arbiter)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["events"],
    sync_to_thread=True,
)
def set_retention(event_context: GivenEvent, data: JSONBody[RetentionWish]) -> Response[RetentionState]:
    context = event_context
    context.needs("arbiter")
    if data.mode == "date" and data.until is None:
        return said(context, "bad_request", 400)
    if not change_retention(context, data.mode, data.until, data.changes):
        return said(context, "conflict", 409)
    return Response(_state(context))


def _state(context: EventContext) -> RetentionState:
    found = retention_values(context)
    return retention_state(context.code, found["retention"], due=found["due"])


class PublicName(Body, frozen=True):
    """How much of the name the public sees; "": as of everybody in this event. It is never more than that."""

    names: Literal["", "short", "initials", "number"]


class PublicNameState(msgspec.Struct, frozen=True):
    """What was chosen, and the name as the public sees it."""

    names: str
    shown: str


@put(
    "/api/events/{code:str}/players/{player:int}/public-name",
    operation_id="setPublicName",
    response_description="What stands there afterwards",
    summary="Show the public less of a player's name than of others' (arbiter)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["events"],
    sync_to_thread=True,
)
def set_public_name(event_context: GivenEvent, player: FromPath[int], data: JSONBody[PublicName]) -> PublicNameState:
    context = event_context
    context.needs("arbiter")
    known_player(context, player)
    context.runtime.amend_display(context.code, lambda standing: shown_less(standing, player, data.names))
    context.display = context.runtime.display(context.code)
    return PublicNameState(data.names, context.public_words().name(player))


ROUTES: list[Any] = [person, retention, set_public_name, set_retention]
