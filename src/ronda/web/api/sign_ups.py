"""Signing up before the day, for programs: what a club's own page needs, and the desk's list."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import NameText, Text
from ronda.desk.sign_up import State, fit_applicant
from ronda.web.api.schemas import DONE, KEPT, MADE, UNKNOWN, refused
from ronda.web.context import GivenContext, RequestContext, insist
from ronda.web.http.admission import ANYBODY
from ronda.web.pages.sign_up import decided
from ronda.web.sign_ups import Offer, all_signed_up, offer_of, own_sign_up, person_at, sign_up, where


class SignUpForm(Body, frozen=True):
    """`events` are the codes of the tournaments; of a single event it may be left out."""

    name: NameText
    club: Text = ""
    licence: Text = ""
    note: Text = ""
    events: Annotated[list[Text], msgspec.Meta(max_length=500)] = msgspec.field(default_factory=list)


class SignUpPlace(msgspec.Struct, frozen=True):
    """`position` on the waiting list, from 1; 0 elsewhere."""

    event: str
    state: State
    position: int


class SignUpReceipt(msgspec.Struct, frozen=True):
    """`link` is the personal page: whoever has it may withdraw."""

    link: str
    places: list[SignUpPlace]


class SignUpLine(msgspec.Struct, frozen=True):
    """Somebody of whom something is still wanted, in the order in which they came."""

    number: int
    name: str
    club: str
    licence: str
    note: str
    confirmed: bool
    since: str
    places: list[SignUpPlace]


class SignUps(msgspec.Struct, frozen=True):
    """What is offered, and who signed up."""

    code: str
    open: bool
    places: int
    until: str
    confirm: bool
    people: list[SignUpLine]


class SignUpAnswer(Body, frozen=True):
    """`enter` makes somebody a player of every chosen tournament where there is a place."""

    answer: Literal["confirm", "decline", "enter"]


@get(
    "/api/signups/{code:str}",
    operation_id="getSignUps",
    response_description="What was asked for",
    summary="Who signed up for an event or a festival (helper)",
    responses=KEPT | UNKNOWN,
    tags=["sign-up"],
    sync_to_thread=True,
)
def get_sign_ups(context: GivenContext, code: FromPath[str]) -> SignUps:
    offer = offer_of(context, code)
    insist(person_at(context.request, context.runtime, code, offer), "helper")
    if offer is None:
        raise NotFoundException("no_such_event")
    return _list(context, offer)


def _list(context: RequestContext, offer: Offer) -> SignUps:
    people = all_signed_up(context.runtime, offer)
    found = where(offer, people)
    lines = [
        SignUpLine(
            one.number,
            one.applicant.name,
            one.applicant.club,
            one.applicant.licence,
            one.applicant.note,
            one.status == "confirmed",
            one.created_at,
            [SignUpPlace(event, *found[one.number, event]) for event in one.events],
        )
        for one in people
        if one.applicant is not None
    ]
    rules = offer.rules
    return SignUps(offer.code, rules.open, rules.places, rules.until, rules.confirm, lines)


@post(
    "/api/signups/{code:str}",
    opt=ANYBODY,
    operation_id="signUp",
    response_description="The personal link, and where one stands",
    summary="Sign up for an event or a festival, where the organiser offers it",
    responses=KEPT | UNKNOWN | MADE,
    tags=["sign-up"],
    status_code=201,
    sync_to_thread=True,
)
def add_sign_up(context: GivenContext, code: FromPath[str], data: JSONBody[SignUpForm]) -> Response[SignUpReceipt]:
    offer = offer_of(context, code)
    if offer is None:
        raise NotFoundException("no_such_event")
    open_events = [event.code for event in offer.open_events]
    chosen = data.events or (open_events if len(offer.events) == 1 else [])
    given = {"name": data.name, "club": data.club, "licence": data.licence, "note": data.note}
    applicant = fit_applicant(given, chosen, open_events)
    if not offer.rules.open:
        applicant = Refusal("sign_up_closed", "S4")
    made = applicant if isinstance(applicant, Refusal) else sign_up(context, offer, applicant)
    if isinstance(made, Refusal):
        return refused(context, made)
    one = own_sign_up(context.runtime, offer, made[0])
    assert one is not None, "it was written a moment ago"
    found = where(offer, all_signed_up(context.runtime, offer))
    places = [SignUpPlace(event, *found[one.number, event]) for event in one.events]
    return Response(SignUpReceipt(f"{context.address}/signup/{offer.code}/{made[0]}", places), status_code=201)


@post(
    "/api/signups/{code:str}/{number:int}",
    operation_id="answerSignUp",
    response_description="Nothing more to say",
    summary="Confirm or decline a sign-up, or make a player of it (helper)",
    responses=KEPT | UNKNOWN | DONE,
    tags=["sign-up"],
    status_code=200,
)
async def answer_sign_up(
    context: GivenContext, code: FromPath[str], number: FromPath[int], data: JSONBody[SignUpAnswer]
) -> Response[SignUps]:
    offer = await asyncio.to_thread(offer_of, context, code)
    context.person = person_at(context.request, context.runtime, code, offer)
    insist(context.person, "helper")
    if offer is None:
        raise NotFoundException("no_such_event")
    trouble = await decided(context, offer, number, data.answer)
    if trouble is not None:
        return refused(context, trouble)
    return Response(await asyncio.to_thread(_list, context, offer))


ROUTES: list[Any] = [get_sign_ups, add_sign_up, answer_sign_up]
