"""Events played by monkeys, with all questions after every step. `ACTIONS=200000 make soak` plays more."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from ronda.core.facts import Fact
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, PHONE, STEPS
from ronda.lab.simulate import processes
from ronda.store import open_store
from ronda.web.settings import ServerSettings
from tests.states.monkeys import Played, play
from tests.states.moves import ALL, Hands, Move
from tests.states.walk import At as Memory
from tests.states.walk import begun
from tests.web.conftest import At, opened

ACTIONS_IN_ALL = 50_000
ON_DATABASE = 40
OVER_HTTP = 28
STEPS_EACH = 80
UNASKED = range(100, 200)  # seeds of events, to see what monkeys get done


def in_memory(facts: Sequence[Fact]) -> tuple[Any, str]:
    return Memory(begun(facts)), "E"


def played(seed: int) -> Played:
    return play(in_memory, seed, STEPS_EACH)


def test_a_few_monkeys() -> None:
    found = sum((play(in_memory, seed, 25) for seed in range(8)), Played())
    assert not found.faults, found.faults[0]
    assert found.calls == 200
    assert found.rounds > 10


def test_monkeys_get_everything_done() -> None:
    found = sum((play(in_memory, seed, STEPS_EACH, lambda _: None) for seed in UNASKED), Played())
    assert not found.faults, found.faults[0]
    assert sorted({*ACTIONS} - found.done.keys()) == [], "no monkey reaches these"


@pytest.mark.soak
def test_many_monkeys() -> None:
    start = perf_counter()
    events = -(-int(os.environ.get("ACTIONS", ACTIONS_IN_ALL)) // STEPS_EACH)
    with processes() as pool:
        found = sum(pool.map(played, range(events), chunksize=4), Played())
    print(f"\nmonkeys in memory: {found}, {perf_counter() - start:.0f} s; done {dict(found.done)}")
    assert not found.faults, "\n".join(found.faults)


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


@dataclass(frozen=True, slots=True)
class OverHttp(Hands):
    """What a monkey wants is asked of the API. What only phones do is done at the desk."""

    client: Any = None

    def do(self, move: Move) -> Any:
        if move.name == ALL or move.name in PHONE:
            return super(OverHttp, self).do(move)
        body = move.body if isinstance(move.body, ACTIONS[move.name].body) else ACTIONS[move.name].body()
        headers = {"If-Match": str(len(self.store.load(self.code).facts))} if move.name in STEPS else {}
        answer = self.client.post(
            f"/api/events/{self.code}/{move.name}?confirm=true", json=msgspec.to_builtins(body), headers=headers
        )
        assert answer.status_code < 500, (answer.status_code, answer.text)
        return Refusal("refused", "S4") if answer.status_code >= 400 else answer


def http_monkeys(desk: At, seeds: range, steps: int) -> Played:
    store = desk.runtime.store

    def make(facts: Sequence[Fact]) -> tuple[Any, str]:
        return store, store.create(facts, actor="dora").code

    def hands_at(store: Any, code: str) -> OverHttp:
        return OverHttp(store, code, desk.client)

    return sum((play(make, seed, steps, hands_at=hands_at) for seed in seeds), Played())


def test_a_few_monkeys_over_http(tmp_path: Path) -> None:
    with opened(ServerSettings(str(tmp_path / "ronda.db")), raise_server_exceptions=False) as desk:
        found = http_monkeys(desk, range(3000, 3002), 30)
    assert not found.faults, found.faults[0]
    assert sum(found.done.values()) > 15


@pytest.mark.soak
def test_monkeys_over_http(tmp_path: Path) -> None:
    start = perf_counter()
    with opened(ServerSettings(str(tmp_path / "ronda.db")), raise_server_exceptions=False) as desk:
        found = http_monkeys(desk, range(3000, 3000 + OVER_HTTP), STEPS_EACH)
    print(f"\nmonkeys over HTTP: {found}, {perf_counter() - start:.0f} s")
    assert not found.faults, "\n".join(found.faults)
