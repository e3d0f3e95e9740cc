"""Request bodies: limited by route, read within a time limit, of an expected type, and parsed without being cached.

The framework would cache the last thousand bodies of forms. Here they are parsed before it sees them.

How much may be sent to a route, and by whom, the route says itself: `opt=taking(LIST, "arbiter")`; a route that says
nothing accepts a small form.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from litestar.connection import Request
from litestar.datastructures import Headers, UploadFile
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState
from multipart import MultipartError, MultipartSegment, PushMultipartParser, parse_options_header

from ronda.desk.roles import Role
from ronda.operations.events import MOST_FILE
from ronda.web.context import needs_anybody, needs_sender
from ronda.web.http.headers import SAFE, refuse_other_sites

_OPT = "body"


@dataclass(frozen=True, slots=True)
class Size:
    """Of a body: bytes in all, and fields of a form."""

    most: int
    fields: int = 100


@dataclass(frozen=True, slots=True)
class Bound:
    """What a route accepts. Whoever does not have the role, or is not known at all, is refused before the body is
    read."""

    size: Size
    role: Role | None = None
    known: bool = False


SMALL = Size(32_000)
SETTINGS = Size(256_000)
LIST = Size(6_000_000, fields=1_000)  # a list of players has at most 5 MB; a page of its cells can be mended
FILE = Size(MOST_FILE)


def taking(size: Size, role: Role) -> dict[str, Any]:
    """The option of a route that accepts more than a small form."""
    return {_OPT: Bound(size, role)}


_OTHERS = Bound(SMALL, known=True)
ANYBODY: dict[str, Any] = {_OPT: Bound(SMALL)}  # the option of a route of the API that everybody may send to


def bound_of(handler: BaseRouteHandler) -> Bound:
    """What the route says; else it is a small form, by the API of somebody who is known."""
    found = handler.opt.get(_OPT)
    return found if isinstance(found, Bound) else _OTHERS


SECONDS = 10.0  # for a body to come, and one more for
BYTES_A_SECOND = 64_000
MOST_DRAINED = 100_000_000  # bytes
AT_ONCE = 64_000  # bytes: more is parsed in a thread

_FORM = "application/x-www-form-urlencoded"
_PARTS = "multipart/form-data"

Form = dict[str, Any]


class RequestBodies(ASGIMiddleware):
    """Middleware before every route. The body of a cross-site request is not read."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        assert scope["type"] == ScopeType.HTTP
        if scope["method"] not in SAFE:
            await _take(scope, receive, bound_of(scope["route_handler"]))
        await next_app(scope, receive, send)


async def _take(scope: Scope, receive: Receive, bound: Bound) -> None:
    """The body, in the place where the framework looks for it before it would read and parse by itself."""
    refuse_other_sites(Request(scope))
    headers = Headers.from_scope(scope)
    api = scope["path"].startswith("/api/")
    if bound.role is not None:
        needs_sender(Request(scope), bound.role)
    elif api and bound.known:
        needs_anybody(Request(scope))
    announced = _announced(headers)
    if announced is not None and announced > bound.size.most:
        if bound.role is not None and announced <= MOST_DRAINED:  # a browser sees the answer when it is done sending
            with suppress(HTTPException, TimeoutError):
                async with asyncio.timeout(SECONDS):
                    await _read(receive, MOST_DRAINED, keep=False)
        raise too_large()
    if announced:
        kind = _kind(headers, api=api)
    try:
        async with asyncio.timeout(SECONDS + (announced or bound.size.most) / BYTES_A_SECOND):
            body = await _read(receive, bound.size.most)
    except TimeoutError:
        raise HTTPException(status_code=408, detail="too_slow", headers={"connection": "close"}) from None
    state = ScopeState.from_scope(scope)
    state.body = body
    state.form = {}
    if body and not announced:
        kind = _kind(headers, api=api)
    if body and not api:
        form = (body, kind, headers.get("content-type", ""), bound)
        state.form = _parsed(*form) if len(body) <= AT_ONCE else await asyncio.to_thread(_parsed, *form)


def too_large() -> HTTPException:
    return HTTPException(status_code=413, detail="too_large")


def _announced(headers: Headers) -> int | None:
    text = headers.get("content-length")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise ClientException("bad_request")
    return int(text)


def _kind(headers: Headers, *, api: bool) -> str:
    """The kind of the body, if it is one that is read here: so that nobody else's page can make a browser send it, and
    nothing is taken for what it is not."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    known = kind == "application/json" or kind.endswith("+json") if api else kind in (_FORM, _PARTS)
    if not known or headers.get("content-encoding", "identity").strip().lower() != "identity":
        wanted = "application/json" if api else f"{_FORM}, {_PARTS}"
        raise HTTPException(status_code=415, detail="wrong_content", headers={"accept-post": wanted})
    return kind


async def _read(receive: Receive, most: int, *, keep: bool = True) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientException("bad_request")
        assert message["type"] == "http.request"
        size += len(message["body"])
        if keep:
            chunks.append(message["body"])
        if size > most:
            raise too_large()
        if not message.get("more_body", False):
            return b"".join(chunks)


def _parsed(body: bytes, kind: str, header: str, bound: Bound) -> Form:
    """One that comes several times is a list."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    if kind == _FORM:
        if body.count(b"&") >= bound.size.fields:
            raise too_large()
        for name, value in parse_qsl(body.decode("latin-1"), keep_blank_values=True, separator="&"):
            found[name].append(value)
    else:
        _read_parts(body, header, bound, found)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def _read_parts(body: bytes, header: str, bound: Bound, found: defaultdict[str, list[Any]]) -> None:
    boundary = parse_options_header(header)[1].get("boundary", "")
    if not boundary or len(boundary) > 200 or body.count(boundary.encode()) > bound.size.fields + 1:
        raise ClientException("bad_request") if not 0 < len(boundary) <= 200 else too_large()
    held = bytearray()
    segment: MultipartSegment | None = None
    try:
        with PushMultipartParser(boundary, max_segment_count=bound.size.fields) as parser:
            for part in (*parser.parse(body), *parser.parse(b"")):
                if isinstance(part, MultipartSegment):
                    segment, held = part, bytearray()
                elif part:
                    held += part
                elif segment is not None:
                    found[segment.name].append(_value(segment, bytes(held)))
    except (MultipartError, UnicodeDecodeError, LookupError):
        raise ClientException("bad_request") from None


def _value(segment: MultipartSegment, held: bytes) -> str | UploadFile:
    if not segment.filename:
        return held.decode(segment.charset or "utf-8")
    return UploadFile(segment.content_type or "text/plain", segment.filename, held)
