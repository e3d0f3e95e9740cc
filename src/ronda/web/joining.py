"""How a phone comes in: what it has to show, which player it speaks for from now on, and the QR code that leads it
here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from litestar.datastructures import Cookie
from litestar.response import Template
from markupsafe import Markup

from ronda.core.model import Player
from ronda.core.text_rules import upper
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import OwnPresence
from ronda.desk.permissions import Actor
from ronda.desk.players import find_player
from ronda.operations.joining import HallWord, hall_word, is_key, needed_word, scanned_address, typed_word
from ronda.operations.phone_sessions import claim, found_phone, holders, machine_of, new_device
from ronda.sheets.typesetting import qr_svg
from ronda.views.seat import published_rounds
from ronda.web.auth import cookies
from ronda.web.context import EventContext, RequestContext, client_of, device_of
from ronda.web.perform import perform, read_number
from ronda.web.player_search import find, fold_accents, is_number, pool_of, roll_of
from ronda.web.settings import place_of

MOST_SUGGESTED = 8
LEAST_LETTERS = 2
LONGEST = 100  # of what somebody types

Proof = Literal["right", "wrong", "unheard", "none"]


def has_hall_word(context: RequestContext, code: str) -> bool:
    """Whether it has scanned the code of the hall, or typed the word of now."""
    kept = cookies.read(context.request, cookies.hall(code))
    return bool(kept) and is_key(context.runtime, code, kept)


def proof_of(context: RequestContext, code: str, typed: str) -> Proof:
    """Whether it has the word of the event or festival; `unheard` if too many wrong ones were typed."""
    if has_hall_word(context, code):
        return "right"
    if not typed.strip():
        return "none"
    return typed_word(context.runtime, code, typed[:LONGEST], place_of(client_of(context.request)))


def ask_word(
    context: RequestContext, action: str, fields: Sequence[tuple[str, str]], called: str, back: str, proof: Proof
) -> Template:
    """The form for the hall word, which sends the `fields` again, for who or what is `called` so."""
    wrong = proof == "wrong"
    facts = {"action": action, "fields": fields, "called": called, "back": back, "wrong": wrong}
    return context.page("join_word.html", 422 if wrong else 200, **facts)


def kept_word(context: RequestContext, code: str, proof: Proof = "right") -> list[Cookie]:
    """What the browser keeps of it: who has typed the word once need not do so again."""
    if proof != "right":
        return []
    return [cookies.make_cookie(context.request, cookies.hall(code), hall_word(context.runtime, code).key)]


def shown_hall_word(context: RequestContext, code: str, *joinings: str) -> HallWord | None:
    """The hall word of an event or a festival, for who may see it: the desk, and a browser that has it already, since
    it scanned the code of the hall or is a wall that the desk opened. Nobody needs it while the desk is not open to the
    hall, or where none of the `joinings` asks for it. Whatever shows the word, or a QR code that carries it, asks
    here."""
    may = context.person.may("helper") or has_hall_word(context, code)
    return needed_word(context, code, *joinings) if may else None


# --- the player --------------------------------------------------------------------------------------------


def needs_word(context: EventContext, number: str, proof: Proof, mark: str) -> bool:
    """Whether the word would let this phone in: not where the desk has to decide anyway, nor where it is in already, by
    the mark that the browser has kept."""
    player = player_of(context, number)
    if context.display.joining != "word" or proof in ("right", "unheard") or player is None:
        return False
    own = own_phone(context, mark)
    return not is_taken(context, player) and (own is None or own[0] != player.id or own[1])


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
    player = player_of(context, number) if context.display.join else None
    if player is None:
        return None
    mark = kept_mark(context) if mark is None else mark
    own = own_phone(context, mark)
    if own is not None and own[0] == player.id and not (own[1] and by_word):
        return _kept(context, mark, waiting=own[1])
    device = device_of(context.request) or new_device()
    machine = machine_of(device, place_of(client_of(context.request)))
    taken = await asyncio.to_thread(claim, context.runtime, context.code, player.id, machine, by_word=by_word)
    if not taken.waiting and not published_rounds(context.tournament):
        person = Actor("player", player.name, player.id)
        await perform(context.runtime, context.code, Request(ACTIONS["arrive"], OwnPresence(), person))
    return _kept(context, taken.mark, device, waiting=taken.waiting)


def player_of(context: EventContext, number: str) -> Player | None:
    player = read_number(number)
    found = None if player is None else find_player(context.tournament, player)
    return None if found is None or isinstance(found, Refusal) or found.removed else found


def _kept(context: EventContext, mark: str, device: str = "", *, waiting: bool) -> Joined:
    kept = [cookies.make_cookie(context.request, cookies.phone(context.code), mark)]
    if device:
        kept.append(cookies.make_cookie(context.request, cookies.DEVICE, device))
    return Joined(mark, waiting, kept)


def kept_mark(context: EventContext) -> str:
    """What this browser has kept of its phone."""
    return cookies.read(context.request, cookies.phone(context.code))


def own_phone(context: EventContext, mark: str) -> tuple[int, bool] | None:
    """Whose phone this is already, by the mark that the browser has kept, and whether it waits for the desk."""
    by_card = context.runtime.marked(context.code, mark) if mark else None
    if by_card is not None:
        return by_card, False
    found = found_phone(context.runtime, context.code, mark) if mark else None
    return None if found is None else (found.player, found.phone.waiting)


def is_taken(context: EventContext, player: Player) -> bool:
    return holders(context.runtime, context.code, player.id).taken


def found_players(context: EventContext, typed: str) -> list[Player]:
    """Where names are public, everybody whose name it may be. Elsewhere who knows the whole name, or the number, is
    told no more than that it is there; wrong tries are counted. Who was erased is nobody to be found."""
    return [player for player in _called(context, typed) if not player.removed]


def _called(context: EventContext, typed: str) -> list[Player]:
    known = context.as_public("en").words.known
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
    return exact or [player for player in players if fold_accents(player.name) == fold_accents(typed)]


# --- the QR code -------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def qr_of(text: str) -> Markup:
    """The code as a picture; there is nothing in it but squares."""
    return Markup(qr_svg(text))


def door_values(context: RequestContext, code: str, word: HallWord | None) -> dict[str, Any]:
    """How phones come in: by which code, and with which word, if this person may see it."""
    return {
        "door": code,
        "word": word.word if word else "",
        "screen": f"{scanned_address(context, code, word)}?wall=" if word else "",
        "qr": qr_of(scanned_address(context, code, word)) if context.reachable else "",
        "short": f"{context.address.partition('://')[2]}/join",
        "only_here": not context.reachable,
    }


def welcome_values(context: EventContext) -> dict[str, Any]:
    """As the person of the request may see it: it is asked for before the page becomes one of the public."""
    return {
        **door_values(context, context.code, shown_hall_word(context, context.code, context.display.joining)),
        "pool": pool_of(context.tournament),
    }
