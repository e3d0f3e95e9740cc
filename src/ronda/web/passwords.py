"""The owner's password: only its argon2 hash is kept, and guessing costs time and memory."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ronda.store import Store
from ronda.store.notes import read_note, write_note

NOTE = "password"
LEAST_LETTERS, MOST_LETTERS = 8, 200

_hasher = PasswordHasher()


def is_set(store: Store) -> bool:
    return _kept(store) is not None


def set_password(store: Store, password: str) -> None:
    made = _hasher.hash(_bytes(password))
    with store.writes() as connection:
        write_note(connection, "", NOTE, made)


def is_right(store: Store, password: str) -> bool:
    """Takes a moment on purpose: call it in a thread."""
    kept = _kept(store)
    if kept is None or len(password) > MOST_LETTERS:
        return False
    try:
        return _hasher.verify(kept, _bytes(password))
    except (Argon2Error, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")


def _kept(store: Store) -> str | None:
    with store.reads() as connection:
        found = read_note(connection, "", NOTE).value
    return found if isinstance(found, str) else None
