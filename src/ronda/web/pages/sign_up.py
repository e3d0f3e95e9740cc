"""Signing up before the day: the public form, the personal page, and the list at the desk."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.permissions import Role
from ronda.desk.sign_up import fit_applicant, fit_rules
from ronda.people import name_key
from ronda.store.sign_ups import SignUp
from ronda.web.auth import cookies
from ronda.web.context import GivenContext, RequestContext, client_of, insist
from ronda.web.forms import refusal_text
from ronda.web.http.admission import get_page, post_form
from ronda.web.perform import version_needed
from ronda.web.sign_ups import (
    SIGN_UP,
    Offer,
    all_signed_up,
    answer,
    enter,
    offer_of,
    own_sign_up,
    person_at,
    sign_up,
    where,
    withdraw,
)

ANSWERS = ("confirm", "decline", "enter")


@get_page("/signup/{code:str}")
async def form(context: GivenContext, code: FromPath[str]) -> Template:
    """The public form, or that nobody can sign up now."""
    return await asyncio.to_thread(lambda: _form(context, _offer(context, code)))


def _offer(context: RequestContext, code: str) -> Offer:
    offer = offer_of(context, code)
    if offer is None:
        raise NotFoundException("no_such_event")
    return offer


def _form(context: RequestContext, offer: Offer, trouble: str = "", typed: dict[str, Any] | None = None) -> Template:
    found = where(offer, all_signed_up(context.runtime, offer))
    states = [(code, one.state) for (_, code), one in found.items()]
    taken = {
        event.code: sum(code == event.code and state in ("place", "asked") for code, state in states)
        + sum(player.left_after is None and not player.removed for player in event.tournament.players)
        for event in offer.events
    }
    page = context.page(
        "sign_up.html",
        offer=offer,
        offered=offer.rules.offered(context.runtime.now().date()),
        taken=taken,
        waiting={event.code: states.count((event.code, "waiting")) for event in offer.events},
        trouble=trouble,
        typed=typed or {},
    )
    page.status_code = 422 if trouble else 200
    return page


@post_form("/signup/{code:str}")
async def send(context: GivenContext, code: FromPath[str]) -> Response[Any]:
    """Somebody signs up, and is shown the personal page at once: no mail is sent."""
    offer = await asyncio.to_thread(_offer, context, code)
    given = await context.request.form()
    fields = {name: value for name, value in given.items() if isinstance(value, str)}
    open_events = [event.code for event in offer.open_events]
    chosen = [str(one) for one in given.getall("event", [])] if len(offer.events) > 1 else open_events
    applicant = fit_applicant(fields, chosen, open_events)
    made = applicant if isinstance(applicant, Refusal) else await asyncio.to_thread(sign_up, context, offer, applicant)
    if isinstance(made, Refusal):
        typed = {**fields, "events": chosen}
        return await asyncio.to_thread(_form, context, offer, refusal_text(context, made), typed)
    secret, device = made
    kept = [cookies.made(context.request, cookies.DEVICE, device)]
    return Redirect(f"/signup/{offer.code}/{secret}", status_code=303, cookies=kept)


@get_page("/signup/{code:str}/{secret:str}")
def own(context: GivenContext, code: FromPath[str], secret: FromPath[str]) -> Template:
    """The personal page: a place, a place on the waiting list, or the way to the player's own page."""
    offer, one = _own(context, code, secret)
    found = where(offer, all_signed_up(context.runtime, offer))
    links = {event: f"/p/{event}/{context.runtime.mark(event, player)}" for event, player in one.players.items()}
    events = [event for event in offer.events if event.code in one.events]
    rows = [(event, found[one.number, event.code], links.get(event.code, "")) for event in events]
    return context.page("signed_up.html", offer=offer, one=one, rows=rows, secret=secret, address=context.address)


@post_form("/signup/{code:str}/{secret:str}/withdraw")
async def leave(context: GivenContext, code: FromPath[str], secret: FromPath[str]) -> Response[Any]:
    offer, one = await asyncio.to_thread(_own, context, code, secret)
    await asyncio.to_thread(withdraw, context.runtime, offer, one)
    return Redirect(f"/signup/{offer.code}/{secret}", status_code=303)


def _own(context: RequestContext, code: str, secret: str) -> tuple[Offer, SignUp]:
    place = client_of(context.request)
    context.runtime.guesses.check(place)
    offer = _offer(context, code)
    one = own_sign_up(context.runtime, offer, secret)
    if one is None:
        context.runtime.guesses.failed(place)
        raise NotFoundException("no_such_link")
    return offer, one


