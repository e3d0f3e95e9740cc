"""Joining with the public code: a player finds their name, and the phone is linked to them."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ronda.core.model import Player
from ronda.core.turkish import upper
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import OwnPresence
from ronda.desk.players import find_player
from ronda.desk.roles import Actor
from ronda.operations.collections import found_collection
from ronda.operations.phone_sessions import claim, found_phone, holders, machine_of, new_device
from ronda.store import read_code
from ronda.views.seat import published_rounds
from ronda.web.auth import cookies
from ronda.web.context import EventContext, GivenContext, GivenEvent, client_of, device_of
from ronda.web.hall_word import Proof, is_key, kept_word, proof_of
from ronda.web.join_code import welcome_values
from ronda.web.perform import perform
from ronda.web.player_search import find, is_number, plain, roll_of
from ronda.web.runtime import Runtime
from ronda.web.settings import place_of
from ronda.web.visibility import as_public, number_text

MOST_SUGGESTED = 8
LEAST_LETTERS = 2
_LONGEST = 100  # of what somebody types


class Door(NamedTuple):
    """Where the code of an event, or of a festival, leads: phones, and walls."""

    code: str
    phones: str
    walls: str


@get("/join", include_in_schema=False)
async def join_any(context: GivenContext, code: FromQuery[str] = "") -> Response[Any]:
    """For who has only the code."""
    typed = code[:_LONGEST].strip()
    door = _door(context.runtime, typed)
    if door is not None:
        return Redirect(door.phones, status_code=303)
    if typed:
        context.runtime.guesses.failed(client_of(context.request))
    page = context.page("join_code.html", typed=typed)
    page.status_code = 404 if typed else 200
    return page


@get("/j/{code:str}", include_in_schema=False)
async def join_short(context: GivenContext, code: FromPath[str]) -> Redirect:
    """The shorter the address, the coarser the QR code."""
    door = _door(context.runtime, code)
    if door is None:
        raise NotFoundException("no_such_event")
    return Redirect(door.phones, status_code=303)


@get("/j/{code:str}/{key:str}", include_in_schema=False)
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


@get("/join/{code:str}", include_in_schema=False)
async def join(
    event_context: GivenEvent, who: FromQuery[str] = "", screen: FromQuery[bool] = False, phone: FromQuery[bool] = False
) -> Response[Any]:
    """For a projector: a big QR code, and who has arrived. For a phone: who are you?"""
    if screen or (event_context.staff and not phone and not who):
        return _on_screen(event_context)
    if not event_context.display.join:
        return _closed(event_context)
    return as_public(event_context).page("join.html", **_found(event_context, who), **_known(event_context))


@get("/join/{code:str}/found", include_in_schema=False)
async def join_found(event_context: GivenEvent, who: FromQuery[str] = "") -> Template:
    """Whom the typed letters may mean, while somebody types."""
    if not event_context.display.join:
        return _closed(event_context)
    return as_public(event_context).page("parts/join_found.html", **_found(event_context, who))


@get("/join/{code:str}/part", include_in_schema=False)
async def join_part(event_context: GivenEvent) -> Template:
    """What changes on the projector."""
    facts = welcome_values(event_context)  # of whoever looks: the desk's own screens show the hall word
    return as_public(event_context).page("parts/welcome.html", **facts)


@post("/join/{code:str}/claim", include_in_schema=False, status_code=200)
async def take(event_context: GivenEvent) -> Response[Any]:
    """The player is taken, checked in before the first round, and has a page of their own; or the desk is asked, if
    another phone speaks for the player already, or this one has no hall word."""
    context = event_context
    if not context.display.join:
        return _closed(context)
    form = await context.request.form()
    number = str(form.get("player", ""))
    proof = await asyncio.to_thread(proof_of, context, context.code, str(form.get("word", "")))
    if not form.get("ask") and needs_word(context, number, proof, _mark(context)):
        return _ask_word(context, number, proof)
    joined = await claimed(context, number, by_word=proof == "right")
    if joined is None:
        context.runtime.guesses.failed(client_of(context.request))
        raise NotFoundException("no_such_link")
    target = f"/join/{context.code}?phone=true" if joined.waiting else f"/p/{context.code}/{joined.mark}"
    return Redirect(target, status_code=303, cookies=[*joined.cookies, *kept_word(context, context.code, proof)])


def needs_word(context: EventContext, number: str, proof: Proof, mark: str) -> bool:
    """Whether the word would let this phone in: not where the desk has to decide anyway, nor where it is in already, by
    the mark that the browser has kept."""
    player = _player(context, number)
    if context.display.joining != "word" or proof in ("right", "unheard") or player is None:
        return False
    own = _own(context, mark)
    return not _taken(context, player) and (own is None or own[0] != player.id or own[1])


def _ask_word(context: EventContext, number: str, proof: Proof) -> Template:
    page = as_public(context).page(
        "join_word.html",
        action=f"/join/{context.code}/claim",
        fields=[("player", number)],
        called=context.words.name(int(number)),
        back=f"/join/{context.code}?phone=true",
        wrong=proof == "wrong",
    )
    page.status_code = 422 if proof == "wrong" else 200
    return page


class Joined(NamedTuple):
    """A phone that has joined, or waits for the desk, and what its browser keeps."""

    mark: str
    waiting: bool
    cookies: list[Cookie]


async def claimed(
    context: EventContext, number: str, mark: str | None = None, *, by_word: bool = False
) -> Joined | None:
    """The phone of this request speaks for that player, who is checked in before the first round; None where there is
    no such player, or nobody may join. `mark` is what the browser has kept, where that is not the event's cookie;
    `by_word`: it has the hall word."""
    player = _player(context, number) if context.display.join else None
    if player is None:
        return None
    mark = _mark(context) if mark is None else mark
    own = _own(context, mark)
    if own is not None and own[0] == player.id and not (own[1] and by_word):
        return _kept(context, mark, waiting=own[1])
    device = device_of(context.request) or new_device()
    machine = machine_of(device, place_of(client_of(context.request)))
    taken = await asyncio.to_thread(claim, context.runtime, context.code, player.id, machine, by_word=by_word)
    if not taken.waiting and not published_rounds(context.tournament):
        person = Actor("player", player.name, player.id)
        await perform(context.runtime, context.code, Request(ACTIONS["arrive"], OwnPresence(), person))
    return _kept(context, taken.mark, device, waiting=taken.waiting)


def own_phone(context: EventContext, mark: str) -> tuple[int, bool] | None:
    """Whose phone it is by what the browser has kept, and whether it waits for the desk."""
    return _own(context, mark)


def found_players(context: EventContext, typed: str) -> list[Player]:
    """Whom somebody may mean who types this, as the event lets people be found."""
    return _meant(context, typed)[:MOST_SUGGESTED]


def _player(context: EventContext, number: str) -> Player | None:
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    found = find_player(context.tournament, int(number))
    return None if isinstance(found, Refusal) or found.removed else found


def _kept(context: EventContext, mark: str, device: str = "", *, waiting: bool) -> Joined:
    kept = [cookies.made(context.request, cookies.phone(context.code), mark)]
    if device:
        kept.append(cookies.made(context.request, cookies.DEVICE, device))
    return Joined(mark, waiting, kept)


def _mark(context: EventContext) -> str:
    """What this browser has kept of its phone."""
    return cookies.read(context.request, cookies.phone(context.code))


def _own(context: EventContext, mark: str) -> tuple[int, bool] | None:
    """Whose phone this is already, and whether it waits for the desk."""
    by_card = context.runtime.marked(context.code, mark) if mark else None
    if by_card is not None:
        return by_card, False
    found = found_phone(context.runtime, context.code, mark) if mark else None
    return None if found is None else (found.player, found.phone.waiting)


def _known(context: EventContext) -> dict[str, Any]:
    own = _own(context, _mark(context))
    player = None if own is None else _player(context, str(own[0]))
    mark = "" if player is None else _mark(context)
    return {"own": player, "mark": mark, "waiting": own is not None and own[1]}


def _found(context: EventContext, who: str) -> dict[str, Any]:
    typed = " ".join(who[:_LONGEST].split())
    found = _meant(context, typed)
    return {
        "typed": typed,
        "searching": not context.public_naming.hides,
        "found": [(player, _taken(context, player)) for player in found[:MOST_SUGGESTED]],
        "number_of": lambda player: number_text(context, player.id),
        "more": len(found) > MOST_SUGGESTED,
    }


def _taken(context: EventContext, player: Player) -> bool:
    return holders(context.runtime, context.code, player.id).taken


def _meant(context: EventContext, typed: str) -> list[Player]:
    """Where names are public, everybody whose name it may be. Elsewhere who knows the whole name, or the number, is
    told no more than that it is there; wrong tries are counted. Who was erased is nobody to be found."""
    return [player for player in _called(context, typed) if not player.removed]


def _called(context: EventContext, typed: str) -> list[Player]:
    known = context.public_words("en").known
    roll, number = roll_of(context.tournament, known), is_number(typed)
    if not context.public_naming.hides:
        found = find(roll, typed) if number or len(typed) >= LEAST_LETTERS else []
        return found or _named(context.tournament.players, typed)  # of the young the whole name is not in the list
    if not typed:
        return []
    place = client_of(context.request)
    context.runtime.guesses.check(place)
    found = find(roll, typed) if number else _named(context.tournament.players, typed)
    if not found:
        context.runtime.guesses.failed(place)
    return found


def _named(players: tuple[Player, ...], typed: str) -> list[Player]:
    """Whose whole name it is: with the right letters, or else without accents and dots."""
    exact = [player for player in players if upper(player.name) == upper(typed)]
    return exact or [player for player in players if plain(player.name) == plain(typed)]


def _closed(context: EventContext) -> Template:
    return as_public(context).page("join_closed.html")


def _on_screen(context: EventContext) -> Template:
    facts = {"for_staff": context.staff, "opener": context.may_open_hall, **welcome_values(context)}
    return as_public(context).page("join_screen.html", **facts)


ROUTES = [join_any, join_short, join_scanned, join, join_found, join_part, take]
