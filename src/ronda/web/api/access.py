"""Who may do what: keys, invitations, sessions, personal links, the phones that joined, and what players ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from ronda.core.text_rules import unfit_text
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import NameText, Number, Text
from ronda.desk.roles import Role
from ronda.operations.passes import Admitted, admitted, end, invite, may_end, new_key
from ronda.web.api.schemas import KEPT, MADE, SENT, UNKNOWN, refused, said
from ronda.web.context import EventContext, GivenContext, GivenEvent, RequestContext
from ronda.web.http.request_bodies import ANYBODY
from ronda.web.pages.phone import asked_desk
from ronda.web.pages.players import answered_call, with_link
from ronda.web.phone_sessions import Answer, LetIn, answer, end_all, holders
from ronda.web.player_calls import Calls, open_calls
from ronda.web.runtime import Display
from ronda.web.visibility import known_player

Kind = Literal["session", "invitation", "key"]


class PassLine(msgspec.Struct, frozen=True):
    """Somebody who may come in. `opened`: how many sessions of an invitation are open; `endable`: whether the asker may
    end it; `own`: it is what the asker asks with."""

    id: int
    kind: Kind
    role: Role
    name: str
    since: str
    expires: str | None
    opened: int
    endable: bool
    own: bool


class Passes(msgspec.Struct, frozen=True):
    passes: list[PassLine]


class NewPass(msgspec.Struct, frozen=True):
    """What was made, told this once: the secret of a key, or the link of an invitation."""

    kind: Literal["invitation", "key"]
    role: Role
    name: str
    secret: str | None
    link: str | None


class KeyWish(Body, frozen=True):
    """Which program it is for."""

    name: NameText


class PassWish(Body, frozen=True):
    """Who is to be let in: a person by a link, or a program by a key."""

    name: NameText
    role: Literal["helper", "arbiter"] = "helper"
    kind: Literal["invitation", "key"] = "invitation"


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


# --- keys, invitations and sessions ------------------------------------------------------------------------


@get(
    "/api/sessions",
    operation_id="listSessions",
    response_description="What was asked for",
    summary="Sessions and keys of the whole desk (owner)",
    responses=KEPT,
    tags=["people"],
    sync_to_thread=True,
)
def list_sessions(context: GivenContext) -> Passes:
    context.needs("organiser")
    return _passes(context, "")


@post(
    "/api/sessions",
    operation_id="makeKey",
    response_description="The key, told this once",
    summary="Make a key with all rights of the owner (owner)",
    responses=KEPT | MADE,
    tags=["people"],
    status_code=201,
    sync_to_thread=True,
)
def make_key(context: GivenContext, data: JSONBody[KeyWish]) -> Response[NewPass]:
    context.needs("organiser")
    return _made(context, "", "key", "owner", data.name)


@delete(
    "/api/sessions/{number:int}",
    operation_id="endSession",
    response_description="What is left",
    summary="End a session or a key of the whole desk (owner)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def end_session(context: GivenContext, number: FromPath[int]) -> Passes:
    context.needs("organiser")
    return _ended(context, "", number)


@get(
    "/api/events/{code:str}/people",
    operation_id="listPasses",
    response_description="What was asked for",
    summary="Who may come to the desk of the event (arbiter)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
    sync_to_thread=True,
)
def list_passes(event_context: GivenEvent) -> Passes:
    event_context.needs("arbiter")
    return _passes(event_context, event_context.code)


@post(
    "/api/events/{code:str}/people",
    operation_id="invite",
    response_description="The link or the key, told this once",
    summary="Invite somebody, or make a key for a program (arbiter; arbiters: owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["people"],
    status_code=201,
    sync_to_thread=True,
)
def let_in(event_context: GivenEvent, data: JSONBody[PassWish]) -> Response[NewPass]:
    event_context.needs("owner" if data.role == "arbiter" else "arbiter")
    return _made(event_context, event_context.code, data.kind, data.role, data.name)


@delete(
    "/api/events/{code:str}/people/{number:int}",
    operation_id="shutOut",
    response_description="Who is left",
    summary="End an invitation with all its sessions, or a key (arbiter)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def shut_out(event_context: GivenEvent, number: FromPath[int]) -> Passes:
    event_context.needs("arbiter")
    return _ended(event_context, event_context.code, number)


def _passes(context: RequestContext, scope: str) -> Passes:
    return Passes([_line(context, one) for one in admitted(context.runtime.store, scope, context.person.account)])


def _line(context: RequestContext, one: Admitted) -> PassLine:
    found = one.found
    endable, own = may_end(context.person, one), found.id == context.person.pass_id
    return PassLine(
        found.id, one.kind, one.role, found.name, found.created_at, found.expires_at, one.opened, endable, own
    )


def _made(
    context: RequestContext, scope: str, kind: Literal["invitation", "key"], role: Role, wanted: str
) -> Response[NewPass]:
    name = " ".join(wanted.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return refused(context, unfit)
    store = context.runtime.store
    if kind == "key":
        return Response(
            NewPass(
                "key", role, name, new_key(store, scope, role, name, None if scope else context.person.account), None
            )
        )
    assert role in ("helper", "arbiter")
    link = f"{context.address}/invite/{invite(store, scope, role, name)}"
    return Response(NewPass("invitation", role, name, None, link))


def _ended(context: RequestContext, scope: str, number: int) -> Passes:
    """Only what is listed there, and only by who may."""
    one = next(
        (one for one in admitted(context.runtime.store, scope, context.person.account) if one.found.id == number), None
    )
    if one is None:
        raise NotFoundException("no_such_page")
    if not may_end(context.person, one):
        context.needs("owner")
    end(context.runtime.store, number)
    return _passes(context, scope)


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
    *(list_sessions, make_key, end_session, list_passes, let_in, shut_out),
    *(link, renew, answer_phone, calls, answer_call, ask),
]
