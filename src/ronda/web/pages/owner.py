"""The owner: signing in and out, the password, and the link that the program shows on its own machine.

Wrong passwords are counted in the database, so for all workers together: those of the account, and those from one
address. Each pause is twice as long as the one before. A browser with which the owner signed in before is counted on
its own, so that strangers cannot keep the owner out by trying.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import Annotated, Any

from litestar import Response
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from ronda.operations.access import (
    end_others,
    end_secret,
    know_device,
    known_device,
    open_session,
    replaced,
    used_link,
)
from ronda.store import Store
from ronda.store.access import (
    Account,
    Count,
    Pass,
    account_of_id,
    begin_try,
    find_account,
    forgive,
    has_accounts,
    keep_password,
    name_key,
    pause_left,
)
from ronda.web.auth import cookies, passwords
from ronda.web.auth.passwords import LEAST_LETTERS, MOST_LETTERS
from ronda.web.context import GivenContext, RequestContext, client_of, own_path, seems_local
from ronda.web.http.admission import get_page, post_form
from ronda.web.runtime import Runtime
from ronda.web.settings import place_of

FREE_FROM_A_PLACE = 5
FREE_OF_THE_ACCOUNT = 10
MOST_SECONDS = 15 * 60

_log = logging.getLogger(__name__)


class TooManyTries(Exception):
    """Too many wrong tries: so long to wait."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__("too_many_tries")
        self.seconds = max(ceil(wait.total_seconds()), 1)


async def is_right(
    runtime: Runtime, password: str, host: str, proof: str, name: str = "", account: Account | None = None
) -> bool:
    """Whether it is the password of the owner, or of the account of that name (None: there is none). Many at once take
    turns, and nobody else waits for them."""
    number = account.id if account else None
    device = await asyncio.to_thread(known_device, runtime.store, proof, number) if not name or account else None
    own, shared = _counts(host, device, name)
    wait = await asyncio.to_thread(_begin, runtime, [*own, *shared])
    if wait:
        raise TooManyTries(wait)
    async with runtime.hashing:
        if name:
            right = await asyncio.to_thread(passwords.matches, account.password if account else None, password)
        else:
            right = await asyncio.to_thread(passwords.is_right, runtime.store, password)
    right = right and not (account is not None and account.suspended_at is not None)
    if right:
        await asyncio.to_thread(_forgive, runtime.store, own, shared)
    else:
        _log.warning("a wrong password%s", " from a browser that is known" if device else "")
    return right


def _counts(host: str, device: Pass | None, name: str = "") -> tuple[list[Count], list[Count]]:
    """Those that are this browser's or this place's own, and those that it shares with everybody."""
    if device is not None:
        return [Count(f"device {device.id}", FREE_FROM_A_PLACE, MOST_SECONDS)], []
    place = Count(f"from {place_of(host)}", FREE_FROM_A_PLACE, MOST_SECONDS)
    whose = f"account {name_key(name)}" if name else "owner"
    return [place], [Count(whose, FREE_OF_THE_ACCOUNT, MOST_SECONDS)]


def _begin(runtime: Runtime, counts: list[Count]) -> timedelta:
    with runtime.store.reads() as connection:
        wait = pause_left(connection, counts, runtime.now())
    if wait:
        return wait
    with runtime.store.writes() as connection:
        return begin_try(connection, counts, runtime.now())


def _forgive(store: Store, own: list[Count], shared: list[Count]) -> None:
    with store.writes() as connection:
        forgive(connection, own, shared)


MOST_SESSIONS = 8
_SECONDS_TOLD = 90  # beyond, the pause is told in minutes


# --- signing in and out ------------------------------------------------------------------------------------


@get_page("/login")
async def sign_in_page(
    context: GivenContext, following: Annotated[str, QueryParameter(name="next", max_length=1000)] = "/"
) -> Response[Any]:
    if context.person.may("owner") or context.person.account is not None:
        return Redirect(own_path(following), status_code=303)
    return _sign_in(context, own_path(following))


def _sign_in(context: RequestContext, following: str, trouble: str = "", status: int = 0, name: str = "") -> Template:
    runtime = context.runtime
    linked = not runtime.settings.hall and seems_local(context.request)
    known = passwords.is_set(runtime.store)
    with runtime.store.reads() as connection:
        shared = has_accounts(connection)
    facts = {"known": known or shared, "shared": shared, "linked": linked, "name": name}
    return context.page("login.html", status, following=following, trouble=trouble, **facts)


@post_form("/login")
async def submit_sign_in(context: GivenContext) -> Response[Any]:
    """One message for whatever was wrong, and few tries."""
    form = context.texts
    following, name = own_path(form.get("next", "/")[:1000]), form.get("name", "").strip()[:1000]
    account = await asyncio.to_thread(_account, context, name) if name else None
    try:
        if not await _right(context, form.get("password", ""), name, account):
            return _sign_in(context, following, context.words("web.login.wrong"), 401, name)
    except TooManyTries as held:
        made = _sign_in(context, following, pause_text(context, held), 429, name)
        made.headers["retry-after"] = str(held.seconds)
        return made
    return await _known(context, await entered(context, following, account), account.id if account else None)


def _account(context: RequestContext, name: str) -> Account | None:
    with context.store.reads() as connection:
        return find_account(connection, name)


def own_account(context: RequestContext) -> Account | None:
    """That of who asks; None for the owner of the server."""
    return _account_of(context, context.person.account)


def _account_of(context: RequestContext, number: int | None) -> Account | None:
    if number is None:
        return None
    with context.store.reads() as connection:
        return account_of_id(connection, number)


async def _right(context: RequestContext, password: str, name: str = "", account: Account | None = None) -> bool:
    proof = cookies.read(context.request, cookies.KNOWN)
    return await is_right(context.runtime, password, client_of(context.request), proof, name, account)


