"""In which events people are, from what stands beside the facts: nothing is written down twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from sqlalchemy import Connection, select

from ronda.core import Player, Refusal, Tournament
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import PlayerErasure
from ronda.desk.desk import Desk
from ronda.desk.people import History, HouseRatings, PersonEvent, both_played, history, house_ratings, person_of
from ronda.desk.permissions import Actor
from ronda.people import LIKELY, PeopleIndex, Person, merged, rule
from ronda.series.points import listed
from ronda.store import federation_lists, people_list
from ronda.store.database.tables import ledger, particulars
from ronda.store.people_list import KnownPerson
from ronda.store.store import Store
from ronda.store.values import Damage, Stored

SAME_CLUB, SAME_NAME = 7, (7, 8)  # lines of PP3.3: same name and club, same name
MOST_ADDED = 100_000  # people of one's own; a list of a federation is looked up, not taken over
_NAMED = re.compile(r'"person":"([0-9a-z]+)"')


def codes_naming(connection: Connection, keys: Collection[str] | None = None) -> dict[str, set[int]]:
    """The events that tell of these people, or of anybody in the list, by code, and the players there: perhaps only in
    what was undone or changed since."""
    query = (
        select(ledger.c.code, particulars.c.player, particulars.c.body)
        .join(ledger, ledger.c.id == particulars.c.ledger_id)
        .where(particulars.c.body.like('%"person":%'), ledger.c.deleted.is_(False))
    )
    if keys is not None and len(keys) == 1:
        query = query.where(particulars.c.body.like(f'%"person":"{next(iter(keys))}"%'))
    found: dict[str, set[int]] = {}
    for code, player, body in connection.execute(query):
        named = _NAMED.search(body)
        if named and (keys is None or named[1] in keys):
            found.setdefault(code, set()).add(player)
    return found


def events_of(store: Store, key: str, also: Mapping[str, str]) -> list[PersonEvent]:
    """The events in which somebody plays, by `key` or by one that was merged into it (`also`: all mergings)."""
    keys = _all_keys(key, also)
    with store.reads() as connection:
        codes = codes_naming(connection, keys)
    found: list[PersonEvent] = []
    for code in sorted(codes):
        loaded = _loaded(store, code)
        if loaded is not None:
            stored, tournament = loaded
            day = store.records(stored, 1, 1)[0].at.date().isoformat()
            own = [player.id for player in tournament.players if player.person in keys]
            found += [PersonEvent(code, day, tournament, pid) for pid in own]
    return found


def _all_keys(key: str, also: Mapping[str, str]) -> set[str]:
    """Of somebody, and of those who were merged into them."""
    return {key, *(gone for gone, kept in also.items() if kept == key)}


def _index(connection: Connection) -> tuple[dict[str, KnownPerson], PeopleIndex]:
    """The list of people by key, and what finds who is alike."""
    known = {one.key: one for one in people_list.everybody(connection)}
    return known, PeopleIndex(one.person for one in known.values())


def _loaded(store: Store, code: str) -> tuple[Stored, Tournament] | None:
    """None where it is damaged: one event must not keep the others from being shown."""
    try:
        stored = store.load(code)
    except Damage:
        return None
    if stored is None:
        return None
    tournament = store.tournament(stored)
    return None if tournament.deleted else (stored, tournament)


def ratings_of_all(store: Store) -> HouseRatings:
    """SE11: over all finished events in which somebody of the list plays, in the order in which they were made."""
    with store.reads() as connection:
        named = codes_naming(connection)
        also = people_list.mergings(connection)
    order = [one.code for one in store.summaries() if one.finished and one.code in named]
    loaded = [(code, found[1]) for code in order if (found := _loaded(store, code)) is not None]
    return house_ratings(loaded, lambda key: also.get(key, key))


# --- taking players into the list --------------------------------------------------------------------------


class TakenOver(NamedTuple):
    """Which player is whom, and who of them is new in the list."""

    links: Mapping[int, str]
    new: Sequence[str]


def taken_over(store: Store, tournament: Tournament, at: datetime) -> TakenOver:
    """A person for each player who has none: who is the same is found in the list, and everybody else is added. The
    keys are to be linked by the caller, or given up."""
    free = [player for player in tournament.players if not player.person and not player.removed]
    with store.writes() as connection:
        known, finder = _index(connection)
        taken = {player.person for player in tournament.players}
        links: dict[int, str] = {}
        new: list[Player] = []
        for player in free:
            key = _surely(finder, person_of(player), taken, by_name=True)
            if key is None:
                new.append(player)
                continue
            taken.add(key)
            links[player.id] = key
            _learn(connection, known[key], person_of(player))
        keys = people_list.add_all(connection, [replace(person_of(player), key="") for player in new], at)
        links |= {player.id: key for player, key in zip(new, keys, strict=True)}
        people_list.seen(connection, links.values(), at)
    return TakenOver(links, keys)


def give_up(store: Store, taken: TakenOver) -> None:
    """The players were not linked after all: who was new is in no event."""
    with store.writes() as connection:
        people_list.remove(connection, taken.new)


def recognised(store: Store, players: Sequence[Player]) -> dict[int, KnownPerson]:
    """Who players of a list may be in the list of people, by number: the one person that is most strongly suggested
    (PP3.3), to be looked at by somebody. Nobody is taken for two of them."""
    with store.reads() as connection:
        known, finder = _index(connection)
    taken = {player.person for player in players if player.person}
    found: dict[int, KnownPerson] = {}
    for player in players if known else ():
        alike = [] if player.person else [pair for pair in finder.alike(person_of(player)) if pair[1].key not in taken]
        if alike and (len(alike) == 1 or alike[0][0] < alike[1][0]):
            taken.add(alike[0][1].key)
            found[player.id] = known[alike[0][1].key]
    return found


def add_file(store: Store, people: Iterator[Person], at: datetime) -> tuple[int, int]:
    """A list of one's own into the list of people: how many are new, and how many were surely there already and have
    their gaps filled. Nothing is written if the list cannot be read to its end."""
    new: list[Person] = []
    with store.writes() as connection:
        known, finder = _index(connection)
        met: set[str] = set()
        for one in islice(people, MOST_ADDED):
            key = _surely(finder, one, met, by_name=True)
            if key is None:
                new.append(one)
            else:
                met.add(key)
                _learn(connection, known[key], one)
        people_list.add_all(connection, new, at)
    return len(new), len(met)


def person_from_list(store: Store, ref: str, at: datetime) -> str:
    """The key of who was picked from the list of a federation; made, or brought up to date (PP7.1). "" where that row
    is not there any more."""
    row = federation_lists.picked_person(store, ref)
    if row is None:
        return ""
    with store.writes() as connection:
        known, finder = _index(connection)
        key = _surely(finder, row.person, ())
        if key is None:
            return people_list.add(connection, row.person, at)
        before = known[key].person
        newer = replace(merged(before, row.person), ratings={**before.ratings, **row.person.ratings})
        if newer != before:
            people_list.change(connection, key, newer, known[key].version)
        people_list.seen(connection, [key], at)
        return key


def _surely(finder: PeopleIndex, wanted: Person, taken: Collection[str], *, by_name: bool = False) -> str | None:
    """The one person of the list that is strongly suggested (PP3.3, level 1); nobody where there are two. `by_name`:
    else the only one of that name, where nothing that is known of both speaks against it."""
    alike = [(level, other) for level, other in finder.alike(wanted) if other.key not in taken]
    strong = [other.key for level, other in alike if level < LIKELY]
    if strong or not by_name:
        return strong[0] if len(strong) == 1 else None
    named = [other for _, other in alike if rule(wanted, other) in SAME_NAME]
    if len(named) != 1 or (wanted.club and named[0].club and rule(wanted, named[0]) != SAME_CLUB):
        return None
    return named[0].key


def _learn(connection: Connection, known: KnownPerson, told: Person) -> None:
    """Gaps in the list are filled from the event; what is known already stays."""
    filled = merged(known.person, told)
    if filled != known.person:
        people_list.change(connection, known.key, filled, known.version)


# --- merging and erasing -----------------------------------------------------------------------------------


def merge(store: Store, keep: str, gone: str, by: str, at: datetime) -> Refusal | None:
    """PP4: by a person, never by itself; refused where both played in one event."""
    with store.reads() as connection:
        also = people_list.mergings(connection)
    refused = both_played(events_of(store, keep, also), events_of(store, gone, also))
    if refused is not None:
        return refused
    with store.writes() as connection:
        if not people_list.merge(connection, keep, gone, by, at):
            return Refusal("person_gone", "PP4.1")
    return None


def _told_of(store: Store, key: str, also: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """The players who are this person, also those whose entry was undone: the name is in the log still."""
    keys = _all_keys(key, also)
    with store.reads() as connection:
        codes = codes_naming(connection, keys)
    for code in sorted(codes):
        loaded = _loaded(store, code)
        here = {player.id: player.person for player in loaded[1].players} if loaded else {}
        yield from ((code, player) for player in sorted(codes[code]) if here.get(player, key) in keys)


def erase(store: Store, key: str, actor: Actor, at: datetime) -> list[str]:
    """PP6: out of the list and out of every event; results stay. Answers the codes of the events in which that could
    not be done: they were being written, or are damaged."""
    with store.reads() as connection:
        also = people_list.mergings(connection)
    left: list[str] = []
    for code, player in _told_of(store, key, also):
        request = Request(ACTIONS["forget"], PlayerErasure(player), actor, confirmed=True)
        if not isinstance(Desk(store).act(code, request), Stored):
            left.append(code)
    if not left:
        with store.writes() as connection:
            people_list.erase(connection, key, at)
        store.scrub()
    return left


class Life(NamedTuple):
    """What somebody played, and their rating of the house with its course."""

    history: History
    elo: int | None
    course: list[tuple[str, int]]


def life_of(store: Store, known: KnownPerson) -> Life:
    with store.reads() as connection:
        also = people_list.mergings(connection)
        names = {one.key: one.person.name for one in people_list.everybody(connection)}
    found = history(events_of(store, known.key, also), lambda key: also.get(key, key), names)
    course = [(one.code, listed(one.rating)) for one in ratings_of_all(store).course.get(known.key, ())]
    return Life(found, course[-1][1] if course else None, course)
