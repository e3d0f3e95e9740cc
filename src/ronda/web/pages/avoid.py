"""Pairs of players who should not meet: siblings, club mates."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Literal

from litestar import Response
from litestar.response import Template

from ronda.core.model import Avoid
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import AvoidList, AvoidPair
from ronda.systems import system
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.http.request_bodies import get_page, post_form
from ronda.web.pages.actions import performed
from ronda.web.perform import seen_in
from ronda.web.player_search import meant, roll_of

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
            found = meant(roll, wish)
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


ROUTES = [apart, apart_part, add_pair, remove_pair]
