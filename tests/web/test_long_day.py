"""A long day: phones, helpers, visitors and programs for half an hour; the server's memory stays what it was. Part of
`make soak`; `RONDA_LONG_MINUTES` is how long."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import fmean

import pytest

from ronda.store import open_store
from ronda.store.replay import replay
from tests.web.hostile.test_slow_and_many_connections import Served
from tests.web.hurting import HOST, got, posted
from tests.web.looping import run
from tests.web.phones import Phone
from tests.web.serving import free_port, serving
from tests.web.test_load import a_round, phones_of

MINUTES = float(os.environ.get("RONDA_LONG_MINUTES", "10"))
PLAYERS = 120
VISITORS = 12
MOST_GROWN = 6.0  # MB, from the second third of the time to the last, beside the facts
FACT = 0.003  # MB: what one is in memory, with all that is derived from it


class Day:
    """Who comes and goes; what they are answered is counted."""

    def __init__(self, served: Served, chance: random.Random) -> None:
        self.served, self.chance = served, chance
        self.answers: Counter[int] = Counter()
        self.until = time.monotonic() + MINUTES * 60

    def paths(self) -> list[str]:
        code, mark = self.served.code, self.served.mark
        public = [f"/{code}", f"/{code}/standings", f"/{code}?find={self.chance.randint(1, 99)}", f"/wall/{code}"]
        sheets = [f"/e/{code}/print/{name}.pdf" for name in ("tables", "names")]
        api = [f"/api/events/{code}", f"/api/events/{code}/standings", f"/api/phones/{code}/{mark}"]
        return [*public, *api, f"/p/{code}/{mark}", f"/join/{code}", "/nowhere", *sheets[: self.chance.randint(0, 1)]]

    async def visitor(self, at: int) -> None:
        source = f"127.0.1.{at + 1}"
        while time.monotonic() < self.until:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(HOST, self.served.port, local_addr=(source, 0))
                for _ in range(self.chance.randint(1, 8)):
                    writer.write(self.request())
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    self.answers[int(head.split(b" ", 2)[1])] += 1
                    await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0] or 0))
                    await asyncio.sleep(self.chance.random() * 0.4)
                writer.close()

    def request(self) -> bytes:
        if self.chance.random() < 0.1:
            return posted("/language", b"language=tr&next=/")
        return got(self.chance.choice(self.paths()))

    async def watcher(self, at: int) -> None:
        """Opens a stream, listens for a while, goes away."""
        while time.monotonic() < self.until:
            reader, writer = await asyncio.open_connection(HOST, self.served.port, local_addr=(f"127.0.2.{at + 1}", 0))
            writer.write(got(f"/e/{self.served.code}/stream"))
            with suppress(TimeoutError):
                async with asyncio.timeout(self.chance.uniform(1, 20)):
                    while await reader.readline():
                        pass
            writer.close()

    async def phone(self, phone: Phone) -> None:
        """A report now and then, and the stream all day."""
        listening = asyncio.create_task(phone.listen(HOST, self.served.port, asyncio.Semaphore(0)))
        while time.monotonic() < self.until:
            await asyncio.sleep(self.chance.uniform(5, 40))
            await phone.report(HOST, self.served.port, time.monotonic() + 1.1)
        listening.cancel()

    async def memory(self, sizes: list[float]) -> None:
        while time.monotonic() < self.until:
            sizes.append(self.served.memory())
            await asyncio.sleep(5)

    async def live(self, phones: list[Phone]) -> list[float]:
        sizes: list[float] = []
        people = [self.phone(phone) for phone in phones]
        people += [self.visitor(at) for at in range(VISITORS)] + [self.watcher(at) for at in range(VISITORS)]
        await asyncio.gather(self.memory(sizes), *people)
        return sizes


@pytest.mark.soak
def test_a_long_day(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/ronda.db"
    with open_store(db) as store:
        code = a_round(store, PLAYERS)
        phones = phones_of(store, code, PLAYERS)
    port = free_port()
    with serving(db, port) as process:
        day = Day(Served(port, code, phones[0].path.rsplit("/", 1)[1], process), random.Random(1))
        sizes = run(day.live(phones))
    third = len(sizes) // 3
    grown = fmean(sizes[2 * third :]) - fmean(sizes[third : 2 * third])
    with open_store(db) as store:
        log = store.log(code) or ()
        assert not store.verify(code)
        assert replay([record.fact for record in log]).holds
    acknowledged = {key for phone in phones for key in phone.keys}
    print(
        f"\n{MINUTES:.0f} minutes: {day.answers.total()} pages {dict(day.answers)}, {len(acknowledged)} reports, "
        f"{len(log)} facts; memory {sizes[0]:.0f} MB at first, {max(sizes):.0f} at most, {sizes[-1]:.0f} at last, "
        f"{grown:+.1f} from the second third to the last"
    )
    assert acknowledged <= {record.key for record in log}
    assert not any(status >= 500 for status in day.answers)
    assert grown < MOST_GROWN + FACT * len(log) / 3
