"""Joining: what the code on the projector opens. A player finds themselves, and the phone is theirs from then on."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Template

from ronda.desk.roster import find_player
from ronda.model import Player
from ronda.store import read_code
from ronda.turkish import upper
from ronda.verdicts import Refusal
from ronda.web.claims import claim, claimed
from ronda.web.deeds import Self
from ronda.web.doing import do
from ronda.web.looking import as_public
from ronda.web.people import Person
from ronda.web.roster import find, plain
from ronda.web.seat import published
from ronda.web.visits import EventVisit, Visit, client_of
from ronda.web.welcome import welcome_facts

MOST_SUGGESTED = 8
LEAST_LETTERS = 2
_LONGEST = 100  # of what somebody types
_COOKIE = "phone"
_COOKIE_SECONDS = 30 * 24 * 3600


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
    return as_public(event_visit).page("join.html", **_found(event_visit, who), **_known(event_visit), taken=False)


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
    """The player is taken, checked in before the first round, and has a page of their own."""
    if not event_visit.display.join:
        return _closed(event_visit)
    place = client_of(event_visit.request)
    event_visit.house.guesses.check(place)
    form = await event_visit.request.form()
    player = _player(event_visit, str(form.get("player", "")))
    if player is None:
        event_visit.house.guesses.failed(place)
        raise NotFoundException("no_such_link")
    if _own(event_visit) != player.id and not claim(event_visit.house, event_visit.code, player.id):
        event_visit.house.guesses.failed(place)
        facts = {**_found(event_visit, ""), **_known(event_visit), "taken": True}
        page = as_public(event_visit).page("join.html", **facts)
        page.status_code = 409
        return page
    if not published(event_visit.tournament):
        person = Person("player", f"{player.name} (#{player.id})", player.id)
        await do(event_visit.house, event_visit.code, "arrive", Self(), person, seen_at=None)
    return _to_phone(event_visit, player.id)


def _player(visit: EventVisit, number: str) -> Player | None:
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    found = find_player(visit.tournament, int(number))
    return None if isinstance(found, Refusal) else found


def _to_phone(visit: EventVisit, player: int) -> Redirect:
    mark = visit.house.mark(visit.code, player, visit.display)
    path = f"/join/{visit.code}"
    cookie = Cookie(key=_COOKIE, value=mark, path=path, max_age=_COOKIE_SECONDS, httponly=True, samesite="lax")
    return Redirect(f"/p/{visit.code}/{mark}", status_code=303, cookies=[cookie])


def _own(visit: EventVisit) -> int | None:
    """Whose phone this is already."""
    mark = visit.request.cookies.get(_COOKIE, "")
    return visit.house.marked(visit.code, mark, visit.display) if mark else None


def _known(visit: EventVisit) -> dict[str, Any]:
    own = _own(visit)
    player = None if own is None else _player(visit, str(own))
    mark = "" if player is None else visit.house.mark(visit.code, player.id, visit.display)
    return {"own": player, "mark": mark}


def _found(visit: EventVisit, who: str) -> dict[str, Any]:
    typed = " ".join(who[:_LONGEST].split())
    found = _meant(visit, typed)
    return {
        "typed": typed,
        "searching": visit.display.names == "full",
        "found": [(player, claimed(visit.display, player.id)) for player in found[:MOST_SUGGESTED]],
        "more": len(found) > MOST_SUGGESTED,
    }


def _meant(visit: EventVisit, typed: str) -> list[Player]:
    """Where names are public, everybody whose name it may be. Elsewhere who knows the whole name, or the number, is
    told no more than that it is there; wrong tries are counted."""
    players = visit.tournament.players
    number = typed.removeprefix("#").isdecimal()
    if visit.display.names == "full":
        return find(players, typed) if number or len(typed) >= LEAST_LETTERS else []
    if not typed:
        return []
    place = client_of(visit.request)
    visit.house.guesses.check(place)
    found = find(players, typed) if number else _named(players, typed)
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
