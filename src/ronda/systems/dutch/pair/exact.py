"""dutch: the best result of a bracket, exactly (DU5, DU6.6), by few matchings of weighted graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ronda.core.weighted_matching import NOBODY, heaviest, widest
from ronda.systems.dutch.pair.criteria import Column, Edge, Scope, Solution, columns_of, packed
from ronda.systems.dutch.rules import ABSOLUTE, Field

_NONE = -1


def first_matching(rows: Sequence[int], columns: int) -> list[int] | None:
    """For every row its column, so that the first row has the smallest possible one, then the second …; None where the
    rows cannot all have a column of their own."""
    given = [_NONE] * len(rows)
    owner: dict[int, int] = {}
    free = columns
    waiting = []
    for n, row in enumerate(rows):
        found = row & free
        if found:
            bit = found & -found
            free ^= bit
            column = bit.bit_length() - 1
            given[n], owner[column] = column, n
        else:
            waiting.append(n)
    for n in waiting:
        end = _reach(rows, owner, n, columns, free, given)
        if end == _NONE:
            return None
        free ^= 1 << end
    if waiting:  # else everybody has the first column that those before left
        _improve(rows, columns, given, owner)
    return given


def _reach(rows: Sequence[int], owner: dict[int, int], start: int, usable: int, goals: int, given: list[int]) -> int:
    """Give the row `start` a column and shift others along a path that ends in one of the `goals`; the column reached,
    or none. Breadth first: whole rows at a time."""
    came: dict[int, int] = {}  # column: the row that led to it
    unseen = usable
    queue = [start]
    for row in queue:
        found = rows[row] & goals & unseen
        if found:
            column = (found & -found).bit_length() - 1
            came[column] = row
            _shift(column, start, came, given, owner)
            return column
        found = rows[row] & unseen
        unseen &= ~found
        while found:
            bit = found & -found
            found ^= bit
            column = bit.bit_length() - 1
            came[column] = row
            queue.append(owner[column])
    return _NONE


def _shift(column: int, start: int, came: dict[int, int], given: list[int], owner: dict[int, int]) -> None:
    while True:
        row = came[column]
        before = given[row]
        given[row], owner[column] = column, row
        if row == start:
            return
        column = before


def _improve(rows: Sequence[int], usable: int, given: list[int], owner: dict[int, int]) -> None:
    """Row by row: take the smallest column that leaves the rows after it theirs.

    Columns that were reached in vain are sealed: their owners can have no others. No later shift leads out of them, so
    that whoever has a column elsewhere need not try them again."""
    sealed: list[int] = []
    for n, row in enumerate(rows):
        own = given[n]
        wanted = row & usable & ((1 << own) - 1)
        for closed in sealed:
            if not closed >> own & 1:
                wanted &= ~closed
        while wanted:
            bit = wanted & -wanted
            column = bit.bit_length() - 1
            # the owner of that column must come to `own`, without the rows before and without this one
            closed = _swap(rows, owner, owner[column], usable & ~bit, own, given)
            if closed == 0:
                given[n], owner[column] = column, n
                own = column
                break
            closed |= bit
            wanted &= ~closed
            sealed = [other for other in sealed if other & ~closed]
            sealed.append(closed)
        usable &= ~(1 << own)


def _swap(rows: Sequence[int], owner: dict[int, int], start: int, usable: int, goal: int, given: list[int]) -> int:
    """Shift columns so that the row `start` has another one and `goal` is taken over; 0 when done, else all columns
    that were reached in vain: none of their owners can come to the goal either. Columns wait as bits of one number: of
    the many that a row opens up, only those are looked at that are needed."""
    target = 1 << goal
    unseen = usable & ~target
    waiting = 0
    trail: list[tuple[int, int]] = []  # columns that a row opened up, and the row
    row = start
    while not rows[row] & target:
        found = rows[row] & unseen
        if found:
            unseen ^= found
            waiting |= found
            trail.append((found, row))
        if not waiting:
            return (usable & ~unseen & ~target) or 1 << given[start]
        column = waiting.bit_length() - 1
        waiting ^= 1 << column
        row = owner[column]
    column = goal
    while True:
        before = given[row]
        given[row], owner[column] = column, row
        if row == start:
            return 0
        column = before
        row = next(source for found, source in trail if found >> column & 1)


def solve(field: Field, scope: Scope) -> Solution | None:
    """The first of the best results of the bracket, as far as the scope looks; None: nothing fits."""
    return _Solver(field, scope).run()


def edges_of(field: Field, scope: Scope) -> list[Edge]:
    """Who may meet whom in the scope. Two who were moved down never do (DU3.5)."""
    place = [*scope.members, *scope.following, *scope.rest]
    banned, wish, strength, top = field.banned, field.wish, field.strength, field.top
    bound = [wish[p] if strength[p] == ABSOLUTE and not top[p] else 0 for p in place]
    found: list[Edge] = []
    for b in range(max(1, scope.moved), len(place)):
        avoid, hard = banned[place[b]], bound[b]
        if hard:
            found += [(a, b) for a in range(b) if bound[a] != hard and place[a] not in avoid]
        else:
            found += [(a, b) for a in range(b) if place[a] not in avoid]
    if scope.bye is not None:
        resting = len(place)
        found += [(a, resting) for a, p in enumerate(place) if field.may_rest[p] and field.scores[p] == scope.bye]
    return found


class _Solver:
    """One bracket. The edges still open and the weight of the criteria on each are narrowed step by step: a choice
    that is made takes away the edges that contradict it, and a pair that is fixed leaves the graph."""

    def __init__(self, field: Field, scope: Scope) -> None:
        self.field = field
        self.scope = scope
        self.size = len(scope.members)
        self.moved = scope.moved
        self.edges = edges_of(field, scope)
        self.nodes = self.size + len(scope.following) + len(scope.rest) + (scope.bye is not None)
        self.room = widest(self.nodes)  # bits
        self.near = [0] * self.size  # for every member, those it may meet here, as bits
        for a, b in self.edges:
            if b < self.size:
                self.near[a] |= 1 << b
        self.weights: list[int] = []
        self.width = 0
        self.mates: list[int] = []
        self.fixed: dict[int, int] = {}

    def run(self) -> Solution | None:
        if not self.edges and not self.scope.whole and self.scope.bye is None:
            return Solution((), tuple(self.scope.members))
        if not self._criteria():
            return None
        self._choose_moved()
        self._choose_opponents(self._paired_moved(), range(self.moved, self.size))
        rest = [a for a in range(self.moved, self.size) if not 0 <= self.mates[a] < self.moved]
        tops = self._tops(rest)
        among = set(rest)
        self._keep(lambda a, b: b not in among or a not in among or (a in tops and b not in tops))
        self._choose_opponents(sorted(tops), [b for b in rest if b not in tops])
        return self._solution(rest, tops)

    # --- the graph ------------------------------------------------------------------------------------------

    def _solve(self, extra: Iterable[int] = (), width: int = 0) -> None:
        weights = self.weights
        if width:
            weights = [(weight << width) + more for weight, more in zip(weights, extra, strict=True)]
        weighed = [(a, b, weight) for (a, b), weight in zip(self.edges, weights, strict=True)]
        self.mates = heaviest(self.nodes, weighed, most=self.scope.whole)
        for a, b in self.fixed.items():
            self.mates[a] = b

    def _add(self, columns: Sequence[Column]) -> None:
        """Digits that stay."""
        extra, width = packed(columns, len(self.edges))
        self.weights = [(weight << width) + more for weight, more in zip(self.weights, extra, strict=True)]
        self.width += width

    def _keep(self, stays: Callable[[int, int], bool]) -> None:
        kept = [n for n, (a, b) in enumerate(self.edges) if stays(a, b)]
        if len(kept) < len(self.edges):
            self.edges = [self.edges[n] for n in kept]
            self.weights = [self.weights[n] for n in kept]

    def _fix(self, choosers: Iterable[int]) -> None:
        for a in choosers:
            b = self.mates[a]
            self.fixed[a], self.fixed[b] = b, a
        gone = self.fixed
        self._keep(lambda a, b: a not in gone and b not in gone)

    # --- the criteria ---------------------------------------------------------------------------------------

    def _criteria(self) -> bool:
        scope = self.scope
        level = self.field.scores[scope.members[-1]]
        resting = scope.bye is not None and scope.bye >= level and self.size % 2 == 1
        self._weigh(resting)
        if resting and sum(not 0 <= mate < self.size for mate in self.mates[: self.size]) != 1:
            self._weigh(resting=False)  # C9 is about exactly one who floats
        if scope.whole:
            return NOBODY not in self.mates
        return scope.bye is None or self.mates[-1] != NOBODY

    def _weigh(self, resting: bool) -> None:
        columns = list(columns_of(self.field, self.scope, self.edges, resting=resting))
        self.weights, self.width = packed(columns, len(self.edges))
        # a guess of the order that spares later steps where it is right: upper half against lower half
        middle = self.moved + self.size // 2 - self.moved // 2
        guess = [int(self.moved <= a < middle <= b < self.size) for a, b in self.edges]
        self._solve(guess, self.size.bit_length())

    # --- (a): who of those moved down is paired; (b), (d): opponents ------------------------------------------

    def _paired_moved(self) -> list[int]:
        return [a for a in range(self.moved) if self.moved <= self.mates[a] < self.size]

    def _choose_moved(self) -> None:
        """DU6.6(a): the first by BSN, as far as the criteria leave it open."""
        start = 0
        while start < self.moved and not self._first_of_each_score():
            chunk = range(start, min(self.moved, start + max(1, self.room - self.width)))
            values = [1 << (chunk[-1] - a) if a in chunk and b < self.size else 0 for a, b in self.edges]
            self._solve(values, len(chunk))
            chosen = set(self._paired_moved()).intersection(chunk)
            self._keep(lambda a, b: not (a in chunk and a not in chosen and b < self.size))  # noqa: B023
            self._add([Column("a", [int(a in chosen and b < self.size) for a, b in self.edges], len(chosen))])
            start = chunk.stop
        paired = set(self._paired_moved())
        self._keep(lambda a, b: not (a < self.moved and b < self.size and a not in paired))

    def _first_of_each_score(self) -> bool:
        """Whether of every score the first ones are paired: how many of each is settled (C7)."""
        scores = [self.field.scores[p] for p in self.scope.members[: self.moved]]
        paired = set(self._paired_moved())
        return not any(
            a not in paired and a + 1 in paired and scores[a] == scores[a + 1] for a in range(self.moved - 1)
        )

    def _choose_opponents(self, choosers: Sequence[int], others: Sequence[int]) -> None:
        """DU6.6(b), (d): for the first of the choosers the first opponent, then for the second …"""
        rank = {place: n for n, place in enumerate(others)}
        open_to = sum(1 << place for place in others)
        bits = max(1, (len(others) - 1).bit_length())
        last = (1 << bits) - 1
        left = list(choosers)
        while left:
            settled = 0
            for a in left:  # those at the front who have their first possible opponent already
                found = self.near[a] & open_to
                if found & -found != 1 << self.mates[a]:
                    break
                open_to ^= 1 << self.mates[a]
                settled += 1
            self._fix(left[:settled])
            left = left[settled:]
            if not left:
                return
            chunk = left[: max(1, (self.room - self.width) // bits)]
            shift = {a: bits * n for n, a in enumerate(reversed(chunk))}
            values = [(last - rank[b]) << shift[a] if a in shift and b in rank else 0 for a, b in self.edges]
            self._solve(values, bits * len(chunk))
            self._fix(chunk)
            for a in chunk:
                open_to ^= 1 << self.mates[a]
            left = left[len(chunk) :]

    # --- (c): who is the higher ranked of a pair in the remainder ----------------------------------------------

    def _tops_now(self, rest: Iterable[int]) -> set[int]:
        return {a for a in rest if a < self.mates[a] < self.size}

    def _tops(self, rest: list[int]) -> set[int]:
        """DU6.6(c): the first p of the remainder, or what an exchange makes of them (DU6.3)."""
        tops = self._tops_now(rest)
        pairs = len(tops)
        first = set(rest[:pairs])
        if tops == first:
            return tops
        value = {place: len(rest) - n for n, place in enumerate(rest)}
        pair = [a in value and b in value for a, b in self.edges]
        within = [int(here and a in first) for here, (a, _) in zip(pair, self.edges, strict=True)]
        total = [value[a] if here else 0 for here, (a, _) in zip(pair, self.edges, strict=True)]
        self._add([Column("c1", within, pairs), Column("c2", total, pairs * len(rest))])
        return self._exchange(rest, pairs)

    def _exchange(self, rest: list[int], pairs: int) -> set[int]:
        """The third and the fourth line of DU6.3: who leaves, from p down, and who comes, from p + 1 up."""
        questions = [*reversed(rest[:pairs]), *rest[pairs:]]
        leaving, among = set(rest[:pairs]), set(rest)
        while questions:
            chunk = questions[: max(1, self.room - self.width - 1)]
            bit = {place: 1 << n for n, place in enumerate(reversed(chunk))}
            values = [(-bit[a] if a in leaving else bit[a]) if a in bit and b in among else 0 for a, b in self.edges]
            self._solve(values, len(chunk))
            tops = self._tops_now(rest)
            if tops == leaving:
                break  # no exchange is needed
            out = leaving.intersection(chunk) - tops
            self._keep(lambda a, b: not (a in out and b in among))  # noqa: B023
            questions = questions[len(chunk) :]
            coming = tops.intersection(chunk) - leaving
            if coming and questions:
                self._add([Column("c4", [int(a in coming and b in among) for a, b in self.edges], len(coming))])
        return self._tops_now(rest)

    def _solution(self, rest: list[int], tops: set[int]) -> Solution:
        members, mates, size = self.scope.members, self.mates, self.size
        first = rest[: len(tops)]
        return Solution(
            pairs=tuple((members[a], members[mates[a]]) for a in range(size) if a < mates[a] < size),
            floaters=tuple(members[a] for a in range(size) if not 0 <= mates[a] < size),
            resting=None if self.scope.bye is None else self._place()[mates[self.nodes - 1]],
            partners=self._partners(),
            exchanged=(
                tuple(members[a] for a in first if a not in tops),
                tuple(members[a] for a in rest[len(tops) :] if a in tops),
            ),
        )

    def _place(self) -> list[int]:
        return [*self.scope.members, *self.scope.following, *self.scope.rest]

    def _partners(self) -> tuple[int, ...]:
        """Who is paired in the following bracket, as far as this solution goes (C8)."""
        place, near = self._place(), self.size + len(self.scope.following)
        found = []
        for n in range(self.size, near):
            if 0 <= self.mates[n] < near:
                found.append(place[n])
                if self.mates[n] < self.size:
                    found.append(place[self.mates[n]])
        return tuple(found)
