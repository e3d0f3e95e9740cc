"""The events of a server: listed, made, looked at before they are made, and one as it stands."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from datetime import date
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from ronda import registry
from ronda.core import Frozen, OptionValue, Refusal, Setup, fold, fresh_seed, replace
from ronda.core.facts import Created, Entered, Fact
from ronda.core.text_rules import unfit_text
from ronda.desk.actions import Body
from ronda.desk.bodies import MOST_PLAYERS, NameText, OptionsGiven, PlayerFields, Seed, Text
from ronda.desk.permissions import Actor
from ronda.desk.players import player_of
from ronda.desk.settings import change_options, duplicate, founded, furnished, read_options, rename, taken_up
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_facts
from ronda.formats.player_lists import WORKBOOKS
from ronda.formats.workbooks import read_workbook
from ronda.lab.forecast import Advice, advice, forecast, foreseeable
from ronda.lab.simulate import DEMONSTRATED, demo_facts
from ronda.operations.appearance import IDENTITY, PICTURE, given_identity
from ronda.operations.event import EventState, event_state
from ronda.operations.operation import Caller, EventCaller, Misfit, Operation, Outcome, Worded
from ronda.store import KeyReused, Store, Stored, Summary, read_code
from ronda.store.access import NoRoom, account_of_id, belonging, codes_of, take_room
from ronda.store.privacy import due_codes
from ronda.systems import names, planned_rounds, rules_of, system
from ronda.systems.presets import find_preset, presets
from ronda.views.events import EventLine, PresetLine, SystemView, event_line, preset_line, system_view
from ronda.views.verdicts import FindingLine, finding_line, unreadable_text

MOST_KEY = 200
MOST_FILE = 20_000_000  # an event of thousands of players as a file


class Events(Frozen):
    events: list[EventLine]


class PresetState(PresetLine):
    """House rules that an event can begin with: how many `stages`, and the names of the `categories`."""

    stages: int
    categories: list[str]


class Presets(Frozen):
    presets: list[PresetState]


class NewEvent(Body):
    """An event before its first round. Players get their numbers in the order of the list."""

    system: Text
    name: NameText
    options: OptionsGiven = {}
    preset: Text = ""
    seed: Seed | None = None
    players: Annotated[list[PlayerFields], msgspec.Meta(max_length=MOST_PLAYERS)] = []


class DemoWish(Body):
    """Of which system; without one, that of the start page."""

    system: Text = ""


class OpenedFile(Body):
    """A tournament file, a report file or a workbook, its bytes in base64."""

    content: Annotated[str, msgspec.Meta(max_length=MOST_FILE)]


class CopyName(Body):
    """What the other event is called, and its day, as `2026-11-24`; without one it has none yet."""

    name: NameText
    date: Text = ""


# --- whose events ------------------------------------------------------------------------------------------


def own_events(caller: Caller) -> list[Summary]:
    """Those of the account, or of the server's owner, also archived and deleted ones."""
    with caller.store.reads() as connection:
        codes = codes_of(connection, caller.person.account)
    return [summary for summary in caller.store.summaries() if summary.code in codes]


def owning(caller: Caller, code: str) -> Actor | None:
    """The caller as the owner of the event, which no address of it makes known while it is deleted; None if it is not
    theirs."""
    with caller.store.reads() as connection:
        account = belonging(connection, read_code(code) or "").account
    return replace(caller.person, role="owner") if account == caller.person.account else None


def list_events(caller: Caller) -> Events:
    return _lines(caller, deleted=False)


def list_deleted(caller: Caller) -> Events:
    return _lines(caller, deleted=True)


def _lines(caller: Caller, *, deleted: bool) -> Events:
    store = caller.store
    with store.reads() as connection:
        due = due_codes(connection, date.today())
    own = [one for one in own_events(caller) if one.deleted == deleted]
    return Events([event_line(one, store.standing(one), due=one.code in due) for one in own])


# --- new events --------------------------------------------------------------------------------------------


def list_presets(caller: Caller) -> Presets:
    lines = [preset_line(one, caller.speaker) for name in registry.names() for one in presets(name)]
    return Presets([PresetState(**asdict(one), stages=one.stage_count, categories=one.category_names) for one in lines])


