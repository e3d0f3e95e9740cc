"""Signing up in a request: where one signs up, who asks there, and how often one browser or place may."""

from __future__ import annotations

from functools import cached_property

from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.params import FromPath

from ronda.core.verdicts import Refusal
from ronda.desk.permissions import Actor
from ronda.desk.sign_up import MOST_SIGNED_UP, Applicant
from ronda.operations.passes import new_secret
from ronda.operations.phone_sessions import new_device
from ronda.operations.sign_ups import Offer, notify_sign_ups, offer_at
from ronda.store.sign_ups import add_sign_up, how_many
from ronda.web.collections import collection_context_of
from ronda.web.context import Asking, RequestContext, client_of, device_of, words_of
from ronda.web.language import Words
from ronda.web.runtime import Runtime

MOST_OF_A_DEVICE = 12  # a family, a team: more are for the desk


class OfferContext(RequestContext):
    """The context of a request to where one signs up."""

    def __init__(self, request: Asking, runtime: Runtime, words: Words, person: Actor, asked_code: str) -> None:
        super().__init__(request, runtime, words, person)
        self._asked_code = asked_code

    @cached_property
    def offer(self) -> Offer:
        """404 where there is neither an event nor a festival of that code."""
        found = offer_at(self.runtime, self._asked_code)
        if found is None:
            raise NotFoundException("no_such_event")
        return found

    @property
    def code(self) -> str:
        return self.offer.code


GivenOffer = NamedDependency[OfferContext]


def offer_context_of(request: Asking, code: FromPath[str]) -> OfferContext:
    runtime: Runtime = request.app.state.runtime
    person = collection_context_of(request, code).person  # in an event, too
    return OfferContext(request, runtime, words_of(request), person, code)


def sign_up(context: OfferContext, applicant: Applicant) -> tuple[str, str] | Refusal:
    """The secret of the personal page, and the browser's own mark; or why not. So many from one place in a while, so
    many of one browser, and so many in all."""
    runtime, offer = context.runtime, context.offer
    if not offer.rules.offered(runtime.now().date()) or not offer.open_events:
        return Refusal("sign_up_closed", "S4")
    place = client_of(context.request)
    runtime.sign_ups.check(place)
    device, secret = device_of(context.request) or new_device(), new_secret()
    with runtime.store.writes() as connection:
        if how_many(connection, offer.code, device) >= MOST_OF_A_DEVICE:
            raise TooManyRequestsException("too_many_tries")
        if how_many(connection, offer.code) >= MOST_SIGNED_UP:
            return Refusal("collection_full", "S4", {"most": MOST_SIGNED_UP, "what": "sign_ups"})
        add_sign_up(connection, offer.code, secret, applicant, device, runtime.now().isoformat(timespec="seconds"))
    runtime.sign_ups.count(place)
    notify_sign_ups(context, offer)
    return secret, device
