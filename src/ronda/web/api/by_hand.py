"""What no row of the table of operations tells: an event as a site and as a text to be sent, the way back of a deleted
one, signing up, joining with a phone, and the streams of news."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ASGIApp

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.bodies import Deletion, Number, Text
from ronda.desk.sign_up import fit_applicant
from ronda.operations.event import EventState, event_state
from ronda.operations.events import owning
from ronda.operations.sign_ups import SignUpForm, SignUpPlace, SignUpReceipt, all_signed_up, where
from ronda.store import Conflict
from ronda.store.sign_ups import find_sign_up
from ronda.web.api.schemas import (
    BYTES,
    COMMON_ERRORS,
    CREATE_ERRORS,
    UNKNOWN,
    Version,
    expected_version,
    refused,
    said,
)
from ronda.web.collections import GivenOffer, OfferContext, sign_up
from ronda.web.context import GivenContext, GivenEvent
from ronda.web.http.admission import ANYBODY, SMALL, admits
from ronda.web.joining import claimed, proof_of
from ronda.web.perform import perform
from ronda.web.sharing import shared
from ronda.web.site import packed_site
from ronda.web.streams import open_stream

_ZIP = ResponseSpec(BYTES, generate_examples=False, description="The file", media_type="application/zip")


@get(
    "/api/events/{code:str}/export/zip",
    opt=admits(SMALL, "helper"),
    operation_id="exportZip",
    response_description="The file",
    summary="The event as a web site of plain files, packed (helper)",
    responses=COMMON_ERRORS | UNKNOWN | {200: _ZIP},
    tags=["events"],
    sync_to_thread=True,
)
def export_site(event_context: GivenEvent) -> Response[Any]:
    return packed_site(event_context)


class ShareState(Frozen):
    """A text for messengers, with the public address as its last line; `picture` is the path of a picture of it."""

    title: str
    text: str
    address: str
    picture: str


@get(
    "/api/events/{code:str}/share",
    operation_id="getShare",
    response_description="What was asked for",
    summary="A round, a player, or the standings as a text to be sent",
    responses=COMMON_ERRORS | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def share(
    event_context: GivenEvent,
    round: FromQuery[int | None] = None,
    after: FromQuery[int | None] = None,
    player: FromQuery[int | None] = None,
) -> ShareState:
    made = shared(event_context, round, after, player)
    return ShareState(made.title, made.text, made.address, made.picture)


@post(
    "/api/deleted/{code:str}/recover",
    operation_id="recoverEvent",
    response_description="The event as it stands afterwards",
    summary="Bring a deleted event back (owner)",
    responses=COMMON_ERRORS | UNKNOWN | CREATE_ERRORS,
    tags=["events"],
    status_code=200,
)
async def recover(context: GivenContext, code: FromPath[str], version: Version = None) -> Response[EventState]:
    context.needs("organiser")
    owner = owning(context, code)
    if owner is None:
        raise NotFoundException("no_such_event")
    expected = expected_version(version)
    request = Request(ACTIONS["delete"], Deletion(gone=False), owner, expected=expected, confirmed=True)
    answer = await perform(context.runtime, code, request)
    if isinstance(answer, Conflict):
        return said(context, "conflict", 409)
    if isinstance(answer, Refusal):
        return refused(context, answer, 404 if answer.code == "unknown_code" else 422)
    event = context.store.live.of(answer)
    return Response(event_state(context, event, owner), headers={"etag": f'"{event.version}"'})


# --- everybody --------------------------------------------------------------------------------------------


@post(
    "/api/signups/{code:str}",
    opt=ANYBODY,
    operation_id="signUp",
    response_description="The personal link, and where one stands",
    summary="Sign up for an event or a festival, where the organiser offers it",
    responses=COMMON_ERRORS | UNKNOWN | CREATE_ERRORS,
    tags=["sign-up"],
    status_code=201,
)
async def add_sign_up(offer_context: GivenOffer, data: JSONBody[SignUpForm]) -> Response[SignUpReceipt]:
    return await asyncio.to_thread(_signed_up, offer_context, data)


def _signed_up(context: OfferContext, data: SignUpForm) -> Response[Any]:
    offer = context.offer
    if not offer.rules.open:
        return refused(context, Refusal("sign_up_closed", "S4"))
    open_events = [event.code for event in offer.open_events]
    chosen = data.events or (open_events if len(offer.events) == 1 else [])
    given = {"name": data.name, "club": data.club, "licence": data.licence, "note": data.note}
    applicant = fit_applicant(given, chosen, open_events)
    made = applicant if isinstance(applicant, Refusal) else sign_up(context, applicant)
    if isinstance(made, Refusal):
        return refused(context, made)
    secret, _ = made
    with context.store.reads() as connection:
        one = find_sign_up(connection, offer.code, secret)
    assert one is not None, "it was written a moment ago"
    found = where(offer, all_signed_up(context.store, offer))
    places = [SignUpPlace(event, *found[one.number, event]) for event in one.events]
    return Response(SignUpReceipt(f"{context.address}/signup/{offer.code}/{secret}", places), status_code=201)


class JoinWish(Body):
    """For whom the phone speaks, and the hall word if it has it; without it, the desk is asked."""

    player: Number
    word: Text | None = None


class JoinedPhone(Frozen):
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
    responses=COMMON_ERRORS | UNKNOWN | CREATE_ERRORS,
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
        context.refuse_guess("no_such_link")
    return Response(JoinedPhone(data.player, made.mark, made.waiting))


# --- streams -----------------------------------------------------------------------------------------------


class StreamNews(Frozen):
    """The data of an event of the stream: `hello` first, with the version; `news` whenever something is new, with
    `topics` (players, round, results, reports, phones, settings, clock) and the `tables` with a new result; `going`
    before the server stops. Over `pace` seconds those who are in no hurry should spread their looking again. `missed`
    is said by `hello` to who sent `Last-Event-ID`: so much has happened meanwhile that everything should be asked
    again."""

    version: int
    topics: list[str] = []
    tables: list[int] = []
    pace: float = 0.0
    missed: bool = False


_STREAM = {
    200: ResponseSpec(
        StreamNews,
        generate_examples=False,
        description="Server-sent events that never end: `hello`, `news`, `going`; their data is JSON of this shape. "
        "A line that begins with a colon is a sign of life. Who was away compares the version, and sends the last `id` "
        "as `Last-Event-ID` to hear what has no version (browsers do so).",
        media_type="text/event-stream",
    )
}


@get(
    "/api/events/{code:str}/stream",
    operation_id="streamEvent",
    response_description="Server-sent events",
    summary="What is new, as it happens (server-sent events)",
    responses=COMMON_ERRORS | UNKNOWN | _STREAM,
    tags=["events"],
)
async def stream(event_context: GivenEvent) -> ASGIApp:
    return open_stream(event_context)


@get(
    "/api/phones/{code:str}/{mark:str}/stream",
    operation_id="streamPhone",
    response_description="Server-sent events",
    summary="What is new at the player's own table, and for everybody (server-sent events)",
    responses=COMMON_ERRORS | UNKNOWN | _STREAM,
    tags=["phone"],
)
async def phone_stream(phone_context: GivenEvent) -> ASGIApp:
    return open_stream(phone_context)


ROUTES: list[Any] = [
    *(export_site, share, recover, stream, phone_stream),
    *(add_sign_up, join_event),
]
