"""The points that one event gives (SE3, SE10.1), their totals, and the house rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Literal, TypeVar

from ronda.core import Frozen
from ronda.tiebreaks.performance import expected_percent

Who = TypeVar("Who", int, str)
Share = Literal["average", "best"]


def table_points(table: Sequence[Fraction], place: int, rest: Fraction = Fraction(0)) -> Fraction:
    """SE3.1: what a place is worth; behind the table, the rest."""
    return table[place - 1] if place <= len(table) else rest


def place_points(
    places: Mapping[Who, int | None],
    table: Sequence[Fraction],
    *,
    rest: Fraction = Fraction(0),
    share: Share = "average",
    attendance: Fraction = Fraction(0),
    factor: Fraction = Fraction(1),
) -> dict[Who, Fraction]:
    """SE3.1, SE3.3, SE3.5: everybody's points. Who share a place divide the points of the places they cover, or all get
    the first of them; who has no place gets what everybody gets for coming."""
    level: dict[int, int] = {}
    for place in places.values():
        if place is not None:
            level[place] = level.get(place, 0) + 1
    found = {}
    for who, place in places.items():
        own = Fraction(0)
        if place is not None:
            covered = [table_points(table, place + at, rest) for at in range(level[place])]
            own = covered[0] if share == "best" else sum(covered, Fraction(0)) / len(covered)
        found[who] = (own + attendance) * factor
    return found


def field_points(places: Mapping[Who, int | None], factor: Fraction = Fraction(1)) -> dict[Who, Fraction]:
    """SE3.2, `field`: how many are not before somebody, himself included; shared places averaged as in SE3.3."""
    size = len(places)
    table = [Fraction(size - at) for at in range(size)]
    return place_points(places, table, factor=factor)


def circuit_points(
    place: int | None, wins: int, table: Sequence[Fraction], per_win: Fraction, attendance: Fraction
) -> Fraction:
    """SE3.2, `sum`, and SE13.4: the place, the wins and coming; behind the table wins and coming still count."""
    own = table_points(table, place) if place is not None else Fraction(0)
    return own + wins * per_win + attendance


def club_points(points: Iterable[tuple[str, Fraction]], best: int = 3) -> dict[str, Fraction]:
    """SE10.1: of every club the best so many of its members; those without a club count for none."""
    by_club: dict[str, list[Fraction]] = {}
    for club, value in points:
        if club:
            by_club.setdefault(club, []).append(value)
    return {club: sum(sorted(values, reverse=True)[:best], Fraction(0)) for club, values in by_club.items()}


def shown(value: Fraction) -> str:
    """SE3.6: two decimals at most, a half rounded up; what is compared stays exact."""
    hundredths = (abs(value) * 200 + 1) // 2
    whole, rest = divmod(int(hundredths), 100)
    decimals = f"{rest:02}".rstrip("0")
    text = f"{whole}.{decimals}" if decimals else str(whole)
    return f"-{text}" if value < 0 and hundredths else text


class Evening(Frozen):
    """Games won and lost, points for and against."""

    wins: int
    losses: int
    points_for: int
    against: int

    @property
    def difference(self) -> int:
        return self.points_for - self.against

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """What evenings, and seasons, are compared by."""
        return self.wins, self.wins - self.losses, self.difference, self.points_for

    def __add__(self, other: Evening) -> Evening:
        return Evening(
            self.wins + other.wins,
            self.losses + other.losses,
            self.points_for + other.points_for,
            self.against + other.against,
        )


NONE = Evening(0, 0, 0, 0)


class Total(Frozen):
    """`days`: evenings played, those that fell out included; `dropped`: the evenings that fell out, from 1."""

    person: str
    place: int
    sum: Evening
    days: int
    dropped: tuple[int, ...]


def totals(people: Mapping[str, Sequence[Evening | None]], drop: int = 0, *, by_days: bool = False) -> list[Total]:
    """SE13.2: everybody in order; None is an evening that was missed. `by_days`: evenings played count before all but
    the wins. An absence falls out before any evening played, of equal ones the earlier; one evening always counts."""
    rows = []
    for person, evenings in people.items():
        worst = sorted(range(len(evenings)), key=lambda at: (_worth(evenings[at]), at))
        dropped = sorted(worst[: min(drop, max(0, len(evenings) - 1))])
        sum_ = NONE
        for at, evening in enumerate(evenings):
            if evening is not None and at not in dropped:
                sum_ += evening
        days = sum(evening is not None for evening in evenings)
        rows.append((person, sum_, days, tuple(at + 1 for at in dropped)))

    def key(row: tuple[str, Evening, int, tuple[int, ...]]) -> tuple[int, ...]:
        merit = row[1].merit
        return (merit[0], row[2], *merit[1:]) if by_days else merit

    rows.sort(key=key, reverse=True)
    found: list[Total] = []
    for at, row in enumerate(rows):
        level = at > 0 and key(rows[at - 1]) == key(row)
        found.append(Total(row[0], found[-1].place if level else at + 1, row[1], row[2], row[3]))
    return found


def _worth(evening: Evening | None) -> tuple[int, ...]:
    return (0,) if evening is None else (1, *evening.merit)


HALF = Fraction(1, 2)


class Declared(Frozen):
    """SE11.1: what is published; another value is a new edition."""

    start: Fraction = Fraction(1200)
    k: int = 20
    provisional_k: int = 40
    provisional_games: int = 20
    cap: int = 400


def expected(own: Fraction, opponent: Fraction, cap: int = 400) -> int:
    """SE11.3: the expected score in per cent."""
    apart = min(floor(abs(own - opponent) + HALF), cap)
    higher = expected_percent(apart)
    return higher if own >= opponent else 100 - higher


class RatedGame(Frozen):
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


class RatingList(Frozen):
    """The list after so many events: ratings, and how many rated games everybody has finished."""

    ratings: Mapping[str, Fraction] = {}
    games: Mapping[str, int] = {}


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