def pause_text(context: RequestContext, held: TooManyTries) -> str:
    if held.seconds <= _SECONDS_TOLD:
        wait = context.words("web.login.wait_seconds", n=held.seconds)
    else:
        wait = context.words("web.login.wait_minutes", n=-(-held.seconds // 60))
    return f"{wait} {context.words('web.login.held')}"


async def entered(context: RequestContext, target: str, account: Account | None = None) -> Redirect:
    """A new session of the owner or of an account, in the place of an earlier one."""
    store = context.store
    others = await asyncio.to_thread(replaced, store, _secrets(context)[:MOST_SESSIONS])
    whose = ("owner", "owner", None) if account is None else ("owner", account.name, account.id)
    secret = await asyncio.to_thread(open_session, store, context.runtime.idle, *whose)
    return _kept(context, [*others, secret], Redirect(target, status_code=303))


async def _known(context: RequestContext, response: Redirect, account: int | None = None) -> Redirect:
    """From now on strangers' tries do not hold up this browser."""
    store = context.store
    proof = cookies.read(context.request, cookies.KNOWN)
    if await asyncio.to_thread(known_device, store, proof, account) is None:
        proof = await asyncio.to_thread(know_device, store, account)
    response.set_cookie(cookies.make_cookie(context.request, cookies.KNOWN, proof))
    return response


def with_session(context: RequestContext, secret: str, target: str) -> Redirect:
    """One browser may hold several rights: the owner of the desk is a helper elsewhere."""
    return _kept(context, [*_secrets(context), secret], Redirect(target, status_code=303))


def _secrets(context: RequestContext) -> list[str]:
    return [secret for secret in cookies.read(context.request, cookies.SESSION).split(".") if secret]


def _kept(context: RequestContext, secrets: Sequence[str], response: Redirect) -> Redirect:
    response.set_cookie(cookies.make_cookie(context.request, cookies.SESSION, ".".join(secrets[-MOST_SESSIONS:])))
    return response


@post_form("/logout")
async def sign_out(context: GivenContext) -> Response[Any]:
    """Ends what this browser holds, wherever a copy of it may be."""
    for secret in _secrets(context)[:MOST_SESSIONS]:
        await asyncio.to_thread(end_secret, context.store, secret)
    # (What was typed and not yet sent stays: it is a result that somebody will want.)
    gone = {"clear-site-data": '"cache"'}
    return Redirect("/login", status_code=303, cookies=cookies.ended(context.request, cookies.SESSION), headers=gone)


@get_page("/here/{secret:str}")
async def here(context: GivenContext, secret: FromPath[str]) -> Response[Any]:
    """The link that the program has shown to whoever started it: it works at this machine only, where no password is
    asked for, and as long as the program runs. Or one of `ronda accounts link`: it works once, wherever it is."""
    once = await asyncio.to_thread(used_link, context.store, secret)
    if once is not None:
        account = await asyncio.to_thread(_account_of, context, once.account)
        return await _known(context, await entered(context, "/", account), once.account)
    settings = context.runtime.settings
    right = hmac.compare_digest(secret.encode("utf-8", "replace"), settings.link.encode())
    if not settings.link or settings.hall or not seems_local(context.request) or not right:
        context.refuse_guess("no_such_link")
    return Redirect("/", status_code=303) if context.person.may("owner") else await entered(context, "/")


# --- the password ------------------------------------------------------------------------------------------


@get_page("/password", "organiser")
async def password_page(context: GivenContext) -> Template:
    return _password(context)


def _password(context: RequestContext, trouble: str = "", done: bool = False, status: int = 0) -> Template:
    account = own_account(context)
    known = account is not None or passwords.is_set(context.store)
    facts = {"known": known, "least": LEAST_LETTERS, "account": account}
    return context.page("password.html", status, trouble=trouble, done=done, **facts)


@post_form("/password", "organiser")
async def change_password(context: GivenContext) -> Template:
    """A new password ends all other sessions."""
    old, new, again = (context.texts.get(name, "") for name in ("old", "new", "again"))
    store, account = context.store, own_account(context)
    known = account is not None or passwords.is_set(store)
    try:
        if known and not await _right(context, old, account.name if account else "", account):
            return _password(context, context.words("web.password.wrong"))
    except TooManyTries as held:
        made = _password(context, pause_text(context, held), status=429)
        made.headers["retry-after"] = str(held.seconds)
        return made
    unfit = unfit_password(context, new, again)
    if unfit:
        return _password(context, unfit)
    async with context.runtime.hashing:
        if account is not None:
            await asyncio.to_thread(set_of_account, store, account.id, new)
        else:
            await asyncio.to_thread(passwords.set_password, store, new)
            context.runtime.hall.password = ""
    await asyncio.to_thread(end_other_sessions, context)
    return _password(context, done=True)


def unfit_password(context: RequestContext, new: str, again: str) -> str:
    """Why it cannot be one, in words."""
    match passwords.unfit(new):
        case "length":
            return context.words("web.password.length", least=LEAST_LETTERS, most=MOST_LETTERS)
        case "common":
            return context.words("web.password.common")
    return context.words("web.password.differ") if new != again else ""


def set_of_account(store: Store, number: int, password: str) -> None:
    made = passwords.hashed(password)
    with store.writes() as connection:
        keep_password(connection, number, made)


def end_other_sessions(context: RequestContext) -> None:
    """No other browser is known any more, either. Keys stay."""
    account = context.person.account
    device = known_device(context.store, cookies.read(context.request, cookies.KNOWN), account)
    end_others(context.store, context.person.pass_id, device, account)


ROUTES = [sign_in_page, submit_sign_in, sign_out, here, password_page, change_password]
