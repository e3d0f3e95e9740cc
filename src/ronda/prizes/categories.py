"""Categories: predicates over what is known of a player, and their standings (PR1, PR2); how one
is written."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal, TypeVar

from ronda.core import Frozen, Refusal

Who = TypeVar("Who", int, str)
Verdict = bool | None  # None: cannot be judged, something is not known (PR2.4)


class KnownPlayer(Frozen):
    """What is known of a player when the event began (PR1); empty or 0: not known, for ratings: none."""

    born: int | None = None
    sex: str = ""
    club: str = ""
    federation: str = ""
    title: str = ""
    ratings: Mapping[str, int] = {}
    labels: Collection[str] = ()


class Age(Frozen):
    """PR2.2: `U`: at most so old, `O`: at least; by years alone."""

    kind: Literal["U", "O"]
    limit: int


class Sex(Frozen):
    value: str


class Rating(Frozen):
    """PR2.3: a band of one rating, both ends included; who has none is only in where `unrated` says so."""

    name: str
    low: int | None = None
    high: int | None = None
    unrated: bool = False


class Unrated(Frozen):
    name: str


class OneOf(Frozen):
    """Club, federation or title is one of these."""

    name: Literal["club", "federation", "title"]
    values: frozenset[str]


class LabelCategory(Frozen):
    name: str


class AllOf(Frozen):
    tests: tuple[Test, ...]


class AnyOf(Frozen):
    tests: tuple[Test, ...]


class Not(Frozen):
    test: Test


Test = Age | Sex | Rating | Unrated | OneOf | LabelCategory | AllOf | AnyOf | Not


def in_age(kind: Literal["U", "O"], limit: int, born: int | None, year: int) -> Verdict:
    """PR2.2, PR2.4."""
    if born is None:
        return None
    age = year - born
    return age <= limit if kind == "U" else age >= limit


def fits(test: Test, who: KnownPlayer, year: int) -> Verdict:
    """Whether somebody is in a category; None: what it asks for is not known."""
    match test:
        case Age(kind, limit):
            return in_age(kind, limit, who.born, year)
        case Sex(value):
            return who.sex == value if who.sex else None
        case Rating(name, low, high, unrated):
            rating = who.ratings.get(name, 0)
            if not rating:
                return unrated
            return (low is None or rating >= low) and (high is None or rating <= high)
        case Unrated(name):
            return not who.ratings.get(name, 0)
        case OneOf(name, values):
            return getattr(who, name) in values
        case LabelCategory(name):
            return name in who.labels
        case AllOf(tests):
            return _all([fits(one, who, year) for one in tests])
        case AnyOf(tests):
            found = _all([_not(fits(one, who, year)) for one in tests])
            return _not(found)
        case Not(inner):
            return _not(fits(inner, who, year))


def _all(verdicts: list[Verdict]) -> Verdict:
    """What is not known matters only where nothing else decides."""
    if any(verdict is False for verdict in verdicts):
        return False
    return None if None in verdicts else True


def _not(verdict: Verdict) -> Verdict:
    return None if verdict is None else not verdict


def category_places(overall: Mapping[Who, int | None], members: Collection[Who]) -> dict[Who, int]:
    """PR2.5: places counted anew among the members; shared ones stay shared."""
    inside = sorted((place, at, who) for at, (who, place) in enumerate(overall.items()) if place and who in members)
    found: dict[Who, int] = {}
    last, shown = None, 0
    for count, (place, _, who) in enumerate(inside, start=1):
        if place != last:
            last, shown = place, count
        found[who] = shown
    return found


_TOKEN = re.compile(r'\s*(?:([()|!])|((?:[^\s()|!"]|"[^"]*")+))')
_RATINGS = ("rating", "national_rating", "club_elo")


class _Unfit(Exception):
    pass


def category_test(text: str) -> Test | Refusal:
    """The predicate that a text means; an empty one is everybody."""
    try:
        tokens = _tokens(text)
        test, rest = _either(tokens)
        if rest:
            raise _Unfit(rest[0])
        return test
    except _Unfit as unfit:
        return Refusal("category_unreadable", "PR2.1", {"text": text, "found": str(unfit)})


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text.rstrip()):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _Unfit(text[at:].strip())
        found.append(token[1] or token[2])
        at = token.end()
    return found


def _either(tokens: list[str]) -> tuple[Test, list[str]]:
    tests = []
    while True:
        test, tokens = _together(tokens)
        tests.append(test)
        if not tokens or tokens[0] != "|":
            return tests[0] if len(tests) == 1 else AnyOf(tuple(tests)), tokens
        tokens = tokens[1:]


def _together(tokens: list[str]) -> tuple[Test, list[str]]:
    tests = []
    while tokens and tokens[0] not in ("|", ")"):
        test, tokens = _one(tokens)
        tests.append(test)
    return tests[0] if len(tests) == 1 else AllOf(tuple(tests)), tokens


def _one(tokens: list[str]) -> tuple[Test, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "!":
        if not rest:
            raise _Unfit(head)
        test, rest = _one(rest)
        return Not(test), rest
    if head == "(":
        test, rest = _either(rest)
        if not rest or rest[0] != ")":
            raise _Unfit(head)
        return test, rest[1:]
    return _atom(head), rest


def _atom(word: str) -> Test:
    if age := re.fullmatch(r"([UO])(\d{1,3})", word):
        return Age("U" if age[1] == "U" else "O", int(age[2]))
    if word in ("F", "M", "X"):
        return Sex(word)
    if word == "unrated":
        return Unrated("rating")
    if band := re.fullmatch(r"(\w+)(<=|>=|=)(\d{1,4})(?:\.\.(\d{1,4}))?(\?)?", word):
        if band[1] in _RATINGS and (band[4] is None) == (band[2] != "="):
            low = None if band[2] == "<=" else int(band[3])
            high = int(band[4]) if band[4] else int(band[3]) if band[2] == "<=" else None
            return Rating(band[1], low, high, unrated=band[5] is not None)
        raise _Unfit(word)
    name, equals, value = word.partition("=")
    value = value.replace('"', "").strip()
    if not equals or not value:
        raise _Unfit(word)
    if name == "label":
        return LabelCategory(value)
    values = frozenset(one.strip() for one in value.split(",") if one.strip())
    match name:
        case "club":
            return OneOf("club", values)
        case "federation":
            return OneOf("federation", values)
        case "title":
            return OneOf("title", values)
    raise _Unfit(word)
