"""Seasons and festivals in a request: which one it is about, who asks, and how a change of it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from ronda.core.verdicts import Refusal
from ronda.desk.collections import (
    AnyChange,
    ChangeUndone,
    Collection,
    CollectionKind,
    EventInclusion,
    Recorded,
    begun,
    decided,
    last_change,
)
from ronda.desk.roles import ROLES, Actor
from ronda.operations.appearance import IDENTITY
from ronda.store import read_code
from ronda.store.collections import (
    append_change,
    changes_of,
    collections,
    create_collection,
    heads_of,
    read_collection,
)
from ronda.store.live_events import LiveEvent
from ronda.web.context import Asking, RequestContext, person_in, words_of
from ronda.web.language import Words
from ronda.web.runtime import Runtime


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

    def page(self, template: str, **facts: Any) -> Template:
        return super().page(template, collection=self.collection, **facts)


GivenCollection = NamedDependency[CollectionContext]


def collection_context_of(request: Asking, code: FromPath[str]) -> CollectionContext:
    runtime: Runtime = request.app.state.runtime
    found = found_collection(runtime, code)
    person = person_in(request, runtime, code)
    if found is not None and found.kind == "festival" and not person.may("owner"):
        person = _in_all(request, runtime, found)
    return CollectionContext(request, runtime, words_of(request), person, found)


def _in_all(request: Asking, runtime: Runtime, festival: Collection) -> Actor:
    """As whoever the person is in the event where they may least."""
    people = [person_in(request, runtime, code) for code in festival.codes]
    return min(people, key=lambda one: ROLES.index(one.role), default=person_in(request, runtime, ""))


def found_collection(runtime: Runtime, code: str) -> Collection | None:
    if read_code(code) is None:
        return None
    with runtime.store.reads() as connection:
        return read_collection(connection, code)


def listed(runtime: Runtime) -> list[Collection]:
    with runtime.store.reads() as connection:
        return collections(connection)


def events_of(runtime: Runtime, collection: Collection) -> list[LiveEvent]:
    """Those that are there, in the order in which they were counted."""
    found = [runtime.event(code) for code in collection.codes]
    return [event for event in found if event is not None]


def history(runtime: Runtime, code: str) -> list[Recorded]:
    with runtime.store.reads() as connection:
        return changes_of(connection, code)


def founded(runtime: Runtime, person: Actor, kind: CollectionKind, name: str, rules: dict[str, Any]) -> Any:
    """A new season or festival, or why there is none."""
    change = begun(kind, name, rules)
    if isinstance(change, Refusal):
        return change
    with runtime.store.writes() as connection:
        return create_collection(connection, change, person.actor, _now(runtime))


def recorded(
    runtime: Runtime, code: str, changes: Sequence[AnyChange], person: Actor, seen: int | None
) -> Collection | Refusal | None:
    """The collection after these changes, all or none; None if somebody else changed it since it was seen."""
    dated = [_with_date(runtime, code, change) for change in changes]
    with runtime.store.writes() as connection:
        standing = read_collection(connection, code)
        if standing is None:
            raise NotFoundException("no_such_event")
        if seen is not None and seen != standing.version:
            return None
        for change in dated:
            heads = heads_of(connection, [change.event]) if isinstance(change, EventInclusion) else {}
            known = {event for event, head in heads.items() if not head.deleted}
            answer = decided(standing, change, known.__contains__)
            if isinstance(answer, Refusal):
                connection.rollback()
                return answer
            after = append_change(connection, standing, answer, person.actor, _now(runtime))
            if after is None:
                connection.rollback()
                return None
            standing = after
    for event in standing.codes:
        runtime.tell_note(event, "festival")
    return standing


def _with_date(runtime: Runtime, collection: str, change: AnyChange) -> AnyChange:
    """An event that is counted without a date has the one of its face, else the day on which it was made; its code as
    codes are written."""
    if not isinstance(change, EventInclusion):
        return change
    code = read_code(change.event) or change.event
    standing = None if change.date else found_collection(runtime, collection)
    day = change.date or next((one.date for one in (standing.events if standing else ()) if one.event == code), "")
    if not day and read_code(code):
        event = runtime.event(code)
        if event is not None:
            made = runtime.store.records(event.stored, 1, 1)[0].at.date().isoformat()
            day = runtime.setting(code, IDENTITY).date or made
    return EventInclusion(code, change.tier, change.must, day)


def undone(runtime: Runtime, code: str, person: Actor, seen: int) -> Collection | Refusal | None:
    """Without the last change that is in force."""
    with runtime.store.writes() as connection:
        records = changes_of(connection, code)
        standing = read_collection(connection, code)
        if standing is None:
            raise NotFoundException("no_such_event")
        last = last_change(records)
        if seen != standing.version:
            return None
        if last is None:
            return Refusal("nothing_to_undo", "S4")
        return append_change(connection, standing, ChangeUndone(last.version), person.actor, _now(runtime))


def _now(runtime: Runtime) -> str:
    return runtime.now().isoformat(timespec="seconds")
