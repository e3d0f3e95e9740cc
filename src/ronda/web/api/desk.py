"""Events of the whole desk: listed, made, and one as it stands."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from hashlib import blake2b
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ValidationException
from litestar.params import JSONBody
from msgspec.structs import asdict

from ronda import registry
from ronda.core.facts import Created, Fact
from ronda.core.history import fold
from ronda.core.model import OptionValue, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Body
from ronda.desk.actions.bodies import MOST_PLAYERS, NameText, OptionsGiven, PlayerFields, Seed, Text
from ronda.desk.actions.decide_event import player_of, read_options
from ronda.desk.new_event import founded, furnished
from ronda.desk.phases import permission
from ronda.desk.settings import change_options, rename
from ronda.store import KeyReused
from ronda.store.live_events import LiveEvent, podium_of_event
from ronda.store.privacy import due_codes
from ronda.store.seal import head_text
from ronda.systems import system
from ronda.systems.presets import find_preset, presets
from ronda.views.events import event_line, event_stand
from ronda.views.seat import as_published
from ronda.views.standings import podium_steps, winners_of
from ronda.views.systems import PresetLine, preset_line
from ronda.views.verdicts import in_force_lines
from ronda.web.api.schemas import KEPT, MADE, UNKNOWN, ActionState, Events, EventState, Key, refused, said
from ronda.web.context import GivenContext, GivenEvent, RequestContext
from ronda.web.http.request_bodies import LIST, taking
from ronda.web.pages.start import own_events, owning
from ronda.web.perform import MOST_KEY, created, fit_key


class NewEvent(Body, frozen=True):
    """An event before its first round. Players get their numbers in the order of the list."""

    system: Text
    name: NameText
    options: OptionsGiven = msgspec.field(default_factory=dict)
    preset: Text = ""
    seed: Seed | None = None
    players: Annotated[list[PlayerFields], msgspec.Meta(max_length=MOST_PLAYERS)] = msgspec.field(default_factory=list)


@get(
    "/api/events",
    operation_id="listEvents",
    response_description="What was asked for",
    summary="All events on this machine (owner)",
    responses=KEPT,
    tags=["events"],
    sync_to_thread=True,
)
def list_events(context: GivenContext) -> Events:
    context.needs("organiser")
    return events_state(context, deleted=False)


def events_state(context: RequestContext, *, deleted: bool) -> Events:
    """The asker's own events, or those of them that were deleted."""
    store = context.runtime.store
    with store.reads() as connection:
        due = due_codes(connection, date.today())
    own = [one for one in own_events(context) if one.deleted == deleted]
    return Events([event_line(one, store.standing(one), due=one.code in due) for one in own])


class PresetState(PresetLine, frozen=True):
    """House rules that an event can begin with: how many `stages`, and the names of the `categories`."""

    stages: int
    categories: list[str]


class Presets(msgspec.Struct, frozen=True):
    presets: list[PresetState]


@get(
    "/api/presets",
    operation_id="listPresets",
    response_description="What was asked for",
    summary="House rules that an event can begin with (owner)",
    responses=KEPT,
    tags=["events"],
)
async def list_presets(context: GivenContext) -> Presets:
    context.needs("owner")
    lines = [preset_line(one, context.words.speaker) for name in registry.names() for one in presets(name)]
    return Presets([PresetState(**asdict(one), stages=one.stage_count, categories=one.category_names) for one in lines])


