"""The only randomness: exact on every machine (S5), fair, and without one purpose disturbing another."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from ronda.core.chance import Draw


def test_s5_exact_numbers() -> None:
    """If these change, every stored seed draws other lots: never change the generator within an edition."""
    draw = Draw(0, "round", 1)
    assert [draw.below(1000) for _ in range(12)] == [313, 539, 550, 130, 235, 762, 246, 195, 888, 622, 479, 818]
    assert Draw(42, "round", 1).about("R4.2").shuffled(range(10)) == [6, 0, 2, 3, 8, 1, 5, 9, 4, 7]
    assert Draw(42, "draw numbers").shuffled("abcdefg") == list("fagcbed")
    turkish = Draw(-1, "ş")
    assert [turkish.below(2**64) for _ in range(2)] == [9996623277900488567, 13670623653628073019]
    assert turkish.choice("xyz") == "z"


def test_s5_the_same_seed_draws_the_same() -> None:
    one, two = Draw(7, "round", 3), Draw(7, "round", 3)
    assert [one.below(10**9) for _ in range(50)] == [two.below(10**9) for _ in range(50)]


@pytest.mark.parametrize(
    "other", [Draw(8, "round", 3), Draw(7, "round", 4), Draw(7, "bye", 3), Draw(7), Draw(-7, "round", 3)]
)
def test_s5_another_seed_or_purpose_draws_otherwise(other: Draw) -> None:
    one = Draw(7, "round", 3)
    assert [one.below(10**9) for _ in range(4)] != [other.below(10**9) for _ in range(4)]


def test_s5_using_one_stream_never_shifts_another() -> None:
    draw = Draw(5, "round", 1)
    untouched = draw.about("tables").shuffled(range(20))
    lots = [Draw(5, "round", 1).below(100) for _ in range(1)]
    for _ in range(100):
        draw.about("bye").below(10)
    assert draw.about("tables").shuffled(range(20)) == untouched
    assert [draw.below(100) for _ in range(1)] == lots


def test_s5_a_stream_keeps_the_seed_it_was_made_of() -> None:
    assert Draw(99, "round", 2).about("R4.2").about("deeper").seed == 99


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10])
def test_every_number_below_is_equally_likely(n: int) -> None:
    draw = Draw(1, "fair", n)
    counts = Counter(draw.below(n) for _ in range(3000 * n))
    assert set(counts) == set(range(n))
    assert all(abs(count - 3000) < 300 for count in counts.values())  # about five standard deviations


def test_every_order_is_equally_likely() -> None:
    draw = Draw(1, "orders")
    counts = Counter("".join(draw.shuffled("abcd")) for _ in range(24 * 400))
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert all(abs(count - 400) < 110 for count in counts.values())


def test_following_seeds_are_independent() -> None:
    first = Counter(Draw(seed, "round", 1).about("R4.2").shuffled(range(6))[0] for seed in range(3000))
    assert all(abs(count - 500) < 110 for count in first.values())
    pairs = Counter((Draw(seed).below(2), Draw(seed + 1).below(2)) for seed in range(4000))
    assert all(abs(count - 1000) < 150 for count in pairs.values())


def test_shuffling_keeps_everybody_and_leaves_the_list_as_it_was() -> None:
    items = list("abcabc")
    shuffled = Draw(3).shuffled(items)
    assert sorted(shuffled) == sorted(items)
    assert items == list("abcabc")
    assert Draw(3).shuffled([]) == []
    assert Draw(3).shuffled(["only"]) == ["only"]


def test_choice_takes_one_of_them() -> None:
    draw = Draw(2, "choice")
    assert {draw.choice("xyz") for _ in range(60)} == set("xyz")


def test_numbers_below_a_large_one_are_equally_likely_too() -> None:
    """Words that would favour the small numbers are drawn again: with a plain remainder half of these were small."""
    draw = Draw(1, "large")
    small = sum(draw.below(3 * 2**62) < 2**62 for _ in range(600))
    assert 160 < small < 240
