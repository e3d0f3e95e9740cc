"""The phone page of one player: table, partner and opponents, clock, report and confirmation, results; and what makes
it an app."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, get_args

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import ValidationError, convert

from ronda.core.model import RequestedBye, Result, Scored, Side
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, PHONE, Body, Request
from ronda.desk.bodies import OwnBye, OwnPresence, Report
from ronda.desk.players import find_player, own_bye_choices
from ronda.operations.clock import clock_of
from ronda.operations.colours import USUAL, accent_of
from ronda.operations.event import visible_round
from ronda.operations.event_settings import new_secret
from ronda.operations.phone_sessions import Phone, card_opened, found_phone, holders
from ronda.operations.phones import CallWish, ask, calls_of, final_place, own_seat
from ronda.store import Conflict, KeyReused
from ronda.store.live_events import standings_of
from ronda.systems import system
from ronda.systems.declarations import MatchParts
from ronda.views.rulings import own_penalties
from ronda.views.seat import (
    Seat,
    as_published,
    company,
    complete_rounds,
    from_side,
    outcome_of,
    played_by,
    shown_played,
    why_here,
)
from ronda.views.verdicts import shown_reasons
from ronda.web.context import SEEN_HEADER, EventContext, GivenContext, GivenEvent
from ronda.web.forms import refusal_text
from ronda.web.http.admission import get_page, post_form
from ronda.web.perform import Answer, perform, seen_in
from ronda.web.rendering import HERE, static
from ronda.web.visibility import honours, number_text
from ronda.web.walls import WALLS

TemplateValues = dict[str, Any]

_REPORTING = ("playing", "reported", "asked", "disputed", "held")
_LONGEST_KEY = 80


@get_page("/p/{code:str}/{mark:str}")
def phone(phone_context: GivenEvent, mark: FromPath[str]) -> Template:
    context, player = phone_context, phone_context.person.player
    if player is not None and context.by_card:
        card_opened(context.runtime, context.code, player)
    return phone_context.page("phone.html", **_values(phone_context, mark))


@get_page("/p/{code:str}/{mark:str}/part")
def phone_part(phone_context: GivenEvent, mark: FromPath[str]) -> Template:
    """The page without its frame, loaded again when something has happened."""
    return phone_context.page("parts/phone.html", **_values(phone_context, mark))


@post_form("/p/{code:str}/{mark:str}/ask/{what:str}")
async def ask_desk(phone_context: GivenEvent, mark: FromPath[str], what: FromPath[str]) -> Response[Any]:
    try:
        body = convert({"what": what}, CallWish)
    except ValidationError:
        raise NotFoundException("no_such_page") from None
    made = await asyncio.to_thread(ask, phone_context, body)
    trouble = {"call_trouble": refusal_text(phone_context, made)} if isinstance(made, Refusal) else {}
    return await _answered(phone_context, mark, trouble)


@post_form("/p/{code:str}/{mark:str}/tell/{name:str}")
async def tell(phone_context: GivenEvent, mark: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """What the player says, with their own side first."""
    if name not in PHONE:
        raise NotFoundException("no_such_page")
    form = await phone_context.request.form()
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    seen_at = seen_in(fields.pop("_version", ""))
    ask = _ask(phone_context, name, fields)
    key = fields.get("_key", "")
    try:
        usable = key if key.isprintable() and len(key) <= _LONGEST_KEY else ""
        request = Request(ACTIONS[name], ask, phone_context.person, seen_at=seen_at, key=usable or None)
        answer = await perform(phone_context.runtime, phone_context.code, request)
    except KeyReused:  # it came before, and the page shows what became of it
        answer = phone_context.event.stored
    after = _afterwards(phone_context)
    return await _answered(after, mark, _trouble(after, ask, answer, fields))


async def _answered(context: EventContext, mark: str, trouble: TemplateValues) -> Response[Any]:
    """An empty answer means that it is stored: a full hall is not kept waiting until everybody's page is made. What is
    wrong stands on the page beside what was typed."""
    if not trouble:
        if not context.htmx:
            return Redirect(f"/p/{context.code}/{mark}", status_code=303)
        return Response(None, status_code=204, headers={SEEN_HEADER: str(context.event.version)})
    facts = await asyncio.to_thread(_values, context, mark)
    page = context.page("parts/phone.html" if context.htmx else "phone.html", **{**facts, **trouble})
    page.status_code = 422
    return page


def _ask(context: EventContext, name: str, fields: dict[str, str]) -> Body:
    if name == "arrive":
        return OwnPresence(here=fields.get("here", "true") == "true")
    if name == "withdraw":
        return Body()
    if name == "ask-bye":
        return _bye_wish(fields.get("wish", ""))
    rules, setup = system(context.tournament.setup.system).rules, context.tournament.setup
    text = fields.get("result") or _typed(fields, rules.results.form_for(setup).parts)
    if "result" not in fields and own_seat(context).side == 1:
        read = rules.results.read(text, setup)
        text = text if isinstance(read, Refusal) else rules.results.write(from_side(read, 1))
    number = fields.get("round", "")
    return Report(
        text, sure=fields.get("sure") == "true", round=int(number) if number.isascii() and number.isdecimal() else None
    )


def _typed(fields: dict[str, str], parts: MatchParts | None) -> str:
    """What the player typed, own side first: a score, games with those that were drawn, or sets in lines or in one."""
    values = {name: value.strip() for name, value in fields.items()}

    def both(number: str = "") -> str:
        return f"{values.get(f'ours{number}', '')}-{values.get(f'theirs{number}', '')}"

    if parts is not None and parts.sets:
        lines = (both(str(number)) for number in range(1, parts.most + 1))
        return values.get("line") or " ".join(line for line in lines if line != "-")
    return f"{both()}-{values['drawn']}" if values.get("drawn") else both()


def _fields(result: Result | None) -> dict[str, str]:
    """The fields of a result, own side first."""
    if not isinstance(result, Scored):
        return {}
    found = {"ours": result.first, "theirs": result.second, "drawn": result.drawn}
    for number, (ours, theirs) in enumerate(result.sets, start=1):
        found |= {f"ours{number}": ours, f"theirs{number}": theirs}
    return {name: str(value) for name, value in found.items()}


def _bye_wish(text: str) -> OwnBye:
    """`4 H`: the round and the kind; without a kind, the wish is taken back."""
    number, _, kind = text.partition(" ")
    known = next((one for one in get_args(RequestedBye) if one == kind), None)
    if not (number.isascii() and number.isdecimal() and len(number) < 4) or (kind and known is None):
        raise ValidationException("bad_request")
    return OwnBye(int(number), known)


def _afterwards(context: EventContext) -> EventContext:
    """The same context to the event as it stands after the action."""
    event = context.runtime.event(context.code, heard=True) or context.event
    view = context.view._replace(tournament=as_published(event.tournament))
    after = EventContext(context.request, context.runtime, context.person, event, context.display, view)
    after.by_card = context.by_card
    return after


def _trouble(context: EventContext, ask: Body, answer: Answer, fields: dict[str, str]) -> TemplateValues:
    """What the page says beside the field, and what was typed there. That there is nothing to do any more is no
    trouble: a report may arrive twice."""
    if isinstance(answer, Conflict) or (isinstance(answer, Refusal) and answer.code == "overtaken"):
        return {"trouble": context.words("trouble.conflict")}
    if not isinstance(answer, Refusal) or answer.code in ("nothing_changed", "no_table_now"):
        return {}
    if isinstance(ask, OwnBye):
        return {"bye_trouble": refusal_text(context, answer)}
    typed: TemplateValues = {"typed": fields, "filled": fields}
    if isinstance(ask, Report):
        rules, setup = system(context.tournament.setup.system).rules, context.tournament.setup
        read = rules.results.read(ask.result, setup)
        if not isinstance(read, Refusal) and rules.results.doubted(read, setup) == answer:
            own = from_side(read, own_seat(context).side)
            return {**typed, "doubt": context.result_text(own), "doubted": ask.result}
        if "number" in answer.facts and not fields.get("line"):
            return {**typed, "set_trouble": (answer.facts["number"], refusal_text(context, answer))}
    return {**typed, "trouble": refusal_text(context, answer)}


def _values(context: EventContext, mark: str) -> TemplateValues:
    tournament = context.tournament
    seat = own_seat(context)
    player = context.person.player or 0
    after = complete_rounds(tournament)
    rows = standings_of(context.event, after) if after else ()
    clock = clock_of(context.runtime.store, context.event)
    partners, opponents = company(played_by(tournament, player))
    return {
        "mark": mark,
        "by_card": context.by_card,
        "seat": seat,
        "player": player,
        "number": number_text(context, player),
        "phase": context.phase,
        "reporting": context.display.reports and seat.state in _REPORTING,
        "key": new_secret(),
        "here": player in tournament.here,
        "newer": _newer_phones(context, mark),
        "clock": clock if seat.table is not None and seat.table.result is None else None,
        "why": _why(context, seat),
        "penalties": own_penalties(tournament, context.words.speaker, player),
        "played": [
            past
            for past in shown_played(tournament, player, context.words.speaker)
            if past.outcome not in (None, "pending")
        ],
        "met": [(key, met) for key, met in (("partners", partners), ("opponents", opponents)) if met],
        "after": after,
        "place": next((row.place for row in rows if row.player == player), None),
        "of": sum(row.place is not None for row in rows),
        "final": final_place(context.event, player),
        "declaration": honours(context)["declaration"],
        "own_result": from_side(seat.table.result, seat.side) if seat.table and seat.table.result else None,
        "means": lambda result: outcome_of(tournament, seat, player, result),
        "choices": _choices(context, seat),
        "form": context.system.rules.results.form_for(tournament.setup),
        "filled": _fields(seat.ours),
        "write": context.result_text,
        "sent": lambda result: system(tournament.setup.system).rules.results.write(from_side(result, seat.side)),
        "byes": _byes(context),
        "bye_trouble": "",
        "typed": {},
        "set_trouble": (0, ""),
        "calls": context.runtime.setting(context.code, calls_of(player)),
        "walls": context.runtime.setting(context.code, WALLS),
        "call_trouble": "",
        "trouble": "",
        "doubt": "",
        "doubted": "",
    }


def _byes(context: EventContext) -> TemplateValues:
    """The byes that stand for rounds to come, which of them are the player's to take back, and what can be asked."""
    tournament = as_published(context.event.tournament)  # a draft is nobody's business: who asks then is refused
    player = find_player(tournament, context.person.player or 0)
    assert not isinstance(player, Refusal), "a phone belongs to a player"
    offered = context.system.rules.byes.on_phones(tournament.setup)
    open_ = context.can("bye") and bool(offered.kinds)
    return {
        "asked": [
            (number, kind, open_ and kind in offered.kinds)
            for number, kind in player.byes
            if number >= tournament.next_round
        ],
        "choices": own_bye_choices(tournament, player) if open_ else [],
        "each": offered.each,
        "last": offered.last,
    }


