"""dutch: all brackets of a round from the top (DU7).

A bracket is first solved alone, then with the next scoregroup, then with everything below it. The narrower problem has
the same order over more results; where its best one is allowed by what lies below, it is the best of the allowed ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ronda.core import Frozen
from ronda.core.weighted_matching import NOBODY, heaviest
from ronda.pairing.matching import Barrier, Unplaced
from ronda.systems.dutch.pair.criteria import Scope, Solution, white_first
from ronda.systems.dutch.pair.exact import solve
from ronda.systems.dutch.pair.fast import try_fast
from ronda.systems.dutch.rules import ABSOLUTE, WHITE, Field

_TRIES = 8  # players who are tried as the one left over before a matching is looked for
_MANY = 300  # players among whom a matching that says what is possible is dearer than the wider search


class Feasibility:
    """What is asked about one field: counts over all ends of the order, so that a range costs nothing."""

    def __init__(self, field: Field) -> None:
        self.field = field
        size = len(field)
        self._white = [0] * (size + 1)  # absolute wishes from a position on
        self._black = self._white.copy()
        self._able: list[int] = []  # who may have the PAB, once its score is known
        self._banned = [0] * (size + 1)  # the most that anybody from a position on may not meet
        white = black = most = 0
        for position in range(size - 1, -1, -1):
            if field.strength[position] == ABSOLUTE:
                if field.wish[position] == WHITE:
                    white += 1
                else:
                    black += 1
            most = max(most, len(field.banned[position]))
            self._white[position], self._black[position], self._banned[position] = white, black, most

    def roomy(self, start: int, stop: int, *, without: int = 0, guests: int = 0) -> bool:
        """Whether counting alone shows that the players from `start` to `stop`, less so many of them and with so many
        guests from elsewhere, can all be paired."""
        size = stop - start - without + guests
        alike = max(self._white[start] - self._white[stop], self._black[start] - self._black[stop]) + guests
        most = self._banned[0] if guests else self._banned[start]
        return size % 2 == 0 and (size == 0 or 2 * (size - most - max(alike, 1)) >= size)

    def perfect(self, positions: Sequence[int], apart: Sequence[int] = ()) -> bool:
        """Whether these players can all be paired within C1 and C3, those `apart` not with each other."""
        if len(positions) % 2:
            return False
        if not apart and self._dense(positions):
            return True
        legal = self.field.legal
        if not apart:
            return Unplaced(positions, legal).perfect
        kept = frozenset(apart)
        return Unplaced(positions, lambda a, b: not (a in kept and b in kept) and legal(a, b)).perfect

    def _dense(self, positions: Sequence[int]) -> bool:
        field = self.field
        size = len(positions)
        alike = {1: 0, -1: 0}
        for position in positions:
            if field.strength[position] == ABSOLUTE:
                alike[field.wish[position]] += 1
        here = set(positions)
        for position in positions:
            near = size - 1 - len(field.banned[position] & here)
            if field.strength[position] == ABSOLUTE and not field.top[position]:
                near -= alike[field.wish[position]] - 1
            if 2 * near < size:
                return False
        return True

    def pab_score(self) -> int | Barrier | None:
        """C5: the lowest score of a player who may have the PAB so that the others can be paired; None for an even
        number. Where nothing can be completed: why; there the bye is one more player, after the last."""
        field = self.field
        size = len(field)
        if size % 2 == 0:
            if self.roomy(0, size) or self.perfect(range(size)):
                return None
            return Unplaced(range(size), field.legal).barrier()
        roomy = self.roomy(0, size, without=1)
        for position in reversed(range(size)):
            if field.may_rest[position] and (roomy or self.perfect([p for p in range(size) if p != position])):
                score = field.scores[position]
                self._able = [p for p in range(size) if field.may_rest[p] and field.scores[p] == score]
                return score
        return Unplaced(range(size + 1), self._or_rests).barrier()

    def _or_rests(self, a: int, b: int) -> bool:
        size = len(self.field)
        if size in (a, b):
            return self.field.may_rest[min(a, b)]
        return self.field.legal(a, b)

    def completable(self, guests: Sequence[int], below: range, bye: int | None) -> bool:
        """C4, C5: whether the guests and everybody below can be paired, with one PAB at that score."""
        if bye is None:
            if self.roomy(below.start, below.stop, guests=len(guests)):
                return True
            return self.perfect([*guests, *below])
        resting = [p for p in self._able if p in below or p in guests]
        if resting and self.roomy(below.start, below.stop, without=1, guests=len(guests)):
            return True
        everybody = [*guests, *below]
        return any(self.perfect([p for p in everybody if p != one]) for one in reversed(resting))

    def good_below(self, floaters: Sequence[int], following: range, rest: range, bye: int | None) -> bool:
        """Whether nothing below suffers from these floaters: all of them find an opponent in the following group, which
        has then as many pairs as it can have (C8), and the rest can be completed. False also means: not known."""
        if not floaters:
            return self.completable((), range(following.start, rest.stop), bye)
        if not following or (bye is not None and bye > self.field.scores[following.start]):
            return False
        return self._counted_good(floaters, following, rest, bye) or self._matched_good(floaters, following, rest, bye)

    def _counted_good(self, floaters: Sequence[int], following: range, rest: range, bye: int | None) -> bool:
        """At most one of the following group goes further down: a few are tried."""
        here = bye is not None and bye == self.field.scores[following.start]
        if (len(following) + len(floaters)) % 2 == 0:
            return not here and self._all_paired(floaters, following, ()) and self.completable((), rest, bye)
        if here:
            candidates = (p for p in reversed(following) if self.field.may_rest[p])
            return self.completable((), rest, None) and any(
                self._all_paired(floaters, following, (one,)) for one in islice(candidates, _TRIES)
            )
        return any(
            self._all_paired(floaters, following, (one,)) and self.completable((one,), rest, bye)
            for one in islice(reversed(following), _TRIES)
        )

    def _matched_good(self, floaters: Sequence[int], following: range, rest: range, bye: int | None) -> bool:
        """The rest needs somebody from above for everybody whom it cannot pair itself, whoever floats to the following
        group. Where everybody can be paired so that no more go down than that, and none of the floaters, nobody else
        could serve the following group better."""
        field = self.field
        if bye == field.scores[following.start] or len(floaters) + len(following) + len(rest) > _MANY:
            return False
        if len(floaters) > len(following) or not all(any(field.legal(a, b) for b in following) for a in floaters):
            return False  # somebody finds no opponent there
        below = range(len(floaters) + len(following), len(floaters) + len(following) + len(rest))
        place = [*floaters, *following, *rest]
        edges = []
        for b in range(len(floaters), len(place)):
            first = len(floaters) if b in below else 0
            edges += [(a, b) for a in range(first, b) if field.legal(place[a], place[b])]
        size = len(place)
        if bye is not None:
            able = set(self._able)
            edges += [(a, size) for a in below if place[a] in able]
            size += 1
        low = [(a - below.start, b - below.start) for a, b in edges if a in below]
        alone = heaviest(size - below.start, [(a, b, 1) for a, b in low], most=True)
        mates = heaviest(size, [(a, b, int(a in below)) for a, b in edges], most=True)
        return NOBODY not in mates and sum(mate >= below.start for mate in mates[below.start :]) == sum(
            mate != NOBODY for mate in alone
        )

    def _all_paired(self, floaters: Sequence[int], following: range, out: tuple[int, ...]) -> bool:
        taken = set(out)
        legal = self.field.legal
        for floater in floaters:
            found = next((p for p in following if p not in taken and legal(floater, p)), None)
            if found is None:
                break
            taken.add(found)
        else:
            if self.roomy(following.start, following.stop, without=len(taken)):
                return True
        return self.perfect([*floaters, *(p for p in following if p not in out)], apart=floaters)


FAST, ALONE, NEXT, WHOLE = 0, 1, 2, 3
FEW = 12  # players left who are looked at as a whole at once

_PATHS = ("fast", "alone", "next", "whole")


class Bracket(Frozen):
    """One bracket as it was made: members, how many were moved down, the result, and how far was looked."""

    members: Sequence[int]
    moved: int
    solution: Solution
    path: str


class Made(Frozen):
    """A round by positions: the brackets from the top, and who has the PAB."""

    brackets: tuple[Bracket, ...]
    resting: int | None


class _Place(Frozen):
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
