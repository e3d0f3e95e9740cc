"""People over many events: found, added, changed, merged, erased (PP)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ronda.core import Frozen, Refusal, replace
from ronda.desk.actions import Body
from ronda.desk.bodies import NameText, Number, Text
from ronda.desk.people import unfit_person
from ronda.operations.operation import Caller, Operation, Outcome
from ronda.people import Person
from ronda.store import people_histories, people_list
from ronda.store.people_list import KnownPerson
from ronda.views.people import PersonHistoryState, PersonLine, history_state, person_line

MOST = 200  # people in one answer
_Few = msgspec.Meta(max_length=20)


class PersonBody(Body):
    """Somebody; only the name is required. Numbers are texts, by scheme: `licence`, `fide`. `version` is what was seen:
    if it was changed since, nothing is written."""

    name: NameText
    ids: Annotated[dict[Text, Text], _Few] = {}
    club: Text = ""
    federation: Text = ""
    born: Number | None = None
    sex: Text = ""
    title: Text = ""
    ratings: Annotated[dict[Text, Number], _Few] = {}
    labels: Annotated[list[Text], _Few] = []
    email: Text = ""
    phone: Text = ""
    note: Text = ""
    version: Number | None = None


class PeopleState(Frozen):
    total: int
    people: list[PersonLine]


class PersonMerge(Body):
    """`other` is known as this person from now on."""

    other: Text


def list_people(caller: Caller, find: str = "", start: int = 0) -> PeopleState:
    with caller.store.reads() as connection:
        found = people_list.find(connection, find[:200], start=min(max(start, 0), 10_000_000), size=MOST)
    return PeopleState(found.total, [person_line(one) for one in found.rows])


def known_person(caller: Caller, key: str) -> KnownPerson | None:
    with caller.store.reads() as connection:
        return people_list.known_person(connection, key)


def _line(caller: Caller, key: str) -> PersonLine | Outcome:
    known = known_person(caller, key)
    return Outcome.MISSING if known is None else person_line(known)


def add_person(caller: Caller, body: PersonBody) -> PersonLine | Refusal | Outcome:
    new = _person(body)
    unfit = unfit_person(new)
    if unfit is not None:
        return unfit
    with caller.store.writes() as connection:
        key = people_list.add(connection, new, caller.now())
    return _line(caller, key)


def _person(body: PersonBody) -> Person:
    fields = {name: getattr(body, name) for name in PersonBody.__struct_fields__ if name not in ("version", "labels")}
    return Person(**fields, labels=tuple(body.labels))


def person_history(caller: Caller, key: str) -> PersonHistoryState | Outcome:
    known = known_person(caller, key)
    return Outcome.MISSING if known is None else history_state(known, people_histories.life_of(caller.store, known))


def change_person(caller: Caller, key: str, body: PersonBody) -> PersonLine | Refusal | Outcome:
    known = known_person(caller, key)
    if known is None:
        return Outcome.MISSING
    new = replace(_person(body), key="")
    unfit = unfit_person(new)
    if unfit is not None:
        return unfit
    seen = known.version if body.version is None else body.version
    with caller.store.writes() as connection:
        done = people_list.change(connection, key, new, seen)
    return _line(caller, key) if done else Outcome.CONFLICT


def erase_person(caller: Caller, key: str) -> Literal[Outcome.MISSING, Outcome.CONFLICT] | None:
    """Out of the list and out of every event, for good. A conflict: some event could not be changed."""
    if known_person(caller, key) is None:
        return Outcome.MISSING
    left = people_histories.erase(caller.store, key, caller.person, caller.now())
    caller.all_events_changed()
    return Outcome.CONFLICT if left else None


def merge_people(caller: Caller, key: str, body: PersonMerge) -> PersonLine | Refusal | Outcome:
    if known_person(caller, key) is None:
        return Outcome.MISSING
    refused = people_histories.merge(caller.store, key, body.other, caller.person.actor, caller.now())
    return _line(caller, key) if refused is None else refused


def unmerge_people(caller: Caller, key: str) -> PersonLine | Outcome:
    """Both as they were before (PP4.3)."""
    if known_person(caller, key) is None:
        return Outcome.MISSING
    with caller.store.writes() as connection:
        people_list.unmerge(connection, key)
    return _line(caller, key)


OPERATIONS = (
    Operation(
        "listPeople",
        "GET /people",
        "owner",
        list_people,
        "People over many events: all, or those found by the beginnings of words",
    ),
    Operation(
        "addPerson",
        "POST /people",
        "owner",
        add_person,
        "Add somebody to the list of people",
        answers="The person",
        status=201,
    ),
    Operation(
        "getPersonHistory",
        "GET /people/{key}",
        "owner",
        person_history,
        "Somebody with all events, and the record against everybody they met",
    ),
    Operation(
        "changePerson",
        "PUT /people/{key}",
        "owner",
        change_person,
        "Change what is known of somebody",
        answers="What stands there afterwards",
    ),
    Operation(
        "erasePerson",
        "DELETE /people/{key}",
        "owner",
        erase_person,
        "Remove somebody from the list and from all events for good",
        answers="The person is gone",
        status=204,
    ),
    Operation(
        "mergePeople",
        "POST /people/{key}/merge",
        "owner",
        merge_people,
        "Merge another person into this one",
        answers="The person that is kept",
    ),
    Operation(
        "unmergePeople",
        "POST /people/{key}/unmerge",
        "owner",
        unmerge_people,
        "Take back that this person was merged into another",
        answers="The person that is apart again",
    ),
)
