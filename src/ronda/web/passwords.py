"""The owner's password: only its argon2 hash is kept, and guessing costs time and memory."""

from __future__ import annotations

from functools import cache
from secrets import token_bytes
from typing import Literal

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ronda.store import Store
from ronda.store.attempts import forget_all
from ronda.store.notes import read_note, write_note
from ronda.web.common_passwords import is_common

NOTE = "password"
LEAST_LETTERS, MOST_LETTERS = 8, 200

_hasher = PasswordHasher()


def is_set(store: Store) -> bool:
    return _kept(store) is not None


def unfit(password: str) -> Literal["length", "common"] | None:
    """Why it cannot be a password: too short or endless, or among the first that anybody would try. Everything else is
    allowed, whatever letters and signs it has."""
    if not LEAST_LETTERS <= len(password) <= MOST_LETTERS:
        return "length"
    return "common" if is_common(password) else None


def set_password(store: Store, password: str) -> None:
    """What was tried before says nothing about this one."""
    made = _hasher.hash(_bytes(password))
    with store.writes() as connection:
        write_note(connection, "", NOTE, made)
        forget_all(connection)


def is_right(store: Store, password: str) -> bool:
    """Takes a moment on purpose, and the same one whether there is a password or not: call it in a thread."""
    kept = _kept(store)
    if kept is None or len(password) > MOST_LETTERS:
        kept = _nobodys()
    try:
        return _hasher.verify(kept, _bytes(password[:MOST_LETTERS]))
    except (Argon2Error, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    return _hasher.hash(token_bytes(16))


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")


def _kept(store: Store) -> str | None:
    with store.reads() as connection:
        found = read_note(connection, "", NOTE).value
    return found if isinstance(found, str) else None
