"""The players: found, checked in, entered one by one or as a list, edited, in and out; who should not meet; and the
link of each for a phone."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations
from typing import Any, Literal

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.core.model import Avoid, Player, RequestedBye
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import AvoidList, AvoidPair, PlayerList, Presence
from ronda.desk.actions.decide_event import enter_all
from ronda.desk.fees import fee_list, fee_of
from ronda.operations.operation import Outcome
from ronda.operations.phone_sessions import holders
from ronda.operations.phones import LinkState
from ronda.operations.phones import link as player_link
from ronda.sheets.typesetting import qr_svg
from ronda.store import Conflict, KeyReused
from ronda.store.people_histories import recognised
from ronda.systems import system
from ronda.systems.declarations import PlayerField
from ronda.views.verdicts import worded
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import since
from ronda.web.forms import Form, end_without, form_route, said, seen_as
from ronda.web.http.admission import LIST, get_page, post_form
from ronda.web.list_upload import UploadedList, blamed, filled_in, look, uploaded
from ronda.web.pages.actions import performed
from ronda.web.perform import may, perform, seen_in
from ronda.web.player_search import PAGE, SHOWINGS, best_matches, listing, pool_of, roll_of, row_of
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
    return (*(("club",) if context.uses("clubs") else ()), *(field.name for field in _asked_for(context)))


# --- check-in ----------------------------------------------------------------------------------------------


@post_form("/e/{code:str}/check-in", "helper")
async def check_in(event_context: GivenEvent) -> Response[Any]:
    """From the keyboard: a number or a part of the name, Enter."""
    context = event_context
    form = await context.request.form()
    wish, seen_at = str(form.get("q", ""))[:200], seen_in(form.get("_version"))
    found = best_matches(roll_of(context.tournament), wish)
    if len(found) != 1:
        key = "web.players.several" if found else "web.players.nobody"
        return said(context, "refused", context.words(key, wish=wish, n=len(found)), status=422)
    player = found[0]
    if player.id in context.tournament.here:
        return said(context, "refused", context.words("web.players.already", player=player.id), status=422)
    request = Request(ACTIONS["check-in"], Presence(player=player.id), context.person, seen_at=seen_at)
    made = await performed(context, request, "/players")
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
    coming = range(max(tournament.next_round, player.joined_round), context.planned_rounds + 1)
    asked = tuple((number, kind) for number, kind in player.byes if number >= tournament.next_round)
    gone = player.left_after
    return ByeWishes(kinds, asked, tuple(number for number in coming if gone is None or number <= gone))


@get_page("/e/{code:str}/players/list", "arbiter")
async def blank_list(event_context: GivenEvent) -> Template:
    return event_context.page("players_list.html", **_shown(event_context, UploadedList(), secrets.token_urlsafe(16)))


@post_form("/e/{code:str}/players/list", "arbiter", LIST)
async def enter_list(event_context: GivenEvent) -> Response[Any]:
    """Looks at the list, or enters all of it, if it is the one that was looked at."""
    context = event_context
    form = await context.request.form()
    upload = await uploaded(form.get("file"))
    key = str(form.get("_key", ""))[:64]
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    looked = await asyncio.to_thread(look, fields, upload, context.words)
    if "known" in form and looked.players:
        looked = await asyncio.to_thread(_with_known, context, looked)
    trouble = looked.trouble
    if looked.players and "make" in form and form.get("seen") == looked.digest:
        trouble = await _entered(context, looked, f"list-{key}-{looked.digest}", seen_in(form.get("_version")))
        if not trouble:
            return Redirect(f"/e/{context.code}/players", status_code=303)
    elif looked.players:
        trouble = await asyncio.to_thread(_objection, context, looked)
    facts = _shown(context, looked, key, trouble=trouble, filled=bool(upload) or looked.mended)
    page = context.page("parts/list_preview.html" if context.htmx else "players_list.html", **facts)
    page.status_code = 422 if trouble and "make" in form else 200
    return page


async def _entered(context: EventContext, looked: UploadedList, key: str, seen_at: int) -> str:
    """Enters them all; why not, if not."""
    try:
        body = PlayerList(looked.text, lenient=True)
        request = Request(ACTIONS["enter-list"], body, context.person, seen_at=seen_at, key=key)
        answer = await perform(context.runtime, context.code, request)
    except KeyReused:
        return context.words("trouble.key_reused")
    if isinstance(answer, Refusal) and answer.code == "overtaken":
        return " ".join(
            [context.words("trouble.conflict"), *await asyncio.to_thread(since, context, answer.facts["versions"])]
        )
    if isinstance(answer, Refusal):
        return blamed(answer, context.words)
    return context.words("trouble.conflict") if isinstance(answer, Conflict) else ""


def _objection(context: EventContext, looked: UploadedList) -> str:
    """Why the event will not have them, before anybody tries."""
    found = enter_all(context.tournament, PlayerList(looked.text, lenient=True), context.person)
    return blamed(found, context.words) if isinstance(found, Refusal) else ""


def _with_known(context: EventContext, looked: UploadedList) -> UploadedList:
    """The list with what the list of people knows, as somebody asked for."""
    found = recognised(context.runtime.store, looked.players) if context.knows_people else {}
    text = filled_in(looked, {number: replace(one.person, key=one.key) for number, one in found.items()})
    return replace(look({"players": text}, b"", context.words), mended=True)


def _shown(
    context: EventContext, looked: UploadedList, key: str, *, trouble: str = "", filled: bool = False
) -> dict[str, Any]:
    known = {player.name.casefold() for player in context.tournament.players}
    again = sum(player.name.casefold() in known for player in looked.players)
    people = recognised(context.runtime.store, looked.players) if looked.players and context.knows_people else {}
    return {
        "people": people,
        "looked": looked,
        "key": key,
        "trouble": trouble,
        "filled": filled,
        "known": known,
        "again": again,
    }


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
    blank_list,
    enter_list,
    apart,
    apart_part,
    add_pair,
    remove_pair,
]
