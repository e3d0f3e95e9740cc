"""Signing up before the day: the public form, the personal page, and the list at the desk."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.sign_up import fit_applicant, fit_rules
from ronda.operations.sign_ups import SIGN_UP, all_signed_up, where, withdraw
from ronda.people import name_key
from ronda.store.sign_ups import SignUp, find_sign_up
from ronda.web.auth import cookies
from ronda.web.collections import GivenOffer, OfferContext, sign_up
from ronda.web.context import client_of
from ronda.web.forms import Form, form_route, refusal_text
from ronda.web.http.admission import get_page, post_form
from ronda.web.perform import version_needed


@get_page("/signup/{code:str}")
def form(offer_context: GivenOffer) -> Template:
    """The public form, or that nobody can sign up now."""
    return _form(offer_context)


def _form(context: OfferContext, trouble: str = "", typed: dict[str, Any] | None = None) -> Template:
    offer = context.offer
    found = where(offer, all_signed_up(context.store, offer))
    states = [(code, one.state) for (_, code), one in found.items()]
    taken = {
        event.code: sum(code == event.code and state in ("place", "asked") for code, state in states)
        + sum(player.left_after is None and not player.removed for player in event.tournament.players)
        for event in offer.events
    }
    return context.page(
        "sign_up.html",
        offer=offer,
        offered=offer.rules.offered(context.now().date()),
        taken=taken,
        waiting={event.code: states.count((event.code, "waiting")) for event in offer.events},
        trouble=trouble,
        typed=typed or {},
    )


@post_form("/signup/{code:str}")
def send(offer_context: GivenOffer) -> Response[Any]:
    """Somebody signs up, and is shown the personal page at once: no mail is sent."""
    context, offer, fields = offer_context, offer_context.offer, offer_context.texts
    open_events = [event.code for event in offer.open_events]
    chosen = [str(one) for one in context.form.getall("event", [])] if len(offer.events) > 1 else open_events
    applicant = fit_applicant(fields, chosen, open_events)
    made = applicant if isinstance(applicant, Refusal) else sign_up(context, applicant)
    if isinstance(made, Refusal):
        return _form(context, refusal_text(context, made), {**fields, "events": chosen})
    secret, device = made
    kept = [cookies.make_cookie(context.request, cookies.DEVICE, device)]
    return Redirect(f"/signup/{offer.code}/{secret}", status_code=303, cookies=kept)


@get_page("/signup/{code:str}/{secret:str}")
def own(offer_context: GivenOffer, secret: FromPath[str]) -> Template:
    """The personal page: a place, a place on the waiting list, or the way to the player's own page."""
    context, one = offer_context, _own(offer_context, secret)
    offer = context.offer
    found = where(offer, all_signed_up(context.store, offer))
    links = {event: f"/p/{event}/{context.runtime.mark(event, player)}" for event, player in one.players.items()}
    events = [event for event in offer.events if event.code in one.events]
    rows = [(event, found[one.number, event.code], links.get(event.code, "")) for event in events]
    return context.page("signed_up.html", offer=offer, one=one, rows=rows, secret=secret, address=context.address)


@post_form("/signup/{code:str}/{secret:str}/withdraw")
def leave(offer_context: GivenOffer, secret: FromPath[str]) -> Response[Any]:
    withdraw(offer_context, offer_context.offer, _own(offer_context, secret))
    return Redirect(f"/signup/{offer_context.code}/{secret}", status_code=303)


def _own(context: OfferContext, secret: str) -> SignUp:
    context.runtime.guesses.check(client_of(context.request))
    with context.store.reads() as connection:
        one = find_sign_up(connection, context.code, secret)
    if one is None:
        context.refuse_guess("no_such_link")
    return one


# --- the desk ----------------------------------------------------------------------------------------------


@get_page("/signups/{code:str}", "helper")
def desk(offer_context: GivenOffer) -> Template:
    """Who signed up, in the order in which they came, and what is offered."""
    return _desk(offer_context)


def _desk(context: OfferContext, trouble: str = "", status: int = 0, **_: Any) -> Template:
    offer = context.offer._replace(rules=context.runtime.setting(context.code, SIGN_UP))
    people = all_signed_up(context.store, offer)
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
    return context.page(
        "sign_ups.html",
        status,
        offer=offer,
        rows=rows,
        gone=len(people) - len(rows),
        settings_seen=repr(offer.rules),
        trouble=trouble,
        short=f"{context.address}/signup/{offer.code}",
    )


@post_form("/signups/{code:str}/settings", "arbiter")
def settings(offer_context: GivenOffer) -> Response[Any]:
    context, given = offer_context, offer_context.texts
    if not given.get("seen"):
        raise version_needed()
    rules = fit_rules(given)
    if isinstance(rules, Refusal):
        return _desk(context, refusal_text(context, rules))
    if not context.runtime.amend(
        context.code, SIGN_UP, lambda standing: rules if given["seen"] == repr(standing) else None
    ):
        return _desk(context, context.words("trouble.conflict"), 409)
    return Redirect(f"/signups/{context.code}", status_code=303)


ROUTES = [
    *(form, send, own, leave, desk, settings),
    form_route(Form("answerSignUp", _desk, "", path="/{number}/{answer}")),
]
