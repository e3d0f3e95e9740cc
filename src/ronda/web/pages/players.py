"""The players: found, checked in, entered one by one or as a list, edited, in and out; who should not meet; and the
link of each for a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import combinations
from operator import attrgetter
from typing import Any, Literal

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.core.model import Avoid, Player, RequestedBye
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import AvoidList, AvoidPair, PlayerFields, Presence
from ronda.desk.fees import fee_list, fee_of
from ronda.operations.features import FEATURES
from ronda.operations.operation import Outcome, read_body
from ronda.operations.phone_sessions import holders
from ronda.operations.phones import LinkState
from ronda.operations.phones import link as player_link
from ronda.operations.sign_ups import offer_at
from ronda.sheets.context import alphabetical
from ronda.sheets.typesetting import qr_svg
from ronda.store.live_events import standings_of
from ronda.systems import system, system_rounds
from ronda.systems.declarations import PlayerField
from ronda.systems.labels import folded
from ronda.views.seat import published_rounds
from ronda.views.verdicts import worded
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import Form, end_without, form_route, said, seen_as
from ronda.web.http.admission import get_page, post_form
from ronda.web.joining import qr_of
from ronda.web.pages.actions import answered_form, performed
from ronda.web.pages.people import suggested
from ronda.web.pages.players_list import shown_list
from ronda.web.perform import may, perform, seen_in
from ronda.web.player_search import (
    PAGE,
    SHOWINGS,
    PlayerRow,
    best_matches,
    fold_accents,
    is_number,
    listing,
    roll_of,
    row_of,
)
from ronda.web.visibility import known_player

AS_TABLE = 60  # so many players with all their columns; more by letters


@get_page("/e/{code:str}/players", "helper")
def players(event_context: GivenEvent) -> Template:
    return event_context.page("players.html", **_list_values(event_context))


@get_page("/e/{code:str}/part/players", "helper")
def players_part(event_context: GivenEvent) -> Template:
    """The list without its frame: what is being typed above it stays."""
    return event_context.page("parts/players.html", **_list_values(event_context))


def _list_values(context: EventContext) -> dict[str, Any]:
    asked, tournament = context.request.query_params, context.tournament
    wish, sort = asked.get("q", "").strip()[:200], asked.get("sort", "")
    show = next((one for one in SHOWINGS if one == asked.get("show")), SHOWINGS[0])
    everybody, roll = asked.get("most") == "all", roll_of(tournament)
    columns = [name for name in _columns(context) if any(getattr(p, name) for p in tournament.players)]
    points, alphabet = _points(context), alphabetical(context.words.language)
    orders: dict[str, Callable[[PlayerRow], Any]] = {
        "number": lambda row: roll.numbers[row.player.id],
        "name": lambda row: alphabet(row.player.name),
        **{name: attrgetter(f"player.{name}") for name in columns},
        "points": lambda row: points.get(row.player.id, -1) + 1,
        "table": lambda row: row.table,
    }
    found = best_matches(roll, wish)
    letters = len(tournament.players) > AS_TABLE and not found and sort.removeprefix("-") not in orders
    order = orders.get("name" if letters else sort.removeprefix("-"))
    return {
        "wish": wish,
        "show": show,
        "showings": SHOWINGS,
        "sort": sort,
        "everybody": everybody,
        "letters": letters,
        "letter_of": lambda name: fold_accents(name)[:1].upper(),
        "listing": listing(
            tournament, roll, wish if found else "", show, None if everybody else PAGE, order, down=sort.startswith("-")
        ),
        "found": found,
        "new": context.can("enter") and not is_number(wish) and folded(wish) not in {folded(one.name) for one in found},
        "known": suggested(context, wish) if wish else (),
        "next_number": max((player.id for player in tournament.players), default=0) + 1,
        "roll": roll,
        "heading": worded(roll.heading, context.words.speaker),
        "columns": columns,
        "points": {player: context.words.speaker.number(own) for player, own in points.items()},
        "unpaid": {
            line.player: line.open
            for line in fee_list(context.tournament, date.today().isoformat()).lines
            if line.open > 0
        },
        "fee_amount": lambda value: context.words.speaker.money(value, context.tournament.fees.rules.currency),
        "may": may,
        **({} if tournament.players else _opening(context)),
    }


def _points(context: EventContext) -> dict[int, Fraction]:
    """Everybody's, once a round is published."""
    after = len(published_rounds(context.tournament))
    rows = standings_of(context.event, after) if after else ()
    return {row.player: row.measured.book.points(row.player) for row in rows}


def _opening(context: EventContext) -> dict[str, Any]:
    """How the list is begun: pasted, or by everybody with a phone."""
    page = f"{context.address}/signup/{context.code}"
    return {
        **shown_list(context),
        "sign_up": offer_at(context.runtime, context.code),
        "qr": qr_of(page) if context.reachable else "",
        "short": page.partition("://")[2],
    }


def _asked_for(context: EventContext) -> tuple[PlayerField, ...]:
    """What the forms ask for beside name and club, as far as the event uses it; the rest stays as it is."""
    fields = context.system.forms.asked(context.tournament.setup)
    return tuple(field for field in fields if field.name not in FEATURES or context.uses(field.name))


def _columns(context: EventContext) -> tuple[str, ...]:
    return (*(("club",) if context.uses("clubs") else ()), *(field.name for field in _asked_for(context)))


# --- check-in ----------------------------------------------------------------------------------------------


