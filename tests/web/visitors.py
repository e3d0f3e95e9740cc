"""Visitors of a hall, over raw sockets on the loopback: a process of their own, so that they do not measure themselves.

`python -m tests.web.visitors PORT PROCESS CODE SECONDS COUNT one|own` lets so many come within so many seconds, all
behind one address or each at an address of their own, as a proxy on this machine would tell it. Each looks at the
public page, with two files of it, at the standings, and at the page again. What came of it is written as JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

HOST = "127.0.0.1"
HALL = "10.1.2.3"


class Look(NamedTuple):
    """Of one request. What else the machine does touches neither of the last two together: where a visitor has not
    waited for a processor, the work of the server is what it waited for."""

    status: int
    seconds: float
    worked: float  # by the server meanwhile, in seconds of processor time
    queued: float  # seconds that the visitors have waited for a processor themselves


def paths(code: str) -> Iterator[str]:
    yield from (f"/{code}", "/static/app.css", "/static/app.js", f"/{code}/standings", f"/{code}")


def queued() -> float:
    """Seconds that this process has waited for a processor so far."""
    return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9


def worked(process: int) -> float:
    """Seconds that all threads of a process have run so far."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


async def visit(server: tuple[int, int], code: str, address: str, chance: random.Random, seconds: float) -> list[Look]:
    port, process = server
    await asyncio.sleep(chance.uniform(0, 0.8 * seconds))
    reader, writer = await asyncio.open_connection(HOST, port)
    looks: list[Look] = []
    for path in paths(code):
        begin, before, idle = time.monotonic(), worked(process), queued()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-For: {address}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
        status, seconds_waited = int(head.split(b" ", 2)[1]), time.monotonic() - begin
        looks.append(Look(status, seconds_waited, worked(process) - before, queued() - idle))
        await asyncio.sleep(0 if path.startswith("/static/") else chance.uniform(0, 0.1 * seconds))
    writer.close()
    return looks


async def come(server: tuple[int, int], code: str, seconds: float, count: int, where: str) -> list[Look]:
    places = [HALL if where == "one" else f"10.7.{n // 250}.{n % 250 + 1}" for n in range(count)]
    visits = (visit(server, code, place, random.Random(n), seconds) for n, place in enumerate(places))
    return [look for looks in await asyncio.gather(*visits) for look in looks]


def visitors(port: int, process: int, code: str, seconds: float, count: int, where: str) -> list[Look]:
    """The same from a test: in a process of its own."""
    given = (port, process, code, seconds, count, where)
    words = [sys.executable, "-m", "tests.web.visitors", *map(str, given)]
    answer = subprocess.run(words, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, check=True, timeout=600)
    return [Look(*look) for look in json.loads(answer.stdout)]


def p95(looks: Iterable[float]) -> float:
    return quantiles(looks, n=20)[18]


if __name__ == "__main__":
    given_port, given_process, given_code, given_seconds, given_count, given_where = sys.argv[1:]
    given_server = (int(given_port), int(given_process))
    found = asyncio.run(come(given_server, given_code, float(given_seconds), int(given_count), given_where))
    json.dump(found, sys.stdout)
