"""Who may come in: sessions and keys of the whole desk, invitations and keys of an event."""

from __future__ import annotations

from typing import Literal

from ronda.core import Frozen, Refusal
from ronda.core.text_rules import unfit_text
from ronda.desk.actions import Body
from ronda.desk.bodies import NameText
from ronda.desk.permissions import Role
from ronda.operations.operation import Caller, EventCaller, Operation, Outcome
from ronda.operations.passes import Admitted, admitted, end, invite, may_end, new_key


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
    unfit = unfit_text(name)
    if unfit is not None:
        return unfit
    return NewPass("key", "owner", name, new_key(caller.store, "", "owner", name, caller.person.account), None)


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
