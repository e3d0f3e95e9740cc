"""A rating of the house, replayed exactly from declared values (SE11). Never an official one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from msgspec import field

from ronda.core.values import Frozen

# TB8: the first difference of ratings at which the higher rated player is expected to score 50, 51, … per cent
_FIRST = (
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189),
    *(198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518),
    *(560, 620, 736),
)
HALF = Fraction(1, 2)


class Declared(Frozen, frozen=True):
    """SE11.1: what is published; another value is a new edition."""

    start: Fraction = Fraction(1200)
    k: int = 20
    provisional_k: int = 40
    provisional_games: int = 20
    cap: int = 400


def expected(own: Fraction, opponent: Fraction, cap: int = 400) -> int:
    """SE11.3: the expected score in per cent."""
    apart = min(floor(abs(own - opponent) + HALF), cap)
    higher = 49 + bisect_right(_FIRST, apart)
    return higher if own >= opponent else 100 - higher


class RatedGame(Frozen, frozen=True):
    """A rated game (SE11.2): the two sides, and the first's score, 1, ½ or 0."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    score: Fraction


def changes(
    ratings: Mapping[str, Fraction], k: Mapping[str, int], games: Sequence[RatedGame], cap: int = 400
) -> dict[str, Fraction]:
    """SE11.4, SE11.5: what one event changes. All games go by the ratings before it; a side is rated by the mean."""
    found = dict.fromkeys(ratings, Fraction(0))
    for game in games:
        first, second = _mean(game.first, ratings), _mean(game.second, ratings)
        for side, own, other, score in (
            (game.first, first, second, game.score),
            (game.second, second, first, 1 - game.score),
        ):
            over = score - Fraction(expected(own, other, cap), 100)
            for member in side:
                found[member] += k[member] * over
    return found


def _mean(side: Sequence[str], ratings: Mapping[str, Fraction]) -> Fraction:
    return sum((ratings[member] for member in side), Fraction(0)) / len(side)


class RatingList(Frozen, frozen=True):
    """The list after so many events: ratings, and how many rated games everybody has finished."""

    ratings: Mapping[str, Fraction] = field(default_factory=dict)
    games: Mapping[str, int] = field(default_factory=dict)


def after_event(before: RatingList, games: Sequence[RatedGame], declared: Declared = Declared()) -> RatingList:  # noqa: B008
    """SE11.6, SE11.7: the next list, a function of the one before and the games. Newcomers start at the start value;
    the provisional K holds until enough games were finished before the event. (An imported rating is in the list with
    enough games.)"""
    people = {member for game in games for member in (*game.first, *game.second)}
    ratings = {**before.ratings, **{one: declared.start for one in people if one not in before.ratings}}
    k = {
        one: declared.provisional_k if before.games.get(one, 0) < declared.provisional_games else declared.k
        for one in people
    }
    moved = changes({one: ratings[one] for one in people}, k, games, declared.cap)
    count = dict(before.games)
    for game in games:
        for member in (*game.first, *game.second):
            count[member] = count.get(member, 0) + 1
    return RatingList({**ratings, **{one: ratings[one] + moved[one] for one in people}}, count)


def listed(rating: Fraction) -> int:
    """SE11.4: as lists show it, the nearest whole number, a half up."""
    return floor(rating + HALF)
