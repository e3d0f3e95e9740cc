"""dutch: the quality criteria of a bracket (C6–C21) as digits of one number per possible pair.

Every criterion is a sum over pairs. A digit is wide enough for the largest sum, so that adding numbers compares the
criteria one after the other. A criterion in which all pairs are alike is left out: their number is the same anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ronda.core import Frozen
from ronda.systems.dutch.rules import ABSOLUTE, DOWN, STRONG, UP, WHITE, Field

# --- a bracket ---------------------------------------------------------------------------------------------


class Scope(Frozen):
    """A bracket by positions, those moved down first, and what is looked at below it: the `following` scoregroup
    (C8) and the `rest` (completion). `bye`: the score of the PAB where a player of this scope must have it. `whole`:
    everything left is in it, so everybody must be paired."""

    members: Sequence[int]
    moved: int
    following: Sequence[int] = ()
    rest: Sequence[int] = ()
    bye: int | None = None
    whole: bool = False


class Solution(Frozen):
    """What a bracket came to, by positions: its pairs (higher ranked first) and those who float down. `resting`: who
    has the PAB then, where the scope says; `partners`: who of the floaters and of the following group is paired below;
    `exchanged`: who left the first half of the remainder, and who came for them (DU6.3)."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    resting: int | None = None
    partners: tuple[int, ...] = ()
    exchanged: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


# --- who has white (DU8) -----------------------------------------------------------------------------------


def white_first(field: Field, a: int, b: int) -> tuple[bool, str]:
    """Whether `a`, the higher ranked of the two, has white, and the rule of DU8 that says so."""
    wish_a, wish_b = field.wish[a], field.wish[b]
    if wish_a != wish_b:  # DU8.1, also where only one has a preference
        return (wish_a == WHITE if wish_a else wish_b != WHITE), "DU8.1"
    if not wish_a:
        return field.odd[a] == (field.terms.initial == WHITE), "DU8.5"
    strength_a, strength_b = field.strength[a], field.strength[b]
    if strength_a != strength_b:  # DU8.2
        return (wish_a == WHITE) == (strength_a > strength_b), "DU8.2"
    far_a, far_b = abs(field.difference[a]), abs(field.difference[b])
    if far_a != far_b and strength_a == 3:
        return (wish_a == WHITE) == (far_a > far_b), "DU8.2"
    for had_a, had_b in zip(reversed(field.games[a]), reversed(field.games[b]), strict=False):
        if had_a != had_b:
            return had_a == "b", "DU8.3"
    return wish_a == WHITE, "DU8.4"


# --- the criteria ------------------------------------------------------------------------------------------


Edge = tuple[int, int]  # places in the scope; the bye has the place after the last


class Column(Frozen):
    """One digit: its name, the value of every edge, and the largest sum of them."""

    name: str
    values: Sequence[int]
    most: int


def packed(columns: Sequence[Column], size: int) -> tuple[list[int], int]:
    """The digits of every edge as one number, and how many bits such a sum takes."""
    numbers = [0] * size
    width = 0
    for column in reversed(columns):
        if width:
            numbers = [number + (value << width) for number, value in zip(numbers, column.values, strict=True)]
        else:
            numbers = list(column.values)
        width += column.most.bit_length()
    return numbers, width


