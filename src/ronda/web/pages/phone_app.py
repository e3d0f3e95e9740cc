"""What makes the page of a player an app on the phone: its manifest, and a worker that has a page for when there is no
connection. Browsers allow both only by https, or on the machine itself; elsewhere nothing is lost."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response
from litestar.params import FromPath
from litestar.response import Template

from ronda.operations.colours import USUAL, accent_of
from ronda.web.context import GivenContext, GivenEvent
from ronda.web.http.request_bodies import get_page
from ronda.web.rendering import HERE, static


@get_page("/sw.js")
async def worker() -> Response[bytes]:
    """At the root, since a worker serves what is below it."""
    return Response(_worker(), media_type="text/javascript")


@cache
def _worker() -> bytes:
    return (HERE / "static" / "worker.js").read_bytes()


@get_page("/offline")
async def offline(context: GivenContext) -> Template:
    """Kept on the phone, and shown when nothing else can be."""
    return context.page("offline.html")


@get_page("/p/{code:str}/{mark:str}/app.webmanifest")
async def manifest(phone_context: GivenEvent, mark: FromPath[str]) -> Response[bytes]:
    context, root = phone_context, phone_context.runtime.settings.root
    at = f"{root}/p/{phone_context.code}/{mark}"
    colours = accent_of(context.identity.accent or USUAL)
    name = context.tournament.setup.name or context.code
    face = context.identity
    logo = (
        [{"src": f"{root}/e/{context.code}/logo?v={face.logo}", "sizes": "any", "purpose": "any"}] if face.logo else []
    )
    told = {
        "id": at,
        "name": name,
        "short_name": name[:24],
        "lang": context.words.language,
        "start_url": at,
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": "#f3f4f2",
        "theme_color": colours["rail"],
        "icons": [
            *logo,
            {"src": f"{root}{static('icon.svg')}", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        ],
    }
    return Response(msgspec.json.encode(told), media_type="application/manifest+json")


ROUTES = [worker, offline, manifest]
