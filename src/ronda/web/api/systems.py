"""The systems with their options, what to expect of an event, demonstrations, and events from files."""

from __future__ import annotations

import base64
import binascii
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.exceptions import ClientException
from litestar.params import JSONBody

from ronda.core.chance import fresh_seed
from ronda.core.history import fold
from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import Text
from ronda.formats.errors import Unreadable
from ronda.lab.advice import Advice, advice
from ronda.lab.forecast import forecast, foreseeable
from ronda.lab.simulate import demo_facts
from ronda.store import KeyReused
from ronda.systems import demonstrated, planned_rounds, system
from ronda.views.verdicts import FindingLine, finding_line
from ronda.web.api.desk import NewEvent, event_state, insist_on_system, new_facts
from ronda.web.api.schemas import KEPT, MADE, Error, EventState, Key, in_words, refused, said
from ronda.web.context import GivenContext, RequestContext
from ronda.web.http.request_bodies import FILE, LIST, Size, taking
from ronda.web.list_upload import unreadable_text
from ronda.web.pages.new_event import opened_facts
from ronda.web.pages.start import owning
from ronda.web.perform import created

_ENCODED = Size(FILE.most)


class OptionTrial(msgspec.Struct, frozen=True):
    """What an event with a value of an option is like, on average over simulated ones; `counts` by measure."""

    value: Any
    counts: dict[str, int]


class OptionAdvice(msgspec.Struct, frozen=True):
    """What was tried with each value of the option, the chosen one first; `better` is null where none is."""

    option: str
    players: int
    rounds: int
    runs: int
    tried: list[OptionTrial]
    better: Any


class ForecastState(msgspec.Struct, frozen=True):
    """What is to be expected of the planned rounds. `findings` are notes, warnings and violations of the rulebook for
    this field, and what was foreseen (nothing for a field too large to be tried); `advice` is null where
    nothing was worth comparing, `further_advice` what else was."""

    players: int
    tables: int
    byes: int
    rounds: int
    findings: list[FindingLine]
    advice: OptionAdvice | None
    further_advice: list[OptionAdvice]


class DemoWish(Body, frozen=True):
    """Of which system; without one, that of the start page."""

    system: Text = ""


class OpenedFile(Body, frozen=True):
    """A tournament file, a report file or a workbook, its bytes in base64."""

    content: Annotated[str, msgspec.Meta(max_length=FILE.most)]


@post(
    "/api/forecast",
    opt=taking(LIST, "owner"),
    operation_id="forecastEvent",
    response_description="What is to be expected",
    summary="What to expect of an event before it is made; nothing is stored (owner)",
    responses=KEPT | MADE,
    tags=["systems"],
    status_code=200,
    sync_to_thread=True,
)
def forecast_event(context: GivenContext, data: JSONBody[NewEvent]) -> Response[ForecastState]:
    context.needs("organiser")
    insist_on_system(data.system)
    facts = new_facts(data, "")
    if isinstance(facts, Refusal):
        return refused(context, facts)
    tournament = fold(facts)
    setup, players = tournament.setup, tournament.players
    rules = system(setup.system)
    tables, byes = rules.seats(setup, len(players))
    found = list(rules.validate(setup, players))
    if foreseeable(tournament):
        found += forecast(tournament).findings()
    advised = [_advised(one) for one in advice(setup, players)]
    rounds = planned_rounds(tournament) if players else 0
    lines = [finding_line(one, context.words.speaker) for one in found]
    first, further = advised[0] if advised else None, advised[1:]
    return Response(ForecastState(len(players), tables, byes, rounds, lines, first, further))


def _advised(seen: Advice) -> OptionAdvice:
    tried = [OptionTrial(one.value, dict(zip(seen.measures, one.counts, strict=True))) for one in seen.tried]
    return OptionAdvice(seen.option, seen.players, seen.rounds, seen.runs, tried, seen.better)


@post(
    "/api/demo",
    operation_id="makeDemo",
    response_description="The event that was made",
    summary="Make a demonstration event (owner)",
    responses=KEPT | MADE,
    tags=["events"],
    status_code=201,
    sync_to_thread=True,
)
def make_demo(context: GivenContext, data: JSONBody[DemoWish]) -> Response[EventState]:
    context.needs("organiser")
    name = data.system or demonstrated("browser")
    insist_on_system(name)
    return _made(context, demo_facts(name, context.words("web.demo.name"), fresh_seed()), None)


@post(
    "/api/open",
    opt=taking(_ENCODED, "owner"),
    operation_id="openFile",
    response_description="The event that was made",
    summary="Make an event from a file (owner)",
    responses=KEPT | MADE,
    tags=["events"],
    status_code=201,
    sync_to_thread=True,
)
def open_file(context: GivenContext, data: JSONBody[OpenedFile], key: Key = None) -> Response[EventState]:
    context.needs("organiser")
    try:
        content = base64.b64decode(data.content, validate=True)
    except (binascii.Error, ValueError):
        raise ClientException("bad_request") from None
    try:
        facts = opened_facts(content)
    except Unreadable as trouble:
        message = unreadable_text(trouble, context.words) if content else context.words("web.open.nothing")
        return in_words(Error("unreadable", "S4", message))
    digest = blake2b(content, digest_size=8).hexdigest()
    return _made(context, facts, None if key is None else f"open-{key}-{digest}")


def _made(context: RequestContext, facts: Any, key: str | None) -> Response[EventState]:
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


ROUTES: list[Any] = [forecast_event, make_demo, open_file]
