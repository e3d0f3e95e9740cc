"""Admission, the last layer before a handler: no page of another site, nobody without the role, and no body that is too
large, too slow or of another kind comes further.

What a route accepts it says itself: `@get_page("/e/{code:str}/log", "helper")`, `opt=taking(LIST, "arbiter")`. This is
the one place where the role is asked, for pages, operations and actions alike, and it is asked before anything is read.
(`context.needs` is for what only the body can say.) The framework would cache the last thousand bodies of forms; here
they are parsed before it sees them.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import Any
from urllib.parse import parse_qsl

from litestar import get, post
from litestar.connection import Request
from litestar.datastructures import Headers, UploadFile
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, NotAuthorizedException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState
from multipart import MultipartError, MultipartSegment, PushMultipartParser, parse_options_header

from ronda.core.values import Frozen
from ronda.desk.permissions import Least
from ronda.operations.events import MOST_FILE
from ronda.web.context import Asking, RequestContext, at_desk, identity_of
from ronda.web.http.headers import SAFE, refuse_other_sites

_OPT = "admission"
NeededRole = Least | Callable[[Asking], Least]
MakesRoute = Callable[[Callable[..., Any]], HTTPRouteHandler]
_CONTEXT = "ronda.context"  # where the context of a request stands in its scope


class Size(Frozen):
    """Of a body: bytes in all, and fields of a form."""

    most: int
    fields: int = 100


SMALL = Size(32_000)
SETTINGS = Size(256_000)
LIST = Size(6_000_000, fields=1_000)  # a list of players has at most 5 MB; a page of its cells can be mended
FILE = Size(MOST_FILE)


class Rule(Frozen):
    """What a route accepts: from which role on (the address may decide that), and how large a body. Where a route of
    the API says nothing, only somebody who is known here may send to it."""

    role: NeededRole = "public"
    size: Size = SMALL
    known: bool = False


def admits(size: Size, role: NeededRole) -> dict[str, Any]:
    """The option of a route that accepts more than a small form."""
    return {_OPT: Rule(role, size)}


ANYBODY: dict[str, Any] = {_OPT: Rule()}  # the option of a route of the API that everybody may send to
_UNSAID = Rule(known=True)


def rule_of(handler: BaseRouteHandler) -> Rule:
    found = handler.opt.get(_OPT)
    return found if isinstance(found, Rule) else _UNSAID


def get_page(path: str | list[str], role: NeededRole = "public", **more: Any) -> MakesRoute:
    """A page for everybody from this role on."""
    route = get(path, include_in_schema=False, opt=admits(SMALL, role), **more)
    return lambda handle: route(_as_coroutine(handle))


def reader_page(desk: str, public: str = "") -> MakesRoute:
    """A page of the desk, for helpers, that is there for everybody as well: `/e/CODE` and `/CODE` before its path."""
    paths = [f"/e/{{code:str}}{desk}", f"/{{code:str}}{public or desk}"]
    return get_page(paths, lambda request: "helper" if at_desk(request) else "public")


def post_form(path: str, role: NeededRole = "public", size: Size = SMALL) -> MakesRoute:
    """Where forms of pages are sent to."""
    route = post(path, include_in_schema=False, status_code=200, opt=admits(size, role))
    return lambda handle: route(_as_coroutine(handle))


def _as_coroutine(handle: Callable[..., Any]) -> Callable[..., Any]:
    """What is no coroutine runs in a thread. (The framework forgets to wait for it where a path has another method.)"""
    if inspect.iscoroutinefunction(handle):
        return handle

    @wraps(handle)
    async def in_thread(**given: Any) -> Any:
        return await asyncio.to_thread(handle, **given)

    return in_thread


SECONDS = 10.0  # for a body to come, and one more for
BYTES_A_SECOND = 64_000
MOST_DRAINED = 100_000_000  # bytes
AT_ONCE = 64_000  # bytes: more is parsed in a thread

_FORM = "application/x-www-form-urlencoded"
_PARTS = "multipart/form-data"

Form = dict[str, Any]


class Admission(ASGIMiddleware):
    """Makes the context that the handler asks for by name, and asks its role there; then the body is read."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, contexts: Mapping[str, Callable[..., RequestContext]]) -> None:
        self._contexts = {name: (make, list(inspect.signature(make).parameters)[1:]) for name, make in contexts.items()}

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        assert scope["type"] == ScopeType.HTTP
        request: Asking = Request(scope, receive, send)
        rule, writes = rule_of(scope["route_handler"]), scope["method"] not in SAFE
        if writes:
            refuse_other_sites(request)
        self._admit(request, rule)
        if writes:
            if rule.known and scope["path"].startswith("/api/") and not identity_of(request, request.app.state.runtime):
                raise NotAuthorizedException("sign_in_first")
            await _take(scope, receive, rule)
        await next_app(scope, receive, send)

    def _admit(self, request: Asking, rule: Rule) -> None:
        wanted = request.scope["route_handler"].parsed_fn_signature.parameters
        name = next((name for name in self._contexts if name in wanted), None)
        if name is not None:
            make, of_path = self._contexts[name]
            context = make(request, *(request.path_params[key] for key in of_path))
            context.needs(rule.role(request) if callable(rule.role) else rule.role)
            request.scope[_CONTEXT] = context  # type: ignore[literal-required]