def make_event(caller: Caller, body: NewEvent, key: str | None = None) -> EventState | Refusal | Misfit | Outcome:
    if key is not None and not fit_key(key):
        return Refusal("bad_key", "S4", {"most": MOST_KEY})
    facts = unknown_system(body.system) or new_facts(body, key)
    return facts if isinstance(facts, Refusal | Misfit) else created_event_state(caller, facts, key)


def fit_key(key: str) -> bool:
    """Whether it can tell one request from another: one line of printable text."""
    return 0 < len(key) <= MOST_KEY and key.isprintable()


def unknown_system(name: str) -> Misfit | None:
    return None if registry.known(name) else Misfit("system", f"No such system: use {', '.join(registry.names())}")


def new_facts(wish: NewEvent, key: str | None) -> Sequence[Fact] | Refusal:
    seed = _seed(key) if wish.seed is None else wish.seed
    rules = system(wish.system).rules
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
        set_to = change_options(empty, read_options(wish.system, given))
        if isinstance(set_to, Refusal) and set_to.code != "nothing_changed":
            return set_to
        options = {} if isinstance(set_to, Refusal) else dict(set_to.options)
    players = [player_of(one, n) for n, one in enumerate(wish.players, start=1)]
    facts = founded(replace(empty.setup, name=renamed.name, options=rules.new_options(options)), players)
    return facts if isinstance(facts, Refusal) or preset is None else furnished(preset, facts, date.today().year)


def _seed(key: str | None) -> int:
    """A seed that nobody chose; a request that comes again with its key finds the same."""
    chance = os.urandom(16) if key is None else key.encode()
    return int.from_bytes(blake2b(chance, digest_size=4).digest())


def created_event_state(
    caller: Caller, facts: Sequence[Fact], key: str | None = None
) -> EventState | Refusal | Outcome:
    """The event of these facts, for its owner."""
    try:
        stored = created(caller.store, caller.person, facts, key)
    except KeyReused:
        return Outcome.KEY_REUSED
    if isinstance(stored, Refusal):
        return stored
    owner = owning(caller, stored.code)
    return Outcome.NO_EVENT if owner is None else event_state(caller, caller.store.live.of(stored), owner)


def created(store: Store, person: Actor, facts: Sequence[Fact], key: str | None = None) -> Stored | Refusal:
    """The one way in which a request makes an event: an organiser's is theirs, as long as there is room for it. Raises
    KeyReused."""
    if person.account is None:
        return store.create(facts, actor=person.actor, key=key)
    number = person.account
    with store.reads() as connection:
        found = account_of_id(connection, number)
    most = found.most_players if found else None
    if most is not None and sum(isinstance(fact, Entered) for fact in facts) > most:
        return Refusal("account_players", "S4", {"most": most})
    try:
        return store.create(
            facts,
            actor=person.actor,
            key=key,
            same_transaction=lambda connection, code: take_room(connection, code, number),
        )
    except NoRoom as full:
        return Refusal("account_events", "S4", {"most": full.most})


def make_demo(caller: Caller, body: DemoWish) -> EventState | Refusal | Misfit | Outcome:
    name = body.system or DEMONSTRATED
    return unknown_system(name) or created_event_state(
        caller, demo_facts(name, caller.speaker.say("web.demo.name"), fresh_seed())
    )


def open_file(caller: Caller, body: OpenedFile, key: str | None = None) -> EventState | Refusal | Worded | Outcome:
    try:
        content = base64.b64decode(body.content, validate=True)
    except ValueError:
        return Outcome.UNREADABLE
    try:
        facts = opened_facts(content)
    except Unreadable as trouble:
        say = caller.speaker.say
        return Worded("unreadable", unreadable_text(trouble, caller.speaker) if content else say("web.open.nothing"))
    digest = blake2b(content, digest_size=8).hexdigest()
    return created_event_state(caller, facts, None if key is None else f"open-{key}-{digest}")


def opened_facts(data: bytes) -> list[Fact]:
    """The event that a file tells of. Raises Unreadable."""
    return taken_up(fold(read_workbook(data) if data.startswith(WORKBOOKS) else event_facts(data)))


