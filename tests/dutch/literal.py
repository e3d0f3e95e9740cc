"""One bracket by the letter of articles 3 and 4: everything in the order of generation, and the first of the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from ronda.systems.dutch.check.bracket import colour_harms, legal
from ronda.systems.dutch.rules import DOWN, UP, Field

Pair = tuple[int, int]
Result = tuple[frozenset[Pair], frozenset[int]]


def first_best(field: Field, members: Sequence[int], moved: int) -> Result:
    """The pairs and the floaters, as if nothing lay below."""
    best: tuple[object, Result] | None = None
    for pairs in _generated(members, moved):
        if all(legal(field, a, b) for a, b in pairs):
            paired = {p for pair in pairs for p in pair}
            floaters = [p for p in members if p not in paired]
            value = counted(field, members, moved, pairs, floaters)
            if best is None or value < best[0]:  # type: ignore[operator]
                best = value, (frozenset((min(p), max(p)) for p in pairs), frozenset(floaters))
    assert best is not None
    return best[1]


def _generated(members: Sequence[int], moved: int) -> Iterator[list[Pair]]:
    """DU6.4: sets of those moved down, then transpositions against them, then everything in the remainder."""
    above, residents = members[:moved], members[moved:]
    for size in range(min(moved, len(residents)), -1, -1):
        for upper in combinations(above, size):
            for opponents in permutations(residents, size):
                rest = [p for p in residents if p not in opponents]
                for more in _homogeneous(rest):
                    yield [*zip(upper, opponents, strict=True), *more]


def _homogeneous(rest: Sequence[int]) -> Iterator[list[Pair]]:
    """DU6.1 to DU6.3."""
    for pairs in range(len(rest) // 2, -1, -1):
        for first in _exchanges(len(rest), pairs):
            upper = [rest[n] for n in first]
            lower = [p for p in rest if p not in upper]
            for opponents in permutations(lower, pairs):
                yield list(zip(upper, opponents, strict=True))


def _exchanges(size: int, pairs: int) -> list[tuple[int, ...]]:
    """Every first half, in the order of DU6.3."""

    def key(first: tuple[int, ...]) -> tuple[int, int, list[int], list[int]]:
        leaving = [n for n in range(pairs) if n not in first]
        coming = [n for n in first if n >= pairs]
        return len(leaving), sum(coming) - sum(leaving), [-n for n in reversed(leaving)], coming

    return sorted(combinations(range(size), pairs), key=key)


def counted(
    field: Field, members: Sequence[int], moved: int, pairs: Sequence[Pair], floaters: Sequence[int]
) -> list[object]:
    """C6, C7 and C10 to C21 as their articles read; less is better, from the left."""
    above = set(members[:moved])
    colours = [colour_harms(field, a, b) for a, b in pairs]
    found: list[object] = [len(floaters), sorted((field.scores[p] for p in floaters), reverse=True)]
    found += [sum(harm[n] for harm in colours) for n in range(4)]
    opponents = {b: a for a, b in pairs if a in above}
    gaps = {a: field.scores[a] - field.scores[b] for b, a in opponents.items()}
    larger = field.scores[0] + 1
    differences: list[object] = []
    for ago in (0, 1):
        rising = [b for b in opponents if field.floated[b][ago] == UP]
        found.append(sum(field.floated[p][ago] == DOWN and p not in above for p in floaters))
        found.append(len(rising))
        sinking = [p for p in above if field.floated[p][ago] == DOWN]
        differences.append(sorted((gaps.get(p, larger + field.scores[p]) for p in sinking), reverse=True))
        differences.append(sorted((gaps[opponents[b]] for b in rising), reverse=True))
    return [*found, *differences]
