"""The desk asked in this very process, without a network: what a page costs is what the server does for it."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import sleep
from types import TracebackType
from typing import Any, Self

from ronda.store import open_store
from ronda.web.app import make_app
from ronda.web.settings import ServerSettings
from tools.bench.events import played, recorded, story
from tools.bench.reports import Figure

HOST = "127.0.0.1:8000"
HALL = 1_000  # players of the event whose pages are weighed
KILOBYTE = 1_000
# Kilobytes that a browser fetches for a page at its first visit, as they go over the line. What only looks
# must be small enough for a phone on a bad line; the results have the whole round on the page.
HEAVIEST = {"start": 115, "desk": 125, "round": 120, "results": 125, "standings": 120, "public": 120, "wall": 125}
_FETCHED = re.compile(r'(?:href|src)="(/static/[^"]+)"')


class Browser:
    """Somebody at the machine."""

    def __init__(self, place: Path) -> None:
        self._app: Any = make_app(ServerSettings(str(place), trust_local=True))
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._ready = Event()
        self._thread = Thread(target=self._loop.run_until_complete, args=(self._live(),))

    async def _live(self) -> None:
        async with self._app.lifespan():
            self._ready.set()
            await self._over.wait()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()
        self._loop.close()

    def get(self, address: str) -> bytes:
        status, body = asyncio.run_coroutine_threadsafe(self._asked(address), self._loop).result()
        assert status == 200, (address, status)
        return body

    def settled(self, address: str) -> None:
        """Waits until nothing is under way there any more."""
        while b"<progress" in self.get(address):
            sleep(0.2)

    async def _asked(self, address: str) -> tuple[int, bytes]:
        path, _, query = address.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(b"host", HOST.encode())],
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8000),
            "state": {},
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def weights(folder: Path, name: str) -> Iterator[Figure]:
    """The weight of the main pages of a large event."""
    place = folder / "weights.db"
    with open_store(place, read_model=False) as store:
        code = recorded(store, story(played(name, HALL, 2))).code
    paths = {
        "start": "/",
        "desk": f"/e/{code}",
        "round": f"/e/{code}/round/2",
        "results": f"/e/{code}/results",
        "standings": f"/e/{code}/standings",
        "public": f"/{code}",
        "wall": f"/wall/{code}",
    }
    with Browser(place) as browser:
        for what, path in paths.items():
            page = browser.get(path)
            parts = {found.partition("#")[0] for found in _FETCHED.findall(page.decode())}
            weight = sum(_sent(browser.get(part), part) for part in parts) + _sent(page, ".html")
            yield Figure(f"page weight: {what}, {HALL} players", weight / KILOBYTE, "kilobytes", HEAVIEST[what])


def _sent(body: bytes, name: str) -> int:
    """As it goes over the line: letters are packed already."""
    return len(body) if ".woff2" in name else len(gzip.compress(body, 5))
