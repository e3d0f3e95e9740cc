"""Who may come in: sessions and keys of the whole desk, invitations and keys of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from ronda.core import Frozen, Refusal
from ronda.core.text_rules import unfit_text
from ronda.desk.actions import Body
from ronda.desk.bodies import NameText
from ronda.desk.desk import now
from ronda.desk.permissions import ROLES, Actor, Role
from ronda.operations.event_settings import new_secret
from ronda.operations.operation import Caller, EventCaller, Operation, Outcome
from ronda.store import Store
from ronda.store.access import Account, Pass, find_pass, issue, passes, revoke

SESSION = timedelta(days=30)
INVITATION = timedelta(days=14)
DEVICE = timedelta(days=365)
LINK = timedelta(minutes=10)
RENEWED_AFTER = timedelta(minutes=5)  # a session that is used is not written down with every request
_INVITES = "invite-"  # an invitation is no session: its secret only opens one
_DEVICE = "device"  # nor is the proof that somebody signed in with this browser before: it gives no right at all

_WELCOME = "welcome"  # nor is the link with which a password is chosen
_ONCE = "once"  # nor is the link that the machine itself makes for somebody who cannot sign in

Guest = Literal["helper", "arbiter"]


class Admitted(Frozen):
    """A pass as a page lists it; `opened` is how many sessions of an invitation are open."""

    found: Pass
    role: Role
    kind: Literal["session", "invitation", "key"]
    opened: int = 0

    @property
    def since(self) -> datetime:
        return datetime.fromisoformat(self.found.created_at)


def open_session(
    store: Store, idle: timedelta, role: Role = "owner", name: str = "owner", account: int | None = None
) -> str:
    """Open a session for the whole desk, or of an account, and return its secret; it ends after `idle` without use."""
    return _issued(store, role, name, min(idle, SESSION), account=account)


def _issued(
    store: Store, role: str, name: str, lasting: timedelta | None, *, scope: str = "", account: int | None = None
) -> str:
    """The secret of a new pass."""
    secret, expires = new_secret(), None if lasting is None else now() + lasting
    with store.writes() as connection:
        issue(connection, secret, role, name, now(), scope=scope, expires=expires, account=account)
    return secret


def renewed_until(found: Pass, idle: timedelta, at: datetime) -> datetime | None:
    """Until when a session that is in use lasts from now on: for another rest, and no longer than any session may. None
    if that need not be written down yet. Helpers have no rest to keep, and keys of programs no end."""
    if found.expires_at is None or role_of(found) not in ("owner", "arbiter") or found.role.startswith(_INVITES):
        return None
    until = min(at + idle, datetime.fromisoformat(found.created_at) + SESSION)
    return until if abs(until - datetime.fromisoformat(found.expires_at)) >= RENEWED_AFTER else None


def rested(found: Pass, at: datetime) -> bool:
    """Whether this is a session that timed out because nobody used it."""
    if found.expires_at is None or found.revoked_at is not None or role_of(found) not in ("owner", "arbiter"):
        return False
    expired = datetime.fromisoformat(found.expires_at)
    return expired <= at and expired < datetime.fromisoformat(found.created_at) + SESSION - RENEWED_AFTER


def known_device(store: Store, secret: str, account: int | None = None) -> Pass | None:
    """The browser with this token, if the owner of the server, or of the account, signed in with it before."""
    found = _valid(store, secret, _DEVICE)
    return found if found and found.account == account else None


def _valid(store: Store, secret: str, role: str) -> Pass | None:
    """The pass with this secret, while it holds and its role begins so."""
    with store.reads() as connection:
        found = find_pass(connection, secret) if secret else None
    return found if found and found.role.startswith(role) and found.holds(now()) else None


def know_device(store: Store, account: int | None = None) -> str:
    """The token for a browser with which somebody has just signed in."""
    return _issued(store, _DEVICE, "", DEVICE, account=account)


def end_others(
    store: Store, session: int | None = None, device: Pass | None = None, account: int | None = None
) -> None:
    """End all other sessions and forget all other browsers, after the password was changed."""
    spared = {session, device and device.id}
    with store.writes() as connection:
        for found in passes(connection, ""):
            if found.account != account:
                continue
            owner = found.role == "owner" and found.expires_at is not None
            if (owner or found.role == _DEVICE) and found.id not in spared:
                revoke(connection, found.id, now())


def new_key(store: Store, scope: str, role: Role, name: str, account: int | None = None) -> str:
    """Make an API key and return its secret; it is valid until it is revoked."""
    return _issued(store, role, name, None, scope=scope, account=account)


def welcome(store: Store, account: Account) -> str:
    """The secret of a link with which the password of an account is chosen, once. Earlier ones end."""
    secret = new_secret()
    with store.writes() as connection:
        for found in passes(connection, ""):
            if found.role == _WELCOME and found.account == account.id:
                revoke(connection, found.id, now())
        issue(connection, secret, _WELCOME, account.name, now(), expires=now() + INVITATION, account=account.id)
    return secret


def sign_in_link(store: Store, account: int | None = None) -> str:
    """The secret of a link that signs in the owner of the server, or of an account: once, and soon."""
    return _issued(store, _ONCE, "", LINK, account=account)


def used_link(store: Store, secret: str) -> Pass | None:
    """The link with this secret, which is over from now on; None if it was before."""
    found = _valid(store, secret, _ONCE)
    return found if found and end(store, found.id) else None


def welcomed(store: Store, secret: str) -> Pass | None:
    """The link with this secret, while it is valid."""
    return _valid(store, secret, _WELCOME)


def invite(store: Store, code: str, role: Guest, name: str) -> str:
    """Make an invitation: whoever opens its link becomes a helper or an arbiter of the event."""
    return _issued(store, f"{_INVITES}{role}", name, INVITATION, scope=code)


def invitation(store: Store, secret: str) -> Pass | None:
    """The invitation with this secret, while it is valid."""
    return _valid(store, secret, _INVITES)


def accept(store: Store, secret: str, idle: timedelta) -> str | None:
    """The secret of a session opened with an invitation. It ends with the invitation, even if that is revoked at
    this very moment."""
    found = invitation(store, secret)
    if found is None:
        return None
    session = new_secret()
    with store.writes() as connection:
        role = found.role.removeprefix(_INVITES)
        until = now() + (min(idle, SESSION) if role == "arbiter" else SESSION)
        issue(connection, session, role, found.name, now(), scope=found.scope, parent=found.id, expires=until)
    if invitation(store, secret) is None:
        end(store, found.id)
        return None
    return session


def role_of(found: Pass) -> Role:
    """What a pass, or what is opened with it, allows."""
    allowed = found.role.removeprefix(_INVITES)
    return next((role for role in ROLES if role == allowed and role != "player"), "public")


def admitted(store: Store, scope: str, account: int | None = None) -> list[Admitted]:
    """All valid passes of an event, or of the whole desk (there those of an account, or the owner's own), newest
    first."""
    with store.reads() as connection:
        holding = [found for found in passes(connection, scope) if found.holds(now())]
    if not scope:
        holding = [found for found in holding if found.account == account]
    listed = []
    for found in holding:
        if found.parent is not None or found.role in (_DEVICE, _WELCOME):
            continue
        if found.role.startswith(_INVITES):
            opened = sum(other.parent == found.id for other in holding)
            listed.append(Admitted(found, role_of(found), "invitation", opened))
        else:
            listed.append(Admitted(found, role_of(found), "key" if found.expires_at is None else "session"))
    return listed[::-1]


def may_end(person: Actor, one: Admitted) -> bool:
    """Whether this person may end the pass: never that of a higher role."""
    own = one.found.scope == "" and person.account is not None and one.found.account == person.account
    return own or person.may("owner") or (person.may("arbiter") and one.role == "helper")


def end(store: Store, number: int) -> bool:
    with store.writes() as connection:
        return revoke(connection, number, now())


def replaced(store: Store, shown: Sequence[str]) -> list[str]:
    """Replace the owner's earlier session of this browser by the new one; rights in events stay."""
    kept = []
    with store.writes() as connection:
        for secret in shown:
            found = find_pass(connection, secret)
            if found is not None and found.role == "owner" and found.expires_at is not None:
                revoke(connection, found.id, now())
            else:
                kept.append(secret)
    return kept


def end_secret(store: Store, secret: str) -> None:
    """End the session with this secret (sign-out)."""
    with store.writes() as connection:
        found = find_pass(connection, secret)
        if found is not None and found.expires_at is not None and not found.role.startswith(_INVITES):
            revoke(connection, found.id, now())


class PassLine(Frozen):
    """Somebody who may come in. `opened`: how many sessions of an invitation are open; `endable`: whether the asker may
    end it; `own`: it is what the asker asks with."""

    id: int
    kind: Literal["session", "invitation", "key"]
    role: Role
    name: str
    since: str
    expires: str | None
    opened: int
    endable: bool
    own: bool


class Passes(Frozen):
    passes: list[PassLine]


class NewPass(Frozen):
    """What was made, told this once: the secret of a key, or the link of an invitation."""

    kind: Literal["invitation", "key"]
    role: Role
    name: str
    secret: str | None
    link: str | None


class KeyWish(Body):
    """Which program it is for."""

    name: NameText


class PassWish(Body):
    """Who is to be let in: a person by a link, or a program by a key."""

    name: NameText
    role: Literal["helper", "arbiter"] = "helper"
    kind: Literal["invitation", "key"] = "invitation"


def list_sessions(caller: Caller) -> Passes:
    return _passes(caller, "")


def list_passes(caller: EventCaller) -> Passes:
    return _passes(caller, caller.code)


def _passes(caller: Caller, scope: str) -> Passes:
    return Passes([_line(caller, one) for one in admitted(caller.store, scope, caller.person.account)])


def _line(caller: Caller, one: Admitted) -> PassLine:
    found = one.found
    endable, own = may_end(caller.person, one), found.id == caller.person.pass_id
    return PassLine(
        found.id, one.kind, one.role, found.name, found.created_at, found.expires_at, one.opened, endable, own
    )


def make_key(caller: Caller, body: KeyWish) -> NewPass | Refusal:
    """With all rights of the owner, or of the account."""
    name = " ".join(body.name.split())
    return unfit_text(name) or NewPass(
        "key", "owner", name, new_key(caller.store, "", "owner", name, caller.person.account), None
    )


def let_in(caller: EventCaller, body: PassWish) -> NewPass | Refusal | Outcome:
    """Only the owner makes arbiters."""
    if body.role == "arbiter" and not caller.person.may("owner"):
        return Outcome.FORBIDDEN
    name = " ".join(body.name.split())
    unfit = unfit_text(name)
    if unfit is not None:
        return unfit
    if body.kind == "key":
        return NewPass("key", body.role, name, new_key(caller.store, caller.code, body.role, name), None)
    link = f"{caller.address}/invite/{invite(caller.store, caller.code, body.role, name)}"
    return NewPass("invitation", body.role, name, None, link)


def end_session(caller: Caller, number: int) -> Outcome | None:
    return _end(caller, "", number)


def shut_out(caller: EventCaller, number: int) -> Outcome | None:
    """An invitation ends with every session opened with it, at once."""
    return _end(caller, caller.code, number)


def _end(caller: Caller, scope: str, number: int) -> Outcome | None:
    """Only what is listed there, and only by who may."""
    listed = admitted(caller.store, scope, caller.person.account)
    one = next((one for one in listed if one.found.id == number), None)
    if one is None:
        return Outcome.MISSING
    if not may_end(caller.person, one):
        return Outcome.FORBIDDEN
    end(caller.store, number)
    return None


OPERATIONS = (
    Operation("listSessions", "GET /sessions", "organiser", list_sessions, "Sessions and keys of the whole desk"),
    Operation(
        "makeKey",
        "POST /sessions",
        "organiser",
        make_key,
        "Make a key with all rights of the owner",
        answers="The key, told this once",
        status=201,
    ),
    Operation(
        "endSession",
        "DELETE /sessions/{number}",
        "organiser",
        end_session,
        "End a session or a key of the whole desk",
        then=list_sessions,
        answers="What is left",
    ),
    Operation(
        "listPasses",
        "GET /people",
        "arbiter",
        list_passes,
        "Who may come to the desk of the event",
    ),
    Operation(
        "invite",
        "POST /people",
        "arbiter",
        let_in,
        "Invite somebody, or make a key for a program (arbiter; arbiters: owner)",
        answers="The link or the key, told this once",
        status=201,
    ),
    Operation(
        "shutOut",
        "DELETE /people/{number}",
        "arbiter",
        shut_out,
        "End an invitation with all its sessions, or a key",
        then=list_passes,
        answers="Who is left",
    ),
)
