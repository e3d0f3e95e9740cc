"""Joining with the public code: a player finds their name, and the phone is linked to them."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ronda.operations.collections import found_collection
from ronda.operations.joining import is_key, wrong_words
from ronda.operations.operation import Outcome
from ronda.operations.phone_sessions import (
    all_phones,
    alone_asking,
    asking,
    crowds,
)
from ronda.store import read_code
from ronda.web.context import EventContext, GivenContext, GivenEvent, client_of
from ronda.web.forms import Form, form_route, seen_as
from ronda.web.http.admission import get_page, post_form
from ronda.web.joining import (
    LONGEST,
    MOST_SUGGESTED,
    ask_word,
    claimed,
    found_players,
    is_taken,
    kept_mark,
    kept_word,
    needs_word,
    own_phone,
    player_of,
    proof_of,
    shown_hall_word,
    welcome_values,
)
from ronda.web.runtime import Runtime
from ronda.web.visibility import number_text


class Door(NamedTuple):
    """Where the code of an event, or of a festival, leads: phones, and walls."""

    code: str
    phones: str
    walls: str


@get_page("/join")
async def join_any(context: GivenContext, code: FromQuery[str] = "") -> Response[Any]:
    """For who has only the code."""
    typed = code[:LONGEST].strip()
    door = _door(context.runtime, typed)
    if door is not None:
        return Redirect(door.phones, status_code=303)
    if typed:
        context.runtime.guesses.failed(client_of(context.request))
    return context.page("join_code.html", 404 if typed else 200, typed=typed)


@get_page("/j/{code:str}")
async def join_short(context: GivenContext, code: FromPath[str]) -> Redirect:
    """The shorter the address, the coarser the QR code."""
    door = _door(context.runtime, code)
    if door is None:
        raise NotFoundException("no_such_event")
    return Redirect(door.phones, status_code=303)


@get_page("/j/{code:str}/{key:str}")
async def join_scanned(
    context: GivenContext, code: FromPath[str], key: FromPath[str], wall: FromQuery[int] = 0
) -> Redirect:
    """From the QR code of the hall, or for another screen of it: this browser has the hall word from now on. The key
    leaves the address at once, since players pass addresses on. One of before opens what the public code opens."""
    door = _door(context.runtime, code)
    if door is None:
        raise NotFoundException("no_such_event")
    right = await asyncio.to_thread(is_key, context.runtime, door.code, key)
    target = (door.walls if wall == 1 else f"{door.walls}/{wall}") if wall else door.phones
    return Redirect(target, status_code=303, cookies=kept_word(context, door.code) if right else [])


def _door(runtime: Runtime, code: str) -> Door | None:
    event = runtime.event(code) if read_code(code) else None
    if event is not None:
        return Door(event.code, f"/join/{event.code}", f"/wall/{event.code}")
    found = found_collection(runtime.store, code)
    if found is None or found.kind != "festival" or found.deleted:
        return None
    return Door(found.code, f"/f/{found.code}/join", f"/f/{found.code}/wall")


@get_page("/join/{code:str}")
async def join(
    event_context: GivenEvent, who: FromQuery[str] = "", screen: FromQuery[bool] = False, phone: FromQuery[bool] = False
) -> Response[Any]:
    """For a projector: a big QR code, and who has arrived. For a phone: who are you?"""
    if screen or (event_context.staff and not phone and not who):
        return _on_screen(event_context)
    if not event_context.display.join:
        return _closed(event_context)
    context = event_context.as_public()
    return context.page("join.html", **_found(context, who), **_known(context))


@get_page("/join/{code:str}/found")
async def join_found(event_context: GivenEvent, who: FromQuery[str] = "") -> Template:
    """Whom the typed letters may mean, while somebody types."""
    if not event_context.display.join:
        return _closed(event_context)
    context = event_context.as_public()
    return context.page("parts/join_found.html", **_found(context, who))


@get_page("/join/{code:str}/part")
async def join_part(event_context: GivenEvent) -> Template:
    """What changes on the projector."""
    facts = welcome_values(event_context)  # of whoever looks: the desk's own screens show the hall word
    return event_context.as_public().page("parts/welcome.html", **facts)


@post_form("/join/{code:str}/claim")
async def take(event_context: GivenEvent) -> Response[Any]:
    """The player is taken, checked in before the first round, and has a page of their own; or the desk is asked, if
    another phone speaks for the player already, or this one has no hall word."""
    context = event_context
    if not context.display.join:
        return _closed(context)
    form, at = context.texts, f"/join/{context.code}"
    number = form.get("player", "")
    proof = await asyncio.to_thread(proof_of, context, context.code, form.get("word", ""))
    if not form.get("ask") and needs_word(context, number, proof, kept_mark(context)):
        shown = context.as_public()
        called, back = shown.words.name(int(number)), f"{at}?phone=true"
        return ask_word(shown, f"{at}/claim", [("player", number)], called, back, proof)
    joined = await claimed(context, number, by_word=proof == "right")
    if joined is None:
        context.refuse_guess("no_such_link")
    target = f"{at}?phone=true" if joined.waiting else f"/p/{context.code}/{joined.mark}"
    return Redirect(target, status_code=303, cookies=[*joined.cookies, *kept_word(context, context.code, proof)])


def _known(context: EventContext) -> dict[str, Any]:
    own = own_phone(context, kept_mark(context))
    player = None if own is None else player_of(context, str(own[0]))
    mark = "" if player is None else kept_mark(context)
    return {"own": player, "mark": mark, "waiting": own is not None and own[1]}


def _found(context: EventContext, who: str) -> dict[str, Any]:
    typed = " ".join(who[:LONGEST].split())
    found = found_players(context, typed)
    return {
        "typed": typed,
        "searching": not context.public_naming.hides,
        "found": [(player, is_taken(context, player)) for player in found[:MOST_SUGGESTED]],
        "number_of": lambda player: number_text(context, player.id),
        "more": len(found) > MOST_SUGGESTED,
    }


def _closed(context: EventContext) -> Template:
    return context.as_public().page("join_closed.html")


def _on_screen(context: EventContext) -> Template:
    facts = {"for_staff": context.staff, "opener": context.may_open_hall, **welcome_values(context)}
    return context.as_public().page("join_screen.html", **facts)


# --- at the desk -------------------------------------------------------------------------------------------


def joining_values(context: EventContext) -> dict[str, Any]:
    """What needs the desk: phones that wait, crowds in one hand, and words that somebody guesses."""
    phones = all_phones(context.runtime, context.code)
    wrong = wrong_words(context.runtime, context.code)
    return {
        "asking": asking(phones),
        "alone_asking": alone_asking(phones),
        "crowds": crowds(phones),
        "wrong_words": wrong.count if wrong.many else 0,
        **hall_word_values(context),
    }


def hall_word_values(context: EventContext) -> dict[str, Any]:
    found = shown_hall_word(context, context.code, context.display.joining)
    return {"word": found.word if found else "", "word_changes": context.display.word_changes}


_FORMS = (
    Form(
        "setJoining",
        path="/hall-word",
        reads=seen_as("changes", needed=False, do="change_word"),
        ignores=(Outcome.CONFLICT,),  # the new one is shown
    ),
    Form("setJoining", path="/phones/waiting", reads=seen_as("until", needed=False, do="let_in")),
    Form("setJoining", path="/phones/crowd", reads=seen_as("until", needed=False), ignores=(Outcome.CONFLICT,)),
)

ROUTES = [join_any, join_short, join_scanned, join, join_found, join_part, take, *map(form_route, _FORMS)]
