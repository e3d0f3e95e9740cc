"""dutch: all brackets of a round from the top (DU7).

A bracket is first solved alone, then with the next scoregroup, then with everything below it. The narrower problem has
the same order over more results; where its best one is allowed by what lies below, it is the best of the allowed ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ronda.pairing.matching import Barrier
from ronda.systems.dutch.pair.colours import white_first
from ronda.systems.dutch.pair.exact import solve
from ronda.systems.dutch.pair.fast import try_fast
from ronda.systems.dutch.pair.feasible import Feasibility
from ronda.systems.dutch.pair.scope import Scope, Solution
from ronda.systems.dutch.rules import Field

FAST, ALONE, NEXT, WHOLE = 0, 1, 2, 3


_PATHS = ("fast", "alone", "next", "whole")


class Bracket(NamedTuple):
    """One bracket as it was made: members, how many were moved down, the result, and how far was looked."""

    members: Sequence[int]
    moved: int
    solution: Solution
    path: str


class Made(NamedTuple):
    """A round by positions: the brackets from the top, who has the PAB, and its score."""

    brackets: tuple[Bracket, ...]
    resting: int | None
    bye_score: int | None


def groups_of(field: Field) -> list[range]:
    """The scoregroups from the top, as ranges of positions (DU3.3)."""
    found = []
    start = 0
    scores = field.scores
    for position in range(1, len(field) + 1):
        if position == len(field) or scores[position] != scores[start]:
            found.append(range(start, position))
            start = position
    return found


def make(field: Field, reach: int = FAST) -> Made | Barrier:
    """The round. `reach`: how far every bracket looks at least."""
    feasible = Feasibility(field)
    bye = feasible.pab_score()
    if isinstance(bye, Barrier):
        return bye
    groups = groups_of(field)
    brackets: list[Bracket] = []
    moved: Sequence[int] = ()
    for n, group in enumerate(groups):
        following = groups[n + 1] if n + 1 < len(groups) else range(group.stop, group.stop)
        rest = range(following.stop, len(field))
        bracket = _bracket(feasible, moved, group, following, rest, bye, reach)
        brackets.append(bracket)
        moved = bracket.solution.floaters
    return Made(tuple(brackets), moved[0] if moved else None, bye)


def _bracket(
    feasible: Feasibility,
    moved: Sequence[int],
    group: range,
    following: range,
    rest: range,
    bye: int | None,
    reach: int,
) -> Bracket:
    field = feasible.field
    members = (*moved, *group)
    level = field.scores[group.start]
    own = bye if bye is not None and bye >= level else None  # the PAB falls to somebody of this bracket
    for way in range(reach, NEXT):
        if way == FAST:
            solution = try_fast(field, moved, group, own)
        else:
            solution = solve(field, Scope(members, len(moved), bye=own))
        if solution is not None:
            floaters = [p for p in solution.floaters if p != solution.resting]
            if feasible.good_below(floaters, following, rest, bye if own is None else None):
                return Bracket(members, len(moved), solution, _PATHS[way])
            elif way == FAST:
                break  # it is the best of the bracket alone, and not good enough
    if reach <= NEXT and following:
        here = bye is not None and bye >= field.scores[following.start]
        solution = solve(field, Scope(members, len(moved), following, bye=bye if here else None))
        if solution is not None:
            paired = set(solution.partners)
            left = [p for p in (*solution.floaters, *following) if p not in paired and p != solution.resting]
            if feasible.completable(left, rest, None if here else bye):
                return Bracket(members, len(moved), solution, _PATHS[NEXT])
    solution = solve(field, Scope(members, len(moved), following, rest, bye, whole=True))
    assert solution is not None, "what was left could be completed"
    return Bracket(members, len(moved), solution, _PATHS[WHOLE])


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
