"""The face of an event, its walls, what is announced and how much of a name is public, for programs: the same as on the
pages of the desk."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from time import time
from typing import Any, Literal

import msgspec
from litestar import Response, get, put
from litestar.params import FromPath, JSONBody

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.operations.appearance import IDENTITY, Identity, given_identity
from ronda.operations.privacy import shown_less
from ronda.web.api.schemas import BODY_ERRORS, COMMON_ERRORS, CREATE_ERRORS, UNKNOWN, refused
from ronda.web.context import EventContext, GivenEvent
from ronda.web.visibility import known_player
from ronda.web.walls import MOST_WALLS, WALLS, Scene, Wall, Walls, named_wall, read_lines


class Face(Body):
    """When (`2026-05-30`) and where the event is, who organises it, and its colour (`#1463b8`, or nothing for the usual
    one)."""

    date: str = ""
    until: str = ""
    place: str = ""
    organiser: str = ""
    accent: str = ""


class WallInput(Body):
    """What one wall shows; `text` is for the scene of that name."""

    name: str = ""
    scene: Scene = "auto"
    text: str = ""
    light: bool = False


class WallsInput(Body):
    """All walls of the hall, from the first one on; what is announced to everybody, and nothing if it is empty."""

    walls: list[WallInput]
    share: bool = False
    voice: bool = False
    announcement: str = ""


@get(
    "/api/events/{code:str}/identity",
    operation_id="getIdentity",
    response_description="What was asked for",
    summary="The face of the event",
    responses=COMMON_ERRORS | UNKNOWN,
    tags=["events"],
)
async def identity(event_context: GivenEvent) -> Face:
    return await asyncio.to_thread(_face, event_context)


def _face(context: EventContext) -> Face:
    found = asdict(context.identity)
    return Face(**{name: found[name] for name in Face.__struct_fields__})


@put(
    "/api/events/{code:str}/identity",
    operation_id="setIdentity",
    response_description="What stands there afterwards",
    summary="Change the face of the event (arbiter)",
    responses=COMMON_ERRORS | UNKNOWN | BODY_ERRORS | CREATE_ERRORS,
    tags=["events"],
    sync_to_thread=True,
)
def set_identity(event_context: GivenEvent, data: JSONBody[Face]) -> Response[Face]:
    event_context.needs("arbiter")
    wrong: list[Refusal] = []

    def change(standing: Identity) -> Identity | None:
        made = given_identity(msgspec.to_builtins(data), standing)
        if isinstance(made, Refusal):
            wrong.append(made)
            return None
        return made

    event_context.runtime.amend(event_context.code, IDENTITY, change)
    return refused(event_context, wrong[0]) if wrong else Response(_face(event_context))


@get(
    "/api/events/{code:str}/walls",
    operation_id="getWalls",
    response_description="What was asked for",
    summary="What the walls show, and what is announced (helper)",
    responses=COMMON_ERRORS | UNKNOWN,
    tags=["events"],
)
async def walls(event_context: GivenEvent) -> WallsInput:
    event_context.needs("helper")
    return await asyncio.to_thread(_walls, event_context)


def _walls(context: EventContext) -> WallsInput:
    found = context.runtime.setting(context.code, WALLS)
    return WallsInput([WallInput(**asdict(one)) for one in found.walls], found.share, found.voice, found.announcement)


@put(
    "/api/events/{code:str}/walls",
    operation_id="setWalls",
    response_description="What stands there afterwards",
    summary="Choose what the walls show, and announce something (arbiter)",
    responses=COMMON_ERRORS | UNKNOWN | BODY_ERRORS | CREATE_ERRORS,
    tags=["events"],
    sync_to_thread=True,
)
def set_walls(event_context: GivenEvent, data: JSONBody[WallsInput]) -> Response[WallsInput]:
    event_context.needs("arbiter")
    wanted = _wanted(data)
    if isinstance(wanted, Refusal):
        return refused(event_context, wanted)

    def change(standing: Walls) -> Walls:
        same = standing.announcement == wanted.announcement
        return replace(wanted, announced=standing.announced if same else time())

    event_context.runtime.amend(event_context.code, WALLS, change)
    return Response(_walls(event_context))


def _wanted(data: WallsInput) -> Walls | Refusal:
    if len(data.walls) > MOST_WALLS:
        return Refusal("walls_full", "S4", {"most": MOST_WALLS})
    announced = read_lines(data.announcement)
    if isinstance(announced, Refusal):
        return announced
    made: list[Wall] = []
    for one in data.walls:
        wall = named_wall(one.name, one.scene, one.text, one.light)
        if isinstance(wall, Refusal):
            return wall
        made.append(wall)
    return Walls(tuple(made) or (Wall(),), data.share, data.voice, announced)


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


ROUTES: list[Any] = [identity, set_identity, walls, set_walls, set_public_name]
