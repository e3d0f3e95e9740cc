"""dutch: a bracket in nearly linear time, where nobody need suffer more than counting shows to be unavoidable.

How many colour wishes cannot be granted follows from how many want which colour; it is the least exactly where
everybody is paired with a player of certain kinds. Among such pairs, and with no float repeated, the first in the order
of generation is looked for. Where it exists it is the result; where it does not, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ronda.systems.dutch.pair.criteria import Solution
from ronda.systems.dutch.pair.exact import first_matching
from ronda.systems.dutch.rules import ABSOLUTE, BLACK, DOWN, MILD, UP, WHITE, Field


def try_fast(field: Field, moved: Sequence[int], group: range, bye: int | None) -> Solution | None:
    """The result of the bracket with at most one floater and no fault that can be avoided, or None: look elsewhere.
    `bye`: the score of the PAB where it falls to somebody of this bracket."""
    size = len(moved) + len(group)
    odd = size % 2
    if 2 * len(moved) > size or (bye is not None and (not odd or bye != field.scores[group.start])):
        return None
    if not _usual(field, moved) or not _usual(field, group):
        return None
    kinds = _Kinds(field, moved, group)
    opponents = _first_fit(field, kinds, moved)
    if opponents is None:
        return None
    taken = sum(1 << place for place in opponents)
    rest = [place for place in range(len(group)) if not taken >> place & 1]
    pairs = len(rest) // 2
    upper, lower = rest[:pairs], rest[pairs:]
    columns = kinds.everybody & ~taken & ~((1 << lower[0]) - 1) if lower else 0
    may_float = kinds.may_float(bye is not None) & columns if odd else None
    found = _first_opponents(kinds, upper, lower, columns, may_float)
    if found is None:
        return None
    start = group.start
    made = [(p, start + place) for p, place in zip(moved, opponents, strict=True)]
    made += [(start + place, start + other) for place, other in zip(upper, found, strict=False)]
    if not odd:
        return Solution(tuple(made), ())
    floater = start + found[-1]
    return Solution(tuple(made), (floater,), None if bye is None else floater)


def _first_opponents(
    kinds: _Kinds, upper: Sequence[int], lower: Sequence[int], columns: int, may_float: int | None
) -> Sequence[int] | None:
    """For everybody of S1 the opponent, and after them who floats: S2 as it stands, which comes first of all (DU6.1),
    else the first transposition (DU6.2). `columns`: S2 as bits; `may_float`: those of an odd number who may."""
    if (may_float is None or may_float >> lower[-1] & 1) and all(map(kinds.may_meet, upper, lower)):
        return lower
    rows = [kinds.allowed(kinds.group.start + place) & columns for place in upper]
    return first_matching(rows if may_float is None else [*rows, may_float], columns)


def _usual(field: Field, players: Sequence[int]) -> bool:
    """Without colour histories that these rules cannot produce, which C10 and C11 would count (last round only)."""
    if not any(field.top[p] for p in players):
        return True
    return not any(
        abs(field.difference[p]) > 2 or field.games[p][-2:] == ("ww" if field.wish[p] == WHITE else "bb")
        for p in players
    )


def _first_fit(field: Field, kinds: _Kinds, moved: Sequence[int]) -> list[int] | None:
    """DU6.6(b): for everybody moved down the first resident who had no upfloat lately (C15, C17), and who leaves a
    remainder in which no more wishes are refused than must be (C12, C13)."""
    free = kinds.everybody
    if moved:
        free &= ~kinds.bits(lambda p: UP in field.floated[p])
    found = []
    left = kinds.tally
    for player in moved:
        options = kinds.allowed(player) & free
        while options:
            bit = options & -options
            place = bit.bit_length() - 1
            after = left.without(field, player, kinds.group.start + place)
            if after.refused() <= kinds.least:
                break
            options &= ~kinds.alike(kinds.group.start + place)
        else:
            return None
        left = after
        free ^= bit
        found.append(place)
    return found


class _Tally(NamedTuple):
    """Who is still to be paired: how many, how many of them want each colour, and how many only mildly; and how many
    pairs so far clash, mildly or not (C12, C13)."""

    size: int
    white: int
    black: int
    mild_white: int
    mild_black: int
    clashes: int = 0
    hard: int = 0

    def without(self, field: Field, p: int, q: int) -> _Tally:
        """After these two were paired."""
        size, white, black, mild_white, mild_black, clashes, hard = self
        for player in (p, q):
            mild = field.strength[player] == MILD
            if field.wish[player] == WHITE:
                white -= 1
                mild_white -= mild
            elif field.wish[player] == BLACK:
                black -= 1
                mild_black -= mild
        if field.wish[p] and field.wish[p] == field.wish[q]:
            clashes += 1
            hard += MILD not in (field.strength[p], field.strength[q])
        return _Tally(size - 2, white, black, mild_white, mild_black, clashes, hard)

    def refused(self) -> tuple[int, int]:
        """The least number of clashes, and of those that are nobody's mild wish: of the pairs so far, and of all that
        can become of the rest."""
        if self.white >= self.black:
            most, mild = self.white, self.mild_white
        else:
            most, mild = self.black, self.mild_black
        more = max(0, (2 * most - self.size) // 2)  # the others can serve so many only; one of an odd number floats
        return self.clashes + more, self.hard + max(0, more - mild)


class _Kinds:
    """The residents as bits, by what they want, and who may meet whom if no wish is wasted. `colour`: the one that more
    of them want; `excess`: by how many too many want it; `clashes`: how many cannot be avoided; `mildly`: how many
    want it only so."""

    def __init__(self, field: Field, moved: Sequence[int], group: range) -> None:
        self.field = field
        self.group = group
        self.everybody = (1 << len(group)) - 1
        self.tally = self._counted((*moved, *group))
        self.least = self.tally.refused()
        white = self.tally.white >= self.tally.black
        self.colour = WHITE if white else BLACK
        self.excess = 2 * max(self.tally.white, self.tally.black) - self.tally.size
        self.clashes = max(0, self.excess // 2)
        self.mildly = self.tally.mild_white if white else self.tally.mild_black
        wish, strength = field.wish, field.strength
        self.wanting = {
            WHITE: self.bits(lambda p: wish[p] == WHITE),
            BLACK: self.bits(lambda p: wish[p] == BLACK),
            0: 0,
        }
        self.absolute = self.bits(lambda p: strength[p] == ABSOLUTE)
        self.major = self.wanting[self.colour]
        self.mild = self.major & self.bits(lambda p: strength[p] == MILD)
        self._by_kind: dict[tuple[int, int], int] = {}
        self._meeting: dict[tuple[int, int, int, int], int] = {}

    def bits(self, holds: Callable[[int], bool]) -> int:
        return int("".join(["1" if holds(p) else "0" for p in reversed(self.group)]) or "0", 2)

    def _counted(self, members: Sequence[int]) -> _Tally:
        wish, strength = self.field.wish, self.field.strength
        wishes = [wish[p] for p in members]
        mild = [wish[p] for p in members if strength[p] == MILD]
        return _Tally(len(members), wishes.count(WHITE), wishes.count(BLACK), mild.count(WHITE), mild.count(BLACK))

    def alike(self, player: int) -> int:
        """The residents who want the same as this one, as strongly."""
        wish, strength = self.field.wish, self.field.strength
        kind = wish[player], strength[player]
        return self.bits(lambda p: (wish[p], strength[p]) == kind)

    def may_meet(self, place: int, other: int) -> bool:
        """Whether this resident is allowed that one."""
        field, start = self.field, self.group.start
        p, q = start + place, start + other
        kinds = field.wish[p], field.strength[p], field.wish[q], field.strength[q]
        found = self._meeting.get(kinds)
        if found is None:
            found = self._meeting[kinds] = self._kind_of(p) >> other & 1
        return bool(found) and q not in field.banned[p] and q not in field.soft.get(p, ())

    def allowed(self, player: int) -> int:
        """The residents whom this player may meet."""
        found = self._kind_of(player)
        start, stop = self.group.start, self.group.stop
        for other in (*self.field.banned[player], *self.field.soft.get(player, ())):
            if start <= other < stop:
                found &= ~(1 << (other - start))
        return found

    def _kind_of(self, player: int) -> int:
        """The residents whom such a player may meet, as far as wishes go."""
        kind = self.field.wish[player], self.field.strength[player]
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = self._kinds_for(*kind)
        return found

    def _kinds_for(self, wish: int, strength: int) -> int:
        everybody = self.everybody
        if self.excess <= 0:
            found = everybody & ~self.wanting[wish]
        elif wish != self.colour:
            found = self.major & ~self.mild if self.mildly < self.clashes else self.major
        elif not self.clashes:
            found = everybody & ~self.major
        elif self.mildly < self.clashes:
            found = self.major & ~self.mild if strength == MILD else everybody
        elif strength == MILD:
            found = everybody
        else:
            found = everybody & ~(self.major & ~self.mild)
        if strength == ABSOLUTE:
            found &= ~(self.absolute & self.wanting[wish])
        return found

    def may_float(self, resting: bool) -> int:
        """The residents whose floating costs nothing; `resting`: the floater has the PAB (C2, C9)."""
        field = self.field
        found = self.bits(lambda p: DOWN not in field.floated[p])  # C14, C16
        if resting:
            able = [p for p in self.group if field.may_rest[p]]
            fewest = min((field.unplayed[p] for p in able), default=0)
            found &= self.bits(lambda p: field.may_rest[p] and field.unplayed[p] == fewest)
        if self.excess > 0:
            found &= self.major
            if self.clashes and self.mildly <= self.clashes:
                found &= ~self.mild
        return found
