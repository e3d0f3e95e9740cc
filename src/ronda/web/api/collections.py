"""Seasons and festivals: listed, made, changed; and the standings of a season."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import NameText
from ronda.desk.collections import AskedChange, Collection, CollectionKind
from ronda.web.api.actions import Version
from ronda.web.api.schemas import DONE, KEPT, MADE, UNKNOWN, refused, said
from ronda.web.collections import GivenCollection, founded, listed, recorded, undone
from ronda.web.context import GivenContext
from ronda.web.pages.collections import LEAST
from ronda.web.pages.seasons import seen, standings_values
from ronda.web.perform import seen_in
from ronda.web.seasons import SeasonState, season_state


class CountedLine(msgspec.Struct, frozen=True):
    event: str
    tier: str
    must: bool
    date: str


class PlannedLine(msgspec.Struct, frozen=True):
    """A line of the schedule; without an event it is for all."""

    date: str
    time: str
    text: str
    event: str


class CollectionState(msgspec.Struct, frozen=True):
    """A season or a festival as it stands; `version` counts its changes."""

    code: str
    kind: CollectionKind
    name: str
    version: int
    public: bool
    rules: dict[str, Any]
    events: list[CountedLine]
    plan: list[PlannedLine]


class Collections(msgspec.Struct, frozen=True):
    collections: list[CollectionState]


class NewCollection(Body, frozen=True):
    """`rules` of a season as its file has them; a festival has none."""

    of: CollectionKind
    name: NameText
    rules: dict[str, Any] = msgspec.field(default_factory=dict)


class UndoWish(msgspec.Struct, frozen=True, tag_field="kind", tag="undo", forbid_unknown_fields=True):
    """The last change is not in force any more."""


Asked = AskedChange | UndoWish


def state(one: Collection) -> CollectionState:
    return CollectionState(
        one.code,
        one.kind,
        one.name,
        one.version,
        one.public or one.kind == "festival",
        one.rules,
        [CountedLine(event.event, event.tier, event.must, event.date) for event in one.events],
        [PlannedLine(line.date, line.time, line.text, line.event) for line in one.plan],
    )


@get(
    "/api/collections",
    operation_id="listCollections",
    response_description="What was asked for",
    summary="All seasons and festivals on this machine (owner)",
    responses=KEPT,
    tags=["collections"],
    sync_to_thread=True,
)
def list_collections(context: GivenContext) -> Collections:
    context.needs("owner")
    return Collections([state(one) for one in listed(context.runtime)])


@post(
    "/api/collections",
    operation_id="makeCollection",
    response_description="The season or festival that was made",
    summary="Make a season or a festival (owner)",
    responses=KEPT | MADE,
    tags=["collections"],
    status_code=201,
    sync_to_thread=True,
)
def make_collection(context: GivenContext, data: JSONBody[NewCollection]) -> Response[CollectionState]:
    context.needs("owner")
    made = founded(context.runtime, context.person, data.of, data.name, data.rules)
    if isinstance(made, Refusal):
        return refused(context, made)
    return Response(state(made), status_code=201, headers={"location": f"/api/collections/{made.code}"})


@get(
    "/api/collections/{code:str}",
    operation_id="getCollection",
    response_description="What was asked for",
    summary="A season (owner) or a festival (helper) as it stands",
    responses=KEPT | UNKNOWN,
    tags=["collections"],
    sync_to_thread=True,
)
def get_collection(collection_context: GivenCollection) -> CollectionState:
    collection_context.needs("helper")
    found = collection_context.collection
    if found.kind == "season":
        collection_context.needs("owner")
    return state(found)


@get(
    "/api/collections/{code:str}/standings",
    operation_id="getSeasonStandings",
    response_description="What was asked for",
    summary="The standings of a season, for everybody if it is shown, else for the owner",
    responses=KEPT | UNKNOWN,
    tags=["collections"],
    sync_to_thread=True,
)
def get_season(collection_context: GivenCollection, provisional: FromQuery[bool] = False) -> SeasonState:
    context, now = seen(collection_context, provisional=provisional)
    facts = standings_values(context, now, public=not context.person.may("owner"))
    return season_state(context.collection, now, facts["names"])


@post(
    "/api/collections/{code:str}/changes",
    operation_id="changeCollection",
    response_description="The season or festival as it stands afterwards",
    summary="Change a season or a festival (owner; the schedule: arbiter)",
    responses=KEPT | UNKNOWN | DONE,
    tags=["collections"],
    status_code=200,
)
async def change_collection(
    collection_context: GivenCollection, data: JSONBody[Asked], version: Version = None
) -> Response[CollectionState]:
    context = collection_context
    context.needs(LEAST.get(str(type(data).__struct_config__.tag), "owner"))
    standing = context.collection
    at = None if version is None else seen_in(version.strip('"'))
    if isinstance(data, UndoWish):
        seen_at = standing.version if at is None else at
        answer = await asyncio.to_thread(undone, context.runtime, standing.code, context.person, seen_at)
    else:
        answer = await asyncio.to_thread(recorded, context.runtime, standing.code, [data], context.person, at)
    if isinstance(answer, Refusal):
        return refused(context, answer)
    if answer is None:
        return said(context, "conflict", 409)
    return Response(state(answer), headers={"etag": f'"{answer.version}"'})


ROUTES: list[Any] = [list_collections, make_collection, get_collection, get_season, change_collection]
