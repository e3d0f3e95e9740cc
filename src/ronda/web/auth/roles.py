"""The role of a request: the best one that its sessions and keys give; and the links of players."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import blake2b

from ronda.desk.roles import ROLES, Actor, printable
from ronda.operations.passes import new_secret
from ronda.store import Store
from ronda.store.access import Belonging, Pass
from ronda.store.notes import read_note, write_note

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


# --- phones ------------------------------------------------------------------------------------------------


def event_key(store: Store, code: str) -> str:
    """The secret from which the links of all players are derived."""
    with store.reads() as connection:
        found = read_note(connection, code, "key").value
    if found:
        return str(found)
    with store.writes() as connection:
        found = read_note(connection, code, "key").value
        if not found:
            found = new_secret()
            write_note(connection, code, "key", found)
    return str(found)


def player_mark(key: str, code: str, player: int, edition: int = 0) -> str:
    """`7-2K9D…`: the player's number, and proof that the link came from the desk. A new edition ends older links."""
    digest = blake2b(f"{code}/{player}/{edition}".encode(), key=key.encode()[:64], digest_size=8).digest()
    bits = int.from_bytes(digest)
    letters = "".join(_ALPHABET[bits >> 5 * at & 31] for at in range(_MAC_LETTERS))
    return f"{player}-{letters}"


def read_mark(key: str, code: str, mark: str, editions: dict[str, int]) -> int | None:
    """The player whose mark it is."""
    number, _, _ = mark.partition("-")
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    player = int(number)
    expected = player_mark(key, code, player, editions.get(str(player), 0))
    return player if hmac.compare_digest(expected.encode(), mark.upper().encode("utf-8", "replace")) else None
