"""Joining with a phone: the hall word, the phones that wait, and what came from one hand."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import Number, Text
from ronda.operations.event_settings import Joining
from ronda.operations.phone_sessions import all_phones, asking, crowds
from ronda.operations.phones import Renewal
from ronda.web.api.schemas import KEPT, MADE, SEEN, SENT, UNKNOWN, refused, said
from ronda.web.collections import CollectionContext, GivenCollection
from ronda.web.context import EventContext, GivenEvent, client_of
from ronda.web.hall_word import change_word, proof_of, wrong_words
from ronda.web.http.request_bodies import ANYBODY
from ronda.web.join_code import scanned_address
from ronda.web.pages.join import claimed
from ronda.web.pages.joining import answer_crowd, let_in_waiting
from ronda.web.visibility import shown_hall_word


class WaitingPhone(msgspec.Struct, frozen=True):
    """A phone that asks to speak for a player."""

    player: int
    phone: str
    since: str


class CrowdLine(msgspec.Struct, frozen=True):
    """Many players in one hand: phones from one address that nobody let in (`address`), or one browser (`phone`).
    `until` is when the last of them came."""

    id: str
    kind: Literal["address", "phone"]
    players: list[int]
    until: str


class JoiningState(msgspec.Struct, frozen=True):
    """How phones come in. `word` is the hall word and `link` what the QR code of the hall carries; both are null while
    nobody needs them: where no word is asked for, or no phone finds the desk. `changes` counts how often the word was
    changed, `wrong_words` the wrong ones of today. With `heard` false some who type it wait for the desk."""

    joining: Joining
    word: str | None
    link: str | None
    changes: int
    wrong_words: int
    heard: bool
    waiting: list[WaitingPhone]
    crowds: list[CrowdLine]


class JoiningWish(Body, frozen=True):
    """`change_word` makes another hall word instead of the one with so many `changes`; `let_in` lets in all who wait,
    up to the one that came at `until`, but nobody as a player who is taken or whom two phones ask for; `keep` and
    `send_away` let the phones of a `crowd` in or end them, up to `until`."""

    do: Literal["change_word", "let_in", "keep", "send_away"]
    changes: Number | None = None
    until: Text | None = None
    crowd: Text | None = None


class FestivalWord(msgspec.Struct, frozen=True):
    """The hall word and what the QR code carries, null while nobody needs them; `changes` counts how often it was
    changed."""

    word: str | None
    link: str | None
    changes: int


class JoinWish(Body, frozen=True):
    """For whom the phone speaks, and the hall word if it has it; without it, the desk is asked."""

    player: Number
    word: Text | None = None


class JoinedPhone(msgspec.Struct, frozen=True):
    """The `mark` of the phone, told this once, for `/api/phones`; while it is `waiting` it opens nothing."""

    player: int
    mark: str
    waiting: bool


@get(
    "/api/events/{code:str}/joining",
    operation_id="getJoining",
    response_description="What was asked for",
    summary="The hall word, the phones that wait, and many players in one hand (helper)",
    responses=KEPT | UNKNOWN,
    tags=["people"],
    sync_to_thread=True,
)
def joining(event_context: GivenEvent) -> JoiningState:
    event_context.needs("helper")
    return _state(event_context)


@post(
    "/api/events/{code:str}/joining",
    operation_id="setJoining",
    response_description="What stands there afterwards",
    summary="Let in all who wait, keep or send away a crowd (helper), change the hall word (arbiter)",
    responses=KEPT | UNKNOWN | SENT | MADE | SEEN,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def set_joining(event_context: GivenEvent, data: JSONBody[JoiningWish]) -> Response[JoiningState]:
    context = event_context
    context.needs("arbiter" if data.do == "change_word" else "helper")
    if (data.changes if data.do == "change_word" else data.until) is None:
        return said(context, "version_needed", 428)
    if data.do == "change_word":
        done = change_word(context.runtime, context.code, data.changes)
    elif data.do == "let_in":
        done = let_in_waiting(context, data.until or "") >= 0
    else:
        done = answer_crowd(context, data.crowd or "", data.do, data.until or "")
    return Response(_state(context)) if done else said(context, "conflict", 409)


@get(
    "/api/collections/{code:str}/hall-word",
    operation_id="getFestivalWord",
    response_description="What was asked for",
    summary="The hall word of a festival, for all of its events (helper)",
    responses=KEPT | UNKNOWN,
    tags=["collections"],
    sync_to_thread=True,
)
def festival_word(collection_context: GivenCollection) -> FestivalWord:
    collection_context.needs("helper")
    return _festival_state(collection_context)


@post(
    "/api/collections/{code:str}/hall-word",
    operation_id="changeFestivalWord",
    response_description="What stands there afterwards",
    summary="Change the hall word of a festival (arbiter)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["collections"],
    status_code=200,
    sync_to_thread=True,
)
def change_festival_word(collection_context: GivenCollection, data: JSONBody[Renewal]) -> Response[FestivalWord]:
    context = collection_context
    context.needs("arbiter")
    festival = context.of_kind("festival")
    if not change_word(context.runtime, festival.code, data.changes):
        return said(context, "conflict", 409)
    return Response(_festival_state(context))


def _festival_state(context: CollectionContext) -> FestivalWord:
    festival = context.of_kind("festival")
    word = shown_hall_word(context, festival.code, *(context.runtime.display(code).joining for code in festival.codes))
    changes = context.runtime.display(festival.code).word_changes
    return FestivalWord(
        word.word if word else None, scanned_address(context, festival.code, word) if word else None, changes
    )


@post(
    "/api/events/{code:str}/join",
    opt=ANYBODY,
    operation_id="joinEvent",
    response_description="The phone that joined, or waits",
    summary="Speak for a player, with the hall word; without it the desk is asked (everybody)",
    responses=KEPT | UNKNOWN | SENT | MADE,
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


def _state(context: EventContext) -> JoiningState:
    runtime, code, display = context.runtime, context.code, context.runtime.display(context.code)
    word, wrong = shown_hall_word(context, code, display.joining), wrong_words(runtime, code)
    phones = all_phones(runtime, code)
    return JoiningState(
        display.joining,
        word.word if word else None,
        scanned_address(context, code, word) if word else None,
        display.word_changes,
        wrong.count,
        not wrong.many,
        [WaitingPhone(one.player, one.phone.id, one.phone.since) for one in asking(phones)],
        [
            CrowdLine(
                one.id, "phone" if one.device else "address", sorted({own.player for own in one.phones}), one.until
            )
            for one in crowds(phones)
        ],
    )


ROUTES: list[Any] = [joining, set_joining, festival_word, change_festival_word, join_event]
