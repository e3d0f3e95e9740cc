"""Two processes want the same version: one gets it, the other is told what stands there now."""

from __future__ import annotations

import sys
import time

import pytest

from ronda.store import open_store
from tests.store.samples import result, started
from tests.store.workers import race, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the processes are forked")


def run_races(place: str, count: int) -> None:
    with open_store(place, read_model=False) as store:
        made = store.create(started(), actor="desk")
        wins = {"one": 0, "two": 0}
        with running(race, place, made.code, "one") as (_, one), running(race, place, made.code, "two") as (_, two):
            assert (one.recv(), two.recv()) == ("ready", "ready")
            version = made.version
            for number in range(count):
                moment = time.monotonic() + 0.002
                one.send((version, 2 * number, moment))
                two.send((version, 2 * number + 1, moment))
                (one_won, by_one), (two_won, by_two) = one.recv(), two.recv()
                assert one_won != two_won
                assert by_one == by_two  # the loser sees what the winner made of it
                version += 1
                assert by_one.version == version
                assert by_one.facts[-1] == result(1, 2 * number + (0 if one_won else 1))
                wins["one" if one_won else "two"] += 1
            one.send(None)
            two.send(None)
        log = store.log(made.code)
        assert log is not None
        assert [record.version for record in log] == list(range(1, version + 1))
        assert {name: sum(r.actor == name for r in log) for name in wins} == wins
        assert store.verify(made.code) == []


def test_exactly_one_of_two_wins(place: str) -> None:
    run_races(place, 50)


@pytest.mark.soak
def test_exactly_one_of_two_wins_500_times(place: str) -> None:
    run_races(place, 500)
