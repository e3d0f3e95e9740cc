"""dutch: what a published round did in one bracket, and every criterion counted as its article reads (DU5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ronda.core.values import Frozen
from ronda.systems.dutch.rules import ABSOLUTE, STRONG, WHITE, Field


class Bracket(Frozen, frozen=True, dict=True):
    """One bracket of a published round, by positions: who was moved down into it, its scoregroup, the next one; who was
    paired with whom in it and who floated; `resting`: who has the PAB in the round."""

    field: Field
    number: int
    moved: tuple[int, ...]
    group: range
    following: range
    partner: Mapping[int, int]
    resting: int | None

    @cached_property
    def members(self) -> tuple[int, ...]:
        return (*self.moved, *self.group)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs made here, the higher ranked first."""
        inside = set(self.members)
        return [(a, self.partner[a]) for a in self.members if a in self.partner and self.partner[a] in inside
                and a < self.partner[a]]  # fmt: skip

    @cached_property
    def floaters(self) -> tuple[int, ...]:
        inside = set(self.members)
        return tuple(p for p in self.members if self.partner.get(p) not in inside)

    @property
    def score(self) -> int:
        return self.field.scores[self.group.start]


def brackets_of(field: Field, partner: Mapping[int, int], resting: int | None) -> list[Bracket]:
    """The published round bracket by bracket: whoever was not paired in one came into the next (DU3.4)."""
    groups = field.groups()
    found: list[Bracket] = []
    moved: tuple[int, ...] = ()
    for n, group in enumerate(groups):
        following = groups[n + 1] if n + 1 < len(groups) else range(group.stop, group.stop)
        bracket = Bracket(field, n + 1, moved, group, following, partner, resting)
        found.append(bracket)
        moved = bracket.floaters
    return found


def has_white(field: Field, a: int, b: int) -> bool:
    """Whether the higher ranked `a` has white against `b`: DU8.1 to DU8.5, read one after the other."""
    wishes = field.wish[a], field.wish[b]
    if wishes == (0, 0):
        return field.odd[a] is (field.terms.initial == WHITE)  # DU8.5
    if wishes[0] + wishes[1] == 0 or 0 in wishes:  # DU8.1
        return (wishes[0] or -wishes[1]) == WHITE
    granted = _granted(field, a, b)
    return (wishes[0] == WHITE) is (granted == a)


def _granted(field: Field, a: int, b: int) -> int:
    """Whose preference is granted where both want one colour."""
    weight = [(field.strength[p], abs(field.difference[p]) if field.strength[p] == ABSOLUTE else 0) for p in (a, b)]
    if weight[0] != weight[1]:
        return a if weight[0] > weight[1] else b  # DU8.2
    games_a, games_b = field.games[a], field.games[b]
    wanted = "w" if field.wish[a] == WHITE else "b"
    for back in range(1, min(len(games_a), len(games_b)) + 1):
        if games_a[-back] != games_b[-back]:
            return b if games_a[-back] == wanted else a  # DU8.3
    return a  # DU8.4


def colour_harms(field: Field, a: int, b: int) -> tuple[int, int, int, int]:
    """C10 to C13 for one pair."""
    far = run = missed = strong = 0
    first, second = min(a, b), max(a, b)
    white = has_white(field, first, second)
    topscorers = field.top[a] or field.top[b]
    for player, colour in ((first, 1 if white else -1), (second, -1 if white else 1)):
        if topscorers:
            far += abs(field.difference[player] + colour) > 2
            run += field.games[player][-2:] == ("ww" if colour == 1 else "bb")
        if field.wish[player] == -colour:
            missed += 1
            strong += field.strength[player] == STRONG
    return far, run, missed, strong


def legal(field: Field, a: int, b: int) -> bool:
    """C1 and C3, as they read."""
    if b in field.banned[a] or a in field.banned[b]:
        return False
    both = field.strength[a] == ABSOLUTE and field.strength[b] == ABSOLUTE and field.wish[a] == field.wish[b]
    return not both or field.top[a] or field.top[b]


def remainder(bracket: Bracket) -> Sequence[int]:
    """The residents who are not opponents of somebody moved down (DU3.3)."""
    taken = {bracket.partner.get(p) for p in bracket.moved}
    return [p for p in bracket.group if p not in taken]
