"""The one door to the library's matching: numbers of any size give the same matching as exact reckoning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ronda
from ronda.checking.proofs import BYE, exact_harm
from ronda.core import weighted_matching
from ronda.core.weighted_matching import NOBODY, Edge, cheapest, heaviest, heaviest_matching, narrowed, widest
from ronda.systems.chess.check.relations import HARMS, harm_scale
from tests.sampling import by_chance

Harm = tuple[int, ...]


def matchings(left: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        for rest in matchings([v for v in others if v != other]):
            yield [(first, other), *rest]


def total(mates: Sequence[int], edges: Sequence[Edge]) -> int:
    weight = {frozenset(edge[:2]): edge[2] for edge in edges}
    assert all(mate == NOBODY or mates[mate] == v for v, mate in enumerate(mates))
    return sum(weight[frozenset((a, b))] for a, b in enumerate(mates) if a < b)


def packed(harm: Harm, width: int) -> int:
    number = 0
    for part in harm:
        number = number << width | part
    return number


# --- the same order with fewer bits -------------------------------------------------------------------------


@given(
    st.lists(st.lists(st.sampled_from((0, 0, 1, 2, 3, 9)), min_size=4, max_size=4), min_size=1, max_size=6),
    st.integers(1, 3),
    st.sampled_from((1, 3, 5, 40)),
)
def test_sums_of_narrowed_numbers_compare_as_before(parts: list[list[int]], most: int, width: int) -> None:
    """Also where the parts run into each other."""
    numbers = {packed(tuple(own), width) for own in parts}
    small = narrowed(numbers, most)
    ways = [way for size in range(1, most + 1) for way in combinations_with_replacement(sorted(numbers), size)]
    for one in ways:
        for other in ways:
            assert (sum(one) < sum(other)) == (sum(small[n] for n in one) < sum(small[n] for n in other))
    assert max(small.values()).bit_length() <= max(numbers).bit_length()


def test_parts_take_no_more_room_than_their_sums() -> None:
    numbers = {1 << 200, 1 << 100 | 3, 2}
    assert narrowed(numbers, 10) == {2: 2, 1 << 100 | 3: 1 << 5 | 3, 1 << 200: 1 << 5 + 4}


# --- the heaviest and the cheapest --------------------------------------------------------------------------


def graphs(chance: Random, size: int, bits: int) -> list[Edge]:
    """Of weights as adverse as they come: at the bound or next to nothing; along a path, all over, or in parts."""
    kind = chance.choice(("path", "any", "dense"))
    heavy = (1 << bits) - 1
    share = {"path": 0.0, "any": 0.4, "dense": 1.0}[kind]
    pairs = {(v, v + 1) for v in range(size - 1)}
    pairs |= {(a, b) for b in range(size) for a in range(b) if chance.random() < share}
    listed = sorted(pairs)
    chance.shuffle(listed)
    if kind == "path":  # each label is twice a weight away from the one before
        return [(a, b, heavy if a % 2 else 0) for a, b in listed]
    choices = [0, 1, heavy, heavy - 1, heavy // 2, chance.randrange(heavy + 1), 1 << chance.randrange(bits)]
    return [(a, b, chance.choice(choices)) for a, b in listed]


@pytest.fixture
def only_the_library() -> Iterator[None]:
    """What is too wide for it fails."""
    with pytest.MonkeyPatch.context() as patched:
        patched.delattr(weighted_matching, "_without")
        yield


@pytest.mark.usefixtures("only_the_library")
@by_chance
def test_the_library_is_right_up_to_the_widest_numbers(chance: Random) -> None:
    size = chance.choice((8, 15, 24))
    edges = graphs(chance, size, widest(size))
    weights = [weight for _, _, weight in edges]
    pairs = [(a, b) for a, b, _ in edges]
    assert total(heaviest(size, edges, most=False), edges) == total(heaviest_matching(size, pairs, weights), edges)
    bonus = (1 << 127) * size
    most = heaviest_matching(size, pairs, [weight + bonus for weight in weights])
    assert total(heaviest(size, edges, most=True), edges) == total(most, edges)
    assert heaviest(size, edges, most=True).count(NOBODY) == most.count(NOBODY)


@by_chance
def test_wider_numbers_are_matched_as_exactly(chance: Random) -> None:
    size = chance.choice((6, 11, 16))
    edges = graphs(chance, size, chance.choice((124, 127, 128, 200, 900)))
    pairs = [(a, b) for a, b, _ in edges]
    weights = [weight for _, _, weight in edges]
    assert total(heaviest(size, edges, most=False), edges) == total(heaviest_matching(size, pairs, weights), edges)


@by_chance
def test_the_cheapest_is_the_least_of_all_harms_in_their_order(chance: Random) -> None:
    """Against all ways, compared as tuples; the numbers are far too wide for the library."""
    size = chance.choice((4, 6, 8))
    harms = {
        (a, b): tuple(chance.choice((0, 0, 0, 1, 2, 900)) for _ in range(7))
        for b in range(size)
        for a in range(b)
        if chance.random() < 0.8
    }
    edges = [(a, b, packed(harm, 40)) for (a, b), harm in harms.items()]
    possible = [way for way in matchings(range(size)) if all(pair in harms for pair in way)]
    mates = cheapest(size, edges)
    assert (mates is None) == (not possible)
    if mates is not None:
        sums = [tuple(map(sum, zip(*(harms[pair] for pair in way), strict=True))) for way in possible]
        assert min(sums) == tuple(map(sum, zip(*(harms[a, b] for a, b in enumerate(mates) if a < b), strict=True)))


def test_harms_of_the_largest_fields_are_matched() -> None:
    """chess: from 8,191 players on the seven harms of a round without rematches take more than 128 bits."""
    scale = harm_scale(50_000, 9)
    chance = Random(1)
    players = [BYE, *range(1, 24)]
    harms = {frozenset((a, b)): tuple(chance.choice((0, 0, 0, 1, 2)) for _ in HARMS) for a in players for b in players}
    least = exact_harm(players, lambda a, b: scale.pack(harms[frozenset((a, b))]), scale.forbidden)
    few = harm_scale(24, 9)
    exact = exact_harm(players, lambda a, b: few.pack(harms[frozenset((a, b))]), few.forbidden)
    assert least is not None
    assert exact is not None
    assert scale.unpack(least) == few.unpack(exact)


def test_there_is_one_door() -> None:
    """Whoever else asked the library would have to think of its numbers. The laboratory times it by itself."""
    source = Path(ronda.__file__).parent
    users = {
        path.relative_to(source).as_posix() for path in source.rglob("*.py") if "rustworkx" in path.read_text("utf-8")
    }
    assert {path for path in users if not path.startswith("lab/")} == {"core/weighted_matching.py"}
