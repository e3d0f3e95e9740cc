"""Which cases are tried: some of a wide product in every run and all in `make soak`; examples by chance that shrink."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

# A test of `chance: Random`: what failed is made as small and plain as it still fails.
by_chance = given(chance=st.randoms(use_true_random=False))
seeds = st.integers(0, 1 << 32)  # where an event is made from a seed as a whole


def in_turn(cases: Sequence[object], others: Sequence[object]) -> list[object]:
    """Every case with every other: each case with one of the others in every run, in turn, and beginning with another
    one each time; the rest with `soak`."""
    many = len(others)
    return [
        _marked(case, other, soak=(n + n // many) % many != at)
        for n, case in enumerate(cases)
        for at, other in enumerate(others)
    ]


def only(names: Iterable[str], every_run: Iterable[str]) -> list[object]:
    """All names; those that are not for every run, with `soak`."""
    always = {*every_run}
    return [name if name in always else pytest.param(name, marks=pytest.mark.soak) for name in names]


def _marked(case: object, other: object, *, soak: bool) -> object:
    values = (*(case if isinstance(case, tuple) else (case,)), other)
    return pytest.param(*values, marks=pytest.mark.soak) if soak else values
