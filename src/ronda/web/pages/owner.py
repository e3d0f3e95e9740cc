"""The owner: signing in and out, the password, and the link that the program itself shows on this machine."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from ronda.web import cookies, passwords, signing
from ronda.web.admission import end_others, end_secret, know_device, known_device, open_session, replaced
from ronda.web.passwords import LEAST_LETTERS, MOST_LETTERS
from ronda.web.visits import Visit, client_of, own_path, seems_local

MOST_SESSIONS = 8
_SECONDS_TOLD = 90  # beyond, the pause is told in minutes

Word = Annotated[str, msgspec.Meta(max_length=1000)]


class Entry(msgspec.Struct):
    password: Word = ""
    next: Word = "/"


class Change(msgspec.Struct):
    old: Word = ""
    new: Word = ""
    again: Word = ""


# --- signing in and out ------------------------------------------------------------------------------------


@get("/login", include_in_schema=False)
async def sign_in_page(
    visit: Visit, following: Annotated[str, QueryParameter(name="next", max_length=1000)] = "/"
) -> Response[Any]:
    if visit.person.may("owner"):
        return Redirect(own_path(following), status_code=303)
    return _sign_in(visit, own_path(following))


def _sign_in(visit: Visit, following: str, trouble: str = "", status: int = 200) -> Template:
    house = visit.house
    linked = not house.settings.hall and seems_local(visit.request)
    known = passwords.is_set(house.store)
    made = visit.page("login.html", following=following, trouble=trouble, known=known, linked=linked)
    made.status_code = status
    return made


@post("/login", include_in_schema=False)
async def sign_in(
    visit: Visit, data: Annotated[Entry, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Response[Any]:
    """One message for whatever was wrong, and few tries."""
    following = own_path(data.next)
    try:
        if not await _right(visit, data.password):
            return _sign_in(visit, following, visit.words("web.login.wrong"), 401)
    except signing.Held as held:
        made = _sign_in(visit, following, told_pause(visit, held), 429)
        made.headers["retry-after"] = str(held.seconds)
        return made
    return await _known(visit, await entered(visit, following))


async def _right(visit: Visit, password: str) -> bool:
    proof = cookies.read(visit.request, cookies.KNOWN)
    return await signing.is_right(visit.house, password, client_of(visit.request), proof)


def told_pause(visit: Visit, held: signing.Held) -> str:
    if held.seconds <= _SECONDS_TOLD:
        return visit.words("web.login.wait_seconds", n=held.seconds)
    return visit.words("web.login.wait_minutes", n=-(-held.seconds // 60))


async def entered(visit: Visit, target: str) -> Redirect:
    """A new session of the owner, in the place of an earlier one."""
    store = visit.house.store
    others = await asyncio.to_thread(replaced, store, _secrets(visit)[:MOST_SESSIONS])
    secret = await asyncio.to_thread(open_session, store, visit.house.idle)
    return _kept(visit, [*others, secret], Redirect(target, status_code=303))


async def _known(visit: Visit, response: Redirect) -> Redirect:
    """From now on strangers' tries do not hold up this browser."""
    store = visit.house.store
    proof = cookies.read(visit.request, cookies.KNOWN)
    if await asyncio.to_thread(known_device, store, proof) is None:
        proof = await asyncio.to_thread(know_device, store)
    response.set_cookie(cookies.made(visit.request, cookies.KNOWN, proof))
    return response


def with_session(visit: Visit, secret: str, target: str) -> Redirect:
    """One browser may hold several rights: the owner of the desk is a helper elsewhere."""
    return _kept(visit, [*_secrets(visit), secret], Redirect(target, status_code=303))


def _secrets(visit: Visit) -> list[str]:
    return [secret for secret in cookies.read(visit.request, cookies.SESSION).split(".") if secret]


def _kept(visit: Visit, secrets: Sequence[str], response: Redirect) -> Redirect:
    response.set_cookie(cookies.made(visit.request, cookies.SESSION, ".".join(secrets[-MOST_SESSIONS:])))
    return response


@post("/logout", include_in_schema=False)
async def sign_out(visit: Visit) -> Response[Any]:
    """Ends what this browser holds, wherever a copy of it may be."""
    for secret in _secrets(visit)[:MOST_SESSIONS]:
        await asyncio.to_thread(end_secret, visit.house.store, secret)
    # (What was typed and not yet sent stays: it is a result that somebody will want.)
    gone = {"clear-site-data": '"cache"'}
    return Redirect("/login", status_code=303, cookies=cookies.ended(visit.request, cookies.SESSION), headers=gone)


@get("/here/{secret:str}", include_in_schema=False)
async def here(visit: Visit, secret: str) -> Response[Any]:
    """The link that the program has shown to whoever started it. It works at this machine only, where no password is
    asked for, and as long as the program runs."""
    settings = visit.house.settings
    right = hmac.compare_digest(secret.encode("utf-8", "replace"), settings.link.encode())
    if not settings.link or settings.hall or not seems_local(visit.request) or not right:
        visit.house.guesses.failed(client_of(visit.request))
        raise NotFoundException("no_such_link")
    return Redirect("/", status_code=303) if visit.person.may("owner") else await entered(visit, "/")


# --- the password ------------------------------------------------------------------------------------------


@get("/password", include_in_schema=False)
async def password_page(visit: Visit) -> Template:
    visit.needs("owner")
    return _password(visit)


def _password(visit: Visit, trouble: str = "", done: bool = False, status: int = 422) -> Template:
    known = passwords.is_set(visit.house.store)
    made = visit.page("password.html", trouble=trouble, done=done, known=known, least=LEAST_LETTERS)
    made.status_code = status if trouble else 200
    return made


@post("/password", include_in_schema=False, status_code=200)
async def change_password(
    visit: Visit, data: Annotated[Change, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """A new password ends all other sessions of the owner."""
    visit.needs("owner")
    store = visit.house.store
    try:
        if passwords.is_set(store) and not await _right(visit, data.old):
            return _password(visit, visit.words("web.password.wrong"))
    except signing.Held as held:
        made = _password(visit, told_pause(visit, held), status=429)
        made.headers["retry-after"] = str(held.seconds)
        return made
    match passwords.unfit(data.new):
        case "length":
            return _password(visit, visit.words("web.password.length", least=LEAST_LETTERS, most=MOST_LETTERS))
        case "common":
            return _password(visit, visit.words("web.password.common"))
    if data.new != data.again:
        return _password(visit, visit.words("web.password.differ"))
    async with visit.house.hashing:
        await asyncio.to_thread(passwords.set_password, store, data.new)
    await asyncio.to_thread(_end_others, visit)
    return _password(visit, done=True)


def _end_others(visit: Visit) -> None:
    device = known_device(visit.house.store, cookies.read(visit.request, cookies.KNOWN))
    end_others(visit.house.store, visit.person.pass_id, device)


ROUTES = [sign_in_page, sign_in, sign_out, here, password_page, change_password]
