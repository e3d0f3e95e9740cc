"""Personal links, the phones that joined, and what players ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from ronda.desk.actions import Body
from ronda.desk.actions.bodies import Number, Text
from ronda.operations.event_settings import Display
from ronda.web.api.schemas import KEPT, MADE, SENT, UNKNOWN, refused, said
from ronda.web.context import EventContext, GivenEvent
from ronda.web.http.request_bodies import ANYBODY
from ronda.web.pages.phone import asked_desk
from ronda.web.pages.players import answered_call, with_link
from ronda.web.phone_sessions import Answer, LetIn, answer, end_all, holders
from ronda.web.player_calls import Calls, open_calls
from ronda.web.visibility import known_player


class PhoneLine(msgspec.Struct, frozen=True):
    """A phone that joined with the public code; a `waiting` one is let in by the desk. `let_in`: by the hall word, by
    the desk, or (empty) by nobody; of those the desk confirms what they report."""

    id: str
    since: str
    waiting: bool
    let_in: LetIn


class LinkState(msgspec.Struct, frozen=True):
    """The personal link of a player; `changes` counts how often it was renewed, `card`: somebody has opened it."""

    player: int
    link: str
    mark: str
    changes: int
    card: bool
    phones: list[PhoneLine]


class Renewal(Body, frozen=True):
    """`changes` is what was seen: if the link was renewed since, it stays as it is."""

    changes: Number


class PhoneAnswer(Body, frozen=True):
    answer: Answer


class CallLine(msgspec.Struct, frozen=True):
    """What a player asks for: an arbiter at a `table`, or (null) to leave the event."""

    player: int
    name: str
    what: Literal["arbiter", "leave"]
    table: int | None
    since: str


class CallsState(msgspec.Struct, frozen=True):
    calls: list[CallLine]


class CallAnswer(Body, frozen=True):
    """What is answered; `seen` is since when it was asked for, as it was told."""

    what: Literal["arbiter", "leave"]
    seen: Text


class CallWish(Body, frozen=True):
    """What the player asks the desk for, or does not want any more."""

    what: Literal["arbiter", "arbiter_off", "leave", "leave_off"]


class OwnCalls(msgspec.Struct, frozen=True):
    """What stands there: the table where an arbiter is wanted, and since when the player wants to leave; else null."""

    table: int | None
    leave: str | None


# --- phones ------------------------------------------------------------------------------------------------


@get(
    "/api/events/{code:str}/players/{player:int}/link",
    operation_id="getLink",
    response_description="What was asked for",
    summary="The personal link of a player, and the phones that speak for them (helper)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
    sync_to_thread=True,
)
def link(event_context: GivenEvent, player: FromPath[int]) -> LinkState:
    event_context.needs("helper")
    with_link(event_context, player)
    return _link(event_context, player)


@post(
    "/api/events/{code:str}/players/{player:int}/link",
    operation_id="renewLink",
    response_description="The link afterwards",
    summary="Give a player another link; all before it end (helper)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def renew(event_context: GivenEvent, player: FromPath[int], data: JSONBody[Renewal]) -> Response[LinkState]:
    context = event_context
    context.needs("helper")
    number = str(with_link(context, player).id)

    def renewed(standing: Display) -> Display | None:
        edition = standing.editions.get(number, 0)
        same = edition == data.changes
        return replace(standing, editions={**standing.editions, number: edition + 1}) if same else None

    if not context.runtime.amend_display(context.code, renewed):
        return said(context, "conflict", 409)
    end_all(context.runtime, context.code, player)
    return Response(_link(context, player))


@post(
    "/api/events/{code:str}/players/{player:int}/phones/{phone:str}",
    operation_id="answerPhone",
    response_description="The phones afterwards",
    summary="Let a phone in that waits, send it away, or end one (helper)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def answer_phone(
    event_context: GivenEvent, player: FromPath[int], phone: FromPath[str], data: JSONBody[PhoneAnswer]
) -> LinkState:
    context = event_context
    context.needs("helper")
    known = with_link(context, player)
    if not answer(context.runtime, context.code, known.id, phone, data.answer):
        raise NotFoundException("no_such_link")
    return _link(context, player)


def _link(context: EventContext, player: int) -> LinkState:
    runtime, code, display = context.runtime, context.code, context.runtime.display(context.code)
    mark, found = runtime.mark(code, player, display), holders(runtime, code, player, display)
    phones = [PhoneLine(one.id, one.since, one.waiting, one.let_in) for one in found.phones]
    address = f"{context.address}/p/{code}/{mark}"
    return LinkState(player, address, mark, display.editions.get(str(player), 0), found.card, phones)


# --- what players ask for ----------------------------------------------------------------------------------


@get(
    "/api/events/{code:str}/calls",
    operation_id="listCalls",
    response_description="What was asked for",
    summary="What players ask the desk for, the longest first (helper)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
    sync_to_thread=True,
)
def calls(event_context: GivenEvent) -> CallsState:
    event_context.needs("helper")
    return _calls(event_context)


@post(
    "/api/events/{code:str}/calls/{player:int}",
    operation_id="answerCall",
    response_description="What is left",
    summary="Answer what a player asked for (helper)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def answer_call(event_context: GivenEvent, player: FromPath[int], data: JSONBody[CallAnswer]) -> Response[CallsState]:
    event_context.needs("helper")
    known = known_player(event_context, player)
    if not answered_call(event_context, known.id, f"{data.what}_off", data.seen):
        return said(event_context, "conflict", 409)
    return Response(_calls(event_context))


def _calls(context: EventContext) -> CallsState:
    found = open_calls(context.runtime, context.code, context.tournament)
    name = context.words.speaker.name
    return CallsState(
        [
            CallLine(
                call.player,
                name(call.player),
                "arbiter" if call.table else "leave",
                call.table or None,
                call.since.isoformat(timespec="seconds"),
            )
            for call in found
        ]
    )


@post(
    "/api/phones/{code:str}/{mark:str}/ask",
    opt=ANYBODY,
    operation_id="phoneAsk",
    response_description="What stands there afterwards",
    summary="Call an arbiter, or ask to leave the event (player)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["phone"],
    status_code=200,
    sync_to_thread=True,
)
def ask(phone_context: GivenEvent, data: JSONBody[CallWish]) -> Response[OwnCalls]:
    made = asked_desk(phone_context, data.what)
    if not isinstance(made, Calls):
        return refused(phone_context, made)
    return Response(OwnCalls(made.table or None, made.leave or None))


ROUTES: list[Any] = [
    *(link, renew, answer_phone, calls, answer_call, ask),
]
