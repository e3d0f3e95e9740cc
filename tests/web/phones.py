"""Phones without a browser: an open event stream and a report about once a second each, over raw sockets.

A client library would measure itself; this one does as little as a phone's radio does.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from urllib.parse import urlencode


@dataclass
class Phone:
    """One player's phone. `says` are the reports it sends, one after the other, over and over; `seen` is the version
    that its page was made from."""

    path: str
    says: Sequence[str]
    chance: random.Random
    seen: int = 1
    seconds: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    news: int = 0
    refused: int = 0

    async def listen(self, host: str, port: int, connected: asyncio.Semaphore) -> None:
        """The open stream; `connected` is released when the server has said hello."""
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET {self.path}/stream HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                self.news += line.startswith(b"event: news")
                if line.startswith(b"event: hello"):
                    connected.release()
        finally:
            writer.close()

    async def report(self, host: str, port: int, until: float) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        await asyncio.sleep(self.chance.random())  # people do not press at the same moment
        at = len(self.seconds)
        while time.monotonic() < until:
            key = f"{self.path}/{at}"
            said = {"result": self.says[at % len(self.says)], "_key": key, "_version": str(self.seen)}
            await self._send(writer, f"{host}:{port}", said)
            begin = time.monotonic()
            status = await self._answer(reader)
            self.seconds.append(time.monotonic() - begin)
            if status == 204:
                self.keys.append(key)
            else:
                self.refused += 1
            at += 1
            await asyncio.sleep(max(0.0, self.chance.uniform(0.8, 1.2) - self.seconds[-1]))
        writer.close()

    async def _send(self, writer: asyncio.StreamWriter, host: str, fields: dict[str, str]) -> None:
        body = urlencode(fields)
        writer.write(
            f"POST {self.path}/tell/report HTTP/1.1\r\nHost: {host}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()

    async def _answer(self, reader: asyncio.StreamReader) -> int:
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        length = next(
            (int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
        )
        await reader.readexactly(length)
        return status


async def live(
    phones: Sequence[Phone], host: str, port: int, seconds: float, telling: Sequence[Phone] | None = None
) -> None:
    """First everybody opens the page, then the round is played: all tell, or only some."""
    connected = asyncio.Semaphore(0)
    streams = [asyncio.create_task(phone.listen(host, port, connected)) for phone in phones]
    for _ in phones:
        await connected.acquire()
    until = time.monotonic() + seconds
    await asyncio.gather(*(phone.report(host, port, until) for phone in telling or phones))
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)


def p95(phones: Sequence[Phone]) -> float:
    return quantiles([second for phone in phones for second in phone.seconds], n=20)[18]
