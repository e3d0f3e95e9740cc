"""Costs of several parts as one whole number (S3)."""

from __future__ import annotations

from itertools import product

import pytest

from ronda.pairing.least_harm import Packing

LIMITS = (3, 5, 2, 7)


def test_s3_sums_compare_like_tuples() -> None:
    packing = Packing.of(LIMITS)
    every = list(product(*map(range, LIMITS)))
    assert sorted(every) == sorted(every, key=lambda parts: packing.pack(*parts))
    assert len({packing.pack(*parts) for parts in every}) == len(every) == packing.full


def test_s3_what_is_milder_is_left_out() -> None:
    packing = Packing.of(LIMITS)
    for one, other in product(product(*map(range, LIMITS)), repeat=2):
        for part in range(len(LIMITS)):
            graver = one[: part + 1] < other[: part + 1]
            costs = (packing.down_to(part, packing.pack(*parts)) for parts in (one, other))
            assert graver is (next(costs) < next(costs))


def test_a_part_too_few_is_no_cost() -> None:
    with pytest.raises(ValueError, match="4 parts wanted"):
        Packing.of(LIMITS).pack(1, 2, 3)
