"""Seasons and festivals in a request: which one it is about, and who asks; where one signs up for a festival or an
event, and how often one browser or place may."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.params import FromPath
from litestar.response import Template

from ronda.core.verdicts import Refusal
from ronda.desk.collections import Collection, CollectionKind
from ronda.desk.permissions import ROLES, Actor
from ronda.desk.sign_up import MOST_SIGNED_UP, Applicant
from ronda.operations.collections import found_collection
from ronda.operations.event_settings import new_secret
from ronda.operations.phone_sessions import new_device
from ronda.operations.sign_ups import Offer, notify_sign_ups, offer_at
from ronda.store.sign_ups import add_sign_up, how_many
from ronda.web.context import Asking, RequestContext, client_of, device_of, person_in, words_of
from ronda.web.language import Words
from ronda.web.runtime import Runtime

MOST_OF_A_DEVICE = 12  # a family, a team: more are for the desk


class CollectionContext(RequestContext):
    """The context of a request to one season or festival. Who may do something in every event of a festival may do it
    in the festival; a season belongs to the owner."""

    def __init__(
        self, request: Asking, runtime: Runtime, words: Words, person: Actor, found: Collection | None
    ) -> None:
        super().__init__(request, runtime, words, person)
        self._found = found

    @property
    def collection(self) -> Collection:
        """404 where there is none of that code, or it was deleted."""
        if self._found is None or self._found.deleted:
            raise NotFoundException("no_such_event")
        return self._found

    def of_kind(self, kind: CollectionKind) -> Collection:
        found = self.collection
        if found.kind != kind:
            raise NotFoundException("no_such_event")
        return found

    @property
    def code(self) -> str:
        return self.collection.code

    def page(self, template: str, status: int = 0, /, **facts: Any) -> Template:
        return super().page(template, status, collection=self.collection, **facts)


GivenCollection = NamedDependency[CollectionContext]


def collection_context_of(request: Asking, code: FromPath[str]) -> CollectionContext:
    runtime: Runtime = request.app.state.runtime
    found = found_collection(runtime.store, code)
    person = person_in(request, runtime, code)
    if found is not None and found.kind == "festival" and not person.may("owner"):
        person = _in_all(request, runtime, found)
    return CollectionContext(request, runtime, words_of(request), person, found)


def _in_all(request: Asking, runtime: Runtime, festival: Collection) -> Actor:
    """As whoever the person is in the event where they may least."""
    people = [person_in(request, runtime, code) for code in festival.codes]
    return min(people, key=lambda one: ROLES.index(one.role), default=person_in(request, runtime, ""))


# --- signing up --------------------------------------------------------------------------------------------


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
