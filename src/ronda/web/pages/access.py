"""Sessions and API keys of the desk, and the people of an event with their invitations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.core.text_rules import unfit_text
from ronda.operations.passes import (
    Admitted,
    accept,
    admitted,
    end,
    end_others,
    invitation,
    invite,
    known_device,
    may_end,
    new_key,
    role_of,
)
from ronda.sheets.qr import qr_svg
from ronda.web.auth import cookies
from ronda.web.context import EventContext, GivenContext, GivenEvent, RequestContext, client_of
from ronda.web.pages.owner import with_session

Guests = Literal["helper", "arbiter"]
Word = Annotated[str, msgspec.Meta(max_length=1000)]


class AccessForm(msgspec.Struct):
    """Who is to be let in: a person by a link, or a program by a key."""

    name: Word = ""
    role: Guests = "helper"
    kind: Literal["invitation", "key"] = "invitation"


class NameForm(msgspec.Struct):
    name: Word = ""


# --- sessions and keys of the whole desk -------------------------------------------------------------------


@get("/sessions", include_in_schema=False)
async def sessions_page(context: GivenContext) -> Template:
    context.needs("organiser")
    return _sessions(context)


def _sessions(context: RequestContext, key: str = "", trouble: str = "") -> Template:
    listed = admitted(context.runtime.store, "", context.person.account)
    made = context.page("sessions.html", listed=listed, key=key, trouble=trouble)
    made.status_code = 422 if trouble else 200
    return made


@post("/sessions", include_in_schema=False, status_code=200, sync_to_thread=True)
def make_key(
    context: GivenContext, data: Annotated[NameForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """A key with all rights of the owner, shown once."""
    context.needs("organiser")
    name = " ".join(data.name.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return _sessions(context, trouble=context.words.speaker.verdict("refusal", unfit))
    return _sessions(context, key=new_key(context.runtime.store, "", "owner", name, context.person.account))


@post("/sessions/{number:int}/end", include_in_schema=False, sync_to_thread=True)
def end_session(context: GivenContext, number: FromPath[int]) -> Response[Any]:
    context.needs("organiser")
    _end(context, "", number)
    return Redirect("/sessions", status_code=303)


@post("/sessions/others", include_in_schema=False, sync_to_thread=True)
def end_all(context: GivenContext) -> Response[Any]:
    """Sign out everywhere else: all other sessions end, and no other browser is known any more. Keys stay."""
    context.needs("organiser")
    device = known_device(context.runtime.store, cookies.read(context.request, cookies.KNOWN), context.person.account)
    end_others(context.runtime.store, context.person.pass_id, device, context.person.account)
    return Redirect("/sessions", status_code=303)


def _end(context: RequestContext, scope: str, number: int) -> None:
    """Only what is listed there, and only by who may."""
    one = next(
        (one for one in admitted(context.runtime.store, scope, context.person.account) if one.found.id == number), None
    )
    if one is None:
        raise NotFoundException("no_such_page")
    if not may_end(context.person, one):
        context.needs("owner")
    end(context.runtime.store, number)


# --- people of an event ------------------------------------------------------------------------------------


@get("/e/{code:str}/people", include_in_schema=False)
async def people_page(event_context: GivenEvent) -> Template:
    event_context.needs("arbiter")
    return _people(event_context)


def _people(context: EventContext, *, link: str = "", key: str = "", name: str = "", trouble: str = "") -> Template:
    listed: list[tuple[Admitted, bool]] = [
        (one, may_end(context.person, one)) for one in admitted(context.runtime.store, context.code)
    ]
    code = Markup(qr_svg(link)) if link and context.reachable else ""
    made = context.page("people.html", listed=listed, link=link, qr=code, key=key, name=name, trouble=trouble)
    made.status_code = 422 if trouble else 200
    return made


@post("/e/{code:str}/people", include_in_schema=False, status_code=200, sync_to_thread=True)
def let_in(
    event_context: GivenEvent, data: Annotated[AccessForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """Make a link or an API key, shown once. Only the owner makes arbiters."""
    context = event_context
    context.needs("owner" if data.role == "arbiter" else "arbiter")
    name = " ".join(data.name.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return _people(context, trouble=context.words.speaker.verdict("refusal", unfit))
    store = context.runtime.store
    if data.kind == "key":
        return _people(context, key=new_key(store, context.code, data.role, name), name=name)
    link = f"{context.address}/invite/{invite(store, context.code, data.role, name)}"
    return _people(context, link=link, name=name)


@post("/e/{code:str}/people/{number:int}/end", include_in_schema=False, sync_to_thread=True)
def shut_out(event_context: GivenEvent, number: FromPath[int]) -> Response[Any]:
    """End an invitation and every session opened with it, at once."""
    event_context.needs("arbiter")
    _end(event_context, event_context.code, number)
    return Redirect(f"/e/{event_context.code}/people", status_code=303)


# --- invitations -------------------------------------------------------------------------------------------


@get("/invite/{secret:str}", include_in_schema=False)
async def invitation_page(context: GivenContext, secret: FromPath[str]) -> Template:
    """Who is invited to what; nothing happens by looking (a messenger that shows a preview looks too)."""
    found = invitation(context.runtime.store, secret)
    event = context.runtime.event(found.scope) if found else None
    if found is None or event is None:
        raise _over(context)
    return context.page("invite.html", event=event, name=found.name, role=role_of(found), path=f"/invite/{secret}")


@post("/invite/{secret:str}", include_in_schema=False, sync_to_thread=True)
def accept_invitation(context: GivenContext, secret: FromPath[str]) -> Response[Any]:
    found = invitation(context.runtime.store, secret)
    session = accept(context.runtime.store, secret, context.runtime.idle) if found else None
    if found is None or session is None:
        raise _over(context)
    return with_session(context, session, f"/e/{found.scope}")


def _over(context: RequestContext) -> NotFoundException:
    context.runtime.guesses.failed(client_of(context.request))
    return NotFoundException("invitation_over")


ROUTES = [
    sessions_page,
    make_key,
    end_session,
    end_all,
    people_page,
    let_in,
    shut_out,
    invitation_page,
    accept_invitation,
]
