"""Every system with every kind of plan, and at every moment somebody leaves, pauses, comes back, is expelled, enters
late, an option is changed, something is corrected or undone: whatever state that leads to, a file tells of it."""

from __future__ import annotations

from itertools import islice
from time import perf_counter

import pytest

from ronda.systems import NAMES
from tests.states.grid import DEEDS, Gone, cells, plans_of, through

EVERY = 307  # of all paths one is gone in every run, a prime number so that it is another deed each time


@pytest.mark.parametrize("name", NAMES)
def test_some_of_the_grid(name: str) -> None:
    found, first = Gone(), 0
    for plan in plans_of(name):
        for log, deed, moves in islice(cells(name, plan), first, None, EVERY):
            found += through(log, deed, moves)
        first = (first + 101) % EVERY
    assert found.states > 30


@pytest.mark.soak
@pytest.mark.parametrize(("name", "plan"), [(name, plan) for name in NAMES for plan in plans_of(name)])
def test_the_whole_grid(name: str, plan: str) -> None:
    start = perf_counter()
    found = sum((through(*cell) for cell in cells(name, plan)), Gone())
    print(f"\n{name}, {plan}: {found}, {perf_counter() - start:.0f} s")
    wanted = {*DEEDS} - ({"cancel"} if plan == "none" else set())
    assert {*found.done} >= wanted - {"bye", "cancel"}
