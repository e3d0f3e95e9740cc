"""Below a path of somebody else's site: `--address https://club.example/ronda`.

Inside, everything is as if the site were its own: routes, redirects and templates speak of `/e/CODE`. The path in front
is taken off what comes in and put before what goes out, in two places only: here for requests and headers, and in the
templates when they are read, where it costs nothing any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

from jinja2 import Environment
from jinja2.ext import Extension
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from markupsafe import Markup

_HEADERS = (b"location", b"content-location", b"hx-redirect", b"hx-location", b"hx-push-url", b"hx-replace-url")
_ADDRESSES = (
    "href|src|action|formaction|poster|hx-get|hx-post|hx-put|hx-patch|hx-delete|hx-push-url|hx-replace-url|"
    "data-stream|data-tables|data-working|data-wall|data-fetch|data-guide"
)
_LITERAL = re.compile(rf'(?<![\w-])((?:{_ADDRESSES})=")/(?!/)')
_WORKED_OUT = re.compile(rf'(?<![\w-])((?:{_ADDRESSES})=")\{{\{{-?(.+?)-?\}}\}}')
_REFRESH = re.compile(r'(\scontent="\d+;\s*url=)/(?!/)')


class Mounted:
    """Stands before everything else. A proxy may hand on the path in front, or take it off: both are understood."""

    def __init__(self, root: str, inner: ASGIApp) -> None:
        self._root = root
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return

        async def with_root(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*self._told(message["headers"])]
            await send(message)

        await self._inner(self._inside(scope), receive, with_root)

    def _inside(self, scope: HTTPScope) -> HTTPScope:
        path, raw = scope["path"], scope.get("raw_path") or b""
        if path != self._root and not path.startswith(f"{self._root}/"):
            return scope
        root = self._root.encode()
        shorter = raw[len(root) :] if raw.startswith(root) else raw
        return cast(HTTPScope, {**scope, "path": path[len(self._root) :] or "/", "raw_path": shorter or b"/"})

    def _told(self, headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
        for name, value in headers:
            if name.lower() in _HEADERS:
                value = mounted(self._root, value.decode("latin-1")).encode("latin-1")
            yield name, value


def mounted(root: str, address: str) -> str:
    """An address of this site as browsers know it; all others stay as they are."""
    own = address.startswith("/") and address[1:2] not in ("/", "\\")
    known = address == root or address.startswith((f"{root}/", f"{root}?", f"{root}#"))
    return address if not own or known else f"{root}{address}"


class MountedTemplates(Extension):
    """Puts the path in front of every address in a template, as it is read."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        root = str(self.environment.globals["root"])
        if not root:
            return source
        source = _WORKED_OUT.sub(r"\1{{ (\2)|mounted }}", source)
        source = _LITERAL.sub(rf"\g<1>{root}/", source)
        return _REFRESH.sub(rf"\g<1>{root}/", source)


def mount(environment: Environment, root: str) -> None:
    """Before any template is read."""

    def at_root(address: Any) -> Any:
        if isinstance(address, Markup):
            return Markup(mounted(root, address))  # it was safe already
        return mounted(root, address) if isinstance(address, str) else address

    environment.globals["root"] = root
    environment.filters["mounted"] = at_root
    environment.add_extension(MountedTemplates)
