"""Events that belong together: a season counts them, a festival runs them side by side. What was decided about them is
a list of changes, each with who and when; everything else follows from it (SE9). A collection owns no results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from ronda.core import Frozen, Refusal, exact, replace
from ronda.core.text_rules import unfit_text
from ronda.formats.errors import Fault
from ronda.formats.series_file import SeriesFile, series_rules

CollectionKind = Literal["season", "festival"]
KINDS: tuple[CollectionKind, ...] = ("season", "festival")
MOST_EVENTS = 500
MOST_PLANNED = 200
_MOST_RULES = 20_000  # letters

Line = Annotated[str, msgspec.Meta(max_length=200)]
Why = Annotated[str, msgspec.Meta(max_length=1_000)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class CollectionChange(Frozen, tag_field="kind", forbid_unknown_fields=True):
    """What was decided about a collection."""


class CollectionBegun(CollectionChange, tag="begun"):
    """`rules` as the file of a season has them; a festival has none."""

    of: CollectionKind
    name: Line
    rules: dict[str, Any] = {}


class NameChange(CollectionChange, tag="rename"):
    name: Line


class RulesChange(CollectionChange, tag="rules"):
    rules: dict[str, Any]
    reason: Why = ""


class EventInclusion(CollectionChange, tag="count"):
    """An event belongs to it, or with another tier or date than before; `must`: it is never dropped (SE5.5)."""

    event: Line
    tier: Line = ""
    must: bool = False
    date: Line = ""


class EventExclusion(CollectionChange, tag="uncount"):
    event: Line
    reason: Why = ""


class PointsAdjustment(CollectionChange, tag="adjust"):
    """SE4. Who it is stands in the event: nobody's name is kept here."""

    event: Line
    player: Number
    points: Line
    reason: Why


class ExcusedAbsence(CollectionChange, tag="excuse"):
    """SE6: `player` of `event` was excused from the event `missed`."""

    event: Line
    player: Number
    missed: Line
    reason: Why


class PublicVisibility(CollectionChange, tag="show"):
    """Whether everybody may see the public page."""

    public: bool = False


class ScheduleEntry(CollectionChange, tag="plan"):
    """A line of the schedule; without an event it is for all."""

    date: Line
    time: Line
    text: Line
    event: Line = ""


class ScheduleRemoval(CollectionChange, tag="unplan"):
    """That line of the schedule, counted from 1 as it is shown."""

    number: Number


class PublishedRow(Frozen, array_like=True):
    """A row of a list that was published: who, by the seats in the events, the place (0: none) and the total as an
    exact number."""

    seats: list[tuple[str, int]]
    place: int
    total: str


class ListPublished(CollectionChange, tag="publish"):
    """SE8.2: the list as it was on that day; it stays as it was."""

    rows: list[PublishedRow] = []
    events: list[str] = []


class CollectionDeletion(CollectionChange, tag="delete"):
    gone: bool = True


class ChangeUndone(CollectionChange, tag="undo"):
    """That change is not in force any more."""

    version: Number


AskedChange = (
    NameChange
    | RulesChange
    | EventInclusion
    | EventExclusion
    | PointsAdjustment
    | ExcusedAbsence
    | PublicVisibility
    | ScheduleEntry
    | ScheduleRemoval
    | CollectionDeletion
)
AnyChange = CollectionBegun | AskedChange | ListPublished | ChangeUndone
# What people may ask for, by the word in the address of a form.
ASKED: dict[str, type[CollectionChange]] = {
    "rename": NameChange,
    "rules": RulesChange,
    "count": EventInclusion,
    "uncount": EventExclusion,
    "adjust": PointsAdjustment,
    "excuse": ExcusedAbsence,
    "show": PublicVisibility,
    "plan": ScheduleEntry,
    "unplan": ScheduleRemoval,
    "delete": CollectionDeletion,
}
_OF_SEASONS = ("rules", "adjust", "excuse", "show", "publish")
_OF_FESTIVALS = ("plan", "unplan")


