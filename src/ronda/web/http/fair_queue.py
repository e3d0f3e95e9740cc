"""The fair queue: the middleware that lets each request wait for its turn.

A client is a player's phone or a session, where the request says so; else the address it comes from, which may be that
of a whole hall.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import Litestar
from litestar.connection import Request
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ronda.store import StoreTrouble
from ronda.web.context import Asking, client_of, identity_of
from ronda.web.errors import told
from ronda.web.runtime import Runtime
from ronda.web.turns import RequestTurn, Turns

_AT_ONCE = ("/static/", "/healthz", "/readyz", "/metrics")  # costs next to nothing, or must be known at any time
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # no page has one in its address, and files cannot
_PHONE = re.compile(r"/(?:api/phones|p)/([^/]+)/([^/]+)")


class FairQueue:
    """Stands before everything else, also before requests that lead nowhere. A turn lasts while the request is worked
    on: not while its body is on the way, and not any more once the answer begins. So nobody keeps others waiting by
    sending or reading slowly."""

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
            await told(request, refused).to_asgi_response(None, request)(scope, receive, send)
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
    event = runtime.store.at_hand(found[1]) if found else None  # a crowd has asked for it before
    if found and event:
        player = runtime.marked(event.code, found[2])
        return "" if player is None else f"player {event.code} {player}"
    return identity_of(request, runtime)
