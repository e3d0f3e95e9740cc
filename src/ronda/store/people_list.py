"""The list of people (PP1): found while typing, changed, merged and unmerged, erased.

Merging writes down no more than who was merged into whom; what is known of the one that is kept is put together when it
is read. So undoing it restores both as they were (PP4.3).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, or_, select, update

from ronda.core import Frozen, replace
from ronda.people import PeopleIndex, Person, merged, name_key, number_key, rule
from ronda.store.database.engine import UNKEPT
from ronda.store.database.tables import not_same, person
from ronda.store.erasure import scrub_later
from ronda.store.values import Damaged

KEY_BYTES = 10
MOST_SUGGESTED = 8
_CANDIDATES = 200  # that are looked at for them
_AT_ONCE = 500  # keys in one statement
_write = msgspec.json.Encoder(order="sorted").encode


class KnownPerson(Frozen):
    """Somebody in the list, with what was merged into them. `version`: how often it was changed; `gone`: the keys of
    those who were merged into them, directly."""

    key: str
    person: Person
    version: int
    seen_at: str
    gone: tuple[str, ...] = ()
    merged_into: str | None = None


class PeoplePage(Frozen):
    """Some of those that were looked for, and how many there are."""

    rows: tuple[KnownPerson, ...]
    total: int


class Alike(Frozen):
    """Two who may be one person, how likely that is, and the line of PP3.3 that says so."""

    level: int
    why: int
    one: KnownPerson
    other: KnownPerson


# --- reading -----------------------------------------------------------------------------------------------


def find(connection: Connection, wish: str, *, start: int = 0, size: int = 50) -> PeoplePage:
    """Everybody of whose name or numbers a word begins with each word of the wish, by name."""
    wanted = _shown(wish)
    total = connection.scalar(select(func.count()).select_from(person).where(wanted), execution_options=UNKEPT) or 0
    query = select(person).where(wanted).order_by(person.c.words, person.c.key).offset(start).limit(size)
    return PeoplePage(_known(connection, connection.execute(query, execution_options=UNKEPT).all()), total)


def suggested(connection: Connection, wish: str, club: str = "") -> tuple[KnownPerson, ...]:
    """PP3.5: after two letters; those of the same club and of recent events first."""
    if sum(map(len, name_key(wish).split())) < 2:
        return ()
    query = select(person).where(_shown(wish)).order_by(person.c.seen_at.desc(), person.c.words).limit(_CANDIDATES)
    found = _known(connection, connection.execute(query, execution_options=UNKEPT).all())
    own = name_key(club)
    return tuple(sorted(found, key=lambda one: not (own and name_key(one.person.club) == own)))[:MOST_SUGGESTED]


def known_person(connection: Connection, key: str) -> KnownPerson | None:
    """Also somebody who was merged into another; nobody who was erased."""
    row = connection.execute(select(person).where(person.c.key == key, person.c.erased_at.is_(None))).one_or_none()
    return None if row is None else _known(connection, [row])[0]


def everybody(connection: Connection) -> tuple[KnownPerson, ...]:
    """All of the list, by name."""
    query = select(person).where(_shown("")).order_by(person.c.words, person.c.key)
    return _known(connection, connection.execute(query).all())


def mergings(connection: Connection) -> dict[str, str]:
    """Who was merged into whom, each as far as it goes."""
    query = select(person.c.key, person.c.merged_into).where(person.c.merged_into.is_not(None))
    direct = {row.key: row.merged_into for row in connection.execute(query)}
    return {key: _end(direct, key) for key in direct}


def _end(direct: Mapping[str, str], key: str) -> str:
    passed: set[str] = set()
    while key in direct and key not in passed:
        passed.add(key)
        key = direct[key]
    return key


def alike(connection: Connection) -> list[Alike]:
    """Who may be the same as whom, the most likely first (PP3.3); found by buckets, not all with all (PP3.4)."""
    people = {one.key: one for one in everybody(connection)}
    apart: dict[str, set[str]] = {}
    for one, other in connection.execute(select(not_same.c.one, not_same.c.other)):
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    finder = PeopleIndex(replace(known.person, key=known.key) for known in people.values())
    found = [
        Alike(level, rule(known.person, other) or 0, known, people[other.key])
        for known in people.values()
        for level, other in finder.alike(replace(known.person, key=known.key), apart.get(known.key, ()))
        if known.key < other.key
    ]
    return sorted(found, key=lambda pair: (pair.level, name_key(pair.one.person.name), pair.one.key, pair.other.key))


def _shown(wish: str) -> ColumnElement[bool]:
    wanted = person.c.merged_into.is_(None) & person.c.erased_at.is_(None)
    for word in {*name_key(wish).split()}:  # letters and digits only: nothing in them means anything to LIKE
        wanted &= person.c.words.like(f"% {word}%")
    return wanted


def _known(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[KnownPerson, ...]:
    """With what was merged into them, the earlier first."""
    below = _below(connection, [row.key for row in rows])
    return tuple(
        KnownPerson(
            row.key,
            _whole(row, below),
            row.version,
            row.seen_at,
            tuple(gone.key for gone in below.get(row.key, ())),
            row.merged_into,
        )
        for row in rows
    )


def _whole(row: Row[Any], below: Mapping[str, list[Row[Any]]]) -> Person:
    found = _read(row)
    for gone in below.get(row.key, ()):
        found = merged(found, _whole(gone, below))
    return replace(found, key=row.key)


def _below(connection: Connection, keys: Sequence[str]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    waiting = list(keys)
    while waiting:
        some, waiting = waiting[:_AT_ONCE], waiting[_AT_ONCE:]
        query = select(person).where(person.c.merged_into.in_(some)).order_by(person.c.merged_at, person.c.key)
        for row in connection.execute(query):
            if row.key not in found:  # nobody is below themselves
                found.setdefault(row.merged_into, []).append(row)
                waiting.append(row.key)
    return found


def _read(row: Row[Any]) -> Person:
    try:
        return msgspec.json.decode(row.body, type=Person)
    except msgspec.MsgspecError as error:
        raise Damaged("", 0, f"person {row.key}") from error


# --- writing -----------------------------------------------------------------------------------------------


def fresh_key() -> str:
    """PP1.1: random, never used again, and without a meaning."""
    return secrets.token_hex(KEY_BYTES)


def add(connection: Connection, new: Person, at: datetime) -> str:
    return add_all(connection, [new], at)[0]


def add_all(connection: Connection, people: Sequence[Person], at: datetime) -> list[str]:
    rows = [_row(fresh_key(), one, at) for one in people]
    if rows:
        connection.execute(insert(person), rows)
    return [str(row["key"]) for row in rows]


def _row(key: str, new: Person, at: datetime) -> dict[str, object]:
    moment = at.isoformat()
    return {"key": key, "version": 1, "created_at": moment, "seen_at": moment, **_content(new)}


def _content(new: Person) -> dict[str, str]:
    numbers = (number_key(number).casefold() for number in new.ids.values())
    words = [*name_key(new.name).split(), *(number for number in numbers if number)]
    return {
        "name": new.name,
        "words": "".join(f" {word}" for word in words),
        "body": _write(replace(new, key="")).decode(),
    }


def change(connection: Connection, key: str, new: Person, expected: int) -> bool:
    """Other particulars; false if somebody else has changed them since."""
    here = (person.c.key == key) & (person.c.version == expected) & person.c.erased_at.is_(None)
    done = connection.execute(update(person).where(here).values(version=expected + 1, **_content(new)))
    return done.rowcount == 1


def seen(connection: Connection, keys: Iterable[str], at: datetime) -> None:
    """They were entered somewhere: next time they are found first."""
    waiting = sorted(set(keys))
    while waiting:
        some, waiting = waiting[:_AT_ONCE], waiting[_AT_ONCE:]
        connection.execute(update(person).where(person.c.key.in_(some)).values(seen_at=at.isoformat()))


def merge(connection: Connection, keep: str, gone: str, by: str, at: datetime) -> bool:
    """PP4.1: `gone` is known as `keep` from now on; false if one of them is not there any more."""
    both = [known_person(connection, key) for key in (keep, gone)]
    if keep == gone or any(one is None or one.merged_into is not None for one in both):
        return False
    values = {"merged_into": keep, "merged_by": by, "merged_at": at.isoformat()}
    connection.execute(update(person).where(person.c.key == gone).values(values))
    return True


def unmerge(connection: Connection, gone: str) -> bool:
    """PP4.3: both as before; events entered since stay with the other."""
    here = (person.c.key == gone) & person.c.merged_into.is_not(None)
    none = {"merged_into": None, "merged_by": None, "merged_at": None}
    return connection.execute(update(person).where(here).values(none)).rowcount == 1


def say_not_same(connection: Connection, one: str, other: str, by: str) -> None:
    """PP3.3: they are not suggested again."""
    first, second = sorted((one, other))
    here = (not_same.c.one == first) & (not_same.c.other == second)
    if connection.execute(select(not_same.c.one).where(here)).one_or_none() is None:
        connection.execute(insert(not_same).values(one=first, other=second, said_by=by))


def remove(connection: Connection, keys: Iterable[str]) -> None:
    """People who were added and are in no event after all."""
    for key in keys:
        connection.execute(delete(person).where(person.c.key == key))


def erase(connection: Connection, key: str, at: datetime) -> tuple[str, ...]:
    """PP6: also who was merged into them. The keys are left, so that a copy of before can be told what to forget."""
    below = _below(connection, [key])
    keys = [key, *(row.key for rows in below.values() for row in rows)]
    erase_keys(connection, keys, at)
    return tuple(keys)


def erase_keys(connection: Connection, keys: Iterable[str], at: datetime) -> None:
    nothing = {"name": "", "words": "", "body": "{}", "erased_at": at.isoformat(), "merged_by": None}
    for key in keys:
        connection.execute(update(person).where(person.c.key == key).values(nothing))
        connection.execute(delete(not_same).where(or_(not_same.c.one == key, not_same.c.other == key)))
    scrub_later(connection)


def erased_keys(connection: Connection) -> list[str]:
    return list(connection.scalars(select(person.c.key).where(person.c.erased_at.is_not(None))))
