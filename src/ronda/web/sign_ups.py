"""Signing up before the day, at work: where one signs up, who does, who has a place, and how they become players."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from litestar.exceptions import NotFoundException, TooManyRequestsException

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import PlayerFields
from ronda.desk.permissions import Actor, phase
from ronda.desk.sign_up import MOST_SIGNED_UP, Applicant, SignUpRules, Standing, standings
from ronda.operations.collections import events_of
from ronda.operations.event_settings import Setting
from ronda.operations.passes import new_secret
from ronda.operations.phone_sessions import new_device
from ronda.operations.phones import asked, calls_of
from ronda.store import Damaged, Stored, read_code
from ronda.store.live_events import LiveEvent
from ronda.store.sign_ups import SignUp, add_sign_up, find_sign_up, how_many, set_status, sign_ups
from ronda.web.collections import collection_context_of
from ronda.web.context import Asking, RequestContext, client_of, device_of, person_in
from ronda.web.perform import perform
from ronda.web.runtime import Runtime

MOST_OF_A_DEVICE = 12  # a family, a team: more are for the desk
_ALL = "sign_ups"


def read_rules(value: Any) -> SignUpRules:
    try:
        return SignUpRules(**dict(value or {}))
    except (TypeError, ValueError) as error:
        raise Damaged("", 0, "note sign_up") from error


SIGN_UP: Setting[SignUpRules] = Setting("sign_up", read_rules, asdict)


class Offer(NamedTuple):
    """Where one signs up: an event, or the tournaments of a festival. `person` is whoever asks, there."""

    code: str
    name: str
    events: Sequence[LiveEvent]
    person: Actor
    rules: SignUpRules

    @property
    def open_events(self) -> list[LiveEvent]:
        """Those that have not begun: afterwards it is for the desk to let somebody in."""
        return [event for event in self.events if phase(event.tournament) == "setup"]


def offer_of(context: RequestContext, code: str) -> Offer | None:
    """None where there is neither an event nor a festival of that code."""
    runtime, own = context.runtime, read_code(code) or code
    rules = runtime.setting(own, SIGN_UP)
    event = runtime.event(own)
    if event is not None:
        person = person_in(context.request, runtime, own)
        return Offer(event.code, event.tournament.setup.name or event.code, [event], person, rules)
    of = collection_context_of(context.request, own)
    try:
        festival = of.of_kind("festival")
    except NotFoundException:
        return None
    return Offer(festival.code, festival.name, events_of(runtime.store, festival), of.person, rules)


def person_at(request: Asking, runtime: Runtime, code: str, offer: Offer | None) -> Actor:
    return offer.person if offer is not None else person_in(request, runtime, code)


def all_signed_up(runtime: Runtime, offer: Offer) -> list[SignUp]:
    with runtime.store.reads() as connection:
        return sign_ups(connection, offer.code)


def where(offer: Offer, people: Sequence[SignUp]) -> dict[tuple[int, str], Standing]:
    """Where everybody stands. Players who are in a tournament by now, however they came, take its places."""
    active = {
        event.code: sum(player.left_after is None and not player.removed for player in event.tournament.players)
        for event in offer.events
    }
    return standings([one.listed for one in people], offer.rules.places, active, confirm=offer.rules.confirm)


def sign_up(context: RequestContext, offer: Offer, applicant: Applicant) -> tuple[str, str] | Refusal:
    """The secret of the personal page, and the browser's own mark; or why not. So many from one place in a while, so
    many of one browser, and so many in all."""
    runtime = context.runtime
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
        add_sign_up(connection, offer.code, secret, applicant, device, _now(runtime))
    runtime.sign_ups.count(place)
    _tell(runtime, offer)
    return secret, device


def own_sign_up(runtime: Runtime, offer: Offer, secret: str) -> SignUp | None:
    with runtime.store.reads() as connection:
        return find_sign_up(connection, offer.code, secret)


def withdraw(runtime: Runtime, offer: Offer, one: SignUp) -> None:
    """The place is free for the next. Who is a player by now asks the desk to leave, and the desk confirms."""
    if one.status == "entered":
        for code, player in one.players.items():
            runtime.amend(code, calls_of(player), lambda calls: _leaving(runtime, calls))
        return
    with runtime.store.writes() as connection:
        set_status(connection, one, "withdrawn", _now(runtime))
    _tell(runtime, offer)


def _leaving(runtime: Runtime, calls: Any) -> Any:
    made = asked(calls, "leave", (0, 0), runtime.now())
    return None if isinstance(made, Refusal) else made


def answer(runtime: Runtime, offer: Offer, number: int, what: str) -> bool:
    """The desk confirms somebody or declines; False if there is no such sign-up any more."""
    with runtime.store.writes() as connection:
        found = next((one for one in sign_ups(connection, offer.code) if one.number == number), None)
        if found is None or found.applicant is None:
            return False
        done = set_status(connection, found, "confirmed" if what == "confirm" else "declined", _now(runtime))
    _tell(runtime, offer)
    return done


async def enter(runtime: Runtime, offer: Offer, one: SignUp, person: Actor) -> Refusal | None:
    """Somebody becomes a player of every chosen tournament where they have a place; what is refused is told. Whoever
    has to wait in another one stays on its list."""
    if one.applicant is None:
        return Refusal("nothing_changed", "S4")
    people = await asyncio.to_thread(all_signed_up, runtime, offer)
    found = where(offer, people)
    entered: dict[str, int] = {}
    for event in offer.events:
        standing = found.get((one.number, event.code))
        if standing is None or event.code in one.players or standing.state not in ("place", "asked"):
            continue
        given = one.applicant
        body = PlayerFields(name=given.name, club=given.club, licence=given.licence)
        done = await perform(runtime, event.code, Request(ACTIONS["enter"], body, person, confirmed=True))
        if not isinstance(done, Stored):
            return done if isinstance(done, Refusal) else Refusal("busy", "S4", {"code": event.code})
        entered[event.code] = runtime.store.tournament(done).players[-1].id
    if not entered:
        return Refusal("no_place", "S4")
    whole = {*entered, *one.players} >= set(one.events)
    await asyncio.to_thread(_entered, runtime, one, entered, whole=whole)
    _tell(runtime, offer)
    return None


def _entered(runtime: Runtime, one: SignUp, players: Mapping[str, int], *, whole: bool) -> None:
    with runtime.store.writes() as connection:
        set_status(connection, one, "entered" if whole else "confirmed", _now(runtime), dict(players))


def _tell(runtime: Runtime, offer: Offer) -> None:
    for event in offer.events:
        runtime.tell_note(event.code, _ALL)


def _now(runtime: Runtime) -> str:
    return runtime.now().isoformat(timespec="seconds")
