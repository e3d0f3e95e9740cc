"""Access: sessions of the owner, invitations and the sessions opened with them, API keys."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from ronda.core import Frozen
from ronda.desk.permissions import Actor, Role
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


def now() -> datetime:
    return datetime.now(UTC)


def new_secret() -> str:
    return secrets.token_urlsafe(24)


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
    with store.reads() as connection:
        found = find_pass(connection, secret) if secret else None
    own = found is not None and found.role == _DEVICE and found.account == account
    return found if found and own and found.holds(now()) else None


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
    with store.reads() as connection:
        found = find_pass(connection, secret)
    if found is None or found.role != _ONCE or not found.holds(now()):
        return None
    with store.writes() as connection:
        return found if revoke(connection, found.id, now()) else None


def welcomed(store: Store, secret: str) -> Pass | None:
    """The link with this secret, while it is valid."""
    with store.reads() as connection:
        found = find_pass(connection, secret)
    return found if found and found.role == _WELCOME and found.holds(now()) else None


def invite(store: Store, code: str, role: Guest, name: str) -> str:
    """Make an invitation: whoever opens its link becomes a helper or an arbiter of the event."""
    return _issued(store, f"{_INVITES}{role}", name, INVITATION, scope=code)


def invitation(store: Store, secret: str) -> Pass | None:
    """The invitation with this secret, while it is valid."""
    with store.reads() as connection:
        found = find_pass(connection, secret)
    return found if found and found.role.startswith(_INVITES) and found.holds(now()) else None


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
    match found.role.removeprefix(_INVITES):
        case "owner":
            return "owner"
        case "arbiter":
            return "arbiter"
        case "helper":
            return "helper"
        case _:
            return "public"


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