# --- the desk ----------------------------------------------------------------------------------------------


def _at_desk(context: RequestContext, code: str, least: Role) -> Offer:
    offer = offer_of(context, code)
    context.person = person_at(context.request, context.runtime, code, offer)
    insist(context.person, least)
    if offer is None:
        raise NotFoundException("no_such_event")
    return offer


@get_page("/signups/{code:str}")
def desk(context: GivenContext, code: FromPath[str]) -> Template:
    """Who signed up, in the order in which they came, and what is offered."""
    return _desk(context, _at_desk(context, code, "helper"))


def _desk(context: RequestContext, offer: Offer, trouble: str = "", status: int = 200) -> Template:
    offer = offer._replace(rules=context.runtime.setting(offer.code, SIGN_UP))
    people = all_signed_up(context.runtime, offer)
    found = where(offer, people)
    keys = [name_key(one.applicant.name) for one in people if one.applicant is not None]
    entered = {name_key(player.name) for event in offer.events for player in event.tournament.players}
    names = {event.code: event.tournament.setup.name or event.code for event in offer.events}
    rows = [
        (
            one,
            [(names[event], found[one.number, event]) for event in one.events if event in names],
            keys.count(name_key(one.applicant.name)) > 1 or name_key(one.applicant.name) in entered,
        )
        for one in people
        if one.applicant is not None
    ]
    page = context.page(
        "sign_ups.html",
        offer=offer,
        rows=rows,
        gone=len(people) - len(rows),
        settings_seen=as_shown(offer),
        trouble=trouble,
        short=f"{context.address}/signup/{offer.code}",
    )
    page.status_code = status
    return page


def as_shown(offer: Offer) -> str:
    """What the form of the settings was made from."""
    return repr(offer.rules)


@post_form("/signups/{code:str}/settings")
async def settings(context: GivenContext, code: FromPath[str]) -> Response[Any]:
    offer = await asyncio.to_thread(_at_desk, context, code, "arbiter")
    given = {name: value for name, value in (await context.request.form()).items() if isinstance(value, str)}
    if not given.get("seen"):
        raise version_needed()
    rules = fit_rules(given)
    if isinstance(rules, Refusal):
        return await asyncio.to_thread(_desk, context, offer, refusal_text(context, rules), 422)
    done = await asyncio.to_thread(
        context.runtime.amend,
        offer.code,
        SIGN_UP,
        lambda standing: rules if given["seen"] == repr(standing) else None,
    )
    if not done:
        return await asyncio.to_thread(_desk, context, offer, context.words("trouble.conflict"), 409)
    return Redirect(f"/signups/{offer.code}", status_code=303)


@post_form("/signups/{code:str}/{number:int}/{what:str}")
async def decide(
    context: GivenContext, code: FromPath[str], number: FromPath[int], what: FromPath[str]
) -> Response[Any]:
    """One of them is confirmed, declined, or becomes a player; number 0 and `enter`: all who have a place."""
    offer = await asyncio.to_thread(_at_desk, context, code, "helper")
    if what not in ANSWERS:
        raise NotFoundException("no_such_page")
    trouble = await decided(context, offer, number, what)
    if trouble is not None:
        return await asyncio.to_thread(_desk, context, offer, refusal_text(context, trouble), 422)
    return Redirect(f"/signups/{offer.code}", status_code=303)


async def decided(context: RequestContext, offer: Offer, number: int, what: str) -> Refusal | None:
    """What the desk says to one of them, or to all."""
    runtime = context.runtime
    if what != "enter":
        done = await asyncio.to_thread(answer, runtime, offer, number, what)
        return None if done else Refusal("nothing_changed", "S4")
    people = await asyncio.to_thread(all_signed_up, runtime, offer)
    found = where(offer, people)
    ready = [
        one
        for one in people
        if one.number == number
        or (not number and one.applicant and any(found[one.number, event].state == "place" for event in one.events))
    ]
    if not ready:
        return Refusal("nothing_changed", "S4")
    for one in ready:
        fresh = await asyncio.to_thread(offer_of, context, offer.code)
        trouble = await enter(runtime, fresh or offer, one, context.person)
        if trouble is not None and (number or trouble.code != "no_place"):
            return trouble
    return None


ROUTES = [form, send, own, leave, desk, settings, decide]
