"""Several organisers on one server: who has an account, how much each may have, and which events there are. Who sees
the list sees no more of an event than everybody; and the link with which an organiser chooses a password."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from ronda.core.text_rules import unfit_text
from ronda.core.verdicts import Refusal
from ronda.store import Store, Summary
from ronda.store.access.accounts import (
    Account,
    AccountRole,
    account_of_id,
    add_account,
    all_accounts,
    codes_of,
    end_passes,
    owners,
    set_limits,
    suspend,
)
from ronda.store.access.sessions import Pass, revoke
from ronda.web.auth.access import welcome, welcomed
from ronda.web.auth.passwords import LEAST_LETTERS
from ronda.web.auth.roles import now
from ronda.web.context import GivenContext, RequestContext, client_of
from ronda.web.pages.owner import entered, set_of_account, unfit_password
from ronda.web.runtime import Runtime

MOST_EVENTS, MOST_PLAYERS = 100_000, 100_000
MOST_SHOWN = 500  # events in the list, the newest

Limit = Annotated[str, msgspec.Meta(max_length=20)]


class AccountForm(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    role: Literal["organiser", "administrator"] = "organiser"
    events: Limit = ""
    players: Limit = ""


class WelcomeForm(msgspec.Struct):
    new: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    again: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class AccountRow(NamedTuple):
    """An account and how many events it has."""

    account: Account
    events: int


class AccountEvent(NamedTuple):
    """An event as its administrator sees it: that it is there, and whose."""

    summary: Summary
    organiser: str


def held_accounts(store: Store) -> list[AccountRow]:
    gone = {one.code for one in store.summaries() if one.deleted}
    with store.reads() as connection:
        counted = [code_owner for code, code_owner in owners(connection).items() if code not in gone]
        return [AccountRow(one, counted.count(one.id)) for one in all_accounts(connection)]


def kept_events(store: Store) -> list[AccountEvent]:
    """The newest first; without those that were deleted."""
    with store.reads() as connection:
        names = {one.id: one.name for one in all_accounts(connection)}
        theirs = owners(connection)
    found = [one for one in store.summaries() if not one.deleted]
    found.sort(key=lambda one: one.updated_at, reverse=True)
    return [AccountEvent(one, names.get(theirs.get(one.code, 0), "")) for one in found]


def made_account(
    runtime: Runtime, name: str, role: AccountRole, events: int | None, players: int | None
) -> tuple[Account, str] | Refusal:
    """The account, and the secret of the link with which its password is chosen."""
    unfit = unfit_text(" ".join(name.split()))
    if unfit is not None:
        return unfit
    with runtime.store.writes() as connection:
        found = add_account(connection, name, now(), role=role, most_events=events, most_players=players)
    if found is None:
        return Refusal("account_taken", "S4", {"text": " ".join(name.split())})
    return found, welcome(runtime.store, found)


def changed_account(runtime: Runtime, number: int, what: str) -> str:
    """Suspended, taken up again, or with a link for a new password, whose secret is the answer."""
    with runtime.store.writes() as connection:
        found = account_of_id(connection, number)
        if found is None:
            raise NotFoundException("no_such_page")
        codes = codes_of(connection, number)
        match what:
            case "suspend":
                suspend(connection, number, now())
            case "restore":
                suspend(connection, number, None)
            case "sign-out":
                end_passes(connection, number, now())
            case "link":
                pass
            case _:
                raise NotFoundException("no_such_page")
    runtime.account_changed(codes)
    return welcome(runtime.store, found) if what == "link" else ""


def limits_set(runtime: Runtime, number: int, events: int | None, players: int | None) -> None:
    with runtime.store.writes() as connection:
        if not set_limits(connection, number, events, players):
            raise NotFoundException("no_such_page")
        codes = codes_of(connection, number)
    runtime.account_changed(codes)


def not_oneself(context: RequestContext, number: int) -> None:
    """Nobody locks themselves out."""
    if context.person.account == number:
        context.needs("owner")


# --- the page ----------------------------------------------------------------------------------------------


@get("/accounts", include_in_schema=False)
async def accounts(context: GivenContext) -> Template:
    context.needs_administrator()
    return _page(context)


def _page(context: RequestContext, *, secret: str = "", name: str = "", trouble: str = "") -> Template:
    store = context.runtime.store
    events = kept_events(store)
    made = context.page(
        "accounts.html",
        held=held_accounts(store),
        events=events[:MOST_SHOWN],
        more=max(len(events) - MOST_SHOWN, 0),
        link=f"{context.address}/welcome/{secret}" if secret else "",
        name=name,
        trouble=trouble,
    )
    made.status_code = 422 if trouble else 200
    return made


@post("/accounts", include_in_schema=False, status_code=200)
async def add(
    context: GivenContext, data: Annotated[AccountForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """The link is shown this once."""
    context.needs_administrator()
    limits = _limits(data)
    if limits is None:
        return _page(context, trouble=context.words("web.accounts.bad_limit"), name=data.name)
    made = await asyncio.to_thread(made_account, context.runtime, data.name, data.role, *limits)
    if isinstance(made, Refusal):
        return _page(context, trouble=context.words.speaker.verdict("refusal", made), name=data.name)
    return _page(context, secret=made[1], name=made[0].name)


def _limits(data: AccountForm) -> tuple[int | None, int | None] | None:
    """Nothing typed is no limit; None if it is none at all."""
    found: list[int | None] = []
    for text, most in ((data.events.strip(), MOST_EVENTS), (data.players.strip(), MOST_PLAYERS)):
        number = int(text) if text.isascii() and text.isdecimal() else None
        if text and (number is None or not 0 <= number <= most):
            return None
        found.append(number)
    return found[0], found[1]


@post("/accounts/{number:int}/limits", include_in_schema=False, status_code=200)
async def change_limits(
    context: GivenContext,
    number: FromPath[int],
    data: Annotated[AccountForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    context.needs_administrator()
    limits = _limits(data)
    if limits is None:
        return _page(context, trouble=context.words("web.accounts.bad_limit"))
    not_oneself(context, number)
    await asyncio.to_thread(limits_set, context.runtime, number, *limits)
    return Redirect("/accounts", status_code=303)


@post("/accounts/{number:int}/do/{what:str}", include_in_schema=False, status_code=200)
async def change(context: GivenContext, number: FromPath[int], what: FromPath[str]) -> Response[Any]:
    context.needs_administrator()
    not_oneself(context, number)
    secret = await asyncio.to_thread(changed_account, context.runtime, number, what)
    if not secret:
        return Redirect("/accounts", status_code=303)
    with context.runtime.store.reads() as connection:
        found = account_of_id(connection, number)
    return _page(context, secret=secret, name=found.name if found else "")


# --- the link ----------------------------------------------------------------------------------------------


@get("/welcome/{secret:str}", include_in_schema=False)
async def welcome_page(context: GivenContext, secret: FromPath[str]) -> Template:
    """Nothing happens by looking."""
    return _welcome(context, secret, _invited(context, secret))


def _invited(context: RequestContext, secret: str) -> Pass:
    found = welcomed(context.runtime.store, secret)
    if found is None:
        context.runtime.guesses.failed(client_of(context.request))
        raise NotFoundException("invitation_over")
    return found


def _welcome(context: RequestContext, secret: str, found: Pass, trouble: str = "") -> Template:
    facts = {"path": f"/welcome/{secret}", "least": LEAST_LETTERS}
    made = context.page("welcome.html", name=found.name, trouble=trouble, **facts)
    made.status_code = 422 if trouble else 200
    return made


@post("/welcome/{secret:str}", include_in_schema=False, status_code=200)
async def accept(
    context: GivenContext,
    secret: FromPath[str],
    data: Annotated[WelcomeForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    """The password is chosen, the link is used up, and whatever was open before is not any more."""
    found = _invited(context, secret)
    trouble = unfit_password(context, data.new, data.again)
    if trouble:
        return _welcome(context, secret, found, trouble)
    async with context.runtime.hashing:
        account = await asyncio.to_thread(_accepted, context.runtime, found, data.new)
    if account is None:
        raise NotFoundException("invitation_over")
    return await entered(context, "/", account)


def _accepted(runtime: Runtime, found: Pass, password: str) -> Account | None:
    """None if somebody else has just used it."""
    assert found.account is not None, "only accounts have such links"
    with runtime.store.writes() as connection:
        if not revoke(connection, found.id, now()):
            return None
        end_passes(connection, found.account, now())
    set_of_account(runtime.store, found.account, password)
    with runtime.store.reads() as connection:
        return account_of_id(connection, found.account)


ROUTES = [accounts, add, change_limits, change, welcome_page, accept]
