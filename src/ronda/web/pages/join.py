"""Joining: what the code on the projector opens. A player finds themselves, and the phone is theirs from then on."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Template

from ronda.desk.players import find_player
from ronda.model import Player
from ronda.store import read_code
from ronda.turkish import upper
from ronda.verdicts import Refusal
from ronda.views.seat import published
from ronda.web import cookies
from ronda.web.deeds import Self
from ronda.web.doing import do
from ronda.web.looking import as_public, number_text
from ronda.web.people import Person
from ronda.web.phones import claim, found_phone, holders, machine_of, new_device
from ronda.web.roster import find, is_number, plain, roll_of
from ronda.web.visits import EventVisit, Visit, client_of, device_of
from ronda.web.welcome import welcome_facts

MOST_SUGGESTED = 8
LEAST_LETTERS = 2
_LONGEST = 100  # of what somebody types


@get("/join", include_in_schema=False)
async def join_any(visit: Visit, code: str = "") -> Response[Any]:
    """For who has only the code."""
    typed = code[:_LONGEST].strip()
    event = visit.house.event(typed) if read_code(typed) else None
    if event is not None:
        return Redirect(f"/join/{event.code}", status_code=303)
    if typed:
        visit.house.guesses.failed(client_of(visit.request))
    page = visit.page("join_code.html", typed=typed)
    page.status_code = 404 if typed else 200
    return page


@get("/j/{code:str}", include_in_schema=False)
async def join_short(event_visit: EventVisit) -> Redirect:
    """The shorter the address, the coarser the QR code."""
    return Redirect(f"/join/{event_visit.code}", status_code=303)


@get("/join/{code:str}", include_in_schema=False)
async def join(event_visit: EventVisit, who: str = "", screen: bool = False, phone: bool = False) -> Response[Any]:
    """For a projector: a big QR code, and who has arrived. For a phone: who are you?"""
    if screen or (event_visit.staff and not phone and not who):
        return _on_screen(event_visit)
    if not event_visit.display.join:
        return _closed(event_visit)
    return as_public(event_visit).page("join.html", **_found(event_visit, who), **_known(event_visit))


@get("/join/{code:str}/found", include_in_schema=False)
async def join_found(event_visit: EventVisit, who: str = "") -> Template:
    """Whom the typed letters may mean, while somebody types."""
    if not event_visit.display.join:
        return _closed(event_visit)
    return as_public(event_visit).page("parts/join_found.html", **_found(event_visit, who))


@get("/join/{code:str}/part", include_in_schema=False)
async def join_part(event_visit: EventVisit) -> Template:
    """What changes on the projector."""
    return as_public(event_visit).page("parts/welcome.html", **welcome_facts(event_visit))


@post("/join/{code:str}/claim", include_in_schema=False, status_code=200)
async def take(event_visit: EventVisit) -> Response[Any]:
    """The player is taken, checked in before the first round, and has a page of their own; or the desk is asked, if
    another phone speaks for the player already."""
    visit = event_visit
    if not visit.display.join:
        return _closed(visit)
    place = client_of(visit.request)
    visit.house.guesses.check(place)
    player = _player(visit, str((await visit.request.form()).get("player", "")))
    if player is None:
        visit.house.guesses.failed(place)
        raise NotFoundException("no_such_link")
    own = _own(visit)
    if own is not None and own[0] == player.id:
        return _to_phone(visit, _mark(visit), waiting=own[1])
    device = device_of(visit.request) or new_device()
    machine = machine_of(device, place, visit.request.headers.get("user-agent", ""))
    taken = await asyncio.to_thread(claim, visit.house, visit.code, player.id, machine)
    if not taken.waiting and not published(visit.tournament):
        person = Person("player", player.name, player.id)
        await do(visit.house, visit.code, "arrive", Self(), person, seen_at=None)
    return _to_phone(visit, taken.mark, device, waiting=taken.waiting)


def _player(visit: EventVisit, number: str) -> Player | None:
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    found = find_player(visit.tournament, int(number))
    return None if isinstance(found, Refusal) or found.removed else found


def _to_phone(visit: EventVisit, mark: str, device: str = "", *, waiting: bool) -> Redirect:
    kept = [cookies.made(visit.request, cookies.phone(visit.code), mark)]
    if device:
        kept.append(cookies.made(visit.request, cookies.DEVICE, device))
    target = f"/join/{visit.code}?phone=true" if waiting else f"/p/{visit.code}/{mark}"
    return Redirect(target, status_code=303, cookies=kept)


def _mark(visit: EventVisit) -> str:
    """What this browser has kept of its phone."""
    return cookies.read(visit.request, cookies.phone(visit.code))


def _own(visit: EventVisit) -> tuple[int, bool] | None:
    """Whose phone this is already, and whether it waits for the desk."""
    mark = _mark(visit)
    by_card = visit.house.marked(visit.code, mark, visit.display) if mark else None
    if by_card is not None:
        return by_card, False
    found = found_phone(visit.house, visit.code, mark, visit.display) if mark else None
    return None if found is None else (found[0], found[1].waiting)


def _known(visit: EventVisit) -> dict[str, Any]:
    own = _own(visit)
    player = None if own is None else _player(visit, str(own[0]))
    mark = "" if player is None else _mark(visit)
    return {"own": player, "mark": mark, "waiting": own is not None and own[1]}


def _found(visit: EventVisit, who: str) -> dict[str, Any]:
    typed = " ".join(who[:_LONGEST].split())
    found = _meant(visit, typed)
    return {
        "typed": typed,
        "searching": visit.display.naming == "full",
        "found": [(player, _taken(visit, player)) for player in found[:MOST_SUGGESTED]],
        "number_of": lambda player: number_text(visit, player.id),
        "more": len(found) > MOST_SUGGESTED,
    }


def _taken(visit: EventVisit, player: Player) -> bool:
    return holders(visit.house, visit.code, player.id, visit.display).taken


def _meant(visit: EventVisit, typed: str) -> list[Player]:
    """Where names are public, everybody whose name it may be. Elsewhere who knows the whole name, or the number, is
    told no more than that it is there; wrong tries are counted. Who was erased is nobody to be found."""
    return [player for player in _called(visit, typed) if not player.removed]


def _called(visit: EventVisit, typed: str) -> list[Player]:
    known = visit.public_words("en").known
    roll, number = roll_of(visit.tournament, known), is_number(typed)
    if visit.display.naming == "full":
        return find(roll, typed) if number or len(typed) >= LEAST_LETTERS else []
    if not typed:
        return []
    place = client_of(visit.request)
    visit.house.guesses.check(place)
    found = find(roll, typed) if number else _named(visit.tournament.players, typed)
    if not found:
        visit.house.guesses.failed(place)
    return found


def _named(players: tuple[Player, ...], typed: str) -> list[Player]:
    """Whose whole name it is: with the right letters, or else without accents and dots."""
    exact = [player for player in players if upper(player.name) == upper(typed)]
    return exact or [player for player in players if plain(player.name) == plain(typed)]


def _closed(visit: EventVisit) -> Template:
    return as_public(visit).page("join_closed.html")


def _on_screen(visit: EventVisit) -> Template:
    for_staff = visit.staff
    return as_public(visit).page("join_screen.html", for_staff=for_staff, **welcome_facts(visit))


ROUTES = [join_any, join_short, join, join_found, join_part, take]
