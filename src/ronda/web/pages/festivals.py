"""A festival: several tournaments side by side, with one check-in, one code, one wall and one schedule."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from litestar import Response
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import Presence
from ronda.desk.permissions import phase
from ronda.operations.collections import events_of
from ronda.operations.operation import Outcome
from ronda.operations.phone_sessions import all_phones, asking
from ronda.operations.phones import Call, open_calls
from ronda.operations.sign_ups import SIGN_UP
from ronda.people import name_key, people_in, same_people
from ronda.store.live_events import LiveEvent
from ronda.web.auth import cookies
from ronda.web.collections import CollectionContext, GivenCollection
from ronda.web.context import EventContext, event_context_of
from ronda.web.forms import Form, form_route, refusal_text, seen_as
from ronda.web.http.admission import get_page, post_form
from ronda.web.joining import (
    MOST_SUGGESTED,
    ask_word,
    claimed,
    found_players,
    kept_word,
    needs_word,
    own_phone,
    proof_of,
)
from ronda.web.next_step import NextStep, next_step
from ronda.web.pages.wall import LEAST_STAY, MOST_STAY, festival_door
from ronda.web.perform import perform, read_number
from ronda.web.visibility import page_from

SECONDS = 30  # that the wall shows one tournament
_LONGEST = 100
_LONGEST_COOKIE = 3_000
_PEOPLE = 100  # on a page


class AtDesk(NamedTuple):
    """A tournament as the desk of the festival sees it: where it stands, and who is needed there."""

    event: LiveEvent
    context: EventContext
    step: NextStep
    calls: Sequence[Call]
    phones: int

    @property
    def wanted(self) -> bool:
        return bool(self.calls or self.phones)


class Entrant(NamedTuple):
    """Somebody with the seats in all tournaments: the event, the player, and whether they are here."""

    name: str
    club: str
    seats: tuple[tuple[LiveEvent, int, bool], ...]

    @property
    def here(self) -> bool:
        return all(here for _, _, here in self.seats)


def festival_values(context: CollectionContext) -> dict[str, Any]:
    found = context.of_kind("festival")
    rows = [_at_desk(context, event) for event in events_of(context.store, found)]
    return {
        "rows": sorted(rows, key=lambda one: not one.wanted),
        "days": _days(context),
        "events": [one.event for one in rows],
        "names": _names([one.event for one in rows]),
        "word_changes": context.runtime.display(found.code).word_changes,
        **festival_door(context),
    }


def _at_desk(context: CollectionContext, event: LiveEvent) -> AtDesk:
    own = event_context_of(context.request, event.code)
    calls = open_calls(context.runtime, event.code, event.tournament)
    waiting = asking(all_phones(context.runtime, event.code))
    return AtDesk(event, own, next_step(own), calls, len(waiting))


def _days(context: CollectionContext) -> list[tuple[date, list[tuple[int, Any]]]]:
    """The schedule, day by day, each line with its number."""
    lines = list(enumerate(context.collection.plan, start=1))
    return [(date.fromisoformat(day), list(rows)) for day, rows in groupby(lines, key=lambda one: one[1].date)]


@get_page("/collections/{code:str}/part/festival", "helper")
def festival_part(collection_context: GivenCollection) -> Template:
    """What needs whom, anew."""
    return collection_context.page("parts/festival.html", **festival_values(collection_context))


# --- check-in ----------------------------------------------------------------------------------------------


@get_page("/collections/{code:str}/check-in", "helper")
def check_in_list(collection_context: GivenCollection, find: FromQuery[str] = "", page: FromQuery[int] = 1) -> Template:
    """Everybody once, with all their tournaments."""
    return _check_in_page(collection_context, find, page)


def _check_in_page(context: CollectionContext, find: str, page: int = 1, trouble: str = "") -> Template:
    people = entrants(events_of(context.store, context.of_kind("festival")))
    wanted = name_key(find[:_LONGEST])
    meant = [one for one in people if all(word in name_key(one.name) for word in wanted.split())]
    return context.page(
        "festival_check_in.html",
        find=find[:_LONGEST],
        page=page_from(meant, page, _PEOPLE),
        arrived=sum(one.here for one in people),
        people=len(people),
        trouble=trouble,
    )


def entrants(events: Sequence[LiveEvent]) -> list[Entrant]:
    """Everybody who may still play, once, by name; who cannot be told apart from another of an event stands alone."""
    named = {event.code: people_in(event.tournament) for event in events}
    keys, _, _ = same_people(named, {})
    found: dict[str, Entrant] = {}
    for event in events:
        for player in event.tournament.players:
            if player.removed or player.left_after is not None:
                continue
            key = keys[event.code].get(player.id, f"{event.code} {player.id}")
            seat = (event, player.id, player.id in event.tournament.here)
            before = found.get(key, Entrant(player.name, player.club, ()))
            found[key] = before._replace(seats=(*before.seats, seat))
    return sorted(found.values(), key=lambda one: name_key(one.name))


@post_form("/collections/{code:str}/check-in", "helper")
async def check_in(collection_context: GivenCollection) -> Response[Any]:
    """Somebody has arrived, in every tournament that the form names."""
    context = collection_context
    festival, form = context.of_kind("festival"), context.form
    here, find = form.get("here") != "false", str(form.get("find", ""))[:_LONGEST]
    for seat in form.getall("seat", [])[: len(festival.codes)]:
        code, _, text = str(seat).partition(" ")
        player = read_number(text)
        if code not in festival.codes or player is None:
            continue
        request = Request(ACTIONS["check-in"], Presence(player=player, here=here), context.person)
        answer = await perform(context.runtime, code, request)
        if isinstance(answer, Refusal) and answer.code not in ("nothing_changed", "unknown_player"):
            told = refusal_text(event_context_of(context.request, code), answer)
            return await asyncio.to_thread(_check_in_page, context, find, 1, told)
    target = f"/collections/{festival.code}/check-in"
    return Redirect(target, status_code=303, query_params={"find": find} if find and not here else {})


# --- for everybody -----------------------------------------------------------------------------------------


@get_page("/f/{code:str}")
def public_festival(collection_context: GivenCollection) -> Template:
    """The tournaments and where they stand, and the schedule."""
    context = collection_context
    events = events_of(context.store, context.of_kind("festival"))
    faces = [(event, phase(event.tournament), context.runtime.display(event.code)) for event in events]
    facts = {
        "signing_up": context.runtime.setting(context.code, SIGN_UP).offered(context.now().date()),
        "faces": faces,
        "days": _days(context),
        "names": _names(events),
    }
    return context.page("public_festival.html", **facts)


def _names(events: Sequence[LiveEvent]) -> dict[str, str]:
    return {event.code: event.tournament.setup.name or event.code for event in events}


@get_page("/f/{code:str}/join")
def join_festival(collection_context: GivenCollection, who: FromQuery[str] = "") -> Template:
    """Who are you? The tournaments of that name, and those that this phone has joined."""
    context = collection_context
    typed = " ".join(who[:_LONGEST].split())
    joined, found = [], []
    marks = _marks(context)
    for event in events_of(context.store, context.of_kind("festival")):
        own = event_context_of(context.request, event.code).as_public()
        mark = marks.get(event.code, "")
        mine = own_phone(own, mark) if mark else None
        if mine is not None:
            joined.append((own, mine[0], mark, mine[1]))
        elif own.display.join and typed:
            found += [(own, player) for player in found_players(own, typed)[:MOST_SUGGESTED]]
    return context.page("festival_join.html", typed=typed, joined=joined, found=_grouped(found))


def _marks(context: CollectionContext) -> dict[str, str]:
    """What this browser has joined, by event."""
    kept = cookies.read(context.request, cookies.festival(context.code))[:_LONGEST_COOKIE]
    pairs = (one.partition(".") for one in kept.split("_") if one)
    return {code: mark for code, _, mark in pairs}


def _grouped(found: Sequence[tuple[EventContext, Any]]) -> list[tuple[str, list[tuple[EventContext, Any]]]]:
    """The tournaments of everybody whose public name is the same."""
    groups: dict[str, list[tuple[EventContext, Any]]] = {}
    for own, player in found:
        groups.setdefault(own.words.name(player.id), []).append((own, player))
    return list(groups.items())


@post_form("/f/{code:str}/claim")
async def claim_seats(collection_context: GivenCollection) -> Response[Any]:
    """The phone speaks for somebody in each of the tournaments that were chosen."""
    context = collection_context
    festival, form = context.of_kind("festival"), context.form
    seats = [str(seat) for seat in form.getall("seat", [])[: len(festival.codes)]]
    chosen = [(code, number) for code, _, number in (seat.partition(" ") for seat in seats) if code in festival.codes]
    proof = await asyncio.to_thread(proof_of, context, festival.code, str(form.get("word", "")))
    marks, last, device = _marks(context), None, None
    doors = [(event_context_of(context.request, code), number) for code, number in chosen]
    if not form.get("ask") and any(needs_word(own, number, proof, marks.get(own.code, "")) for own, number in doors):
        fields, back = [("seat", seat) for seat in seats], f"/f/{festival.code}/join"
        return ask_word(context, f"/f/{festival.code}/claim", fields, festival.name, back, proof)
    for own, number in doors:
        joined = await claimed(own, number, marks.get(own.code, ""), by_word=proof == "right")
        if joined is None:
            context.refuse_guess("no_such_link")
        marks[own.code], last = joined.mark, joined
        device = device or next((one for one in joined.cookies if one.value != joined.mark), None)
    text = "_".join(f"{code}.{mark}" for code, mark in marks.items())
    kept = [cookies.make_cookie(context.request, cookies.festival(festival.code), text), *([device] if device else [])]
    target = f"/f/{festival.code}/join"
    if last is not None and len(marks) == 1 and not last.waiting:
        target = f"/p/{next(iter(marks))}/{last.mark}"
    return Redirect(target, status_code=303, cookies=[*kept, *kept_word(context, festival.code, proof)])


@get_page("/f/{code:str}/wall")
def festival_wall(
    collection_context: GivenCollection, after: FromQuery[str] = "", seconds: FromQuery[int] = SECONDS
) -> Response[Any]:
    """The wall of the next tournament: each is shown for a while, then comes the next."""
    context = collection_context
    festival = context.of_kind("festival")
    codes = [event.code for event in events_of(context.store, festival)]
    if not codes:
        return Redirect(f"/f/{festival.code}", status_code=303)
    following = codes[(codes.index(after) + 1) % len(codes)] if after in codes else codes[0]
    stay = min(max(seconds, LEAST_STAY), MOST_STAY)
    asked = {"festival": festival.code, "seconds": str(stay)}
    return Redirect(f"/wall/{following}", status_code=303, query_params=asked)


ROUTES = [
    festival_part,
    check_in_list,
    check_in,
    public_festival,
    join_festival,
    claim_seats,
    festival_wall,
    form_route(Form("changeFestivalWord", reads=seen_as("changes"), ignores=(Outcome.CONFLICT,))),
]