def duplicate_event(caller: EventCaller, body: CopyName) -> EventState | Refusal:
    """The same club in the same place on another day: its face goes along."""
    name, settings = " ".join(body.name.split()), caller.settings
    face = given_identity({"date": body.date, "until": ""}, settings.setting(caller.code, IDENTITY))
    if isinstance(face, Refusal):
        return face
    stored = unfit_text(name) or created(caller.store, caller.person, duplicate(caller.tournament, name, fresh_seed()))
    if isinstance(stored, Refusal):
        return stored
    picture = settings.setting(caller.code, PICTURE)
    settings.amend(stored.code, PICTURE, lambda _: picture)
    settings.amend(stored.code, IDENTITY, lambda _: face)
    return event_state(caller, caller.store.live.of(stored))


OPERATIONS = (
    Operation("listEvents", "GET /events", "organiser", list_events, "All events on this machine"),
    Operation("listPresets", "GET /presets", "owner", list_presets, "House rules that an event can begin with"),
    Operation(
        "makeEvent",
        "POST /events",
        "organiser",
        make_event,
        "Make an event",
        answers="The event that was made",
        status=201,
    ),
    Operation(
        "makeDemo",
        "POST /demo",
        "organiser",
        make_demo,
        "Make a demonstration event",
        answers="The event that was made",
        status=201,
    ),
    Operation(
        "openFile",
        "POST /open",
        "organiser",
        open_file,
        "Make an event from a file",
        answers="The event that was made",
        status=201,
    ),
    Operation(
        "duplicateEvent",
        "POST /duplicate",
        "owner",
        duplicate_event,
        "The same set-up and the same players once more, before the first round",
        answers="The event that was made",
        status=201,
    ),
    Operation(
        "listDeleted", "GET /deleted", "organiser", list_deleted, "Events that were deleted and can be brought back"
    ),
)


class Systems(Frozen):
    systems: list[SystemView]


class OptionTrial(Frozen):
    """What an event with a value of an option is like, on average over simulated ones; `counts` by measure."""

    value: Any
    counts: dict[str, int]


class OptionAdvice(Frozen):
    """What was tried with each value of the option, the chosen one first; `better` is null where none is."""

    option: str
    players: int
    rounds: int
    runs: int
    tried: list[OptionTrial]
    better: Any


class ForecastState(Frozen):
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


def list_systems(caller: Caller) -> Systems:
    return Systems([system_view(system(name), caller.speaker) for name in names()])


def get_system(caller: Caller, name: str) -> SystemView | Outcome:
    return system_view(system(name), caller.speaker) if registry.known(name) else Outcome.MISSING


def forecast_event(caller: Caller, body: NewEvent) -> ForecastState | Refusal | Misfit:
    facts = unknown_system(body.system) or new_facts(body, "")
    if isinstance(facts, Refusal | Misfit):
        return facts
    tournament = fold(facts)
    setup, players = tournament.setup, tournament.players
    rules = rules_of(setup)
    tables, byes = rules.seating.seats(setup, len(players))
    found = list(rules.validate(setup, players))
    if foreseeable(tournament):
        found += forecast(tournament).findings()
    advised = [_advised(one) for one in advice(setup, players)]
    rounds = planned_rounds(tournament) if players else 0
    lines = [finding_line(one, caller.speaker) for one in found]
    return ForecastState(len(players), tables, byes, rounds, lines, advised[0] if advised else None, advised[1:])


def _advised(seen: Advice) -> OptionAdvice:
    tried = [OptionTrial(one.value, dict(zip(seen.measures, one.counts, strict=True))) for one in seen.tried]
    return OptionAdvice(seen.option, seen.players, seen.rounds, seen.runs, tried, seen.better)


OF_SYSTEMS = (
    Operation("listSystems", "GET /systems", "public", list_systems, "The systems with their options"),
    Operation("getSystem", "GET /systems/{name}", "public", get_system, "One system with its options"),
    Operation(
        "forecastEvent",
        "POST /forecast",
        "organiser",
        forecast_event,
        "What to expect of an event before it is made; nothing is stored",
        answers="What is to be expected",
    ),
)
