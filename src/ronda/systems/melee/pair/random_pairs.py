"""melee: random perfect matchings, of players into teams (M4.2, M4.3) and of teams onto tables (M5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from ronda.core.chance import Draw
from ronda.pairing.matching import Unplaced

Pairs = list[tuple[int, int]]

_WHOLE_DRAWS = 250  # complete matchings drawn before the walk
_SWAPS_PER_PAIR = 8  # exchanges that stir the matching of a walk


def random_pairs(who: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs | None:
    """A random perfect matching that pairs nobody with somebody barred, or None where there is none.

    Complete matchings are drawn until one is legal: each legal one is then equally likely. Where that takes
    too long, a walk finds one and random exchanges stir it."""
    for _ in range(_WHOLE_DRAWS):
        found = _one_draw(who, barred, draw)
        if found is not None:
            return found
    walked = _walk(who, lambda a, b: b not in barred[a], draw)
    return None if walked is None else _stirred(walked, barred, draw)


def _one_draw(who: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs | None:
    left = list(who)
    below = draw.below
    found = []
    while left:
        a = left.pop()
        at = below(len(left))
        b = left[at]
        if b in barred[a]:
            return None
        left[at] = left[-1]
        left.pop()
        found.append((a, b))
    return found


def random_halves(who: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs | None:
    """Everybody of the first half with a random player of the second half (M4.2)."""
    half = len(who) // 2
    top, bottom = who[:half], who[half:]
    for _ in range(_WHOLE_DRAWS):
        found = list(zip(top, draw.shuffled(bottom), strict=True))
        if not any(b in barred[a] for a, b in found):
            return found
    above = frozenset(top)
    return _walk(who, lambda a, b: (a in above) is not (b in above) and b not in barred[a], draw)


def _walk(who: Sequence[int], legal: Callable[[int, int], bool], draw: Draw) -> Pairs | None:
    """One after the other gets a random partner who leaves the others a perfect matching."""
    order = draw.shuffled(who)
    rest = Unplaced(order, legal)
    if not rest.perfect:
        return None
    found = []
    while order:
        a = order.pop()
        for tried in range(len(order)):  # a shuffle that goes only as far as it is needed
            at = tried + draw.below(len(order) - tried)
            order[tried], order[at] = order[at], order[tried]
            b = order[tried]
            if legal(a, b) and rest.release(a, b):
                break
        order[tried] = order[-1]
        order.pop()
        found.append((a, b))
    return found


def _stirred(pairs: Pairs, barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs:
    if len(pairs) < 2:
        return pairs
    for _ in range(_SWAPS_PER_PAIR * len(pairs)):
        one, other = draw.below(len(pairs)), draw.below(len(pairs))
        (a, b), (c, d) = pairs[one], pairs[other]
        if draw.below(2):
            c, d = d, c
        if one != other and c not in barred[a] and d not in barred[b]:
            pairs[one], pairs[other] = (a, c), (b, d)
    return pairs
