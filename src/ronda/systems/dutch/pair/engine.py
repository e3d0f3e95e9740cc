"""dutch: all brackets of a round from the top (DU7).

A bracket is first solved alone, then with the next scoregroup, then with everything below it. The narrower problem has
the same order over more results; where its best one is allowed by what lies below, it is the best of the allowed ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.values import Frozen
from ronda.pairing.matching import Barrier
from ronda.systems.dutch.pair.criteria import Scope, Solution, white_first
from ronda.systems.dutch.pair.exact import solve
from ronda.systems.dutch.pair.fast import try_fast
from ronda.systems.dutch.pair.feasible import Feasibility
from ronda.systems.dutch.rules import Field

FAST, ALONE, NEXT, WHOLE = 0, 1, 2, 3
FEW = 12  # players left who are looked at as a whole at once

_PATHS = ("fast", "alone", "next", "whole")


class Bracket(Frozen, frozen=True):
    """One bracket as it was made: members, how many were moved down, the result, and how far was looked."""

    members: Sequence[int]
    moved: int
    solution: Solution
    path: str


class Made(Frozen, frozen=True):
    """A round by positions: the brackets from the top, and who has the PAB."""

    brackets: tuple[Bracket, ...]
    resting: int | None


class _Place(Frozen, frozen=True):
    """Where a bracket stands: who came down to it, its scoregroup, the next one, everybody below, the PAB score."""

    moved: Sequence[int]
    group: range
    following: range
    rest: range
    bye: int | None

    @property
    def members(self) -> tuple[int, ...]:
        return (*self.moved, *self.group)

    @property
    def left(self) -> int:
        """How many are to be paired still, here and below."""
        return len(self.moved) + len(self.group) + len(self.following) + len(self.rest)


def make(field: Field, reach: int = FAST) -> Made | Barrier:
    """The round. `reach`: how far every bracket looks at least."""
    feasible = Feasibility(field)
    bye = feasible.pab_score()
    if isinstance(bye, Barrier):
        return bye
    groups = field.groups()
    brackets: list[Bracket] = []
    moved: Sequence[int] = ()
    for n, group in enumerate(groups):
        following = groups[n + 1] if n + 1 < len(groups) else range(group.stop, group.stop)
        place = _Place(moved, group, following, range(following.stop, len(field)), bye)
        bracket = _bracket(feasible, place, reach)
        brackets.append(bracket)
        moved = bracket.solution.floaters
    return Made(tuple(brackets), moved[0] if moved else None)


def _bracket(feasible: Feasibility, place: _Place, reach: int) -> Bracket:
    """The first way that is sure of its answer."""
    from_alone = reach
    if reach == FAST:
        own = _own_bye(feasible.field, place, place.group)
        solution = try_fast(feasible.field, place.moved, place.group, own)
        if solution is not None and _good(feasible, place, solution):
            return Bracket(place.members, len(place.moved), solution, _PATHS[FAST])
        # what it found is the best of the bracket alone: then that was not good enough
        from_alone = ALONE if solution is None else NEXT
        if place.left <= FEW:
            from_alone = WHOLE  # that takes less time than to look twice
    return _exactly(feasible, place, from_alone)


def _exactly(feasible: Feasibility, place: _Place, reach: int) -> Bracket:
    field, members, moved = feasible.field, place.members, len(place.moved)
    if reach <= ALONE:
        solution = solve(field, Scope(members, moved, bye=_own_bye(field, place, place.group)))
        if solution is not None and _good(feasible, place, solution):
            return Bracket(members, moved, solution, _PATHS[ALONE])
    if reach <= NEXT and place.following:
        own = _own_bye(field, place, place.following)
        solution = solve(field, Scope(members, moved, place.following, bye=own))
        if solution is not None:
            paired = {*solution.partners, solution.resting}
            left = [p for p in (*solution.floaters, *place.following) if p not in paired]
            if feasible.completable(left, place.rest, place.bye if own is None else None):
                return Bracket(members, moved, solution, _PATHS[NEXT])
    solution = solve(field, Scope(members, moved, place.following, place.rest, place.bye, whole=True))
    assert solution is not None, "what was left could be completed"
    return Bracket(members, moved, solution, _PATHS[WHOLE])


def _own_bye(field: Field, place: _Place, last: range) -> int | None:
    """The PAB score where the PAB falls to somebody down to that scoregroup."""
    return place.bye if place.bye is not None and place.bye >= field.scores[last.start] else None


def _good(feasible: Feasibility, place: _Place, solution: Solution) -> bool:
    """Whether nothing below suffers from this result of the bracket alone."""
    floaters = [p for p in solution.floaters if p != solution.resting]
    bye = place.bye if solution.resting is None else None
    return feasible.good_below(floaters, place.following, place.rest, bye)


def coloured(field: Field, made: Made) -> list[tuple[int, int]]:
    """The pairs by number, white first."""
    found = []
    for bracket in made.brackets:
        for a, b in bracket.solution.pairs:
            white, _ = white_first(field, a, b)
            found.append((field.tpns[a], field.tpns[b]) if white else (field.tpns[b], field.tpns[a]))
    if made.resting is not None:
        found.append((field.tpns[made.resting], 0))
    return found
