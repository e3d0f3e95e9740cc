"""Whether two are the same person: suggestions, never more (PP3.3, PP3.4, PP4.1); who is who in several events; how the
public sees a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from unicodedata import combining, normalize

from ronda.core import Frozen, Player, Tournament, replace

_LETTERS = str.maketrans({"ı": "i", "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "đ": "d"})


def name_key(name: str) -> str:
    """PP3.1: small letters without marks, everything else a space, the words in alphabetical order."""
    plain = name.replace("İ", "i").casefold().translate(_LETTERS)
    bare = "".join(sign for sign in normalize("NFKD", plain) if not combining(sign)).casefold()
    return " ".join(sorted("".join(sign if sign.isalnum() else " " for sign in bare).split()))


def number_key(number: str) -> str:
    """PP3.2: letters and digits in capitals; leading zeros stay."""
    return "".join(sign for sign in number.upper() if sign.isalnum())


def near(one: str, other: str) -> bool:
    """PP3.2: two keys that differ by one letter inserted, left out or changed, or by two neighbours exchanged."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, others = one[start:], other[start:]
    if len(rest) == len(others):
        if rest[1:] == others[1:]:
            return " " not in (rest[0], others[0])
        exchanged = rest[:2] == others[1::-1] and rest[2:] == others[2:]
        return exchanged and " " not in rest[:2]
    longer, shorter = (rest, others) if len(rest) > len(others) else (others, rest)
    return longer[1:] == shorter and longer[0] != " "


def near_buckets(key: str) -> Iterator[str]:
    """PP3.4: the key, and the key with each one letter left out: near names share one of them."""
    yield key
    for at, sign in enumerate(key):
        if sign != " ":
            yield key[:at] + key[at + 1 :]


STRONG, LIKELY, POSSIBLE = 1, 2, 3


class Person(Frozen):
    """What is known of a person (PP1.1); `key` carries no meaning. Numbers are text, by scheme."""

    name: str
    key: str = ""
    ids: Mapping[str, str] = {}
    club: str = ""
    federation: str = ""
    born: int | None = None
    sex: str = ""
    title: str = ""
    ratings: Mapping[str, int] = {}
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


ADULT = 18


def young(born: int, year: int) -> bool:
    """PP5.1: younger than 18 in the year of the event; nobody is where one of the two is not known (0)."""
    return bool(born and year) and year - born < ADULT


def short_name(name: str) -> str:
    """PP5.1: "Kaya, Deniz" and "Deniz Kaya" become "Deniz K.", and of a pair each of the two."""
    if " / " in name:
        return " / ".join(map(short_name, name.split(" / ")))
    family, comma, given = (part.strip() for part in name.partition(","))
    if not comma:
        *before, last = name.split() or [""]
        given, family = " ".join(before), last
        if not given:
            return family
    first = given.split()[0] if given.split() else ""
    return f"{first} {_letter(family)}.".strip() if family else first


def initials(name: str) -> str:
    """`A. L.` of `Ann Lee`."""
    return " ".join(f"{_letter(word)}." for word in name.replace(",", " ").split())


def _letter(word: str) -> str:
    return next(filter(str.isalnum, word), word[0])


def year_of(date: str) -> int | None:
    """PP1.2: of a date, written in any usual way, the year alone; a year out of reason is none."""
    found = re.search(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)", date)
    return int(found[1]) if found else None


# --- who is who in several events (SE1.3, SE8.3) ------------------------------------------------------------

Seat = tuple[str, int]  # a player of an event: its code, and the number there


class SeasonPlayer(Frozen):
    """A player as seasons know one: the name, its key (PP3.1), a number if there is one (PP3.2), the club, the year of
    birth (0: not known), and who that is in the list of people (PP1)."""

    name: str
    key: str
    number: str
    club: str
    born: int = 0
    person: str = ""


def people_in(tournament: Tournament) -> dict[int, SeasonPlayer]:
    """Who plays there, as seasons and festivals know them; nobody who was erased."""
    return {
        player.id: SeasonPlayer(
            player.name, name_key(player.name), _number(player), player.club, player.birth_year, player.person
        )
        for player in tournament.players
        if not player.removed
    }


def same_people(
    events: Mapping[str, Mapping[int, SeasonPlayer]], linked: Mapping[Seat, str]
) -> tuple[dict[str, dict[int, str]], dict[str, str], tuple[tuple[str, str], ...]]:
    """The key of everybody's person, by event and player; names by key; and who cannot be told apart. A person is who a
    list of people says, else a licence or another number, else a name. Two of an event with the same name and no number
    wait (SE1.3, SE8.3)."""
    by_number: dict[str, str] = {}
    by_name: dict[str, str] = {}
    for code, people in events.items():
        for pid, one in people.items():
            listed = linked.get((code, pid))
            if listed and one.number:
                by_number.setdefault(one.number, listed)
            if listed:
                by_name.setdefault(one.key, listed)
    for people in events.values():
        for one in people.values():
            if one.number:
                by_name.setdefault(one.key, by_number.get(one.number, one.number))
    found: dict[str, dict[int, str]] = {}
    names: dict[str, str] = {}
    unassigned: list[tuple[str, str]] = []
    for code, people in events.items():
        own = {
            pid: linked.get((code, pid))
            or by_number.get(one.number, one.number)
            or by_name.get(one.key)
            or f"name {one.key}"
            for pid, one in people.items()
        }
        often = Counter(own.values())
        unassigned += [(code, people[pid].name) for pid in sorted(own) if often[own[pid]] > 1]
        found[code] = {pid: key for pid, key in own.items() if often[key] == 1}
        names |= {key: people[pid].name for pid, key in found[code].items()}
    return found, names, tuple(unassigned)


def _number(player: Player) -> str:
    for scheme, number in (("licence", player.licence), ("fide", player.fide_id)):
        if number_key(number):
            return f"{scheme} {number_key(number)}"
    return ""
