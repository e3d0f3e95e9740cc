"""Fair queueing: of one client only a few requests are processed at once, the others wait their turn.

A client is a player's phone or a session, where the request says so; else the address it comes from, which may be that
of a whole hall.

The framework caches what it has parsed of addresses and cookies; those caches are cleared before they add up.
"""

from __future__ import annotations

import asyncio
import re
import urllib.parse
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from litestar import Litestar
from litestar._asgi.routing_trie import traversal
from litestar._kwargs import extractors
from litestar._parsers import parse_cookie_string, parse_query_string, parse_url_encoded_form_data
from litestar.connection import Request
from litestar.datastructures.url import URL
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ronda.web.context import Asking, client_of, identity_of
from ronda.web.errors import told
from ronda.web.http.security_headers import SAFE
from ronda.web.runtime import Runtime

MOST_CACHED_BYTES = 100_000  # of addresses and cookies, until all are forgotten

_counted = 0


def _framework_caches(app: Litestar) -> list[Any]:
    """The caches of the framework whose keys come from requests."""
    return [
        parse_query_string,
        parse_cookie_string,
        parse_url_encoded_form_data,
        extractors.create_query_default_dict,
        traversal.parse_path_params,
        URL.from_components,
        URL._new,
        app.asgi_router.handle_routing,
    ]


def count_request(scope: Scope, app: Litestar) -> None:
    """Count a request, and clear the caches of the framework once enough was put into them."""
    global _counted
    _counted += len(scope["path"]) + len(scope["query_string"])
    _counted += sum(len(value) for name, value in scope["headers"] if name in (b"cookie", b"host"))
    if _counted > MOST_CACHED_BYTES:
        clear_framework_caches(app)


def clear_framework_caches(app: Litestar) -> None:
    global _counted
    _counted = 0
    for cache in _framework_caches(app):
        clear: Callable[[], None] = cache.cache_clear
        clear()
    urllib.parse.clear_cache()  # type: ignore[attr-defined]


AT_ONCE = 2  # requests of one client
MOST_WAITING = 400
PATIENCE = 10.0  # seconds
MOST_REST = 0.25
FULL = 300  # who wait for their result to be written

_NEEDED = ("/p/", "/api/phones/", "/static/", "/wall/", "/login", "/healthz", "/readyz", "/metrics")
_PHONE = re.compile(r"/(?:api/phones|p)/([^/]+)/([^/]+)")


@dataclass(slots=True)
class _Line:
    running: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Turns:
    """Which clients are being served, and which wait. Lives in the event loop of one worker."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING, patience: float = PATIENCE) -> None:
        self._at_once = at_once
        self._most_waiting = most_waiting
        self._patience = patience
        self._lines: dict[str, _Line] = {}

    def full(self, key: str) -> bool:
        line = self._lines.get(key)
        return line is not None and line.running >= self._at_once

    async def take(self, key: str) -> None:
        """A turn, perhaps after a while; `too_busy` if too many wait already, or it takes too long."""
        line = self._lines.setdefault(key, _Line())
        if line.running < self._at_once:
            line.running += 1
            return
        if len(line.waiting) >= self._most_waiting:
            raise too_busy()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.append(turn)
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except BaseException as reason:
            if turn.done() and not turn.cancelled():
                self.give_back(key)  # it came at the very moment when nobody waited for it any more
            else:
                with suppress(ValueError):
                    line.waiting.remove(turn)
            if isinstance(reason, TimeoutError):
                raise too_busy() from None
            raise

    def give_back(self, key: str, worked: float = 0.0) -> None:
        """The next one takes it over: where others of the same client wait, after a rest. It is as long as the work
        was, times what makes a whole crowd have half of the time at most: the other half is for everybody else."""
        if worked and self._lines[key].waiting:
            rest = min((2 * self._at_once - 1) * worked, MOST_REST)
            asyncio.get_running_loop().call_later(rest, self._hand_over, key)
        else:
            self._hand_over(key)

    def _hand_over(self, key: str) -> None:
        line = self._lines[key]
        while line.waiting:
            turn = line.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        line.running -= 1
        if not line.running:
            del self._lines[key]


def too_busy() -> HTTPException:
    return HTTPException(status_code=503, detail="too_busy", headers={"retry-after": "2"})


class _Turn:
    """The turn of one request: taken while it is worked on, given back while its body is on the way, and for good as
    soon as the answer begins. So nobody keeps others waiting by sending or reading slowly."""

    def __init__(self, turns: Turns, key: str, receive: Receive, send: Send) -> None:
        self._turns, self._key = turns, key
        self._receive, self._send = receive, send
        self._taken = self._over = False
        self._since = 0.0

    async def take(self) -> None:
        await self._turns.take(self._key)
        self._taken, self._since = True, monotonic()

    def give_back(self) -> None:
        if self._taken:
            self._taken = False
            self._turns.give_back(self._key, monotonic() - self._since)

    def end(self) -> None:
        self._over = True
        self.give_back()

    async def receive(self) -> Any:
        self.give_back()
        message = await self._receive()
        if not self._over and not self._taken:
            await self.take()
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.end()
        await self._send(message)


class FairQueue:
    """The ASGI middleware that stands before everything else."""

    def __init__(self, app: Litestar, inner: ASGIApp) -> None:
        self._app = app
        self._inner = inner
        self.turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        count_request(scope, self._app)
        request: Asking = Request(scope, receive, send)
        turn = _Turn(self.turns, self._key(request), receive, send)
        try:
            try:
                self._let_writers_pass(request)
                await turn.take()
            except HTTPException as busy:
                answer = told(request, busy).to_asgi_response(None, request)
                await answer(scope, receive, send)
                return
            await self._inner(scope, turn.receive, turn.send)
        finally:
            turn.end()

    def _let_writers_pass(self, request: Asking) -> None:
        """While more results come in than can be written at once, the public looks a little later: pages that are open
        already ask again by themselves, and so does a browser that is told when."""
        runtime: Runtime = self._app.state.runtime
        if runtime.writer.waiting > FULL and request.method in SAFE and _only_looks(request, runtime):
            raise HTTPException(status_code=503, detail="full_hall", headers={"retry-after": "3", "refresh": "3"})

    def _key(self, request: Asking) -> str:
        """The address, as long as it is not crowded there; then who they are is worth looking up."""
        address = f"from {client_of(request)}"
        return (_known(request, self._app.state.runtime) or address) if self.turns.full(address) else address


def _only_looks(request: Asking, runtime: Runtime) -> bool:
    """Whether the request is of the public: no phone of a player, nobody of the desk, no wall, no static file."""
    if request.scope["path"].startswith(_NEEDED):
        return False
    return not identity_of(request, runtime)


def _known(request: Asking, runtime: Runtime) -> str:
    """The player or session, if it is a real one."""
    found = _PHONE.match(request.scope["path"])
    event = runtime.store.at_hand(found[1]) if found else None  # a crowd has asked for it before
    if found and event:
        player = runtime.marked(event.code, found[2], runtime.display(event.code))
        return "" if player is None else f"player {event.code} {player}"
    return identity_of(request, runtime)