class Recorded(Frozen):
    version: int
    change: AnyChange
    actor: str
    at: str


class Collection(Frozen):
    """As it stands. Events are in the order in which they were counted; a change of one keeps its place."""

    code: str
    kind: CollectionKind
    name: str
    version: int
    rules: dict[str, Any]
    events: tuple[EventInclusion, ...] = ()
    adjusted: tuple[PointsAdjustment, ...] = ()
    excused: tuple[ExcusedAbsence, ...] = ()
    plan: tuple[ScheduleEntry, ...] = ()
    published: tuple[tuple[str, ListPublished], ...] = ()
    public: bool = False
    deleted: bool = False

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(one.event for one in self.events)

    @property
    def ordered(self) -> tuple[EventInclusion, ...]:
        """SE1.2: by date, those of a day in the order in which they were counted; without a date at the end."""
        return tuple(sorted(self.events, key=lambda one: one.date or "9999"))

    @property
    def series(self) -> SeriesFile:
        return series_rules(self.rules)


def in_force(records: Sequence[Recorded]) -> list[Recorded]:
    gone = {one.change.version for one in records if isinstance(one.change, ChangeUndone)}
    return [one for one in records if one.version not in gone and not isinstance(one.change, ChangeUndone)]


def folded(code: str, records: Sequence[Recorded]) -> Collection:
    """The collection that the changes in force tell of."""
    begun = records[0].change
    assert isinstance(begun, CollectionBegun), "the first change begins it"
    found = Collection(code, begun.of, begun.name, records[-1].version, begun.rules)
    for one in in_force(records)[1:]:
        found = _after(found, one)
    return found


def _after(found: Collection, record: Recorded) -> Collection:
    match record.change:
        case NameChange(name):
            return replace(found, name=name)
        case RulesChange(rules):
            return replace(found, rules=rules)
        case EventInclusion(event) as counted:
            others = tuple(one if one.event != event else counted for one in found.events)
            return replace(found, events=others if event in found.codes else (*found.events, counted))
        case EventExclusion(event):
            return replace(found, events=tuple(one for one in found.events if one.event != event))
        case PointsAdjustment() as adjusted:
            return replace(found, adjusted=(*found.adjusted, adjusted))
        case ExcusedAbsence() as excused:
            return replace(found, excused=(*found.excused, excused))
        case PublicVisibility(public):
            return replace(found, public=public)
        case ScheduleEntry() as planned:
            return replace(found, plan=tuple(sorted((*found.plan, planned), key=lambda one: (one.date, one.time))))
        case ScheduleRemoval(number):
            return replace(found, plan=tuple(one for at, one in enumerate(found.plan, 1) if at != number))
        case ListPublished() as published:
            return replace(found, published=(*found.published, (record.at, published)))
        case CollectionDeletion(gone):
            return replace(found, deleted=gone)
    return found


def last_change(records: Sequence[Recorded]) -> Recorded | None:
    """What would be undone now; that it began is never undone."""
    standing = in_force(records)[1:]
    return standing[-1] if standing else None


def begun(kind: CollectionKind, name: str, rules: dict[str, Any]) -> CollectionBegun | Refusal:
    named = " ".join(name.split())
    unfit = unfit_text(named)
    if unfit is None and kind == "season":
        unfit = unfit_rules(rules)
    return unfit or CollectionBegun(kind, named, rules if kind == "season" else {})


