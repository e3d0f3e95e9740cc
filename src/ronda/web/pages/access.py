"""Who else is let in: sessions and keys, and the people of an event with their invitations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.sheets.qr import qr_svg
from ronda.text_rules import unfit_text
from ronda.web.admission import (
    Admitted,
    accept,
    admitted,
    end,
    invitation,
    invite,
    may_end,
    new_key,
    role_of,
)
from ronda.web.pages.owner import with_session
from ronda.web.visits import EventVisit, Visit, client_of

Guests = Literal["helper", "arbiter"]
Word = Annotated[str, msgspec.Meta(max_length=1000)]


class Wish(msgspec.Struct):
    """Who is to be let in: a person by a link, or a program by a key."""

    name: Word = ""
    role: Guests = "helper"
    kind: Literal["invitation", "key"] = "invitation"


class Named(msgspec.Struct):
    name: Word = ""


# --- sessions and keys of the whole desk -------------------------------------------------------------------


@get("/sessions", include_in_schema=False)
async def sessions_page(visit: Visit) -> Template:
    visit.needs("owner")
    return _sessions(visit)


def _sessions(visit: Visit, key: str = "", trouble: str = "") -> Template:
    listed = admitted(visit.house.store, "")
    made = visit.page("sessions.html", listed=listed, key=key, trouble=trouble)
    made.status_code = 422 if trouble else 200
    return made


@post("/sessions", include_in_schema=False, status_code=200, sync_to_thread=True)
def make_key(visit: Visit, data: Annotated[Named, Body(media_type=RequestEncodingType.URL_ENCODED)]) -> Template:
    """A key with all rights of the owner, shown once."""
    visit.needs("owner")
    name = " ".join(data.name.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return _sessions(visit, trouble=visit.words.speaker.verdict("refusal", unfit))
    return _sessions(visit, key=new_key(visit.house.store, "", "owner", name))


@post("/sessions/{number:int}/end", include_in_schema=False, sync_to_thread=True)
def end_session(visit: Visit, number: int) -> Response[Any]:
    visit.needs("owner")
    _end(visit, "", number)
    return Redirect("/sessions", status_code=303)


def _end(visit: Visit, scope: str, number: int) -> None:
    """Only what is listed there, and only by who may."""
    one = next((one for one in admitted(visit.house.store, scope) if one.found.id == number), None)
    if one is None:
        raise NotFoundException("no_such_page")
    if not may_end(visit.person, one):
        visit.needs("owner")
    end(visit.house.store, number)


# --- people of an event ------------------------------------------------------------------------------------


@get("/e/{code:str}/people", include_in_schema=False)
async def people_page(event_visit: EventVisit) -> Template:
    event_visit.needs("arbiter")
    return _people(event_visit)


def _people(visit: EventVisit, *, link: str = "", key: str = "", name: str = "", trouble: str = "") -> Template:
    listed: list[tuple[Admitted, bool]] = [
        (one, may_end(visit.person, one)) for one in admitted(visit.house.store, visit.code)
    ]
    code = Markup(qr_svg(link)) if link else ""
    made = visit.page("people.html", listed=listed, link=link, qr=code, key=key, name=name, trouble=trouble)
    made.status_code = 422 if trouble else 200
    return made


@post("/e/{code:str}/people", include_in_schema=False, status_code=200, sync_to_thread=True)
def let_in(
    event_visit: EventVisit, data: Annotated[Wish, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """A link or a key, shown once. Only the owner makes arbiters."""
    visit = event_visit
    visit.needs("owner" if data.role == "arbiter" else "arbiter")
    name = " ".join(data.name.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return _people(visit, trouble=visit.words.speaker.verdict("refusal", unfit))
    store = visit.house.store
    if data.kind == "key":
        return _people(visit, key=new_key(store, visit.code, data.role, name), name=name)
    link = f"{visit.address}/invite/{invite(store, visit.code, data.role, name)}"
    return _people(visit, link=link, name=name)


@post("/e/{code:str}/people/{number:int}/end", include_in_schema=False, sync_to_thread=True)
def shut_out(event_visit: EventVisit, number: int) -> Response[Any]:
    """Ends an invitation and everything opened with it, at once."""
    event_visit.needs("arbiter")
    _end(event_visit, event_visit.code, number)
    return Redirect(f"/e/{event_visit.code}/people", status_code=303)


# --- invitations -------------------------------------------------------------------------------------------


@get("/invite/{secret:str}", include_in_schema=False)
async def invitation_page(visit: Visit, secret: str) -> Template:
    """Who is invited to what; nothing happens by looking (a messenger that shows a preview looks too)."""
    found = invitation(visit.house.store, secret)
    event = visit.house.event(found.scope) if found else None
    if found is None or event is None:
        raise _over(visit)
    return visit.page("invite.html", event=event, name=found.name, role=role_of(found), path=f"/invite/{secret}")


@post("/invite/{secret:str}", include_in_schema=False, sync_to_thread=True)
def accept_invitation(visit: Visit, secret: str) -> Response[Any]:
    found = invitation(visit.house.store, secret)
    session = accept(visit.house.store, secret, visit.house.idle) if found else None
    if found is None or session is None:
        raise _over(visit)
    return with_session(visit, session, f"/e/{found.scope}")


def _over(visit: Visit) -> NotFoundException:
    visit.house.guesses.failed(client_of(visit.request))
    return NotFoundException("invitation_over")


ROUTES = [
    sessions_page,
    make_key,
    end_session,
    people_page,
    let_in,
    shut_out,
    invitation_page,
    accept_invitation,
]