def _newer_phones(context: EventContext, mark: str) -> tuple[Phone, ...]:
    """Phones that speak for the player since after this one: whoever holds this one is told."""
    known = found_phone(context.runtime, context.code, mark)
    live = holders(context.runtime, context.code, context.person.player or 0).live
    return tuple(phone for phone in live if known is None or phone.since > known.phone.since)


def _why(context: EventContext, seat: Seat) -> list[str]:
    if seat.round is None or (seat.table is None and seat.state != "resting"):
        return []
    number = context.person.player or 0
    asked = next((bye.kind for bye in seat.round.byes if bye.player == number and bye.kind != "U"), None)
    if asked is not None:
        return [context.words("log.bye_requested", player=number, round=seat.round.number, kind=asked)]
    found = why_here(visible_round(context, seat.round), number, context.tournament.setup.system)
    return [one.text for one in shown_reasons(found, context.words.speaker)]


def _choices(context: EventContext, seat: Seat) -> list[tuple[str, Side, str]]:
    """Results to choose from as (what it means to me, who wins, how it is written), where a system has only a few."""
    rules, setup = system(context.tournament.setup.system).rules, context.tournament.setup
    winners = {"won": (context.person.player or 0, *seat.partners), "lost": seat.opponents}
    found = []
    for meaning, text in rules.results.form_for(setup).quick:
        result = rules.results.read(text, setup)
        assert not isinstance(result, Refusal)
        found.append((meaning, winners.get(meaning, ()), rules.results.write(from_side(result, seat.side))))
    return found


