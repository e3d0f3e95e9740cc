"""Seasons, circuits and rankings over several events, and a rating of the house (SE). Everything is derived: a series
owns no results, so a corrected event corrects it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import Literal

from ronda.core import Frozen, replace

Tie = Literal["single", "firsts", "seconds", "meetings", "latest", "events", "fewer", "lot"]
DEFAULT_TIES: tuple[Tie, ...] = ("single", "firsts")


class SeasonEvent(Frozen):
    """What one event gives, in the order of the series (SE1.2). `meetings`: points that a person made
    against others."""

    points: Mapping[str, Fraction]
    places: Mapping[str, int | None] = {}
    tier: str = ""
    must: bool = False
    meetings: Mapping[str, Mapping[str, Fraction]] = {}


class SeasonRules(Frozen):
    """`best`: so many count, None: all, a fraction: that share of all events, rounded up (SE13.1); `drop`: so many of
    the worst fall out, an absence first; `caps`: of a tier at most so many (SE5). `missed`: what an excused absence is
    worth, `average`: the mean of one's own (SE6)."""

    best: int | Fraction | None = None
    drop: int = 0
    caps: Mapping[str, int] = {}
    min_events: int = 0
    ties: tuple[Tie, ...] = DEFAULT_TIES
    missed: Fraction | Literal["average"] = Fraction(0)
    excused_max: int = 0


class SeasonLine(Frozen):
    """One line of a season: `kept` are the events that count, from 1; a person with too few events has no place."""

    person: str
    place: int | None
    total: Fraction
    kept: tuple[int, ...]
    values: Mapping[int, Fraction]
    played: int
    adjusted: Fraction = Fraction(0)
    why: str = ""


_Groups = list[list[SeasonLine]]  # those of a group are level


def season(
    events: Sequence[SeasonEvent],
    rules: SeasonRules,
    *,
    adjusted: Mapping[str, Fraction] | None = None,
    excused: Mapping[str, Sequence[int]] | None = None,
    lots: Mapping[str, int] | None = None,
) -> tuple[SeasonLine, ...]:
    """Everybody in order. `excused`: absences the organiser excused, by event from 1 (SE6); `lots`: drawn numbers."""
    rows: dict[str, dict[int, Fraction]] = {}
    for number, event in enumerate(events, start=1):
        for person, value in event.points.items():
            rows.setdefault(person, {})[number] = value
    for person in adjusted or {}:
        rows.setdefault(person, {})
    lines = []
    for person, values in rows.items():
        played = len(values)
        full = _with_excused(values, (excused or {}).get(person, ()), rules)
        kept = _counted(events, full, rules)
        extra = (adjusted or {}).get(person, Fraction(0))
        total = sum((full[number] for number in kept), Fraction(0)) + extra
        lines.append(SeasonLine(person, None, total, kept, full, played, extra))
    return _ranked(lines, events, rules, lots or {})


def _with_excused(values: dict[int, Fraction], excused: Sequence[int], rules: SeasonRules) -> dict[int, Fraction]:
    """SE6: with a value for every excused absence, up to the most that the rules allow."""
    absent = [number for number in excused if number not in values][: rules.excused_max]
    if rules.missed == "average":
        worth = sum(values.values(), Fraction(0)) / len(values) if values else Fraction(0)
    else:
        worth = rules.missed
    return values | dict.fromkeys(absent, worth)


def _counted(events: Sequence[SeasonEvent], values: Mapping[int, Fraction], rules: SeasonRules) -> tuple[int, ...]:
    """SE5: the events that count for one person. Of equal values the later one is kept; what must count does."""
    must = [number for number in values if events[number - 1].must]
    order = sorted(
        (number for number in values if number not in must), key=lambda number: (values[number], number), reverse=True
    )
    of_tier: dict[str, int] = {}
    for number in must:
        tier = events[number - 1].tier
        of_tier[tier] = of_tier.get(tier, 0) + 1
    within = []
    for number in order:  # SE5.3
        tier = events[number - 1].tier
        of_tier[tier] = of_tier.get(tier, 0) + 1
        if tier not in rules.caps or of_tier[tier] <= rules.caps[tier]:
            within.append(number)
    most = _most(rules.best, len(events))
    if rules.drop:  # SE5.2: absences are the first to fall out, and one event always counts
        most = min(most, max(1, len(events) - rules.drop))
    return tuple(sorted([*must, *within[: max(0, most - len(must))]]))


def _most(best: int | Fraction | None, events: int) -> int:
    """SE5.1, SE13.1: how many count of so many."""
    if best is None:
        return events
    return ceil(best * events) if isinstance(best, Fraction) else best


# --- the ranking (SE7) -----------------------------------------------------------------------------------


def _ranked(
    rows: Sequence[SeasonLine], events: Sequence[SeasonEvent], rules: SeasonRules, lots: Mapping[str, int]
) -> tuple[SeasonLine, ...]:
    enough = [row for row in rows if row.played >= rules.min_events]
    groups = _split(enough, lambda row: row.total)
    why = {row.person: "total" for group in groups[1:] for row in group[:1]}
    for tie in rules.ties:
        finer = []
        for group in groups:
            parts = _settled(group, tie, events, lots) if len(group) > 1 else [group]
            why |= {row.person: tie for part in parts[1:] for row in part[:1]}
            finer += parts
        groups = finer
    found: list[SeasonLine] = []
    for group in groups:
        place = len(found) + 1
        found += [
            replace(row, place=place, why=why.get(row.person, "")) for row in sorted(group, key=lambda row: row.person)
        ]
    behind = [row for row in rows if row.played < rules.min_events]  # SE5.4
    return (*found, *(replace(row, why="min_events") for row in sorted(behind, key=lambda r: (-r.total, r.person))))


def _split(rows: Sequence[SeasonLine], value: Callable[[SeasonLine], Fraction | list[Fraction] | int]) -> _Groups:
    """In groups that are level, the highest value first."""
    return [list(level) for _, level in groupby(sorted(rows, key=value, reverse=True), key=value)]


def _settled(
    group: list[SeasonLine], tie: Tie, events: Sequence[SeasonEvent], lots: Mapping[str, int]
) -> list[list[SeasonLine]]:
    everybody = {row.person for row in group}
    longest = max(len(row.kept) for row in group)

    def single(row: SeasonLine) -> list[Fraction]:
        best = sorted((row.values[number] for number in row.kept), reverse=True)
        return best + [Fraction(0)] * (longest - len(best))

    def finished(place: int) -> Callable[[SeasonLine], int]:
        return lambda row: sum(event.places.get(row.person) == place for event in events)

    def met(row: SeasonLine) -> Fraction:
        return sum(
            (
                points
                for number in row.kept
                for other, points in events[number - 1].meetings.get(row.person, {}).items()
                if other in everybody
            ),
            Fraction(0),
        )

    match tie:
        case "single":
            return _split(group, single)
        case "firsts":
            return _split(group, finished(1))
        case "seconds":
            return _split(group, finished(2))
        case "meetings":
            return _split(group, met)
        case "latest":
            return _by_latest(group, events)
        case "events":
            return _split(group, lambda row: row.played)
        case "fewer":
            return _split(group, lambda row: -row.played)
        case "lot":
            return _split(group, lambda row: -lots.get(row.person, 0))


def _by_latest(group: list[SeasonLine], events: Sequence[SeasonEvent]) -> _Groups:
    """Better in the latest event that all of them played."""
    for event in reversed(events):
        if all(row.person in event.points for row in group):
            made = event.points
            return _split(group, lambda row: made[row.person])  # noqa: B023 - used at once
    return [group]
