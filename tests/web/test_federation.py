"""The server of a federation: a hundred events of twenty organisers, with phones that listen and report, all at once.
Part of `make soak`."""

from __future__ import annotations

import asyncio
import json
import os
import random
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from ronda.desk.desk import now
from ronda.operations.access import new_key
from ronda.operations.event_settings import event_key, player_mark
from ronda.store import open_store
from ronda.store.access import add_account, codes_of
from ronda.systems import NAMES
from ronda.web.auth import passwords
from tests.desk.test_provisional import RESULTS
from tests.store.conftest import fresh_database
from tests.web.looping import run as run_loop
from tests.web.serving import free_port, serving

ORGANISERS, EVENTS, PLAYERS, PHONES = 20, 5, 16, 4  # events of each, players and phones in each
ROUNDS = int(os.environ.get("RONDA_FEDERATION_ROUNDS", "2"))
PASSWORD = "correct horse battery"

pytestmark = pytest.mark.soak


@pytest.mark.parametrize(("kind", "workers"), [("SQLite", 1), ("PostgreSQL", 2)])
def test_a_hundred_events_of_twenty_organisers(
    kind: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Everybody runs five events at once, of every system, without pause. Nobody gets into another one's, nobody has
    one more than allowed, and nothing that was acknowledged is missing."""
    db = fresh_database(request.getfixturevalue("postgres")) if kind == "PostgreSQL" else str(tmp_path / "ronda.db")
    with open_store(db) as store:
        passwords.set_password(store, PASSWORD)
        with store.writes() as connection:
            accounts = [add_account(connection, f"Club {n}", now(), most_events=EVENTS) for n in range(ORGANISERS)]
        keys = [new_key(store, "", "owner", one.name, one.id) for one in accounts if one]
    port = free_port()
    load = Load(f"http://127.0.0.1:{port}", db)
    with serving(db, port, workers, host="0.0.0.0") as server:
        before, since = processor(server.pid), monotonic()
        run_loop(load.run(keys))
        took, used, memory = monotonic() - since, processor(server.pid) - before, resident(server.pid)
    assert len(load.codes) == ORGANISERS * EVENTS
    with open_store(db) as store:
        with store.reads() as connection:
            assert all(len(codes_of(connection, one.id)) == EVENTS for one in accounts if one)
        for code in load.codes:
            stored, log = store.load(code), store.log(code)
            assert stored is not None
            assert log is not None
            tournament = store.tournament(stored)
            assert len(tournament.rounds) == ROUNDS
            assert all(table.result for table in tournament.rounds[-1].tables)
            assert not store.verify(code)
            load.acknowledged -= {record.key for record in log}
    assert not load.acknowledged, "nothing acknowledged is lost"
    count = sum(map(len, load.seconds.values()))
    print(
        f"\n{len(load.codes)} events of {ORGANISERS} organisers, {load.streams} phones, {workers} worker(s) on {kind}: "
        + ", ".join(f"{len(own)} {what} (p95 {p95(own)} ms)" for what, own in load.seconds.items())
        + f" in {took:.0f} s ({count / took:.0f}/s), {load.news} news, {used / count * 1000:.1f} ms of processor each, "
        f"{memory} MB in all workers"
    )


def processor(pid: int) -> float:
    """Of the process and its children, in seconds."""
    return sum(int(own[11]) + int(own[12]) for own in _family(pid)) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """MB."""
    return sum(int(own[21]) for own in _family(pid)) * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def _family(pid: int) -> list[list[str]]:
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (place / "stat").read_text().rpartition(") ")[2].split()
            if pid in (int(place.name), int(fields[1])):
                found.append(fields)
    return found


def p95(seconds: list[float]) -> int:
    return round(sorted(seconds)[len(seconds) * 95 // 100] * 1000)


class Load:
    """Everybody who is there, and what they saw."""

    def __init__(self, address: str, db: str) -> None:
        self.address, self.db = address, db
        self.codes: list[str] = []
        self.seconds: dict[str, list[float]] = {"actions": [], "pages": [], "reports": [], "looks of phones": []}
        self.acknowledged: set[str] = set()
        self.streams = self.news = 0
        self.chance = random.Random(7)

    async def run(self, keys: list[str]) -> None:
        await asyncio.gather(*map(self._organiser, range(len(keys)), keys))

    async def _organiser(self, number: int, key: str) -> None:
        phones: list[asyncio.Task[None]] = []
        place = f"10.9.{number}.1"  # each club has a line of its own; what a proxy on this machine says is believed
        async with httpx.AsyncClient(timeout=120, headers={"x-forwarded-for": place}) as client:
            mine = []
            for at in range(EVENTS):
                name = NAMES[(number + at) % len(NAMES)]
                code = await self._make(client, key, name, at)
                mine.append((code, name, self._marks(code)))
                phones += [asyncio.create_task(self._phone(client, code, mark)) for mark in mine[-1][2][:PHONES]]
            refused = await client.post(f"{self.address}/api/events", json=_wish("chess", 9), headers=_bearer(key))
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "account_events")
            for round_ in range(1, ROUNDS + 1):
                for code, name, marks in mine:
                    await self._play(client, key, code, name, marks, round_)
            elsewhere = self.codes[0] if self.codes[0] not in [code for code, _, _ in mine] else self.codes[-1]
            denied = await client.post(f"{self.address}/api/events/{elsewhere}/pair", json={}, headers=_bearer(key))
            assert denied.status_code in (401, 403, 404)
            for phone in phones:
                phone.cancel()
            for ended in await asyncio.gather(*phones, return_exceptions=True):
                assert isinstance(ended, asyncio.CancelledError), ended

    async def _make(self, client: httpx.AsyncClient, key: str, name: str, at: int) -> str:
        made = await self._ask(client, "actions", "POST", "/api/events", _wish(name, at), key, status=201)
        code: str = made.json()["code"]
        self.codes.append(code)
        return code

    def _marks(self, code: str) -> list[str]:
        """The links of the players, as they stand on their cards."""
        with open_store(self.db) as store:
            own = event_key(store, code)
        return [player_mark(own, code, player, 0) for player in range(1, PLAYERS + 1)]

    async def _play(
        self, client: httpx.AsyncClient, key: str, code: str, name: str, marks: list[str], number: int
    ) -> None:
        """The last table tells its result by phone, from both sides; the others are entered at the desk."""
        event = f"/api/events/{code}"
        await self._ask(client, "actions", "POST", f"{event}/pair", {"publish": True}, key)
        tables = (await self._ask(client, "pages", "GET", f"{event}/rounds/{number}", None, key)).json()["tables"]
        await self._ask(client, "pages", "GET", f"/e/{code}", None, key)
        await self._ask(client, "pages", "GET", f"/wall/{code}")
        for table in tables[:-1]:
            await self._enter(client, key, code, name, number, table["number"])
        for side in ("first", "second"):
            body = {"round": number, "result": RESULTS[name]}
            mark = marks[tables[-1][side][0] - 1]
            await self._ask(client, "reports", "POST", f"/api/phones/{code}/{mark}/report", body)
        told = (await self._ask(client, "pages", "GET", f"{event}/rounds/{number}", None, key)).json()["tables"][-1]
        if told["result"] is None:
            await self._enter(client, key, code, name, number, told["number"])
        await self._ask(client, "pages", "GET", f"/{code}/standings")

    async def _enter(self, client: httpx.AsyncClient, key: str, code: str, name: str, number: int, table: int) -> None:
        body = {"round": number, "table": table, "result": RESULTS[name]}
        await self._ask(client, "actions", "POST", f"/api/events/{code}/result", body, key)

    async def _ask(
        self,
        client: httpx.AsyncClient,
        what: str,
        method: str,
        path: str,
        body: Any = None,
        key: str = "",
        status: int = 200,
    ) -> httpx.Response:
        mine = f"{path}#{self.chance.getrandbits(64):x}"
        headers = _bearer(key) | ({"idempotency-key": mine} if body is not None else {})
        since = monotonic()
        answer = await client.request(method, f"{self.address}{path}", json=body, headers=headers)
        assert answer.status_code == status, (method, path, body, answer.text)
        self.seconds[what].append(monotonic() - since)
        if body is not None and status == 200:
            self.acknowledged.add(mine)
        return answer

    async def _phone(self, client: httpx.AsyncClient, code: str, mark: str) -> None:
        """An open page: it listens, and looks again when there is news, as soon as it may."""
        host, _, port = self.address.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        place = f"X-Forwarded-For: {client.headers['x-forwarded-for']}"
        writer.write(f"GET /p/{code}/{mark}/stream HTTP/1.1\r\nHost: {host}:{port}\r\n{place}\r\n\r\n".encode())
        self.streams += 1
        look: asyncio.Task[Any] | None = None
        try:
            while line := await reader.readline():
                if not line.startswith(b"data: {") or b"topics" not in line:
                    continue
                self.news += 1
                if look is None or look.done():
                    pace = json.loads(line[6:]).get("pace") or 0
                    look = asyncio.create_task(
                        self._look(client, f"/p/{code}/{mark}/part", pace * self.chance.random())
                    )
            raise AssertionError(f"the stream of {mark} ended")
        finally:
            if look is not None:
                look.cancel()
            writer.close()

    async def _look(self, client: httpx.AsyncClient, path: str, pause: float) -> None:
        await asyncio.sleep(pause)
        await self._ask(client, "looks of phones", "GET", path)


def _bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _wish(name: str, at: int) -> dict[str, Any]:
    people = [{"name": f"Player {n}"} for n in range(1, PLAYERS + 1)]
    return {"system": name, "name": f"Evening {at}", "players": people, "seed": at + 1}
