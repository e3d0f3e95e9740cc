"""Facts that are shared between versions read as if each version had its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ronda.core.facts import Closed, Fact
from ronda.store.values import FactList

some = st.lists(st.integers(1, 50).map(Closed), max_size=6).map(tuple)
bounds = st.none() | st.integers(-9, 9)


@given(st.lists(st.tuples(st.integers(0, 20), some), max_size=12))
def test_whatever_follows_what_nothing_changes_that_was_there(steps: list[tuple[int, tuple[Fact, ...]]]) -> None:
    made: list[tuple[FactList, tuple[Fact, ...]]] = [(FactList(), ())]
    for which, new in steps:  # also two different ways on from the same place
        base, plain = made[which % len(made)]
        made.append((base.followed_by(new), plain + new))
    for found, expected in made:
        assert found == expected
        assert list(found) == list(expected)
        assert len(found) == len(expected)
        assert hash(found) == hash(expected)


@given(some, some, bounds, bounds, st.sampled_from([None, 1, 2, -1]))
def test_parts_are_those_of_a_tuple(
    first: tuple[Fact, ...], second: tuple[Fact, ...], start: int | None, stop: int | None, step: int | None
) -> None:
    base = FactList(first)
    longer = base.followed_by(second)
    for found, expected in ((base, first), (longer, first + second)):
        assert found[start:stop:step] == expected[start:stop:step]
        for at in range(-len(expected), len(expected)):
            assert found[at] is expected[at]
