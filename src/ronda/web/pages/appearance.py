"""The face of an event, set at the desk and served to everybody: its colour as a style sheet, its logo as a picture;
and how bright and how dense pages are for one reader."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from ronda.core.verdicts import Refusal
from ronda.operations.appearance import (
    IDENTITY,
    MOST_BYTES,
    NO_LOGO,
    NOT_A_PICTURE,
    PICTURE,
    Identity,
    given_identity,
    picture_mark,
    usable,
)
from ronda.operations.colours import USUAL, accent_css
from ronda.web.auth import cookies
from ronda.web.context import DENSITIES, THEMES, GivenContext, GivenEvent, own_path
from ronda.web.forms import refusal_text, said
from ronda.web.http.request_bodies import Size, taking
from ronda.web.pages.actions import amended
from ronda.web.perform import version_needed

FIELDS = ("date", "until", "place", "organiser", "accent")
_KEPT = {"cache-control": "public, max-age=31536000, immutable"}
_UPLOAD = Size(MOST_BYTES + 32_000)


@get("/e/{code:str}/accent.css", include_in_schema=False)
async def accent(event_context: GivenEvent) -> Response[str]:
    """For everybody, as the pages are."""
    colour = event_context.identity.accent or USUAL
    asked = event_context.request.query_params.get("v") == colour[1:]
    return Response(accent_css(colour), media_type="text/css", headers=_KEPT if asked else {})


@get("/e/{code:str}/logo", include_in_schema=False)
async def logo(event_context: GivenEvent) -> Response[bytes]:
    """Only what `read_logo` has made is ever served, and never as anything but a picture."""
    picture = await asyncio.to_thread(event_context.runtime.setting, event_context.code, PICTURE)
    if not picture.data:
        raise NotFoundException("no_such_page")
    asked = event_context.request.query_params.get("v") == picture_mark(picture)
    headers = {"content-security-policy": "default-src 'none'", **(_KEPT if asked else {})}
    return Response(picture.data, media_type=f"image/{picture.kind}", headers=headers)


@post("/e/{code:str}/face", include_in_schema=False, status_code=200)
async def set_face(event_context: GivenEvent) -> Response[Any]:
    """When, where, by whom, in which colour."""
    event_context.needs("arbiter")
    form = {name: value for name, value in (await event_context.request.form()).items() if isinstance(value, str)}
    if not form.get("seen"):
        raise version_needed()

    def change(standing: Identity) -> Identity | Refusal | None:
        return given_identity(form, standing) if face_seen(standing) == form["seen"] else None

    return await amended(event_context, IDENTITY, change, "/settings")


@post("/e/{code:str}/logo", include_in_schema=False, status_code=200, opt=taking(_UPLOAD, "arbiter"))
async def set_logo(event_context: GivenEvent) -> Response[Any]:
    """A new picture, or none."""
    event_context.needs("arbiter")
    form = await event_context.request.form()
    seen, sent = form.get("seen"), form.get("picture")
    if not isinstance(seen, str) or not seen:
        raise version_needed()
    picture = NO_LOGO
    if form.get("do") != "remove":
        data = await sent.read() if isinstance(sent, UploadFile) else b""
        found = await asyncio.to_thread(usable, data)
        if found is None:
            return said(event_context, "refused", refusal_text(event_context, NOT_A_PICTURE), status=422)
        picture = found

    def change(standing: Identity) -> Identity | None:
        return replace(standing, logo=picture_mark(picture)) if face_seen(standing) == seen else None

    await asyncio.to_thread(event_context.runtime.amend, event_context.code, PICTURE, lambda _: picture)
    return await amended(event_context, IDENTITY, change, "/settings")


def face_seen(identity: Identity) -> str:
    """What the forms have of it."""
    return "|".join((*(getattr(identity, name) or "-" for name in FIELDS), identity.logo or "-"))


@post("/look", include_in_schema=False)
async def look(context: GivenContext) -> Redirect:
    """Light or dark, comfortable or compact, in this browser."""
    form = await context.request.form()
    answer = Redirect(own_path(str(form.get("next", "/"))), status_code=303)
    for name, kind, choices in (("theme", cookies.THEME, THEMES), ("density", cookies.DENSITY, ("auto", *DENSITIES))):
        chosen = form.get(name)
        if chosen in choices:
            answer.cookies.append(cookies.made(context.request, kind, str(chosen)))
    return answer


ROUTES = [accent, logo, set_face, set_logo, look]
