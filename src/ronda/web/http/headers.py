"""Headers of every answer: what browsers may do with it, how long it is kept, which methods there are. And the refusal
of cross-site writes."""

from __future__ import annotations

from litestar.connection import Request
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.types import Message, Scope

from ronda.web.context import Asking, is_foreign
from ronda.web.settings import ANY_ORIGIN

SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}"
)


def refuse_other_sites(request: Asking) -> None:
    """Browsers say where a request comes from; one that another site caused must not write. Programs say nothing
    and have no cookies to be abused."""
    if request.method in SAFE:
        return
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise PermissionDeniedException("other_site")
    if is_foreign(request):
        raise PermissionDeniedException("other_site")


def _headers(ancestors: str, **more: str) -> list[tuple[bytes, bytes]]:
    headers = {
        "content-security-policy": _POLICY.format(ancestors=ancestors),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",  # (with "no-referrer" a browser would hide the origin of its own forms, too)
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-robots-tag": "noindex, nofollow",  # unless a page says otherwise
        **more,
    }
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_EMBEDDED = _headers("*", **{"cross-origin-resource-policy": "cross-origin"})
_USUAL = _headers("'none'", **{"x-frame-options": "DENY"})
_BY_HTTPS = (b"strict-transport-security", b"max-age=31536000")  # (of other names in the domain we know nothing)
_EXPOSED = (b"access-control-expose-headers", b"ETag")
_NOT_KEPT = (b"cache-control", b"no-store")
_FOR_EVER = (b"cache-control", b"public, max-age=31536000, immutable")


def _kept(scope: Scope, status: int) -> list[tuple[bytes, bytes]]:
    """Whatever has a mark of its content in its address is kept for ever; nothing else but files is kept at all."""
    if not scope["path"].startswith("/static/"):
        return [_NOT_KEPT]
    marked = scope["path"].startswith("/static/fonts/") or scope.get("query_string", b"").startswith(b"v=")
    return [_FOR_EVER] if marked and status == 200 else []


_OPEN = ("/api/events/", "/api/systems", "/api/openapi.json")  # never the links of players


def _for_other_sites(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Pages of other sites may read what is public (`context.is_foreign` sees to it that they get no more), without
    credentials, if the server was not told otherwise."""
    if scope["type"] != ScopeType.HTTP or scope["method"] not in SAFE or not scope["path"].startswith(_OPEN):
        return []
    request: Asking = Request(scope)
    origin, wanted = request.headers.get("origin"), scope["litestar_app"].state.settings.origins
    if origin is None or "authorization" in request.headers or not is_foreign(request):
        return []
    if ANY_ORIGIN in wanted:
        return [(b"access-control-allow-origin", b"*"), _EXPOSED]
    vary = (b"vary", b"Origin")
    if origin not in wanted:
        return [vary]
    return [(b"access-control-allow-origin", origin.encode("latin-1", "replace")), _EXPOSED, vary]


async def add_safe_headers(message: Message, scope: Scope) -> None:
    """Nothing from elsewhere is loaded or run, nobody else learns what was looked at. Only public pages may be shown
    inside another site, and only those of an event that wants it are for search engines."""
    if message["type"] != "http.response.start":
        return
    known = {name.lower() for name, _ in message["headers"]}
    wanted = _EMBEDDED if scope["path"].startswith(("/embed/", "/overlay/")) else _USUAL
    added = [header for header in wanted if header[0] not in known]
    if scope["litestar_app"].state.settings.encrypted:
        added.append(_BY_HTTPS)
    added.extend(_for_other_sites(scope))
    if b"cache-control" not in known:
        added.extend(_kept(scope, message["status"]))
    message["headers"] = [*message["headers"], *added]


_ALLOW = b"allow"
_ENDLESS = "/stream"


def has_head(path: str) -> bool:
    """An answer that never ends has no head of its own."""
    return not path.endswith(_ENDLESS)


async def name_all_methods(message: Message, scope: Scope) -> None:
    """`Allow`, in answers to OPTIONS and to a method that a path does not know: all methods of the path. The framework
    keeps the answer to OPTIONS that it made for the first handler of a path, also when others join it."""
    if message["type"] != "http.response.start":
        return
    message["headers"] = [
        (name, _all_methods(value, scope) if name.lower() == _ALLOW else value) for name, value in message["headers"]
    ]


def _all_methods(told: bytes, scope: Scope) -> bytes:
    template = scope.get("path_template")
    methods = {*told.decode().split(", ")}
    for route in scope["litestar_app"].routes:
        if route.path_format == template:
            methods.update(route.methods)
    if "GET" in methods and has_head(scope["path"]):
        methods.add("HEAD")
    return ", ".join(sorted(methods)).encode()
