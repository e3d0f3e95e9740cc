"""What every answer and every request must keep: safe headers, and no writing on behalf of another site."""

from __future__ import annotations

from litestar.exceptions import PermissionDeniedException
from litestar.response.base import ASGIResponse
from litestar.types import Message, Scope

from ronda.web.visits import Asking

_SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}"
)


async def refuse_other_sites(request: Asking) -> ASGIResponse | None:
    """Browsers say where a request comes from; one that another site caused must not write. Programs say nothing
    and have no cookies to be abused."""
    if request.method in _SAFE:
        return None
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise PermissionDeniedException("other_site")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        raise PermissionDeniedException("other_site")
    return None


async def add_safe_headers(message: Message, scope: Scope) -> None:
    """Nothing from elsewhere is loaded or run, nobody else learns what was looked at. Only public pages may be shown
    inside another site."""
    if message["type"] != "http.response.start":
        return
    embedded = scope["path"].startswith("/embed/")
    policy = _POLICY.format(ancestors="*" if embedded else "'none'")
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",  # (with "no-referrer" a browser would hide the origin of its own forms, too)
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "cross-origin-opener-policy": "same-origin",
    }
    if not embedded:
        headers["x-frame-options"] = "DENY"
    known = {name.lower() for name, _ in message["headers"]}
    if b"cache-control" not in known and not scope["path"].startswith("/static/"):
        headers["cache-control"] = "no-store"
    added = [(name.encode(), value.encode()) for name, value in headers.items() if name.encode() not in known]
    message["headers"] = [*message["headers"], *added]
