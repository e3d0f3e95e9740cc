"""A client that means no good beside one that looks at a page every now and then. Part of `make soak`.

What one waits because of the other is bounded; and so is what is kept of it. Machines are busy: the time in which the
server, or the one who measures, only waited for a processor is told apart.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import pytest

from ronda.store import open_store
from tests.web.hostile.test_slow_and_many_connections import Served, made
from tests.web.hurting import HOST, got, ways
from tests.web.looping import run
from tests.web.serving import free_port, serving

SECONDS = float(os.environ.get("RONDA_ATTACK_SECONDS", "8"))
MOST_SECONDS = 0.100
MOST_KEPT = 1.0  # MB
HERE = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    db = f"sqlite:///{tmp_path_factory.mktemp('attacked')}/ronda.db"
    with open_store(db) as store:
        code, mark = made(store)
    port = free_port()
    with serving(db, port) as process:
        yield Served(port, code, mark, process)


class Wait(NamedTuple):
    """For one look, in seconds: in all, and apart from waiting for a processor."""

    whole: float
    own: float


def queued(served: Served) -> float:
    """How long the server's main thread, and this one, have waited for a processor."""
    pid = served.process.pid
    told = (Path(f"/proc/{pid}/task/{pid}/schedstat"), Path("/proc/self/schedstat"))
    return sum(int(file.read_text().split()[1]) for file in told) / 1e9


async def looking(served: Served, seconds: float) -> list[Wait]:
    """How long somebody waits who looks ten times a second, at another address."""
    reader, writer = await asyncio.open_connection(HOST, served.port, local_addr=("127.0.0.9", 0))
    waits, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        before, begin = queued(served), time.monotonic()
        writer.write(got(f"/p/{served.code}/{served.mark}"))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert b" 200 " in head[:20]
        await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
        whole = time.monotonic() - begin
        waits.append(Wait(whole, max(whole - (queued(served) - before), 0.0)))
        await asyncio.sleep(0.1)
    writer.close()
    return waits


def p95(waits: Iterable[float]) -> float:
    return quantiles(waits, n=20)[18]


def told(waits: list[Wait]) -> str:
    """In milliseconds."""
    whole, own = ([getattr(wait, name) * 1000 for wait in waits] for name in Wait._fields)
    return f"p95 {p95(whole):.0f} slowest {max(whole):.0f} (on a free processor {p95(own):.0f}, {max(own):.0f})"


def in_turns(served: Served, attacking: subprocess.Popen[bytes]) -> tuple[list[Wait], list[Wait]]:
    """How long one waits without the attacker, and beside it: a second each, over and over, so that whatever else
    happens on the machine touches both alike."""
    alone: list[Wait] = []
    beside: list[Wait] = []
    for _ in range(max(int(SECONDS), 1)):
        attacking.send_signal(signal.SIGSTOP)
        time.sleep(0.3)
        alone += run(looking(served, 1))
        attacking.send_signal(signal.SIGCONT)
        time.sleep(0.3)
        beside += run(looking(served, 1))
    return alone, beside


@pytest.mark.soak
@pytest.mark.parametrize("how", list(ways("", random.Random(1))))
def test_nobody_waits_for_an_attacker(served: Served, how: str) -> None:
    words = [sys.executable, "-m", "tests.web.hurting", str(served.port), served.code, how]
    with subprocess.Popen([*words, str(SECONDS)], cwd=HERE) as warming:  # what is made once is there then
        run(looking(served, 1))
        warming.wait(60)
    before = served.memory()
    with subprocess.Popen([*words, str(3 * SECONDS)], cwd=HERE) as attacking:
        try:
            alone, beside = in_turns(served, attacking)
        finally:
            attacking.kill()
    time.sleep(14 if how == "half a request" else 5)
    kept = served.memory() - before
    print(
        f"\n{how}: {told(alone)} ms alone; {told(beside)} ms beside it; {kept:+.1f} MB kept, "
        f"{served.held()} connections"
    )
    assert p95(wait.own for wait in beside) - p95(wait.own for wait in alone) < MOST_SECONDS
    if how != "sheets":  # the typesetter keeps its fonts, and what it worked out for the last sheets
        assert kept < MOST_KEPT
