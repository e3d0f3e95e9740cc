"""The players: found, checked in, entered, edited, in and out; and the link of each for a phone."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any, cast, get_args

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.core.model import Player, RequestedBye
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import Presence
from ronda.desk.fees import fee_list, fee_of
from ronda.operations.event_settings import Display
from ronda.sheets.typesetting import qr_svg
from ronda.systems.declarations import PlayerField
from ronda.views.wording import worded
from ronda.web.context import EventContext, GivenEvent, own_path
from ronda.web.forms import said
from ronda.web.pages import avoid, more_players
from ronda.web.pages.actions import amended, performed
from ronda.web.perform import changes_seen, may, seen_in, version_needed
from ronda.web.phone_sessions import Answer, answer, end_all, holders
from ronda.web.player_calls import Calls, asked, calls_of
from ronda.web.player_search import PAGE, SHOWINGS, listing, meant, pool_of, roll_of, row_of
from ronda.web.visibility import known_player


@get("/e/{code:str}/players", include_in_schema=False, sync_to_thread=True)
def players(event_context: GivenEvent) -> Template:
    event_context.needs("helper")
    return event_context.page("players.html", **_list_values(event_context))


@get("/e/{code:str}/part/players", include_in_schema=False, sync_to_thread=True)
def players_part(event_context: GivenEvent) -> Template:
    """The list without its frame: what is being typed above it stays."""
    event_context.needs("helper")
    return event_context.page("parts/players.html", **_list_values(event_context))


def _list_values(context: EventContext) -> dict[str, Any]:
    asked = context.request.query_params
    wish, show = asked.get("q", "")[:200], asked.get("show", "all")
    everybody = asked.get("most") == "all"
    tournament, roll = context.tournament, roll_of(context.tournament)
    return {
        "wish": wish,
        "show": show if show in SHOWINGS else "all",
        "showings": SHOWINGS,
        "everybody": everybody,
        "listing": listing(tournament, roll, wish, show, None if everybody else PAGE),
        "roll": roll,
        "heading": worded(roll.heading, context.words.speaker),
        "pool": pool_of(tournament),
        "columns": [name for name in _columns(context) if any(getattr(p, name) for p in tournament.players)],
        "particulars": _asked_for(context),
        "unpaid": {
            line.player: line.open
            for line in fee_list(context.tournament, date.today().isoformat()).lines
            if line.open > 0
        },
        "fee_amount": lambda value: context.words.speaker.money(value, context.tournament.fees.rules.currency),
        "may": may,
    }


def _asked_for(context: EventContext) -> tuple[PlayerField, ...]:
    """What the forms ask for beside name and club; the rest stays as it is."""
    return context.system.forms.player_fields


def _columns(context: EventContext) -> tuple[str, ...]:
    return ("club", *(field.name for field in _asked_for(context)))


# --- check-in ----------------------------------------------------------------------------------------------


@post("/e/{code:str}/check-in", include_in_schema=False, status_code=200)
async def check_in(event_context: GivenEvent) -> Response[Any]:
    """From the keyboard: a number or a part of the name, Enter."""
    event_context.needs("helper")
    context = event_context
    form = await context.request.form()
    wish, seen_at = str(form.get("q", ""))[:200], seen_in(form.get("_version"))
    found = meant(roll_of(context.tournament), wish)
    if len(found) != 1:
        key = "web.players.several" if found else "web.players.nobody"
        return said(context, "refused", context.words(key, wish=wish, n=len(found)), status=422)
    player = found[0]
    if player.id in context.tournament.here:
        return said(context, "refused", context.words("web.players.already", player=player.id), status=422)
    request = Request(ACTIONS["check-in"], Presence(player=player.id), context.person, seen_at=seen_at)
    made = await performed(context, request, "/players", context.words("web.players.arrived", player=player.id))
    if made.status_code == 200:
        made.headers["HX-Trigger"] = "arrived"
    return made


# --- one player --------------------------------------------------------------------------------------------


@get("/e/{code:str}/players/{player:int}", include_in_schema=False)
async def card(event_context: GivenEvent, player: FromPath[int]) -> Template:
    """All that can be done with one player: beside the list, or as a page of its own."""
    event_context.needs("helper")
    template = "parts/player_card.html" if event_context.htmx else "player_card.html"
    return event_context.page(template, **_card_values(event_context, player))


@get("/e/{code:str}/players/{player:int}/state", include_in_schema=False)
async def card_state(event_context: GivenEvent, player: FromPath[int]) -> Template:
    event_context.needs("helper")
    return event_context.page("parts/player_state.html", **_card_values(event_context, player))


def _card_values(context: EventContext, number: int) -> dict[str, Any]:
    player = known_player(context, number)
    return {
        "player": player,
        "number": roll_of(context.tournament).numbers[number],
        "row": row_of(context.tournament, player),
        "particulars": _asked_for(context),
        "byes": bye_wishes(context, player),
        "fee": fee_of(context.tournament, player, date.today().isoformat()),
        "plain_amount": context.words.speaker.money,
        "fee_amount": lambda value: context.words.speaker.money(value, context.tournament.fees.rules.currency),
        "may": may,
    }


def with_link(context: EventContext, number: int) -> Player:
    """A player who has a link: nobody speaks for who was erased."""
    player = known_player(context, number)
    if player.removed:
        raise NotFoundException("no_such_link")
    return player


# --- the link for a phone ----------------------------------------------------------------------------------


@get("/e/{code:str}/player-link/{player:int}", include_in_schema=False)
async def link(event_context: GivenEvent, player: FromPath[int]) -> Template:
    event_context.needs("helper")
    known = with_link(event_context, player)
    mark = event_context.runtime.mark(event_context.code, player, event_context.display)
    address = f"{event_context.address}/p/{event_context.code}/{mark}"
    return event_context.page(
        "parts/player_link.html" if event_context.htmx else "player_link.html",
        player=known,
        link=address,
        qr=Markup(qr_svg(address)) if event_context.reachable else "",
        holders=holders(event_context.runtime, event_context.code, player, event_context.display),
        edition=event_context.display.editions.get(str(player), 0),
    )


@post("/e/{code:str}/player-link/{player:int}", include_in_schema=False)
async def renew_link(event_context: GivenEvent, player: FromPath[int]) -> Redirect:
    """Another link instead of the one that was seen, which opens nothing any more. If that one is replaced already,
    the new one is shown."""
    event_context.needs("helper")
    known = with_link(event_context, player)
    number, seen = str(known.id), changes_seen((await event_context.request.form()).get("seen"))

    def renewed(standing: Display) -> Display | None:
        edition = standing.editions.get(number, 0)
        return replace(standing, editions={**standing.editions, number: edition + 1}) if edition == seen else None

    await asyncio.to_thread(event_context.runtime.amend_display, event_context.code, renewed)
    await asyncio.to_thread(end_all, event_context.runtime, event_context.code, known.id)
    return Redirect(f"/e/{event_context.code}/player-link/{known.id}", status_code=303)


@post("/e/{code:str}/phones/{player:int}/{phone:str}/{said_so:str}", include_in_schema=False)
async def answer_phone(
    event_context: GivenEvent, player: FromPath[int], phone: FromPath[str], said_so: FromPath[str]
) -> Redirect:
    """A phone that joined with the public code is let in, sent away, or ended."""
    event_context.needs("helper")
    if said_so not in get_args(Answer):
        raise NotFoundException("no_such_page")
    known = known_player(event_context, player)
    await asyncio.to_thread(answer, event_context.runtime, event_context.code, known.id, phone, cast(Answer, said_so))
    form = await event_context.request.form()
    back = own_path(str(form.get("_next", "")), f"/e/{event_context.code}/player-link/{known.id}")
    return Redirect(back, status_code=303)


@post("/e/{code:str}/calls/{player:int}", include_in_schema=False, status_code=200)
async def answer_call(event_context: GivenEvent, player: FromPath[int]) -> Response[Any]:
    """What a player asked for with the phone is answered."""
    event_context.needs("helper")
    form = await event_context.request.form()
    seen, what = form.get("seen"), form.get("what")
    if not isinstance(seen, str) or not seen:
        raise version_needed()
    known = known_player(event_context, player)

    change = partial(_off, event_context, str(what), seen)
    return await amended(event_context, calls_of(known.id), change, "")


def _off(context: EventContext, what: str, seen: str, standing: Calls) -> Calls | None:
    """What stands there after the desk answered; None if that is not what was seen."""
    if what not in ("arbiter_off", "leave_off") or seen != (
        standing.since if what == "arbiter_off" else standing.leave
    ):
        return None
    made = asked(standing, what, (0, 0), context.runtime.now())
    return made if isinstance(made, Calls) else None


def answered_call(context: EventContext, player: int, what: str, seen: str) -> bool:
    return context.runtime.amend(context.code, calls_of(player), partial(_off, context, what, seen))


ROUTES = [
    *(players, players_part, check_in, card, card_state, link, renew_link, answer_phone, answer_call),
    *more_players.ROUTES,
    *avoid.ROUTES,
]


@dataclass(frozen=True, slots=True)
class ByeWishes:
    """What is asked for in rounds to come; what can be asked for, and in which rounds. Nothing where the system gives
    no bye for the asking."""

    kinds: tuple[RequestedBye, ...]
    asked: tuple[tuple[int, RequestedBye], ...] = ()
    rounds: tuple[int, ...] = ()


def bye_wishes(context: EventContext, player: Player) -> ByeWishes:
    tournament = context.tournament
    kinds = context.system.rules.byes.on_request(tournament.setup)
    if not kinds:
        return ByeWishes(())
    coming = range(max(tournament.next_round, player.joined_round), context.planned_rounds + 1)
    asked = tuple((number, kind) for number, kind in player.byes if number >= tournament.next_round)
    gone = player.left_after
    return ByeWishes(kinds, asked, tuple(number for number in coming if gone is None or number <= gone))