@post(
    "/api/events",
    opt=taking(LIST, "owner"),
    operation_id="makeEvent",
    response_description="The event that was made",
    summary="Make an event (owner)",
    responses=KEPT | MADE,
    tags=["events"],
    status_code=201,
    sync_to_thread=True,
)
def make_event(context: GivenContext, data: JSONBody[NewEvent], key: Key = None) -> Response[EventState]:
    context.needs("organiser")
    if key is not None and not fit_key(key):
        return refused(context, Refusal("bad_key", "S4", {"most": MOST_KEY}))
    insist_on_system(data.system)
    facts = new_facts(data, key)
    if isinstance(facts, Refusal):
        return refused(context, facts)
    try:
        stored = created(context.runtime, context.person, facts, key)
    except KeyReused:
        return said(context, "key_reused", 409)
    if isinstance(stored, Refusal):
        return refused(context, stored)
    event = context.runtime.store.live.of(stored)
    headers = {"location": f"/api/events/{event.code}", "etag": f'"{event.version}"'}
    context.person = owning(context, event.code)
    return Response(event_state(context, event), headers=headers)


def insist_on_system(name: str) -> None:
    """Stops here unless there is such a system."""
    if not registry.known(name):
        wrong = {"message": f"No such system: use {', '.join(registry.names())}", "key": "system", "source": "body"}
        raise ValidationException("bad_request", extra=[wrong])


def new_facts(wish: NewEvent, key: str | None) -> Sequence[Fact] | Refusal:
    seed = _seed(key) if wish.seed is None else wish.seed
    rules = system(wish.system)
    empty = fold([Created(Setup(wish.system, options=rules.new_options({}), seed=seed))])
    renamed = rename(empty, wish.name) if wish.name.strip() else Refusal("name_missing", "S4")
    if isinstance(renamed, Refusal):
        return renamed
    preset = find_preset(wish.system, wish.preset) if wish.preset else None
    if wish.preset and preset is None:
        known = ", ".join(one.id for one in presets(wish.system))
        return Refusal("unknown_preset", "PS6.2", {"preset": wish.preset, "known": known})
    options: dict[str, OptionValue] = {}
    given: OptionsGiven = {**(preset.options if preset else {}), **wish.options}
    if given:
        changed = change_options(empty, read_options(wish.system, given))
        if isinstance(changed, Refusal) and changed.code != "nothing_changed":
            return changed
        options = {} if isinstance(changed, Refusal) else dict(changed.options)
    players = [player_of(one, n) for n, one in enumerate(wish.players, start=1)]
    facts = founded(replace(empty.setup, name=renamed.name, options=rules.new_options(options)), players)
    return facts if isinstance(facts, Refusal) or preset is None else furnished(preset, facts, date.today().year)


def _seed(key: str | None) -> int:
    """A seed that nobody chose; a request that comes again with its key finds the same."""
    chance = os.urandom(16) if key is None else key.encode()
    return int.from_bytes(blake2b(chance, digest_size=4).digest())


@get(
    "/api/events/{code:str}",
    operation_id="getEvent",
    response_description="What was asked for",
    summary="An event as it stands, and what may be done now",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def get_event(event_context: GivenEvent) -> Response[EventState]:
    state = event_state(event_context, event_context.event)
    return Response(state, headers={"etag": f'"{state.version}"'})


def event_state(context: RequestContext, event: LiveEvent) -> EventState:
    """As the asker may know it: a draft is the desk's own."""
    tournament = event.tournament if context.person.may("helper") else as_published(event.tournament)
    podium = podium_of_event(event)
    return EventState(
        **asdict(event_stand(tournament)),
        code=event.code,
        version=event.version,
        role=context.person.role,
        deeds=_actions(context, tournament),
        in_force=in_force_lines(tournament, context.words.speaker),
        winners=winners_of(podium),
        provisional_winners=winners_of(podium, provisional=True),
        podium=podium_steps(podium, context.words.speaker),
        head=head_text(event.version, event.stored.hash) if context.person.may("helper") else None,
    )


def _actions(context: RequestContext, tournament: Tournament) -> list[ActionState]:
    """A result that is not there yet is entered, not corrected: no table is meant."""
    return [
        ActionState(
            action.name,
            action.role,
            permission(action.kind(tournament, None) if callable(action.kind) else action.kind, tournament),
            action.allowed(context.person),
        )
        for action in ACTIONS.values()
    ]


ROUTES = [list_events, list_presets, make_event, get_event]
