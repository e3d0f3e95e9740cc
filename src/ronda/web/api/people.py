"""People over many events for programs: found, added, changed, merged; and the fees of an event."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import NameText, Number, Text
from ronda.desk.fees import fee_list
from ronda.desk.people import unfit_person
from ronda.people.matching import Person
from ronda.store.people import histories, people_list
from ronda.store.people.people_list import KnownPerson
from ronda.views.fees import FeeListView, fee_list_view
from ronda.views.people import PersonHistoryState, PersonLine, history_state, person_line
from ronda.web.api.schemas import KEPT, MADE, UNKNOWN, refused, said
from ronda.web.context import GivenContext, GivenEvent, RequestContext
from ronda.web.pages.people import known_or_404

MOST = 200  # people in one answer
_Few = msgspec.Meta(max_length=20)


class PersonBody(Body, frozen=True):
    """Somebody; only the name is required. Numbers are texts, by scheme: `licence`, `fide`. `version` is what was seen:
    if it was changed since, nothing is written."""

    name: NameText
    ids: Annotated[dict[Text, Text], _Few] = msgspec.field(default_factory=dict)
    club: Text = ""
    federation: Text = ""
    born: Number | None = None
    sex: Text = ""
    title: Text = ""
    ratings: Annotated[dict[Text, Number], _Few] = msgspec.field(default_factory=dict)
    labels: Annotated[list[Text], _Few] = msgspec.field(default_factory=list)
    email: Text = ""
    phone: Text = ""
    note: Text = ""
    version: Number | None = None


class PeopleState(msgspec.Struct, frozen=True):
    total: int
    people: list[PersonLine]


class PersonMerge(Body, frozen=True):
    """`other` is known as this person from now on."""

    other: Text


@get(
    "/api/people",
    operation_id="listPeople",
    response_description="What was asked for",
    summary="People over many events: all, or those found by the beginnings of words (owner)",
    responses=KEPT,
    tags=["people"],
    sync_to_thread=True,
)
def list_people(context: GivenContext, find: FromQuery[str] = "", start: FromQuery[int] = 0) -> PeopleState:
    context.needs("owner")
    with context.runtime.store.reads() as connection:
        found = people_list.find(connection, find[:200], start=min(max(start, 0), 10_000_000), size=MOST)
    return PeopleState(found.total, [person_line(one) for one in found.rows])


@post(
    "/api/people",
    operation_id="addPerson",
    response_description="The person",
    summary="Add somebody to the list of people (owner)",
    responses=KEPT | MADE,
    tags=["people"],
    status_code=201,
    sync_to_thread=True,
)
def add_person(context: GivenContext, data: JSONBody[PersonBody]) -> Response[PersonLine]:
    context.needs("owner")
    new = _person(data)
    unfit = unfit_person(new)
    if unfit is not None:
        return refused(context, unfit)
    with context.runtime.store.writes() as connection:
        key = people_list.add(connection, new, context.runtime.now())
    return Response(person_line(known_or_404(context, key)), status_code=201)


def _person(data: PersonBody) -> Person:
    fields = {name: getattr(data, name) for name in PersonBody.__struct_fields__ if name not in ("version", "labels")}
    return Person(**fields, labels=tuple(data.labels))


@get(
    "/api/people/{key:str}",
    operation_id="getPersonHistory",
    response_description="What was asked for",
    summary="Somebody with all events, and the record against everybody they met (owner)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
)
async def person(context: GivenContext, key: FromPath[str]) -> PersonHistoryState:
    context.needs("owner")
    return await asyncio.to_thread(lambda: _history(context, known_or_404(context, key)))


def _history(context: RequestContext, known: KnownPerson) -> PersonHistoryState:
    return history_state(known, histories.life_of(context.runtime.store, known))


@put(
    "/api/people/{key:str}",
    operation_id="changePerson",
    response_description="What stands there afterwards",
    summary="Change what is known of somebody (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["people"],
)
async def change_person(context: GivenContext, key: FromPath[str], data: JSONBody[PersonBody]) -> Response[PersonLine]:
    context.needs("owner")
    known = known_or_404(context, key)
    new = replace(_person(data), key="")
    unfit = unfit_person(new)
    if unfit is not None:
        return refused(context, unfit)
    seen = known.version if data.version is None else data.version
    with context.runtime.store.writes() as connection:
        done = people_list.change(connection, key, new, seen)
    return Response(person_line(known_or_404(context, key))) if done else said(context, "conflict", 409)


@delete(
    "/api/people/{key:str}",
    operation_id="erasePerson",
    response_description="The person is gone",
    summary="Remove somebody from the list and from all events for good (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["people"],
    status_code=204,
)
async def erase_person(context: GivenContext, key: FromPath[str]) -> Response[None]:
    context.needs("owner")
    known_or_404(context, key)
    store, now = context.runtime.store, context.runtime.now()
    left = await asyncio.to_thread(histories.erase, store, key, context.person, now)
    context.runtime.tell_all()
    return said(context, "conflict", 409) if left else Response(None, status_code=204)


@post(
    "/api/people/{key:str}/merge",
    operation_id="mergePeople",
    response_description="The person that is kept",
    summary="Merge another person into this one (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def merge(context: GivenContext, key: FromPath[str], data: JSONBody[PersonMerge]) -> Response[PersonLine]:
    context.needs("owner")
    known_or_404(context, key)
    store, by = context.runtime.store, context.person.actor
    answer = histories.merge(store, key, data.other, by, context.runtime.now())
    if isinstance(answer, Refusal):
        return refused(context, answer)
    return Response(person_line(known_or_404(context, key)))


@post(
    "/api/people/{key:str}/unmerge",
    operation_id="unmergePeople",
    response_description="The person that is apart again",
    summary="Take back that this person was merged into another (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def unmerge(context: GivenContext, key: FromPath[str]) -> Response[PersonLine]:
    context.needs("owner")
    known_or_404(context, key)
    with context.runtime.store.writes() as connection:
        people_list.unmerge(connection, key)
    return Response(person_line(known_or_404(context, key)))


@get(
    "/api/events/{code:str}/fees",
    operation_id="getFees",
    response_description="What was asked for",
    summary="Fees: due, paid and open (helper)",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def fees(event_context: GivenEvent) -> FeeListView:
    event_context.needs("helper")
    return fee_list_view(fee_list(event_context.tournament, date.today().isoformat()), event_context.words.speaker)


ROUTES: list[Any] = [list_people, add_person, person, change_person, erase_person, merge, unmerge, fees]
