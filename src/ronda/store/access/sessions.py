"""Who may do what: sessions, invitations and API keys, kept as hashes of their secrets."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from ronda.store.database.tables import account, desk_pass

_ALL = select(desk_pass, account.c.role.label("of"), account.c.suspended_at).outerjoin(
    account, account.c.id == desk_pass.c.account
)
_FIND = _ALL.where(desk_pass.c.hash == bindparam("wanted"))
_FIELDS = ("id", "scope", "role", "name", "parent", "created_at", "expires_at", "revoked_at", "account")


@dataclass(frozen=True, slots=True)
class Pass:
    """A right that somebody holds. `scope` is the code of a tournament, or "" for the whole desk; a session that
    was opened with an invitation has that as its `parent` and ends with it. `account` is whose it is, None for the
    owner of the server; while that is suspended, so is the pass."""

    id: int
    scope: str
    role: str
    name: str
    parent: int | None
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    account: int | None = None
    administrator: bool = False
    suspended: bool = False

    def holds(self, now: datetime) -> bool:
        """What cannot be read is over."""
        try:
            expired = self.expires_at is not None and datetime.fromisoformat(self.expires_at) <= now
        except (ValueError, TypeError):
            expired = True
        return self.revoked_at is None and not expired and not self.suspended


def issue(
    connection: Connection,
    secret: str,
    role: str,
    name: str,
    now: datetime,
    *,
    scope: str = "",
    parent: int | None = None,
    expires: datetime | None = None,
    account: int | None = None,
) -> Pass:
    """A new pass for whoever has the secret. (The secret is long and random, so a plain hash hides it.)"""
    until = None if expires is None else expires.isoformat()
    made = Pass(0, scope, role, name, parent, now.isoformat(), until, None, account)
    row = {key: value for key, value in asdict(made).items() if key in _FIELDS and key != "id"}
    query = insert(desk_pass).values(hash=_hash(secret), **row).returning(desk_pass.c.id)
    return replace(made, id=connection.execute(query).scalar_one())


def find_pass(connection: Connection, secret: str) -> Pass | None:
    row = connection.execute(_FIND, {"wanted": _hash(secret)}).one_or_none()
    return None if row is None else _pass(row)


def _pass(row: Any) -> Pass:
    found = {name: getattr(row, name) for name in _FIELDS}
    return Pass(**found, administrator=row.of == "administrator", suspended=row.suspended_at is not None)


def passes(connection: Connection, scope: str) -> list[Pass]:
    """All that were ever issued for a tournament, or for the whole desk."""
    return [_pass(row) for row in connection.execute(_ALL.where(desk_pass.c.scope == scope).order_by(desk_pass.c.id))]


def revoke(connection: Connection, number: int, now: datetime) -> bool:
    """Ends a pass and all that were opened with it; False if there was none left to end."""
    own = or_(desk_pass.c.id == number, desk_pass.c.parent == number)
    query = update(desk_pass).where(own, desk_pass.c.revoked_at.is_(None)).values(revoked_at=now.isoformat())
    return connection.execute(query).rowcount > 0


def prolong(connection: Connection, number: int, now: datetime, expires: datetime) -> bool:
    """A session that is in use lasts until then; False if it is over already."""
    living = (desk_pass.c.id == number) & desk_pass.c.revoked_at.is_(None) & (desk_pass.c.expires_at > now.isoformat())
    return connection.execute(update(desk_pass).where(living).values(expires_at=expires.isoformat())).rowcount > 0


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
