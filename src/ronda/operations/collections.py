"""Seasons and festivals: listed, made and changed; and the standings of a season, from what each event gives, which is
kept until the event changes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, NamedTuple, Protocol

from msgspec.structs import asdict

from ronda.core import Frozen, Refusal
from ronda.desk.actions import Body
from ronda.desk.bodies import NameText
from ronda.desk.collections import (
    AnyChange,
    AskedChange,
    ChangeUndone,
    Collection,
    CollectionKind,
    EventInclusion,
    Recorded,
    adjustments,
    begun,
    decided,
    last_change,
)
from ronda.desk.permissions import Role
from ronda.desk.season import CountedEvent, EventShare, SeasonTable, definition_of, season_table, share_of
from ronda.operations.appearance import IDENTITY, public_naming
from ronda.operations.operation import Caller, Operation, Outcome
from ronda.store import Damaged, Store, people_list, read_code
from ronda.store.collections import (
    EventHead,
    append_change,
    changes_of,
    collections,
    create_collection,
    heads_of,
    read_collection,
)
from ronda.store.live_events import LiveEvent
from ronda.systems.labels import NAME_MODES, NameMode, shown_part
from ronda.views.season import SeasonLists, season_lists

# The schedule of a festival is made on the day; what belongs together, and what it is worth, is the owner's.
LEAST: Mapping[str, Role] = {"plan": "arbiter", "unplan": "arbiter"}


class CollectionCaller(Caller, Protocol):
    """Whoever asks for something of one season or festival."""

    @property
    def collection(self) -> Collection: ...

    def of_kind(self, kind: CollectionKind) -> Collection:
        """The same; one of the other kind is not there."""


class CountedLine(Frozen):
    event: str
    tier: str
    must: bool
    date: str


class PlannedLine(Frozen):
    """A line of the schedule; without an event it is for all."""

    date: str
    time: str
    text: str
    event: str


class CollectionState(Frozen):
    """A season or a festival as it stands; `version` counts its changes."""

    code: str
    kind: CollectionKind
    name: str
    version: int
    public: bool
    rules: dict[str, Any]
    events: list[CountedLine]
    plan: list[PlannedLine]


class Collections(Frozen):
    collections: list[CollectionState]


class NewCollection(Body):
    """`rules` of a season as its file has them; a festival has none."""

    of: CollectionKind
    name: NameText
    rules: dict[str, Any] = {}


class UndoWish(Frozen, tag_field="kind", tag="undo", forbid_unknown_fields=True):
    """The last change is not in force any more."""


def found_collection(store: Store, code: str) -> Collection | None:
    if read_code(code) is None:
        return None
    with store.reads() as connection:
        return read_collection(connection, code)


def all_collections(store: Store) -> list[Collection]:
    with store.reads() as connection:
        return collections(connection)


def changes(store: Store, code: str) -> list[Recorded]:
    with store.reads() as connection:
        return changes_of(connection, code)


def events_of(store: Store, collection: Collection) -> list[LiveEvent]:
    """Those that are there, in the order in which they were counted."""
    found = [store.event(code) for code in collection.codes]
    return [event for event in found if event is not None and not event.tournament.deleted]


def list_collections(caller: Caller) -> Collections:
    return Collections([_state(one) for one in all_collections(caller.store)])


def _state(one: Collection) -> CollectionState:
    return CollectionState(
        one.code,
        one.kind,
        one.name,
        one.version,
        one.public or one.kind == "festival",
        one.rules,
        [CountedLine(event.event, event.tier, event.must, event.date) for event in one.events],
        [PlannedLine(line.date, line.time, line.text, line.event) for line in one.plan],
    )


def make_collection(caller: Caller, body: NewCollection) -> CollectionState | Refusal:
    change = begun(body.of, body.name, body.rules)
    if isinstance(change, Refusal):
        return change
    with caller.store.writes() as connection:
        return _state(create_collection(connection, change, caller.person.actor, _now(caller)))


def _now(caller: Caller) -> str:
    return caller.now().isoformat(timespec="seconds")


def get_collection(caller: CollectionCaller) -> CollectionState | Outcome:
    found = caller.collection
    return _state(found) if found.kind == "festival" or caller.person.may("owner") else Outcome.FORBIDDEN


def change_collection(
    caller: CollectionCaller, body: AskedChange | UndoWish, version: int | None = None
) -> CollectionState | Refusal | Outcome:
    if not caller.person.may(LEAST.get(str(type(body).__struct_config__.tag), "owner")):
        return Outcome.FORBIDDEN
    standing = caller.collection
    if isinstance(body, UndoWish):
        found = undo(caller, standing.code, standing.version if version is None else version)
    else:
        found = record(caller, standing.code, body, version)
    return _state(found) if isinstance(found, Collection) else found


def record(caller: Caller, code: str, change: AnyChange, seen: int | None) -> Collection | Refusal | Outcome:
    """The collection after this change; a conflict if somebody else changed it since it was seen."""
    dated = _with_date(caller, code, change)
    with caller.store.writes() as connection:
        standing = read_collection(connection, code)
        if standing is None:
            return Outcome.MISSING
        if seen not in (None, standing.version):
            return Outcome.CONFLICT
        heads = heads_of(connection, [dated.event]) if isinstance(dated, EventInclusion) else {}
        known = {event for event, head in heads.items() if not head.deleted}
        answer = decided(standing, dated, known.__contains__)
        if isinstance(answer, Refusal):
            return answer
        after = append_change(connection, standing, answer, caller.person.actor, _now(caller))
        if after is None:
            return Outcome.CONFLICT
    for event in after.codes:
        caller.settings.notify_note(event, "festival")
    return after


def _with_date(caller: Caller, collection: str, change: AnyChange) -> AnyChange:
    """An event that is counted without a date has the one of its face, else the day on which it was made; its code as
    codes are written."""
    if not isinstance(change, EventInclusion):
        return change
    code = read_code(change.event) or change.event
    standing = None if change.date else found_collection(caller.store, collection)
    day = change.date or next((one.date for one in (standing.events if standing else ()) if one.event == code), "")
    event = caller.store.event(code) if not day and read_code(code) else None
    if event is not None and not event.tournament.deleted:
        made = caller.store.records(event.stored, 1, 1)[0].at.date().isoformat()
        day = caller.settings.setting(code, IDENTITY).date or made
    return EventInclusion(code, change.tier, change.must, day)


def undo(caller: Caller, code: str, seen: int) -> Collection | Refusal | Outcome:
    """Without the last change that is in force."""
    with caller.store.writes() as connection:
        last, standing = last_change(changes_of(connection, code)), read_collection(connection, code)
        if standing is None:
            return Outcome.MISSING
        if seen != standing.version:
            return Outcome.CONFLICT
        if last is None:
            return Refusal("nothing_to_undo", "S4")
        undone = ChangeUndone(last.version)
        return append_change(connection, standing, undone, caller.person.actor, _now(caller)) or Outcome.CONFLICT


# --- the standings of a season -----------------------------------------------------------------------------


class SeasonNow(NamedTuple):
    """A season at this moment: the table, its events as the list of events has them, and those that are gone."""

    table: SeasonTable
    heads: dict[str, EventHead]
    gone: tuple[str, ...]

    def event_name(self, code: str) -> str:
        return self.heads[code].name or code if code in self.heads else code


class SeasonEventLine(Frozen):
    """An event that counts; `state`: it is `counted`, it is `running` still, or it fell out as too `old`."""

    event: str
    name: str
    date: str
    tier: str
    must: bool
    state: Literal["counted", "running", "old", "gone"]


class SeasonState(SeasonLists, kw_only=True):
    """A season as it stands: `rows` where points are added, `totals` where evenings are; `clubs` where they are ranked;
    `not_counted`: events that are still running. `rules` as the file of a season has them. `person` is for the owner
    only."""

    code: str
    version: int
    name: str
    public: bool
    rules: dict[str, Any]
    events: list[SeasonEventLine]


def season_now(store: Store, season: Collection, *, provisional: bool = False) -> SeasonNow:
    """Worked out from the events as they are now (SE8.1). Only what has changed is read."""
    with store.reads() as connection:
        heads = heads_of(connection, season.codes)
        also = people_list.mergings(connection)
    counted, gone = [], []
    for one in season.ordered:
        share = _share(store, heads[one.event]) if one.event in heads else None
        if share is None:
            gone.append(one.event)
        else:
            counted.append(CountedEvent(one.event, share, one.tier, one.must, one.date))
    table = season_table(
        definition_of(season.series, season.name),
        counted,
        provisional=provisional,
        adjusted=adjustments(season.adjusted),
        excused=[((one.event, one.player), one.missed) for one in season.excused],
        resolve=lambda key: also.get(key, key),
        today=date.today(),
    )
    return SeasonNow(table, heads, tuple(gone))


def _share(store: Store, head: EventHead) -> EventShare | None:
    """None: the event was deleted, or cannot be read."""
    if head.deleted:
        return None
    known = store.last_known(head.code)
    try:
        event = known if known is not None and known.stored.hash == head.hash else store.event(head.code)
        assert event is not None, "rows are never deleted"
        return event.parts.get_or_make("share", lambda: share_of(event.tournament, closed=True))
    except Damaged:
        return None


def public_names(caller: Caller, now: SeasonNow) -> dict[str, str]:
    """What everybody is called in public: as the event that hides most says in which they played (PP5.1)."""
    table, settings = now.table, caller.settings
    naming = {
        code: public_naming(settings, code, settings.display(code), int(now.heads[code].created_at[:4]))
        for code in table.events
    }
    found = {}
    for person, name in table.names.items():
        seats, born = table.seats.get(person, ()), table.born.get(person, 0)
        modes = [naming[code].of_whom(player, born) for code, player in seats]
        strictest: NameMode = max(modes, key=NAME_MODES.index, default="number")
        found[person] = shown_part(name, strictest) or "–"
        if seats and not shown_part(name, strictest):
            code, player = seats[-1]
            found[person] = caller.speaker.say("web.season.unnamed", number=player, event=now.event_name(code))
    return found


def seen_season(caller: CollectionCaller, *, provisional: bool = False) -> SeasonNow | Outcome:
    """What the caller may see of a season: the owner all, everybody else what is shown."""
    season = caller.of_kind("season")
    if not season.public and not caller.person.may("owner"):
        return Outcome.UNKNOWN
    return season_now(caller.store, season, provisional=provisional)


def get_season_standings(caller: CollectionCaller, provisional: bool = False) -> SeasonState | Outcome:
    now = seen_season(caller, provisional=provisional)
    if isinstance(now, Outcome):
        return now
    return season_state(caller.collection, now, None if caller.person.may("owner") else public_names(caller, now))


def season_state(season: Collection, now: SeasonNow, names: Mapping[str, str] | None) -> SeasonState:
    """`names`: what people are called for whoever asks; None: in full, with the keys by which they are the same."""
    table = now.table

    def state(code: str) -> Literal["counted", "running", "old", "gone"]:
        if code in now.gone:
            return "gone"
        if code in table.old:
            return "old"
        return "running" if code in table.waiting or code in table.provisional else "counted"

    return SeasonState(
        **asdict(season_lists(table, names)),
        code=season.code,
        version=season.version,
        name=season.name,
        public=season.public,
        rules=season.rules,
        events=[
            SeasonEventLine(one.event, now.event_name(one.event), one.date, one.tier, one.must, state(one.event))
            for one in season.ordered
        ],
    )


OPERATIONS = (
    Operation(
        "listCollections", "GET /collections", "owner", list_collections, "All seasons and festivals on this machine"
    ),
    Operation(
        "makeCollection",
        "POST /collections",
        "owner",
        make_collection,
        "Make a season or a festival",
        answers="The season or festival that was made",
        status=201,
    ),
    Operation(
        "getCollection",
        "GET ",
        "helper",
        get_collection,
        "A season (owner) or a festival (helper) as it stands",
    ),
    Operation(
        "getSeasonStandings",
        "GET /standings",
        "public",
        get_season_standings,
        "The standings of a season, for everybody if it is shown, else for the owner",
    ),
    Operation(
        "changeCollection",
        "POST /changes",
        "arbiter",
        change_collection,
        "Change a season or a festival (owner; the schedule: arbiter)",
        answers="The season or festival as it stands afterwards",
    ),
)
