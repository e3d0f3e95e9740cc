"""The players: found, checked in, entered, edited, in and out; and the link of each for a phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from ronda.core.model import Player, RequestedBye
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import Presence
from ronda.desk.fees import fee_list, fee_of
from ronda.operations.operation import Outcome
from ronda.operations.phone_sessions import holders
from ronda.operations.phones import LinkState
from ronda.operations.phones import link as player_link
from ronda.sheets.typesetting import qr_svg
from ronda.systems.declarations import PlayerField
from ronda.views.verdicts import worded
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import Form, form_route, said, seen_as
from ronda.web.handlers import end_without
from ronda.web.http.request_bodies import get_page, post_form
from ronda.web.pages import avoid, more_players
from ronda.web.pages.actions import performed
from ronda.web.perform import may, seen_in
from ronda.web.player_search import PAGE, SHOWINGS, listing, meant, pool_of, roll_of, row_of
from ronda.web.visibility import known_player


@get_page("/e/{code:str}/players", "helper")
def players(event_context: GivenEvent) -> Template:
    return event_context.page("players.html", **_list_values(event_context))


@get_page("/e/{code:str}/part/players", "helper")
def players_part(event_context: GivenEvent) -> Template:
    """The list without its frame: what is being typed above it stays."""
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


@post_form("/e/{code:str}/check-in", "helper")
async def check_in(event_context: GivenEvent) -> Response[Any]:
    """From the keyboard: a number or a part of the name, Enter."""
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


@get_page("/e/{code:str}/players/{player:int}", "helper")
async def card(event_context: GivenEvent, player: FromPath[int]) -> Template:
    """All that can be done with one player: beside the list, or as a page of its own."""
    template = "parts/player_card.html" if event_context.htmx else "player_card.html"
    return event_context.page(template, **_card_values(event_context, player))


@get_page("/e/{code:str}/players/{player:int}/state", "helper")
async def card_state(event_context: GivenEvent, player: FromPath[int]) -> Template:
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


# --- the link for a phone ----------------------------------------------------------------------------------


@get_page("/e/{code:str}/player-link/{player:int}", "helper")
async def link(event_context: GivenEvent, player: FromPath[int]) -> Template:
    return _link(event_context, player)


def _link(context: EventContext, player: int, **_: Any) -> Template:
    found = player_link(context, player)
    end_without(found)
    assert isinstance(found, LinkState)
    return context.page(
        "parts/player_link.html" if context.htmx else "player_link.html",
        player=known_player(context, player),
        link=found.link,
        qr=Markup(qr_svg(found.link)) if context.reachable else "",
        holders=holders(context.runtime, context.code, player),
        edition=found.changes,
    )


_FORMS = (
    Form(
        "renewLink",
        _link,
        "/player-link/{player}",
        path="/player-link/{player}",
        reads=seen_as("changes"),
        ignores=(Outcome.CONFLICT,),  # the new one is shown
    ),
    Form(
        "answerPhone",
        _link,
        "/player-link/{player}",
        path="/phones/{player}/{phone}/{answer}",
        ignores=(Outcome.NO_LINK,),
    ),
    Form("answerCall", reads=seen_as("seen")),
)

ROUTES = [
    *(players, players_part, check_in, card, card_state, link),
    *map(form_route, _FORMS),
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