def columns_of(field: Field, scope: Scope, edges: Sequence[Edge], *, resting: bool) -> Iterator[Column]:
    """The digits of C6–C21, the most important first. `resting`: C9 counts."""
    size, following = len(scope.members), len(scope.members) + len(scope.following)
    place = [*scope.members, *scope.following, *scope.rest]
    half = size // 2
    inside = [b < size for _, b in edges]  # a pair of the bracket
    bye = len(place)
    if scope.bye is not None and not scope.whole:
        yield Column("bye", [int(b == bye) for _, b in edges], 1)
    yield Column("C6", [int(here) for here in inside], half)
    scores = [field.scores[position] for position in scope.members]
    for score in sorted(set(scores[: scope.moved]), reverse=True):  # as many of those moved down as can be
        values = [
            int(here and a < scope.moved and scores[a] == score) for here, (a, _) in zip(inside, edges, strict=True)
        ]
        yield Column("C7", values, scores.count(score))
    if scope.following:
        ahead = [not here and b < following for here, (_, b) in zip(inside, edges, strict=True)]
        yield Column("C8", [int(one) for one in ahead], following // 2)
        for score in sorted(set(scores), reverse=True):
            values = [int(one and a < size and scores[a] == score) for one, (a, _) in zip(ahead, edges, strict=True)]
            yield Column("C8", values, scores.count(score))
    if resting:
        most = max(field.unplayed[position] for position in scope.members)
        values = [most - field.unplayed[place[a]] if b == bye and a < size else 0 for a, b in edges]
        yield Column("C9", values, most)
    yield from _colours(field, place, edges, inside, half)
    yield from _floats(field, scope, scores, edges, inside)
    if field.soft:  # S3: no article suffers from it
        kept = [
            int(here and place[b] not in field.soft.get(place[a], ()))
            for here, (a, b) in zip(inside, edges, strict=True)
        ]
        yield from _unless_alike("S3", kept, inside, half)


def _colours(
    field: Field, place: Sequence[int], edges: Sequence[Edge], inside: Sequence[bool], half: int
) -> Iterator[Column]:
    wish, strength = field.wish, field.strength
    if any(field.top):
        three, twice = [], []
        for here, (a, b) in zip(inside, edges, strict=True):
            far, run = topscorer_faults(field, place[a], place[b]) if here else (2, 2)
            three.append(2 - far)
            twice.append(2 - run)
        yield from _unless_alike("C10", three, inside, 2 * half)
        yield from _unless_alike("C11", twice, inside, 2 * half)
    granted, strong = [], []
    for here, (a, b) in zip(inside, edges, strict=True):
        p, q = (place[a], place[b]) if here else (0, 0)
        clash = wish[p] != 0 and wish[p] == wish[q]
        granted.append(int(here and not clash))
        hard = clash and strength[p] >= STRONG and strength[q] >= STRONG
        strong.append(int(here and not (hard and not strength[p] == strength[q] == ABSOLUTE)))
    yield from _unless_alike("C12", granted, inside, half)
    yield from _unless_alike("C13", strong, inside, half)


def topscorer_faults(field: Field, p: int, q: int) -> tuple[int, int]:
    """C10, C11: how many of a topscorer's pair would have a colour difference beyond 2, and the same colour three
    times running, with the colours of DU8."""
    if not (field.top[p] or field.top[q]):
        return 0, 0
    first, second = min(p, q), max(p, q)
    white, _ = white_first(field, first, second)
    far = run = 0
    for player, has_white in ((first, white), (second, not white)):
        far += abs(field.difference[player] + (1 if has_white else -1)) > 2
        run += field.games[player][-2:] == ("ww" if has_white else "bb")
    return far, run


def _floats(
    field: Field, scope: Scope, scores: Sequence[int], edges: Sequence[Edge], inside: Sequence[bool]
) -> Iterator[Column]:
    moved, size = scope.moved, len(scope.members)
    down = [[field.floated[position][ago] == DOWN for position in scope.members] for ago in (0, 1)]
    up = [[field.floated[position][ago] == UP for position in scope.members] for ago in (0, 1)]
    rising = [moved > 0 and any(up[ago][moved:]) for ago in (0, 1)]

    def spared(ago: int, counts: Sequence[bool]) -> list[int]:
        """Pairs of somebody moved down and counted, whose opponent had no upfloat."""
        return [
            int(here and a < moved and counts[a] and not up[ago][b]) for here, (a, b) in zip(inside, edges, strict=True)
        ]

    everybody = [True] * moved
    for ago, (residents, opponents) in enumerate((("C14", "C15"), ("C16", "C17"))):
        if any(down[ago][moved:]):
            own = [here and place >= moved for place, here in enumerate(down[ago])]
            values = [own[a] + own[b] if here else 0 for here, (a, b) in zip(inside, edges, strict=True)]
            yield Column(residents, values, sum(own))
        if rising[ago]:
            yield Column(opponents, spared(ago, everybody), min(moved, size - moved))
    for ago, (lowered, raised) in enumerate((("C18", "C19"), ("C20", "C21"))):
        levels = sorted(set(scores[:moved]), reverse=True)
        for score in levels:
            own = [down[ago][a] and scores[a] == score for a in range(moved)]
            if any(own):
                values = [int(here and a < moved and own[a]) for here, (a, _) in zip(inside, edges, strict=True)]
                yield Column(lowered, values, sum(own))
        for score in levels if rising[ago] else ():
            level = [scores[a] == score for a in range(moved)]
            yield Column(raised, spared(ago, level), min(sum(level), size - moved))


def _unless_alike(name: str, values: Sequence[int], inside: Sequence[bool], most: int) -> Iterator[Column]:
    """The column, which is 0 for pairs of elsewhere, where those of the bracket differ in it."""
    if len({value for value, here in zip(values, inside, strict=True) if here}) > 1:
        yield Column(name, values, most)
