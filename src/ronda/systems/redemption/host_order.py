"""redemption: the order of the Host Guide among players level on points, as its community's tracker reads it (CR6).
Pure: of one group, who beat whom of it, and everybody's margin."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

Who = TypeVar("Who", int, str)
Beat = Collection[tuple[Who, Who]]  # winner and loser


class Step(NamedTuple, Generic[Who]):
    """Who comes before all the others that are left, and why."""

    first: list[Who]
    behind: list[Who]
    why: Literal["beat_all", "highest_differential"]


def host_order(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> list[list[Who]]:
    """CR6.1: first who beat every other of the group, then the same with the rest. Where there is nobody like that, who
    has the highest margin: several begin again among themselves. Inner lists share a place."""
    found: list[list[Who]] = []
    for step in _steps(level, beat, margin):
        alone = len(step.first) == 1 or not step.behind
        found += [step.first] if alone else host_order(step.first, beat, margin)
    return found


def host_steps(one: Who, level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[Step[Who]]:
    """The steps by which this one came before others of the group."""
    step = next(step for step in _steps(level, beat, margin) if one in step.first)
    if step.behind:
        yield step
        yield from host_steps(one, step.first, beat, margin)


def _steps(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[Step[Who]]:
    beaten: dict[Who, set[Who]] = {one: {one} for one in level}
    for winner, loser in beat:
        if winner in beaten:
            beaten[winner].add(loser)
    rest = list(level)
    while rest:
        all_others = [one for one in rest if len(beaten[one]) >= len(rest) and beaten[one].issuperset(rest)]
        best = max(margin[one] for one in rest)
        first = all_others or [one for one in rest if margin[one] == best]
        behind = [one for one in rest if one not in first]
        yield Step(first, behind, "beat_all" if all_others else "highest_differential")
        rest = behind
