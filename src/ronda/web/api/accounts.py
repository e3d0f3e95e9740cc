"""Accounts of organisers and the list of events, for whoever administers a server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, JSONBody, PathParameter

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import AT_LEAST_0, NameText
from ronda.web.api.schemas import KEPT, MADE, SENT, UNKNOWN, refused
from ronda.web.context import GivenContext, RequestContext
from ronda.web.pages.accounts import (
    MOST_EVENTS,
    MOST_PLAYERS,
    changed_account,
    held_accounts,
    kept_events,
    limits_set,
    made_account,
    not_oneself,
)

Events = Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENTS, extra_json_schema={"extra": AT_LEAST_0})]
Players = Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS, extra_json_schema={"extra": AT_LEAST_0})]
AccountChange = Annotated[str, PathParameter(schema_extra={"enum": ["suspend", "restore", "sign-out"]})]


class AccountLine(msgspec.Struct, frozen=True):
    """`events`: how many there are; limits of null are none. `invited`: nobody has chosen a password yet."""

    id: int
    name: str
    role: str
    events: int
    most_events: int | None
    most_players: int | None
    suspended: bool
    invited: bool


class AccountsState(msgspec.Struct, frozen=True):
    accounts: list[AccountLine]


class KeptLine(msgspec.Struct, frozen=True):
    """That an event is there, and whose (empty: the server's own)."""

    code: str
    name: str
    system: str
    finished: bool
    archived: bool
    updated_at: str
    organiser: str


class KeptState(msgspec.Struct, frozen=True):
    events: list[KeptLine]


class AccountWish(Body, frozen=True):
    """Who is invited, and how many events, and players in each, they may have (null: any number)."""

    name: NameText
    role: Literal["organiser", "administrator"] = "organiser"
    most_events: Events | None = None
    most_players: Players | None = None


class Limits(Body, frozen=True):
    most_events: Events | None = None
    most_players: Players | None = None


class AccountInvitation(msgspec.Struct, frozen=True):
    """The link with which the password is chosen, once; told this once."""

    id: int
    name: str
    link: str


@get(
    "/api/accounts",
    operation_id="listAccounts",
    response_description="What was asked for",
    summary="The accounts on this server (administrator)",
    responses=KEPT,
    tags=["accounts"],
    sync_to_thread=True,
)
def list_accounts(context: GivenContext) -> AccountsState:
    context.needs_administrator()
    return _accounts(context)


def _accounts(context: RequestContext) -> AccountsState:
    return AccountsState(
        [
            AccountLine(
                one.id,
                one.name,
                one.role,
                events,
                one.most_events,
                one.most_players,
                one.suspended_at is not None,
                one.password is None,
            )
            for one, events in held_accounts(context.runtime.store)
        ]
    )


@get(
    "/api/accounts/events",
    operation_id="listAllEvents",
    response_description="What was asked for",
    summary="Which events there are and whose they are, without their contents (administrator)",
    responses=KEPT,
    tags=["accounts"],
    sync_to_thread=True,
)
def list_all_events(context: GivenContext) -> KeptState:
    context.needs_administrator()
    return KeptState(
        [
            KeptLine(one.code, one.name, one.system, one.finished, one.archived, one.updated_at.isoformat(), organiser)
            for one, organiser in kept_events(context.runtime.store)
        ]
    )


@post(
    "/api/accounts",
    operation_id="addAccount",
    response_description="The link, told this once",
    summary="Invite an organiser (administrator)",
    responses=KEPT | MADE,
    tags=["accounts"],
    status_code=201,
    sync_to_thread=True,
)
def add_account(context: GivenContext, data: JSONBody[AccountWish]) -> Response[AccountInvitation]:
    context.needs_administrator()
    made = made_account(context.runtime, data.name, data.role, data.most_events, data.most_players)
    if isinstance(made, Refusal):
        return refused(context, made)
    account, secret = made
    return Response(AccountInvitation(account.id, account.name, f"{context.address}/welcome/{secret}"))


@put(
    "/api/accounts/{number:int}/limits",
    operation_id="setLimits",
    response_description="What there is",
    summary="How many events and players an account may have (administrator)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["accounts"],
    sync_to_thread=True,
)
def set_limits(context: GivenContext, number: FromPath[int], data: JSONBody[Limits]) -> AccountsState:
    context.needs_administrator()
    not_oneself(context, number)
    limits_set(context.runtime, number, data.most_events, data.most_players)
    return _accounts(context)


@post(
    "/api/accounts/{number:int}/{what:str}",
    operation_id="changeAccount",
    response_description="What there is",
    summary="`suspend`, `restore`, or `sign-out` everywhere (administrator)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["accounts"],
    status_code=200,
    sync_to_thread=True,
)
def change_account(context: GivenContext, number: FromPath[int], what: AccountChange) -> AccountsState:
    context.needs_administrator()
    not_oneself(context, number)
    changed_account(context.runtime, number, "" if what == "link" else what)
    return _accounts(context)


@post(
    "/api/accounts/{number:int}/link",
    operation_id="linkAccount",
    response_description="The link, told this once",
    summary="Another link with which the password is chosen; the one before ends (administrator)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["accounts"],
    status_code=201,
    sync_to_thread=True,
)
def link_account(context: GivenContext, number: FromPath[int]) -> AccountInvitation:
    context.needs_administrator()
    not_oneself(context, number)
    secret = changed_account(context.runtime, number, "link")
    name = next(one.name for one in _accounts(context).accounts if one.id == number)
    return AccountInvitation(number, name, f"{context.address}/welcome/{secret}")


ROUTES: list[Any] = [
    *(list_accounts, list_all_events, add_account),
    *(set_limits, change_account, link_account),
]
