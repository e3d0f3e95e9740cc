"""Signing in and out, the owner's password, and invitations."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.desk.writing import unfit_text
from ronda.sheets.qr import qr_svg
from ronda.web import passwords
from ronda.web.admission import (
    Admitted,
    accept,
    admitted,
    end,
    end_secret,
    invitation,
    invite,
    may_end,
    new_key,
    open_session,
    role_of,
)
from ronda.web.passwords import LEAST_LETTERS, MOST_LETTERS
from ronda.web.people import SESSION
from ronda.web.visits import SESSION_COOKIE, EventVisit, Visit, client_of, own_path

MOST_TRIES = 5
MOST_SESSIONS = 8

Guests = Literal["helper", "arbiter"]
Word = Annotated[str, msgspec.Meta(max_length=1000)]


class Entry(msgspec.Struct):
    password: Word = ""
    next: Word = "/"


class Change(msgspec.Struct):
    old: Word = ""
    new: Word = ""
    again: Word = ""


class Wish(msgspec.Struct):
    """Who is to be let in: a person by a link, or a program by a key."""

    name: Word = ""
    role: Guests = "helper"
    kind: Literal["invitation", "key"] = "invitation"


class Named(msgspec.Struct):
    name: Word = ""


# --- signing in and out ------------------------------------------------------------------------------------


@get("/login", include_in_schema=False)
async def sign_in_page(
    visit: Visit, following: Annotated[str, QueryParameter(name="next", max_length=1000)] = "/"
) -> Response[Any]:
    if visit.person.may("owner"):
        return Redirect(own_path(following), status_code=303)
    return _sign_in(visit, own_path(following))


def _sign_in(visit: Visit, following: str, wrong: bool = False) -> Template:
    made = visit.page("login.html", following=following, wrong=wrong, known=passwords.is_set(visit.house.store))
    made.status_code = 401 if wrong else 200
    return made


@post("/login", include_in_schema=False)
async def sign_in(
    visit: Visit, data: Annotated[Entry, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Response[Any]:
    """One message for whatever was wrong, and few tries."""
    following = own_path(data.next)
    if not await _right(visit, data.password):
        return _sign_in(visit, following, wrong=True)
    store = visit.house.store
    return _entered(visit, await asyncio.to_thread(open_session, store), following)


async def _right(visit: Visit, password: str) -> bool:
    house, place = visit.house, f"sign in {client_of(visit.request)}"
    house.guesses.trying(place, MOST_TRIES)
    async with house.hashing:
        right = await asyncio.to_thread(passwords.is_right, house.store, password)
    if right:
        house.guesses.forgiven(place)
    return right


def _entered(visit: Visit, secret: str, target: str) -> Redirect:
    """One browser may hold several rights: the owner of the desk is a helper elsewhere."""
    return _with_cookie(visit, [*_cookie_secrets(visit), secret][-MOST_SESSIONS:], Redirect(target, status_code=303))


def _cookie_secrets(visit: Visit) -> list[str]:
    return [secret for secret in visit.request.cookies.get(SESSION_COOKIE, "").split(".") if secret]


def _with_cookie(visit: Visit, secrets: Sequence[str], response: Redirect) -> Redirect:
    response.set_cookie(
        SESSION_COOKIE,
        ".".join(secrets),
        max_age=int(SESSION.total_seconds()),
        path="/",
        httponly=True,
        samesite="lax",
        secure=visit.house.settings.encrypted or visit.request.url.scheme == "https",
    )
    return response


@post("/logout", include_in_schema=False)
async def sign_out(visit: Visit) -> Response[Any]:
    """Ends what this browser holds, wherever a copy of it may be."""
    for secret in _cookie_secrets(visit)[:MOST_SESSIONS]:
        await asyncio.to_thread(end_secret, visit.house.store, secret)
    response = Redirect("/login", status_code=303)
    response.delete_cookie(SESSION_COOKIE, path="/")
    return response


# --- the password ------------------------------------------------------------------------------------------


@get("/password", include_in_schema=False)
async def password_page(visit: Visit) -> Template:
    visit.needs("owner")
    return _password(visit)


def _password(visit: Visit, trouble: str = "", done: bool = False) -> Template:
    known = passwords.is_set(visit.house.store)
    made = visit.page("password.html", trouble=trouble, done=done, known=known, least=LEAST_LETTERS)
    made.status_code = 422 if trouble else 200
    return made


@post("/password", include_in_schema=False, status_code=200)
async def change_password(
    visit: Visit, data: Annotated[Change, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """A new password ends all other sessions of the owner."""
    visit.needs("owner")
    store = visit.house.store
    if passwords.is_set(store) and not await _right(visit, data.old):
        return _password(visit, visit.words("web.password.wrong"))
    if not LEAST_LETTERS <= len(data.new) <= MOST_LETTERS:
        return _password(visit, visit.words("web.password.length", least=LEAST_LETTERS, most=MOST_LETTERS))
    if data.new != data.again:
        return _password(visit, visit.words("web.password.differ"))
    async with visit.house.hashing:
        await asyncio.to_thread(passwords.set_password, store, data.new)
    await asyncio.to_thread(_end_other_sessions, visit)
    return _password(visit, done=True)


def _end_other_sessions(visit: Visit) -> None:
    for one in admitted(visit.house.store, ""):
        if one.kind == "session" and one.found.id != visit.person.pass_id:
            end(visit.house.store, one.found.id)


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
    session = accept(visit.house.store, secret) if found else None
    if found is None or session is None:
        raise _over(visit)
    return _entered(visit, session, f"/e/{found.scope}")


def _over(visit: Visit) -> NotFoundException:
    visit.house.guesses.failed(client_of(visit.request))
    return NotFoundException("invitation_over")


ROUTES = [
    sign_in_page,
    sign_in,
    sign_out,
    password_page,
    change_password,
    sessions_page,
    make_key,
    end_session,
    people_page,
    let_in,
    shut_out,
    invitation_page,
    accept_invitation,
]
