"""Categories: predicates over what is known of a player, and their standings (PR1, PR2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeVar

from msgspec import field

from ronda.core.values import Frozen

Who = TypeVar("Who", int, str)
Verdict = bool | None  # None: cannot be judged, something is not known (PR2.4)


class KnownPlayer(Frozen, frozen=True):
    """What is known of a player when the event began (PR1); empty or 0: not known, for ratings: none."""

    born: int | None = None
    sex: str = ""
    club: str = ""
    federation: str = ""
    title: str = ""
    ratings: Mapping[str, int] = field(default_factory=dict)
    labels: Collection[str] = ()


class Age(Frozen, frozen=True):
    """PR2.2: `U`: at most so old, `O`: at least; by years alone."""

    kind: Literal["U", "O"]
    limit: int


class Sex(Frozen, frozen=True):
    value: str


class Rating(Frozen, frozen=True):
    """PR2.3: a band of one rating, both ends included; who has none is only in where `unrated` says so."""

    name: str
    low: int | None = None
    high: int | None = None
    unrated: bool = False


class Unrated(Frozen, frozen=True):
    name: str


class OneOf(Frozen, frozen=True):
    """Club, federation or title is one of these."""

    name: Literal["club", "federation", "title"]
    values: frozenset[str]


class LabelCategory(Frozen, frozen=True):
    name: str


class AllOf(Frozen, frozen=True):
    tests: tuple[Test, ...]


class AnyOf(Frozen, frozen=True):
    tests: tuple[Test, ...]


class Not(Frozen, frozen=True):
    test: Test


Test = Age | Sex | Rating | Unrated | OneOf | LabelCategory | AllOf | AnyOf | Not


def in_age(kind: Literal["U", "O"], limit: int, born: int | None, year: int) -> Verdict:
    """PR2.2, PR2.4."""
    if born is None:
        return None
    age = year - born
    return age <= limit if kind == "U" else age >= limit


def reference_year(year: int, month: int, season_from: int | None = None) -> int:
    """PR2.2: the year that ages are counted in; from the month a season starts in, the next one."""
    return year + 1 if season_from is not None and month >= season_from else year


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
