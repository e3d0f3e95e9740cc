"""The role of a request: the best one that its sessions and keys give; and the links of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from ronda.desk.permissions import ROLES, Actor, printable
from ronda.store.access import Belonging, Pass

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # cannot be misread: no I, L, O, U
_MAC_LETTERS = 10  # 50 bits


PUBLIC = Actor("public", "public")
RESTED = Actor("public", "public", rested=True)
AT_THE_MACHINE = Actor("owner", "desk", administrator=True)


def person_of(shown: Iterable[Pass], code: str, at: datetime, whose: Callable[[], Belonging] = Belonging) -> Actor:
    """The best role that one of the passes gives in the event; `code` is "" for the whole desk. `whose` tells, if that
    must be known, whose event it is: what is for the whole desk is for one's own events only. While an account is
    suspended, nobody is at the desk of its events. On the whole desk an organiser has no role, but an account."""
    best = PUBLIC
    for found in shown:
        if not found.holds(at) or found.role not in ROLES or found.scope not in ("", code):
            continue
        if code and (found.scope == "" and found.account != whose().account):
            continue
        if code and whose().suspended:
            continue
        person = _person(found, organiser=not code and found.account is not None)
        if person.may(best.role) and (best.account is None or person.role != "public"):
            best = person
    return best


def _person(found: Pass, *, organiser: bool) -> Actor:
    role = "public" if organiser else next(role for role in ROLES if role == found.role)
    administrator = found.administrator or (role == "owner" and found.account is None)
    name = printable(found.name) or role
    return Actor(role, name, None, found.id, account=found.account, administrator=administrator)