@post_form("/e/{code:str}/check-in", "helper")
async def check_in(event_context: GivenEvent) -> Response[Any]:
    """The one field: whoever it means is checked in, or opened who is here already; a name that nobody has is entered,
    or any with `add`. The box beside a name says who is `here`, or `gone`."""
    context = event_context
    form = await context.request.form()
    wish, seen_at = str(form.get("q", "")).strip()[:200], seen_in(form.get("_version"))
    page, box = f"/e/{context.code}/players", form.get("here") or form.get("gone")
    found = best_matches(roll_of(context.tournament), f"#{box}" if box else wish)
    if "add" in form or not (found or is_number(wish)):
        fields = {"name": wish, "here": bool(context.tournament.here)}  # at the door; else the list is being written
        body = read_body(PlayerFields, fields)
        answer = await perform(context.runtime, context.code, Request(ACTIONS["enter"], body, context.person, seen_at))
        return _focused(answered_form(context, "enter", fields, answer, {} if context.htmx else {"_next": page}))
    if len(found) != 1:
        key = "web.players.several" if found else "web.players.nobody"
        return said(context, "refused", context.words(key, wish=wish, n=len(found)), status=422)
    player = found[0].id
    if not box and player in context.tournament.here:
        if not context.htmx:
            return Redirect(f"{page}/{player}", status_code=303)
        if "panel" not in form:  # the field of another page
            return Response(None, headers={"HX-Redirect": f"{page}/{player}"})
        made = context.page("parts/player_card.html", **_card_values(context, player))
        made.headers |= {"HX-Retarget": "#card"}
        return made
    request = Request(ACTIONS["check-in"], Presence(player, here=not form.get("gone")), context.person, seen_at)
    return _focused(await performed(context, request, "/players"))


def _focused(made: Response[Any]) -> Response[Any]:
    """The field is ready for the next one."""
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
    asked = tuple((number, kind) for number, kind in player.byes if number >= tournament.next_round)
    coming = range(tournament.next_round, system_rounds(tournament) + 1)
    return ByeWishes(kinds, asked, tuple(filter(player.takes_part, coming)))


Relation = Literal["opponents", "partners", "both"]
RELATIONS: tuple[Relation, ...] = ("both", "opponents", "partners")
_MOST_OF_A_CLUB = 40  # beyond it the pairs of one club are more than anybody meant


@get_page("/e/{code:str}/apart", "helper")
async def apart(event_context: GivenEvent) -> Template:
    return event_context.page("apart.html", **_values(event_context))


@get_page("/e/{code:str}/part/apart", "helper")
async def apart_part(event_context: GivenEvent) -> Template:
    return event_context.page("parts/apart.html", **_values(event_context))


def _values(context: EventContext) -> dict[str, Any]:
    tournament = context.tournament
    clubs = sorted({player.club for player in tournament.players if player.club})
    pairs = system(tournament.setup.system).rules.seating.side_size > 1
    return {"clubs": clubs, "relations": RELATIONS if pairs else (), "people": roll_of(tournament)}


@post_form("/e/{code:str}/apart", "arbiter")
async def add_pair(event_context: GivenEvent) -> Response[Any]:
    """One pair, named by number or name; or everybody of one club."""
    context = event_context
    form = await context.request.form()
    relation = next((one for one in RELATIONS if one == form.get("relation")), RELATIONS[0])
    hard = form.get("hard", "true") == "true"
    players, roll = context.tournament.players, roll_of(context.tournament)
    if form.get("club"):
        mates = [player.id for player in players if player.club == form.get("club")]
        if len(mates) > _MOST_OF_A_CLUB:
            message = context.words("web.apart.too_many", n=len(mates), most=_MOST_OF_A_CLUB)
            return said(context, "refused", message, status=422)
        wanted = list(combinations(mates, 2))
    else:
        chosen: list[int] = []
        for field in ("one", "other"):
            wish = str(form.get(field, ""))[:200]
            found = best_matches(roll, wish)
            if len(found) != 1:
                key = "web.players.several" if found else "web.players.nobody"
                return said(context, "refused", context.words(key, wish=wish, n=len(found)), status=422)
            chosen.append(found[0].id)
        wanted = [(chosen[0], chosen[1])]
    new = {frozenset(pair) for pair in wanted}
    kept = [avoid for avoid in context.tournament.setup.avoid if frozenset(avoid.players) not in new]
    avoid = [*kept, *(Avoid(pair, relation, hard) for pair in wanted)]
    return await _changed(context, avoid, seen_in(form.get("_version")))


@post_form("/e/{code:str}/apart/remove", "arbiter")
async def remove_pair(event_context: GivenEvent) -> Response[Any]:
    """One pair may meet again; or, with `all`, everybody."""
    context = event_context
    form = await context.request.form()
    gone = {str(form.get("one", "")), str(form.get("other", ""))}
    kept = [avoid for avoid in context.tournament.setup.avoid if set(map(str, avoid.players)) != gone]
    return await _changed(context, [] if form.get("all") == "true" else kept, seen_in(form.get("_version")))


async def _changed(context: EventContext, avoid: list[Avoid], seen_at: int) -> Response[Any]:
    """The whole list is set at once, on the version that it was taken from; the person may have seen an older one."""
    body = AvoidList(avoid=[AvoidPair(players=one.players, relation=one.relation, hard=one.hard) for one in avoid])
    request = Request(ACTIONS["avoid"], body, context.person, seen_at=min(seen_at, context.event.version))
    return await performed(context, request, "/apart")


ROUTES = [
    *(players, players_part, check_in, card, card_state, link),
    *map(form_route, _FORMS),
    apart,
    apart_part,
    add_pair,
    remove_pair,
]
