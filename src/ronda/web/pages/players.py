"""The players: found, checked in, entered, edited, in and out; and the link of each for a phone."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast, get_args
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.model import Player
from ronda.sheets.qr import qr_svg
from ronda.spoken import worded
from ronda.store import Conflict
from ronda.verdicts import Refusal
from ronda.web.deeds import Here
from ronda.web.doing import do, may, seen_in
from ronda.web.house import Display
from ronda.web.pages import apart, more_players
from ronda.web.pages.acting import done, overtaken, refusal_text, said
from ronda.web.phones import Answer, answer, end_all, holders
from ronda.web.roster import PAGE, SHOWINGS, listing, meant, pool_of, roll_of, row_of
from ronda.web.settings import is_loopback
from ronda.web.visits import EventVisit, own_path


@get("/e/{code:str}/players", include_in_schema=False, sync_to_thread=True)
def players(event_visit: EventVisit) -> Template:
    event_visit.needs("helper")
    return event_visit.page("players.html", **_list_facts(event_visit))


@get("/e/{code:str}/part/players", include_in_schema=False, sync_to_thread=True)
def players_part(event_visit: EventVisit) -> Template:
    """The list without its frame: what is being typed above it stays."""
    event_visit.needs("helper")
    return event_visit.page("parts/players.html", **_list_facts(event_visit))


def _list_facts(visit: EventVisit) -> dict[str, Any]:
    asked = visit.request.query_params
    wish, show = asked.get("q", "")[:200], asked.get("show", "all")
    everybody = asked.get("most") == "all"
    tournament = visit.tournament
    return {
        "wish": wish,
        "show": show if show in SHOWINGS else "all",
        "showings": SHOWINGS,
        "everybody": everybody,
        "listing": listing(tournament, wish, show, None if everybody else PAGE),
        "roll": roll_of(tournament),
        "heading": worded(roll_of(tournament).heading, visit.words.speaker),
        "pool": pool_of(tournament),
        "columns": [name for name in _columns(visit) if any(getattr(p, name) for p in tournament.players)],
        "particulars": _asked_for(visit),
        "may": may,
    }


def _asked_for(visit: EventVisit) -> tuple[str, ...]:
    """What the forms ask for beside name and club; the rest stays as it is."""
    return tuple(field.name for field in visit.rules.player_fields)


def _columns(visit: EventVisit) -> tuple[str, ...]:
    return ("club", *_asked_for(visit))


# --- check-in ----------------------------------------------------------------------------------------------


@post("/e/{code:str}/check-in", include_in_schema=False, status_code=200)
async def check_in(event_visit: EventVisit) -> Response[Any]:
    """From the keyboard: a number or a part of the name, Enter."""
    event_visit.needs("helper")
    visit = event_visit
    form = await visit.request.form()
    wish, seen_at = str(form.get("q", ""))[:200], seen_in(form.get("_version"))
    found = meant(roll_of(visit.tournament), wish)
    if len(found) != 1:
        key = "web.players.several" if found else "web.players.nobody"
        return said(visit, "refused", visit.words(key, wish=wish, n=len(found)), status=422)
    player = found[0]
    if player.id in visit.tournament.here:
        return said(visit, "refused", visit.words("web.players.already", player=player.id), status=422)
    outcome = await do(visit.house, visit.code, "check-in", Here(player=player.id), visit.person, seen_at=seen_at)
    if isinstance(outcome, Refusal) and outcome.code == "overtaken":
        return await overtaken(visit, outcome)
    if isinstance(outcome, Refusal):
        return said(visit, "refused", refusal_text(visit, outcome), status=422, article=outcome.article)
    if isinstance(outcome, Conflict):
        return said(visit, "conflict", visit.words("trouble.conflict"), status=409)
    if not visit.htmx:
        return Redirect(f"/e/{visit.code}/players", status_code=303)
    made = done(visit, visit.words("web.players.arrived", player=player.id), outcome)
    made.headers["HX-Trigger"] = "arrived"
    return made


# --- one player --------------------------------------------------------------------------------------------


@get("/e/{code:str}/players/{player:int}", include_in_schema=False)
async def card(event_visit: EventVisit, player: int) -> Template:
    """All that can be done with one player: beside the list, or as a page of its own."""
    event_visit.needs("helper")
    template = "parts/player_card.html" if event_visit.htmx else "player_card.html"
    return event_visit.page(template, **_card_facts(event_visit, player))


@get("/e/{code:str}/players/{player:int}/state", include_in_schema=False)
async def card_state(event_visit: EventVisit, player: int) -> Template:
    event_visit.needs("helper")
    return event_visit.page("parts/player_state.html", **_card_facts(event_visit, player))


def _card_facts(visit: EventVisit, number: int) -> dict[str, Any]:
    player = known_player(visit, number)
    return {
        "player": player,
        "number": roll_of(visit.tournament).numbers[number],
        "row": row_of(visit.tournament, player),
        "particulars": _asked_for(visit),
        "may": may,
    }


def known_player(visit: EventVisit, number: int) -> Player:
    for player in visit.tournament.players:
        if player.id == number:
            return player
    raise NotFoundException("no_such_page")


def with_link(visit: EventVisit, number: int) -> Player:
    """A player who has a link: nobody speaks for who was erased."""
    player = known_player(visit, number)
    if player.removed:
        raise NotFoundException("no_such_link")
    return player


# --- the link for a phone ----------------------------------------------------------------------------------


@get("/e/{code:str}/player-link/{player:int}", include_in_schema=False)
async def link(event_visit: EventVisit, player: int) -> Template:
    event_visit.needs("helper")
    known = with_link(event_visit, player)
    mark = event_visit.house.mark(event_visit.code, player, event_visit.display)
    address = f"{event_visit.address}/p/{event_visit.code}/{mark}"
    return event_visit.page(
        "parts/player_link.html" if event_visit.htmx else "player_link.html",
        player=known,
        link=address,
        qr=Markup(qr_svg(address)),
        holders=holders(event_visit.house, event_visit.code, player, event_visit.display),
        edition=event_visit.display.editions.get(str(player), 0),
        only_here=is_loopback(urlsplit(address).hostname or ""),
    )


@post("/e/{code:str}/player-link/{player:int}", include_in_schema=False)
async def renew_link(event_visit: EventVisit, player: int) -> Redirect:
    """Another link instead of the one that was seen, which opens nothing any more. If that one is replaced already,
    the new one is shown."""
    event_visit.needs("helper")
    known = with_link(event_visit, player)
    number, seen = str(known.id), seen_in((await event_visit.request.form()).get("seen"))

    def renewed(standing: Display) -> Display | None:
        edition = standing.editions.get(number, 0)
        return replace(standing, editions={**standing.editions, number: edition + 1}) if edition == seen else None

    await asyncio.to_thread(event_visit.house.amend_display, event_visit.code, renewed)
    await asyncio.to_thread(end_all, event_visit.house, event_visit.code, known.id)
    return Redirect(f"/e/{event_visit.code}/player-link/{known.id}", status_code=303)


@post("/e/{code:str}/phones/{player:int}/{phone:str}/{said_so:str}", include_in_schema=False)
async def answer_phone(event_visit: EventVisit, player: int, phone: str, said_so: str) -> Redirect:
    """A phone that joined with the public code is let in, sent away, or ended."""
    event_visit.needs("helper")
    if said_so not in get_args(Answer):
        raise NotFoundException("no_such_page")
    known = known_player(event_visit, player)
    await asyncio.to_thread(answer, event_visit.house, event_visit.code, known.id, phone, cast(Answer, said_so))
    form = await event_visit.request.form()
    back = own_path(str(form.get("_next", "")), f"/e/{event_visit.code}/player-link/{known.id}")
    return Redirect(back, status_code=303)


ROUTES = [
    *(players, players_part, check_in, card, card_state, link, renew_link, answer_phone),
    *more_players.ROUTES,
    *apart.ROUTES,
]
