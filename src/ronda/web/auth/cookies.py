"""Cookies: the one place where they are made, read and ended.

Over https their names begin with `__Host-`: browsers take such a cookie only from this very host, by https, for all of
it. So nobody in the same domain, and nobody on the way, can plant one. Those of earlier releases are read once more,
and replaced.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.types import Message, Scope

from ronda.core.values import Frozen

_DAY = 24 * 3600
_HOST = "__Host-"
_JOIN = re.compile(r"/join/([A-Z0-9]{1,20})(?:/|$)")

Asking = Request[Any, Any, Any]


class CookieKind(Frozen):
    """A cookie as it is without https; there its path says which event it is for, and over https its name must."""

    name: str
    seconds: int
    path: str = "/"
    event: str = ""

    def host_name(self, root: str) -> str:
        """Such a cookie is for the whole host, whatever else is there: so its name says below which path it belongs."""
        event = f"-{self.event}" if self.event else ""
        return f"{_HOST}{self.name}{event}{root.replace('/', '.')}"


SESSION = CookieKind("ronda", 30 * _DAY)
LANGUAGE = CookieKind("lang", 365 * _DAY)
THEME = CookieKind("theme", 365 * _DAY)
DENSITY = CookieKind("density", 365 * _DAY)
TEXT_SIZE = CookieKind("text", 365 * _DAY)
DEVICE = CookieKind("device", 365 * _DAY)  # tells one phone from another
KNOWN = CookieKind("known", 365 * _DAY)  # proves that somebody signed in here before
_EVERYWHERE = (SESSION, LANGUAGE, THEME, DENSITY, TEXT_SIZE, DEVICE, KNOWN)


def phone(code: str) -> CookieKind:
    """Whose phone it is, in one event."""
    return CookieKind("phone", 30 * _DAY, f"/join/{code}", code)


def festival(code: str) -> CookieKind:
    """Whose phone it is in the events of a festival: `CODE.MARK`, one after the other."""
    return CookieKind("phones", 30 * _DAY, f"/f/{code}", code)


def hall(code: str) -> CookieKind:
    """That this browser has scanned the code of the hall, or typed its word: in an event, or in a festival."""
    return CookieKind(f"hall-{code}", 30 * _DAY)


def read(request: Asking, kind: CookieKind) -> str:
    """What the browser has kept; nothing if it has not."""
    found = request.cookies.get(kind.host_name(_root(request))) if by_https(request) else None
    return request.cookies.get(kind.name, "") if found is None else found


def make_cookie(request: Asking, kind: CookieKind, value: str) -> Cookie:
    return _cookie(kind, value, kind.seconds, _root(request), host=by_https(request))


def ended(request: Asking, kind: CookieKind) -> list[Cookie]:
    """By both names, if the browser may have both."""
    names = (True, False) if by_https(request) else (False,)
    return [_cookie(kind, "", 0, _root(request), host=host) for host in names]


def by_https(request: Asking) -> bool:
    encrypted: bool = request.app.state.settings.encrypted
    return encrypted or request.scope["scheme"] == "https"


async def replace_old(message: Message, scope: Scope) -> None:
    """Over https a cookie of an earlier name gets the new one, as soon as it comes."""
    if message["type"] != "http.response.start" or not any(name == b"cookie" for name, _ in scope["headers"]):
        return
    request: Asking = Request(scope)
    if not by_https(request):
        return
    root = _root(request)
    joining = _JOIN.match(scope["path"])
    kinds = (*_EVERYWHERE, phone(joining[1])) if joining else _EVERYWHERE
    already = [value for name, value in message["headers"] if name.lower() == b"set-cookie"]
    added: list[Cookie] = []
    for kind in kinds:
        old = request.cookies.get(kind.name)
        name = kind.host_name(root)
        known = name in request.cookies or any(one.startswith(name.encode()) for one in already)
        if old and not known:
            added += [_cookie(kind, old, kind.seconds, root, host=True), _cookie(kind, "", 0, root, host=False)]
    headers = [(b"set-cookie", one.to_header(header="").encode("latin-1", "replace")) for one in added]
    message["headers"] = [*message["headers"], *headers]


def _root(request: Asking) -> str:
    root: str = request.app.state.settings.root
    return root


def _cookie(kind: CookieKind, value: str, seconds: int, root: str, *, host: bool) -> Cookie:
    return Cookie(
        key=kind.host_name(root) if host else kind.name,
        value=value,
        path="/" if host else f"{root}{kind.path}",
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=host,
    )
