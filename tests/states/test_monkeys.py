"""Hundreds of events played by monkeys, with all questions after every step. `MONKEYS=2000 make soak` plays more."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Any

import pytest

from ronda.core.facts import Fact
from ronda.desk.actions import ACTIONS
from ronda.store import open_store
from tests.states.monkeys import Played, play
from tests.states.walk import At, begun

EVENTS = 400
ON_DATABASE = 40
STEPS_EACH = 80


def in_memory(facts: Sequence[Fact]) -> tuple[Any, str]:
    return At(begun(facts)), "E"


def played(seed: int) -> Played:
    return play(in_memory, seed, STEPS_EACH)


def test_a_few_monkeys() -> None:
    found = sum((play(in_memory, seed, 25) for seed in range(8)), Played())
    assert not found.faults, found.faults[0]
    assert found.calls == 200
    assert found.rounds > 10


@pytest.mark.soak
def test_many_monkeys() -> None:
    events, start = int(os.environ.get("MONKEYS", EVENTS)), perf_counter()
    with ProcessPoolExecutor() as pool:
        found = sum(pool.map(played, range(events), chunksize=4), Played())
    print(f"\nmonkeys in memory: {found}, {perf_counter() - start:.0f} s; done {dict(found.done)}")
    assert not found.faults, "\n".join(found.faults)
    assert {*ACTIONS} <= found.done.keys(), "every deed was done once"


@pytest.mark.soak
def test_monkeys_at_a_database(place: str) -> None:
    start = perf_counter()
    with open_store(place) as store:

        def make(facts: Sequence[Fact]) -> tuple[Any, str]:
            return store, store.create(facts, actor="dora").code

        found = sum((play(make, seed, STEPS_EACH) for seed in range(1000, 1000 + ON_DATABASE)), Played())
        for code in store.codes():
            assert store.verify(code) == []
    print(f"\nmonkeys on {place.partition(':')[0]}: {found}, {perf_counter() - start:.0f} s")
    assert not found.faults, "\n".join(found.faults)
