"""What is carried over, and the standings of the whole event (ST8, ST9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeVar

Carry = Literal["nothing", "points", "meetings", "half", "bonus"]
Who = TypeVar("Who", int, str)


def carried(carry: Carry, points: Fraction, place: int | None = None, bonus: Sequence[Fraction] = ()) -> Fraction:
    """ST8.1: the points somebody begins a stage with. With `meetings` points come from the meetings alone
    (`meetings_between`), not from the source's total."""
    match carry:
        case "points":
            return points
        case "half":
            return points / 2
        case "bonus":
            return bonus[place - 1] if place is not None and place <= len(bonus) else Fraction(0)
        case "nothing" | "meetings":
            return Fraction(0)


def meetings_between(games: Iterable[tuple[int, int, Fraction]], advanced: Iterable[int]) -> dict[int, Fraction]:
    """ST8.1, `meetings`: the points of those who advanced against each other (game: first, second, the first's)."""
    points = dict.fromkeys(advanced, Fraction(0))
    for first, second, own in games:
        if first in points and second in points:
            points[first] += own
            points[second] += 1 - own
    return points


def continued(before: Mapping[Who, int], source: Sequence[tuple[Who, int | None]]) -> dict[Who, int]:
    """ST9.1, ST9.2: the places of a later stage, and behind them those who did not go on, in the order of the stage
    where they stopped: places go on counting, shared ones stay shared, without a place there is none."""
    found = dict(sorted(before.items(), key=lambda item: item[1]))
    behind = sorted(
        (place, at, who) for at, (who, place) in enumerate(source) if place is not None and who not in found
    )
    count, last, shown = len(found), None, 0
    for place, _, who in behind:
        count += 1
        if place != last:
            last, shown = place, count
        found[who] = shown
    return found


def event_places(stages: Sequence[Sequence[tuple[Who, int | None]]]) -> dict[Who, int]:
    """ST9.1: the event's list from its main stages, the first stage first."""
    found: dict[Who, int] = {}
    for stage in reversed(stages):
        found = continued(found, stage)
    return found


def parallel_places(first: int, own: Mapping[Who, int]) -> dict[Who, int]:
    """ST9.3, `b_places: own`: the places of a B final that was taken from the source's place `first` on."""
    return {who: first + place - 1 for who, place in own.items()}
