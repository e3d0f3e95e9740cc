"""The short way of what the phones of a full hall ask for all at once: to tell something, and to be told what is new.
It is done by the same functions as everything else, but the framework is not asked which they are: that would take
longer than the rest."""

from __future__ import annotations

import re

from litestar.connection import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from ronda.web.context import Asking, phone_context_of
from ronda.web.errors import told
from ronda.web.pages.phone import said
from ronda.web.pages.streams import open_stream
from ronda.web.request_bodies import take_small

_PHONE = re.compile(r"/p/([^/]+)/([^/]+)/(?:tell/([^/]+)|stream)")


class ShortWay:
    """Stands before the framework's own routing."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            found = _PHONE.fullmatch(scope["path"])
            if found is not None and scope["method"] == ("POST" if found[3] else "GET"):
                await _answer(scope, receive, send, found[1], found[2], found[3])
                return
        await self._inner(scope, receive, send)


async def _answer(scope: HTTPScope, receive: Receive, send: Send, code: str, mark: str, name: str | None) -> None:
    scope["path_template"] = "/p/{code}/{mark}/…"
    request: Asking = Request(scope, receive, send)
    try:
        if name is None:
            answer = open_stream(phone_context_of(request, code, mark))
        else:
            await take_small(scope, receive)
            response = await said(phone_context_of(request, code, mark), mark, name)
            answer = response.to_asgi_response(None, request)
    except Exception as error:
        answer = told(request, error).to_asgi_response(None, request)
    await answer(scope, receive, send)
