"""Signing up before the day: who did, who has a place, and how they become players."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Literal, NamedTuple, Protocol

import msgspec

from ronda.core import Frozen, Refusal
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.bodies import NameText, PlayerFields, Text
from ronda.desk.permissions import phase
from ronda.desk.sign_up import SignUpRules, Standing, State, Status, standings
from ronda.operations.collections import events_of, found_collection
from ronda.operations.event_settings import EventSettings, Setting
from ronda.operations.operation import Caller, Operation
from ronda.operations.phones import Calls, asked, calls_of
from ronda.store import Store, Stored, read_code
from ronda.store.live_events import LiveEvent
from ronda.store.sign_ups import SignUp, set_status, sign_ups

_ALL = "sign_ups"


SIGN_UP: Setting[SignUpRules] = Setting("sign_up", SignUpRules, asdict)


class Offer(NamedTuple):
    """Where one signs up: an event, or the tournaments of a festival."""

    code: str
    name: str
    events: Sequence[LiveEvent]
    rules: SignUpRules

    @property
    def open_events(self) -> list[LiveEvent]:
        """Those that have not begun: afterwards it is for the desk to let somebody in."""
        return [event for event in self.events if phase(event.tournament) == "setup"]


def offer_at(settings: EventSettings, code: str) -> Offer | None:
    """None where there is neither an event nor a festival of that code."""
    code = read_code(code) or code
    rules, event = settings.setting(code, SIGN_UP), settings.store.event(code)
    if event is not None and not event.tournament.deleted:
        return Offer(event.code, event.tournament.setup.name or event.code, [event], rules)
    festival = found_collection(settings.store, code)
    if festival is None or festival.deleted or festival.kind != "festival":
        return None
    return Offer(festival.code, festival.name, events_of(settings.store, festival), rules)


class OfferCaller(Caller, Protocol):
    """Whoever asks where one signs up; `person` is who they are there."""

    @property
    def offer(self) -> Offer: ...


class SignUpForm(Body):
    """`events` are the codes of the tournaments; of a single event it may be left out."""

    name: NameText
    club: Text = ""
    licence: Text = ""
    note: Text = ""
    events: Annotated[list[Text], msgspec.Meta(max_length=500)] = []


class SignUpPlace(Frozen):
    """`position` on the waiting list, from 1; 0 elsewhere."""

    event: str
    state: State
    position: int


class SignUpReceipt(Frozen):
    """`link` is the personal page: whoever has it may withdraw."""

    link: str
    places: list[SignUpPlace]


class SignUpLine(Frozen):
    """Somebody of whom something is still wanted, in the order in which they came."""

    number: int
    name: str
    club: str
    licence: str
    note: str
    confirmed: bool
    since: str
    places: list[SignUpPlace]


class SignUps(Frozen):
    """What is offered, and who signed up."""

    code: str
    open: bool
    places: int
    until: str
    confirm: bool
    people: list[SignUpLine]


class SignUpAnswer(Body):
    """`enter` makes somebody a player of every chosen tournament where there is a place."""

    answer: Literal["confirm", "decline", "enter"]


def all_signed_up(store: Store, offer: Offer) -> list[SignUp]:
    with store.reads() as connection:
        return sign_ups(connection, offer.code)


def where(offer: Offer, people: Sequence[SignUp]) -> dict[tuple[int, str], Standing]:
    """Where everybody stands. Players who are in a tournament by now, however they came, take its places."""
    active = {
        event.code: sum(player.left_after is None and not player.removed for player in event.tournament.players)
        for event in offer.events
    }
    return standings([one.listed for one in people], offer.rules.places, active, confirm=offer.rules.confirm)


def list_sign_ups(caller: OfferCaller) -> SignUps:
    offer = caller.offer
    people, rules = all_signed_up(caller.store, offer), offer.rules
    found = where(offer, people)
    lines = [
        SignUpLine(
            one.number,
            one.applicant.name,
            one.applicant.club,
            one.applicant.licence,
            one.applicant.note,
            one.status == "confirmed",
            one.created_at,
            [SignUpPlace(event, *found[one.number, event]) for event in one.events],
        )
        for one in people
        if one.applicant is not None
    ]
    return SignUps(offer.code, rules.open, rules.places, rules.until, rules.confirm, lines)


async def answer_sign_up(caller: OfferCaller, number: int, body: SignUpAnswer) -> SignUps | Refusal:
    """One of them is confirmed, declined, or becomes a player; number 0 and `enter`: all who have a place."""
    offer = await asyncio.to_thread(lambda: caller.offer)
    if body.answer == "enter":
        refused = await _enter(caller, offer, number)
    else:
        status: Status = "confirmed" if body.answer == "confirm" else "declined"
        people = await asyncio.to_thread(all_signed_up, caller.store, offer)
        found = next((one for one in people if one.number == number and one.applicant is not None), None)
        done = found is not None and await asyncio.to_thread(_set_status, caller, offer, found, status)
        refused = None if done else Refusal("nothing_changed", "S4")
    return await asyncio.to_thread(list_sign_ups, caller) if refused is None else refused


def _set_status(
    caller: Caller, offer: Offer, one: SignUp, status: Status, players: dict[str, int] | None = None
) -> bool:
    with caller.store.writes() as connection:
        done = set_status(connection, one, status, caller.now().isoformat(timespec="seconds"), players)
    notify_sign_ups(caller, offer)
    return done


def notify_sign_ups(caller: Caller, offer: Offer) -> None:
    """Open pages look again."""
    for event in offer.events:
        caller.settings.notify_note(event.code, _ALL)


async def _enter(caller: Caller, offer: Offer, number: int) -> Refusal | None:
    people = await asyncio.to_thread(all_signed_up, caller.store, offer)
    found = where(offer, people)
    ready = [
        one
        for one in people
        if one.number == number
        or (not number and one.applicant and any(found[one.number, event].state == "place" for event in one.events))
    ]
    for one in ready:
        refused = await _enter_one(caller, await asyncio.to_thread(_as_it_stands, caller.store, offer), one)
        if refused is not None and (number or refused.code != "no_place"):
            return refused
    return None if ready else Refusal("nothing_changed", "S4")


def _as_it_stands(store: Store, offer: Offer) -> Offer:
    found = [store.event(event.code) for event in offer.events]
    return offer._replace(events=[event for event in found if event is not None and not event.tournament.deleted])


async def _enter_one(caller: Caller, offer: Offer, one: SignUp) -> Refusal | None:
    """Somebody becomes a player of every chosen tournament where they have a place; what is refused is told. Whoever
    has to wait in another one stays on its list."""
    if one.applicant is None:
        return Refusal("nothing_changed", "S4")
    found = where(offer, await asyncio.to_thread(all_signed_up, caller.store, offer))
    entered: dict[str, int] = {}
    for event in offer.events:
        standing = found.get((one.number, event.code))
        if standing is None or event.code in one.players or standing.state not in ("place", "asked"):
            continue
        given = one.applicant
        body = PlayerFields(name=given.name, club=given.club, licence=given.licence)
        done = await caller.perform(event.code, Request(ACTIONS["enter"], body, caller.person, confirmed=True))
        if not isinstance(done, Stored):
            return done if isinstance(done, Refusal) else Refusal("busy", "S4", {"code": event.code})
        entered[event.code] = caller.store.tournament(done).players[-1].id
    if not entered:
        return Refusal("no_place", "S4")
    everywhere = {*entered, *one.players} >= set(one.events)
    await asyncio.to_thread(_set_status, caller, offer, one, "entered" if everywhere else "confirmed", entered)
    return None


def withdraw(caller: Caller, offer: Offer, one: SignUp) -> None:
    """The place is free for the next. Who is a player by now asks the desk to leave, and the desk confirms."""
    if one.status != "entered":
        _set_status(caller, offer, one, "withdrawn")
        return

    def leaving(calls: Calls) -> Calls | None:
        made = asked(calls, "leave", (0, 0), caller.now())
        return None if isinstance(made, Refusal) else made

    for code, player in one.players.items():
        caller.settings.amend(code, calls_of(player), leaving)


OPERATIONS = (
    Operation(
        "getSignUps",
        "GET ",
        "helper",
        list_sign_ups,
        "Who signed up for an event or a festival",
    ),
    Operation(
        "answerSignUp",
        "POST /{number}",
        "helper",
        answer_sign_up,
        "Confirm or decline a sign-up, or make a player of it",
        answers="Nothing more to say",
    ),
)
