"""The pairing of least harm (S3): the same round as by matchings alone, and no slower than the field is large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import pytest

from ronda.pairing import least_harm
from ronda.pairing.least_harm import cheapest_pairing
from ronda.pairing.walk import Pair
from tests.core.matched_wishes import every_wish_matched
from tests.counting import counted
from tests.sampling import by_chance

Liking = Callable[[int, Sequence[int]], Sequence[int]]


def by_harm(harm: dict[Pair, int], grain: int = 1) -> Liking:
    return lambda player, below: sorted(below, key=lambda other: (harm[player, other] // grain, other))


def scattered(chance: Random, size: int) -> dict[Pair, int]:
    """Harms of several kinds here and there; some pairs cannot be made at all."""
    dear = chance.choice([0.1, 0.4, 0.8])
    grave = [1, 2, 50, 51, 10**9]
    return {
        pair: chance.choice(grave) if chance.random() < dear else 0
        for pair in combinations(range(size), 2)
        if chance.random() < 0.95
    }


def in_groups(chance: Random, size: int) -> dict[Pair, int]:
    """Groups that cannot mix for nothing, some of an odd number."""
    group = [chance.randrange(chance.choice([2, 3, 5])) for _ in range(size)]
    return {
        (a, b): 0 if group[a] == group[b] else chance.choice([100, 100, 101, 110])
        for a, b in combinations(range(size), 2)
    }


def in_colours(chance: Random, size: int) -> dict[Pair, int]:
    """Nothing is free: what a pair costs depends on the kinds of the two, but some have met."""
    kind = [chance.randrange(3) for _ in range(size)]
    price = {
        (k, m): 0 if {k, m} == {0, 1} and chance.random() < 0.5 else 10 * (k + m) + 1
        for k in (0, 1, 2)
        for m in (0, 1, 2)
    }
    return {
        (a, b): price[min(kind[a], kind[b]), max(kind[a], kind[b])]
        for a, b in combinations(range(size), 2)
        if chance.random() < 0.9
    }


def star(chance: Random, size: int) -> dict[Pair, int]:
    """A few hubs serve the many others, who cost something among themselves."""
    hubs = set(chance.sample(range(size), size // 4))
    return {
        (a, b): 0 if (a in hubs) != (b in hubs) else chance.choice([7, 7, 8]) if a not in hubs else 1
        for a, b in combinations(range(size), 2)
    }


@pytest.mark.parametrize("make", [scattered, in_groups, in_colours, star])
@by_chance
def test_s3_the_same_as_by_matchings_alone(make: Callable[[Random, int], dict[Pair, int]], chance: Random) -> None:
    size = chance.choice([4, 6, 10, 16, 24, 34])
    harm = make(chance, size)
    liking = by_harm(harm, chance.choice([1, 20, 10**9]))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(least_harm, "_COST_BITS", chance.choice([100, 60]))
        assert cheapest_pairing(size, harm, liking) == every_wish_matched(size, harm, liking)


@pytest.mark.parametrize("make", [in_groups, in_colours])
def test_it_grows_with_the_number_of_pairs(make: Callable[[Random, int], dict[Pair, int]]) -> None:
    """Four times the pairs, at most eight times the work."""
    small, large = (make(Random(5), size) for size in (80, 160))
    _, before = counted(lambda: cheapest_pairing(80, small, by_harm(small)))
    _, after = counted(lambda: cheapest_pairing(160, large, by_harm(large)))
    assert after < 8 * before
