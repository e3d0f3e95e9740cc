"""Clients that mean no good, over raw sockets on the loopback: run as a process of their own, for a bounded time.

`python -m tests.web.hurting PORT CODE HOW SECONDS` comes from 127.0.0.3; so the others are not taken for it.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from ronda.texts import LANGUAGES
from tests.waiting import GENEROUS

HOST = "127.0.0.1"
FROM = "127.0.0.3"
AT_ONCE = 40


def posted(path: str, body: bytes, kind: str = "application/x-www-form-urlencoded") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def got(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()


_FIELDS = b"a=1&" * 5_000_000
_SMALL = b"a=1&" * 7_000
_CHUNK = 100_000


def ways(code: str, chance: random.Random) -> dict[str, Callable[[], bytes]]:
    """What each of them sends, over and over."""
    large = posted(f"/join/{code}/claim", _FIELDS)
    return {
        "20 MB of fields": lambda: large,
        "28 kB of fields": lambda: posted(f"/join/{code}/claim", _SMALL),
        "pages that are not there": lambda: got(f"/none/{chance.random()}/none"),
        "cross tables": lambda: got(f"/{code}/cross"),
        "searches": lambda: got(f"/{code}/standings?find={chance.random()}"),
        "sheets": lambda: got(
            f"/e/{code}/print/names.pdf?language={chance.choice(LANGUAGES)}&paper={chance.choice(('a4', 'letter'))}"
        ),
        "what is refused at once": lambda: posted("/login", b"abc", "text/plain"),
        "half a request": lambda: posted("/login", b"password=1")[:-1],
    }


async def once(port: int, data: bytes, source: str = FROM, seconds: float = GENEROUS) -> bytes:
    """The beginning of the answer; empty if there was none. It may come before everything is sent."""
    answer = b""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
            sending = asyncio.create_task(_send(writer, data))
            try:
                answer = await reader.read(2000)
            finally:
                sending.cancel()
                writer.close()
    return answer


async def _send(writer: asyncio.StreamWriter, data: bytes) -> None:
    with suppress(OSError):
        for at in range(0, len(data), _CHUNK):
            writer.write(data[at : at + _CHUNK])
            await writer.drain()


async def hurt(port: int, make: Callable[[], bytes], seconds: float) -> None:
    until = time.monotonic() + seconds

    async def one() -> None:
        while time.monotonic() < until:
            await once(port, make(), seconds=max(until - time.monotonic(), 0.1))

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))


if __name__ == "__main__":
    given_port, given_code, how, given_seconds = sys.argv[1:]
    asyncio.run(hurt(int(given_port), ways(given_code, random.Random(1))[how], float(given_seconds)))
