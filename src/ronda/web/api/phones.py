"""For everybody, for programs: sign up, join with a phone, and what its link allows."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, PHONE, Body
from ronda.desk.bodies import Number, Text
from ronda.desk.sign_up import fit_applicant
from ronda.operations.event import EventState
from ronda.operations.sign_ups import SignUpForm, SignUpPlace, SignUpReceipt, all_signed_up, where
from ronda.store.sign_ups import find_sign_up
from ronda.web.api.actions import Confirm, acted, body_of, described
from ronda.web.api.schemas import COMMON_ERRORS, CREATE_ERRORS, UNKNOWN, Key, Version, refused
from ronda.web.context import GivenEvent, client_of
from ronda.web.http.admission import ANYBODY
from ronda.web.joining import claimed, proof_of
from ronda.web.sign_ups import GivenOffer, OfferContext, sign_up


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

    return described(act, ACTIONS[name], "/api/phones/{code:str}/{mark:str}", "phone")


ROUTES: list[Any] = [add_sign_up, join_event, *map(_route, PHONE)]
