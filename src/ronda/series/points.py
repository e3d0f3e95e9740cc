"""The points that one event gives (SE3, SE10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeVar

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


def member_points(points: Fraction, members: int, *, divided: bool = False) -> Fraction:
    """SE3.4: what a member of a team gets."""
    return points / members if divided else points


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
