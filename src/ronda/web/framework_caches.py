"""What the framework remembers of requests: addresses and cookies it has parsed, whatever stands in them. It is made to
forget them before they add up."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from typing import Any

from litestar import Litestar
from litestar._asgi.routing_trie import traversal
from litestar._kwargs import extractors
from litestar._parsers import parse_cookie_string, parse_query_string, parse_url_encoded_form_data
from litestar.datastructures.url import URL
from litestar.types import Scope

MOST_BYTES = 100_000  # of addresses and cookies, until all are forgotten

_seen = 0


def caches(app: Litestar) -> list[Any]:
    """Those of the framework whose keys come from outside."""
    return [
        parse_query_string,
        parse_cookie_string,
        parse_url_encoded_form_data,
        extractors.create_query_default_dict,
        traversal.parse_path_params,
        URL.from_components,
        URL._new,
        app.asgi_router.handle_routing,
    ]


def seen(scope: Scope, app: Litestar) -> None:
    """One more request."""
    global _seen
    _seen += len(scope["path"]) + len(scope["query_string"])
    _seen += sum(len(value) for name, value in scope["headers"] if name in (b"cookie", b"host"))
    if _seen > MOST_BYTES:
        _seen = 0
        forget(app)


def forget(app: Litestar) -> None:
    for cache in caches(app):
        clear: Callable[[], None] = cache.cache_clear
        clear()
    urllib.parse.clear_cache()  # type: ignore[attr-defined]