def given(make: Callable[..., RequestContext]) -> Callable[..., RequestContext]:
    """Hands the context of the request out to the handler; described like the function that makes it."""

    @wraps(make)
    def context_of_request(request: Asking, **_: str) -> RequestContext:
        context: RequestContext = request.scope[_CONTEXT]  # type: ignore[literal-required]
        return context

    return context_of_request


async def _take(scope: Scope, receive: Receive, rule: Rule) -> None:
    """The body, in the place where the framework looks for it before it would read and parse by itself."""
    headers = Headers.from_scope(scope)
    api = scope["path"].startswith("/api/")
    announced = _announced(headers)
    if announced is not None and announced > rule.size.most:
        # a browser at the desk sees the answer when it is done sending; nobody else's is read on for that
        if rule.role not in ("public", "player") and announced <= MOST_DRAINED:
            with suppress(HTTPException, TimeoutError):
                async with asyncio.timeout(SECONDS):
                    await _read(receive, MOST_DRAINED, keep=False)
        raise too_large()
    if announced:
        kind = _kind(headers, api=api)
    try:
        async with asyncio.timeout(SECONDS + (announced or rule.size.most) / BYTES_A_SECOND):
            body = await _read(receive, rule.size.most)
    except TimeoutError:
        raise HTTPException(status_code=408, detail="too_slow", headers={"connection": "close"}) from None
    state = ScopeState.from_scope(scope)
    state.body = body
    state.form = {}
    if body and not announced:
        kind = _kind(headers, api=api)
    if body and not api:
        form = (body, kind, headers.get("content-type", ""), rule)
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


def _parsed(body: bytes, kind: str, header: str, rule: Rule) -> Form:
    """One that comes several times is a list."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    if kind == _FORM:
        if body.count(b"&") >= rule.size.fields:
            raise too_large()
        for name, value in parse_qsl(body.decode("latin-1"), keep_blank_values=True, separator="&"):
            found[name].append(value)
    else:
        _read_parts(body, header, rule, found)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def _read_parts(body: bytes, header: str, rule: Rule, found: defaultdict[str, list[Any]]) -> None:
    boundary = parse_options_header(header)[1].get("boundary", "")
    if not boundary or len(boundary) > 200 or body.count(boundary.encode()) > rule.size.fields + 1:
        raise ClientException("bad_request") if not 0 < len(boundary) <= 200 else too_large()
    held = bytearray()
    segment: MultipartSegment | None = None
    try:
        with PushMultipartParser(boundary, max_segment_count=rule.size.fields) as parser:
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
