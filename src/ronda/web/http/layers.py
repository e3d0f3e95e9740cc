"""The layers before the framework's routing: `RequestMetrics` (see `metrics`), `RequestTarget`, `FairQueue`. Behind it
stands one more, `Admission` (see `admission`), then the handler."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from litestar import Litestar
from litestar.connection import Request
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ronda.store import StoreTrouble
from ronda.web.context import Asking, client_of, identity_of
from ronda.web.errors import error_response
from ronda.web.http.headers import has_head
from ronda.web.limits import RequestTurn, Turns
from ronda.web.rendering import mounted
from ronda.web.runtime import Runtime

_AT_ONCE = ("/static/", "/healthz", "/readyz", "/metrics")  # costs next to nothing, or must be known at any time
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # no page has one in its address, and files cannot
_ADDRESS_HEADERS = (b"location", b"content-location", b"hx-redirect", b"hx-location", b"hx-push-url", b"hx-replace-url")
_PHONE = re.compile(r"/(?:api/phones|p)/([^/]+)/([^/]+)")


class RequestTarget:
    """What was asked for, as the routes know it: without the path in front of somebody else's site (`--address
    https://club.example/ronda`), and HEAD as GET. A proxy may hand on the path, or take it off: both are understood.
    Inside, everything is as if the site were its own: here the path is taken off what comes in and put before the
    addresses in headers, and the templates get it when they are read (`rendering`), where it costs nothing any more."""

    def __init__(self, root: str, inner: ASGIApp) -> None:
        self._root = root
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        head = scope["method"] == "HEAD" and has_head(scope["path"])

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and self._root:
                message["headers"] = [*self._headers(message["headers"])]
            elif message["type"] == "http.response.body" and head:
                message["body"] = b""
            await send(message)

        self._take_off(scope)
        await self._inner(cast(HTTPScope, {**scope, "method": "GET"}) if head else scope, receive, answer)

    def _take_off(self, scope: HTTPScope) -> None:
        """In its place: also what looks at the answer knows the path as the routes do."""
        path, raw, root = scope["path"], scope.get("raw_path") or b"", self._root.encode()
        if root and (path == self._root or path.startswith(f"{self._root}/")):
            scope["path"] = path[len(self._root) :] or "/"
            scope["raw_path"] = (raw[len(root) :] if raw.startswith(root) else raw) or b"/"

    def _headers(self, headers: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
        for name, value in headers:
            if name.lower() in _ADDRESS_HEADERS:
                value = mounted(self._root, value.decode("latin-1")).encode("latin-1")
            yield name, value


class FairQueue:
    """Lets each request wait for its turn, also one that leads nowhere. A client is a player's phone or a session,
    where the request says so; else the address it comes from, which may be that of a whole hall. A turn lasts while the
    request is worked on: not while its body is on the way, and not any more once the answer begins. So nobody keeps
    others waiting by sending or reading slowly."""

    def __init__(self, app: Litestar, inner: ASGIApp) -> None:
        self._app = app
        self._inner = inner
        self.turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        request: Asking = Request(scope, receive, send)
        turn = RequestTurn(self.turns, self._key(request), waits=not scope["path"].startswith(_AT_ONCE))
        answered = False

        async def receive_apart() -> Any:
            if answered:
                return await receive()
            turn.give_back()
            message = await receive()
            if not message.get("more_body"):
                await turn.take()
            return message

        async def send_apart(message: Message) -> None:
            nonlocal answered
            answered = True
            turn.give_back()
            await send(message)

        try:
            if _CONTROL.search(scope["path"]):
                raise NotFoundException("no_such_page")
            await turn.take()
            await self._inner(scope, receive_apart, send_apart)
        except HTTPException as refused:
            await error_response(request, refused).to_asgi_response(None, request)(scope, receive, send)
        finally:
            turn.give_back()

    def _key(self, request: Asking) -> str:
        """The address, unless others came from there just now; then who they are is worth looking up."""
        address = f"from {client_of(request)}"
        if not self.turns.knows(address):
            return address
        try:
            return _known(request, self._app.state.runtime) or address
        except StoreTrouble:  # it is told where the page is made
            return address


def _known(request: Asking, runtime: Runtime) -> str:
    """The player or session, if it is a real one."""
    found = _PHONE.match(request.scope["path"])
    event = runtime.store.last_known(found[1]) if found else None  # a crowd has asked for it before
    if found and event:
        player = runtime.marked(event.code, found[2])
        return "" if player is None else f"player {event.code} {player}"
    return identity_of(request, runtime)
