"""A hall behind one address, and somebody who floods: what others wait, as ratios of one run. Part of `make soak`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ronda.store import open_store
from tests.web.hostile.test_slow_and_many_connections import Served, made
from tests.web.serving import free_port, serving
from tests.web.visitors import Look, p95, visitors

PHONES = int(os.environ.get("RONDA_HALL_PHONES", "500"))
SECONDS = float(os.environ.get("RONDA_HALL_SECONDS", "30"))
MOST_OF_ONE_ADDRESS = 5  # times what phones with addresses of their own wait
MOST_BESIDE_A_FLOOD = 3  # times what is waited without
QUIET = 0.002  # seconds that a visitor may have waited for a processor, to be counted
HERE = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    db = f"sqlite:///{tmp_path_factory.mktemp('hall')}/ronda.db"
    with open_store(db) as store:
        code, mark = made(store)
    port = free_port()
    with serving(db, port) as process:
        served = Served(port, code, mark, process)
        come(served, 2, 20, "own")  # what is made once is there then
        yield served


def come(served: Served, seconds: float, count: int, where: str) -> list[Look]:
    return visitors(served.port, served.process.pid, served.code, seconds, count, where)


def told(name: str, looks: list[Look]) -> str:
    refused = sum(look.status != 200 for look in looks)
    return f"{name}: p95 {p95(look.seconds for look in looks) * 1000:.0f} ms, {refused} of {len(looks)} refused"


@pytest.mark.soak
def test_500_phones_behind_one_address(served: Served) -> None:
    """In turns with as many that have addresses of their own, so that a busy machine touches both alike."""
    own: list[Look] = []
    one: list[Look] = []
    for _ in range(2):
        own += come(served, SECONDS, PHONES, "own")
        one += come(served, SECONDS, PHONES, "one")
    print(f"\n{PHONES} phones: {told('own addresses', own)}; {told('one address', one)}")
    assert all(look.status == 200 for look in one + own)
    assert p95(look.seconds for look in one) <= MOST_OF_ONE_ADDRESS * p95(look.seconds for look in own)


def worked(looks: list[Look]) -> float:
    """What the server did while somebody waited, who was not kept waiting by the machine."""
    return p95(look.worked for look in looks if look.queued < QUIET)


@pytest.mark.soak
@pytest.mark.parametrize("how", ["cross tables", "searches", "pages that are not there"])
def test_one_who_floods(served: Served, how: str) -> None:
    words = [sys.executable, "-m", "tests.web.hurting", str(served.port), served.code, how, "200"]
    before = served.memory()
    alone: list[Look] = []
    beside: list[Look] = []
    with subprocess.Popen(words, cwd=HERE) as flooding:
        try:
            for _ in range(4):
                flooding.send_signal(signal.SIGSTOP)
                time.sleep(1)
                alone += come(served, 5, 40, "own")
                flooding.send_signal(signal.SIGCONT)
                beside += come(served, 5, 40, "own")
        finally:
            flooding.kill()
    print(f"\n{how}: {told('alone', alone)}; {told('beside', beside)}")
    print(f"work of the server, p95: {worked(alone) * 1000:.1f} ms alone, {worked(beside) * 1000:.1f} ms beside")
    assert all(look.status == 200 for look in alone + beside)
    assert worked(beside) <= MOST_BESIDE_A_FLOOD * worked(alone)
    assert served.memory() - before < 30, "MB"