def decided(standing: Collection, change: AnyChange, known: Callable[[str], bool]) -> AnyChange | Refusal:
    """The change as it is recorded, or why it cannot be. `known`: whether there is such an event."""
    name = str(type(change).__struct_config__.tag)
    if name in (_OF_FESTIVALS if standing.kind == "season" else _OF_SEASONS):
        return Refusal("not_of_this_kind", "SE9", {"kind": standing.kind})
    unfit = _unfit_texts(change)
    if unfit is not None:
        return unfit
    match change:
        case NameChange(given):
            return unfit_text(given) or NameChange(" ".join(given.split()))
        case RulesChange(rules):
            return unfit_rules(rules) or change
        case EventInclusion():
            return _counted(standing, change, known)
        case EventExclusion(event) if event not in standing.codes:
            return Refusal("not_counted", "SE9", {"event": event})
        case PointsAdjustment() | ExcusedAbsence():
            if not change.reason.strip():
                return Refusal("reason_needed", "PE1")
            return _seat(standing, change)
        case ScheduleEntry():
            return _planned(standing, change)
        case ScheduleRemoval(number) if not 1 <= number <= len(standing.plan):
            return Refusal("nothing_changed", "S4")
    return change


def _seat(standing: Collection, change: PointsAdjustment | ExcusedAbsence) -> AnyChange | Refusal:
    events = (change.event,) if isinstance(change, PointsAdjustment) else (change.event, change.missed)
    strange = next((event for event in events if event not in standing.codes), None)
    if strange is not None:
        return Refusal("not_counted", "SE9", {"event": strange})
    if isinstance(change, PointsAdjustment):
        try:
            worth = exact(change.points.strip())
        except (ValueError, ZeroDivisionError):
            return Refusal("not_a_number", "S4", {"text": change.points})
        if standing.series.points.get("rule") == "totals":
            return Refusal("no_points_to_adjust", "SE4")
        if not worth:
            return Refusal("nothing_changed", "S4")
        return msgspec.structs.replace(change, points=str(worth))
    return change


def _counted(standing: Collection, change: EventInclusion, known: Callable[[str], bool]) -> EventInclusion | Refusal:
    if change in standing.events:
        return Refusal("nothing_changed", "S4")
    if not known(change.event):
        return Refusal("unknown_code", "S4", {"code": change.event})
    if change.event not in standing.codes and len(standing.events) >= MOST_EVENTS:
        return Refusal("collection_full", "S4", {"most": MOST_EVENTS, "what": "events"})
    if change.date and not is_day(change.date):
        return Refusal("not_a_date", "S4", {"text": change.date})
    if change.tier and standing.kind == "season" and change.tier not in standing.series.tiers:
        return Refusal("unknown_tier", "SE3.5", {"tier": change.tier, "known": sorted(standing.series.tiers) or ["–"]})
    return change


def _planned(standing: Collection, change: ScheduleEntry) -> ScheduleEntry | Refusal:
    if len(standing.plan) >= MOST_PLANNED:
        return Refusal("collection_full", "S4", {"most": MOST_PLANNED, "what": "planned"})
    if not is_day(change.date):
        return Refusal("not_a_date", "S4", {"text": change.date})
    hour, _, minute = change.time.partition(":")
    fits = len(change.time) == 5 and hour.isdecimal() and minute.isdecimal() and int(hour) < 24 and int(minute) < 60
    if not fits:
        return Refusal("not_a_time", "S4", {"text": change.time})
    if change.event and change.event not in standing.codes:
        return Refusal("not_counted", "SE9", {"event": change.event})
    return unfit_text(change.text) or change


def unfit_rules(rules: dict[str, Any]) -> Refusal | None:
    """Why these are no rules of a season."""
    if len(msgspec.json.encode(rules)) > _MOST_RULES:
        return Refusal("text_too_long", "S4", {"found": len(msgspec.json.encode(rules)), "most": _MOST_RULES})
    try:
        series_rules(rules)
    except Fault as fault:
        return Refusal("unreadable_list", "S4", {"trouble": fault.at(None, None)})
    return None


def _unfit_texts(change: AnyChange) -> Refusal | None:
    texts = [value for value in msgspec.structs.asdict(change).values() if isinstance(value, str)]
    return next(filter(None, (unfit_text(text, may_be_empty=True) for text in texts)), None)


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def adjustments(changes: Iterable[PointsAdjustment]) -> list[tuple[tuple[str, int], Fraction]]:
    return [((one.event, one.player), exact(one.points)) for one in changes]
