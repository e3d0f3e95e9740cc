"""HEAD: what GET would answer, without its body. Link checkers and messengers ask so before they show a page."""

from __future__ import annotations

from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

_ENDLESS = "/stream"  # an answer that never ends has no head of its own


class Heads:
    """Stands before the framework's own routing, which knows pages by GET only."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD" or scope["path"].endswith(_ENDLESS):
            await self._inner(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        asked = cast(HTTPScope, {**scope, "method": "GET"})
        await self._inner(asked, receive, without_body)