@get_page("/sw.js")
async def worker() -> Response[bytes]:
    """At the root, since a worker serves what is below it."""
    return Response(_worker(), media_type="text/javascript")


@cache
def _worker() -> bytes:
    return (HERE / "static" / "worker.js").read_bytes()


@get_page("/offline")
async def offline(context: GivenContext) -> Template:
    """Kept on the phone, and shown when nothing else can be."""
    return context.page("offline.html")


@get_page("/p/{code:str}/{mark:str}/app.webmanifest")
async def manifest(phone_context: GivenEvent, mark: FromPath[str]) -> Response[bytes]:
    context, root = phone_context, phone_context.runtime.settings.root
    at = f"{root}/p/{phone_context.code}/{mark}"
    colours = accent_of(context.identity.accent or USUAL)
    name = context.tournament.setup.name or context.code
    face = context.identity
    logo = (
        [{"src": f"{root}/e/{context.code}/logo?v={face.logo}", "sizes": "any", "purpose": "any"}] if face.logo else []
    )
    told = {
        "id": at,
        "name": name,
        "short_name": name[:24],
        "lang": context.words.language,
        "start_url": at,
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": "#f3f4f2",
        "theme_color": colours["rail"],
        "icons": [
            *logo,
            {"src": f"{root}{static('icon.svg')}", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        ],
    }
    return Response(msgspec.json.encode(told), media_type="application/manifest+json")


ROUTES = [phone, phone_part, tell, ask_desk, worker, offline, manifest]
