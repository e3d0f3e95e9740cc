"""Accounts of organisers who share a server, and the list of events: for whoever administers it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from ronda.core import Frozen, Refusal
from ronda.core.text_rules import unfit_text
from ronda.desk.actions import Body
from ronda.desk.bodies import AT_LEAST_0, NameText
from ronda.operations.access import welcome
from ronda.operations.operation import Caller, Operation, Outcome
from ronda.store import Store, Summary
from ronda.store import access as kept
from ronda.store.access import Account

MOST = 100_000
Limit = Annotated[int, msgspec.Meta(ge=0, le=MOST, extra_json_schema={"extra": AT_LEAST_0})]


class AccountLine(Frozen):
    """`events`: how many there are; limits of null are none. `invited`: nobody has chosen a password yet."""

    id: int
    name: str
    role: str
    events: int
    most_events: int | None
    most_players: int | None
    suspended: bool
    invited: bool


class AccountsState(Frozen):
    accounts: list[AccountLine]


class KeptLine(Frozen):
    """That an event is there, and whose (empty: the server's own)."""

    code: str
    name: str
    system: str
    finished: bool
    archived: bool
    updated_at: str
    organiser: str


class KeptState(Frozen):
    events: list[KeptLine]


class Limits(Body):
    most_events: Limit | None = None
    most_players: Limit | None = None


class AccountWish(Body):
    """Who is invited, and how many events, and players in each, they may have (null: any number)."""

    name: NameText
    role: Literal["organiser", "administrator"] = "organiser"
    most_events: Limit | None = None
    most_players: Limit | None = None


class AccountInvitation(Frozen):
    """The link with which the password is chosen, once; told this once."""

    id: int
    name: str
    link: str


class AccountEvent(NamedTuple):
    """An event as its administrator sees it: that it is there, and whose."""

    summary: Summary
    organiser: str


def events_by_organiser(store: Store) -> list[AccountEvent]:
    """The newest first; without those that were deleted."""
    with store.reads() as connection:
        names = {one.id: one.name for one in kept.all_accounts(connection)}
        theirs = kept.owners(connection)
    found = [one for one in store.summaries() if not one.deleted]
    found.sort(key=lambda one: one.updated_at, reverse=True)
    return [AccountEvent(one, names.get(theirs.get(one.code, 0), "")) for one in found]


def list_accounts(caller: Caller) -> AccountsState:
    gone = {one.code for one in caller.store.summaries() if one.deleted}
    with caller.store.reads() as connection:
        theirs = [number for code, number in kept.owners(connection).items() if code not in gone]
        found = kept.all_accounts(connection)
    return AccountsState(
        [
            AccountLine(
                one.id,
                one.name,
                one.role,
                theirs.count(one.id),
                one.most_events,
                one.most_players,
                suspended=one.suspended_at is not None,
                invited=one.password is None,
            )
            for one in found
        ]
    )


def list_all_events(caller: Caller) -> KeptState:
    return KeptState(
        [
            KeptLine(one.code, one.name, one.system, one.finished, one.archived, one.updated_at.isoformat(), organiser)
            for one, organiser in events_by_organiser(caller.store)
        ]
    )


def add_account(caller: Caller, body: AccountWish) -> AccountInvitation | Refusal:
    name = " ".join(body.name.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return unfit
    limits = {"most_events": body.most_events, "most_players": body.most_players}
    with caller.store.writes() as connection:
        found = kept.add_account(connection, name, caller.now(), role=body.role, **limits)
    if found is None:
        return Refusal("account_taken", "S4", {"text": name})
    return _invitation(caller, found)


def _invitation(caller: Caller, found: Account) -> AccountInvitation:
    return AccountInvitation(found.id, found.name, f"{caller.address}/welcome/{welcome(caller.store, found)}")


def link_account(caller: Caller, number: int) -> AccountInvitation | Outcome:
    if caller.person.account == number:
        return Outcome.FORBIDDEN  # nobody locks themselves out
    with caller.store.reads() as connection:
        found = kept.account_of_id(connection, number)
    return Outcome.MISSING if found is None else _invitation(caller, found)


def set_limits(caller: Caller, number: int, body: Limits) -> Outcome | None:
    if caller.person.account == number:
        return Outcome.FORBIDDEN  # nobody locks themselves out
    with caller.store.writes() as connection:
        if not kept.set_limits(connection, number, body.most_events, body.most_players):
            return Outcome.MISSING
    return None


def change_account(caller: Caller, number: int, what: Literal["suspend", "restore", "sign-out"]) -> Outcome | None:
    if caller.person.account == number:
        return Outcome.FORBIDDEN  # nobody locks themselves out
    with caller.store.writes() as connection:
        if kept.account_of_id(connection, number) is None:
            return Outcome.MISSING
        if what == "sign-out":
            kept.end_passes(connection, number, caller.now())
        else:
            kept.suspend(connection, number, caller.now() if what == "suspend" else None)
    return None


OPERATIONS = (
    Operation("listAccounts", "GET /accounts", "administrator", list_accounts, "The accounts on this server"),
    Operation(
        "listAllEvents",
        "GET /accounts/events",
        "administrator",
        list_all_events,
        "Which events there are and whose they are, without their contents",
    ),
    Operation(
        "addAccount",
        "POST /accounts",
        "administrator",
        add_account,
        "Invite an organiser",
        answers="The link, told this once",
        status=201,
    ),
    Operation(
        "setLimits",
        "PUT /accounts/{number}/limits",
        "administrator",
        set_limits,
        "How many events and players an account may have",
        then=list_accounts,
        answers="What there is",
    ),
    Operation(
        "changeAccount",
        "POST /accounts/{number}/{what}",
        "administrator",
        change_account,
        "`suspend`, `restore`, or `sign-out` everywhere",
        then=list_accounts,
        answers="What there is",
    ),
    Operation(
        "linkAccount",
        "POST /accounts/{number}/link",
        "administrator",
        link_account,
        "Another link with which the password is chosen; the one before ends",
        answers="The link, told this once",
        status=201,
    ),
)
