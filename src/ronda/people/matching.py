"""Whether two are the same person: suggestions, never more (PP3.3, PP3.4, PP4.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec import field

from ronda.core.values import Frozen, replace
from ronda.people.name_keys import name_key, near, near_buckets, number_key

STRONG, LIKELY, POSSIBLE = 1, 2, 3


class Person(Frozen, frozen=True):
    """What is known of a person (PP1.1); `key` carries no meaning. Numbers are text, by scheme."""

    name: str
    key: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)
    club: str = ""
    federation: str = ""
    born: int | None = None
    sex: str = ""
    title: str = ""
    ratings: Mapping[str, int] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    email: str = ""
    phone: str = ""
    note: str = ""


def _conflict(one: Person, other: Person) -> bool:
    """Two known birth years or sexes that differ."""
    years = one.born is not None and other.born is not None and one.born != other.born
    return years or bool(one.sex and other.sex and one.sex != other.sex)


def _numbers(one: Person, other: Person) -> tuple[bool, bool]:
    """Whether they have the same number in some scheme, and different ones in some scheme."""
    common = [
        number_key(one.ids[scheme]) == number_key(other.ids[scheme])
        for scheme in one.ids.keys() & other.ids.keys()
        if number_key(one.ids[scheme]) and number_key(other.ids[scheme])
    ]
    return any(common), not all(common)


# PP3.3: the lines of the table that suggest something, and how strongly
LEVELS = {1: STRONG, 2: LIKELY, 3: POSSIBLE, 6: STRONG, 7: LIKELY, 8: POSSIBLE, 9: LIKELY, 10: POSSIBLE, 11: POSSIBLE}


def level(one: Person, other: Person) -> int | None:
    """PP3.3: how strongly two are suggested to be the same: 1 strong, 2 likely, 3 possible; None: not at all."""
    line = rule(one, other)
    return None if line is None else LEVELS[line]


def rule(one: Person, other: Person) -> int | None:
    """The first line of the table of PP3.3 that fits and suggests something."""
    same_number, other_number = _numbers(one, other)
    conflict = _conflict(one, other)
    keys = name_key(one.name), name_key(other.name)
    if same_number:
        if conflict:
            return 3
        return 1 if keys[0] == keys[1] else 2
    if other_number or conflict:  # lines 4 and 5
        return None
    years = one.born is not None and one.born == other.born
    club = bool(one.club) and name_key(one.club) == name_key(other.club)
    if keys[0] == keys[1]:
        return 6 if years else 7 if club else 8
    if near(*keys):
        if years:
            return 9 if club else 10
        return 11 if club else None
    return None


class PeopleIndex:
    """People filed so that those who may be the same are found without comparing all with all (PP3.4)."""

    def __init__(self, people: Iterable[Person] = ()) -> None:
        self._by_number: dict[tuple[str, str], list[Person]] = {}
        self._by_name: dict[str, list[Person]] = {}
        for person in people:
            self.add(person)

    def add(self, person: Person) -> None:
        for scheme, number in person.ids.items():
            self._by_number.setdefault((scheme, number_key(number)), []).append(person)
        for bucket in set(near_buckets(name_key(person.name))):
            self._by_name.setdefault(bucket, []).append(person)

    def alike(self, person: Person, not_same: Collection[str] = ()) -> list[tuple[int, Person]]:
        """Who may be this person, the most likely first; `not_same`: keys of people who were said to be others."""
        near_by: dict[int, Person] = {}
        for scheme, number in person.ids.items():
            near_by |= {id(one): one for one in self._by_number.get((scheme, number_key(number)), ())}
        for bucket in set(near_buckets(name_key(person.name))):
            near_by |= {id(one): one for one in self._by_name.get(bucket, ())}
        found = []
        for other in near_by.values():
            if other is person or (other.key and (other.key == person.key or other.key in not_same)):
                continue
            suggested = level(person, other)
            if suggested is not None:
                found.append((suggested, other))
        return sorted(found, key=lambda pair: (pair[0], pair[1].name, pair[1].key))


def merged(keep: Person, gone: Person) -> Person:
    """PP4.1: the fields of `keep` win, gaps are filled from `gone`, numbers of all schemes stay."""
    return replace(
        keep,
        ids={**gone.ids, **keep.ids},
        ratings={**gone.ratings, **keep.ratings},
        labels=tuple(dict.fromkeys((*keep.labels, *gone.labels))),
        born=keep.born if keep.born is not None else gone.born,
        **{
            name: getattr(keep, name) or getattr(gone, name)
            for name in ("club", "federation", "sex", "title", "email", "phone", "note")
        },
    )
