"""Organisers who share a server, whose an event is, and how much each of them may have."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, insert, not_, select, update
from sqlalchemy.exc import IntegrityError

from ronda.store.database.tables import LARGEST, account, account_event, desk_pass, ledger

AccountRole = Literal["organiser", "administrator"]


@dataclass(frozen=True, slots=True)
class Account:
    """Limits of None are none. `password` is a hash, nothing before the invitation was accepted."""

    id: int
    name: str
    role: str
    password: str | None
    most_events: int | None
    most_players: int | None
    created_at: str
    suspended_at: str | None

    @property
    def administrator(self) -> bool:
        return self.role == "administrator"


@dataclass(frozen=True, slots=True)
class Belonging:
    """Whose an event is; of nobody's account: the server's own."""

    account: int | None = None
    suspended: bool = False
    most_players: int | None = None


class NoRoom(Exception):
    """The account has as many events as it may."""

    def __init__(self, most: int) -> None:
        super().__init__("account_events")
        self.most = most


def name_key(name: str) -> str:
    """As names are compared: nobody is called almost like somebody else."""
    return " ".join(name.split()).casefold()


def add_account(
    connection: Connection,
    name: str,
    now: datetime,
    *,
    role: AccountRole = "organiser",
    most_events: int | None = None,
    most_players: int | None = None,
) -> Account | None:
    """None if somebody is called so already."""
    if find_account(connection, name) is not None:
        return None
    row = {"key": name_key(name), "name": " ".join(name.split()), "role": role, "created_at": now.isoformat()}
    limits = {"most_events": most_events, "most_players": most_players}
    try:
        with connection.begin_nested():
            connection.execute(insert(account).values(**row, **limits))
    except IntegrityError:
        return None
    return find_account(connection, name)


def find_account(connection: Connection, name: str) -> Account | None:
    row = connection.execute(select(account).where(account.c.key == name_key(name))).one_or_none()
    return None if row is None else _account(row)


def account_of_id(connection: Connection, number: int) -> Account | None:
    if not 0 < number <= LARGEST:
        return None
    row = connection.execute(select(account).where(account.c.id == number)).one_or_none()
    return None if row is None else _account(row)


def all_accounts(connection: Connection) -> list[Account]:
    return [_account(row) for row in connection.execute(select(account).order_by(account.c.key))]


def has_accounts(connection: Connection) -> bool:
    return connection.execute(select(account.c.id).limit(1)).first() is not None


def keep_password(connection: Connection, number: int, hashed: str) -> None:
    connection.execute(update(account).where(account.c.id == number).values(password=hashed))


def set_limits(connection: Connection, number: int, most_events: int | None, most_players: int | None) -> bool:
    if account_of_id(connection, number) is None:
        return False
    values = {"most_events": most_events, "most_players": most_players}
    return connection.execute(update(account).where(account.c.id == number).values(values)).rowcount > 0


def suspend(connection: Connection, number: int, now: datetime | None) -> bool:
    """From now on, or (None) no more."""
    at = None if now is None else now.isoformat()
    return connection.execute(update(account).where(account.c.id == number).values(suspended_at=at)).rowcount > 0


def end_passes(connection: Connection, number: int, now: datetime, *, spared: int | None = None) -> int:
    """Everything that was opened with the account ends, but for one: sessions, keys, known browsers and links."""
    own = (desk_pass.c.account == number) & desk_pass.c.revoked_at.is_(None) & (desk_pass.c.id != (spared or 0))
    return connection.execute(update(desk_pass).where(own).values(revoked_at=now.isoformat())).rowcount


# --- events ------------------------------------------------------------------------------------------------


def belonging(connection: Connection, code: str) -> Belonging:
    query = select(account.c.id, account.c.suspended_at, account.c.most_players)
    query = query.join(account_event, account_event.c.account_id == account.c.id)
    row = connection.execute(query.where(account_event.c.code == code)).one_or_none()
    return Belonging() if row is None else Belonging(row.id, row.suspended_at is not None, row.most_players)


def of_account(number: int | None) -> ColumnElement[bool]:
    """The events of an account, or (None) the server's own, as a condition on the list of events."""
    if number is None:
        return not_(ledger.c.code.in_(select(account_event.c.code)))
    return ledger.c.code.in_(select(account_event.c.code).where(account_event.c.account_id == number))


def codes_of(connection: Connection, number: int | None) -> frozenset[str]:
    return frozenset(connection.execute(select(ledger.c.code).where(of_account(number))).scalars())


def owners(connection: Connection) -> dict[str, int]:
    """By code."""
    return {row.code: row.account_id for row in connection.execute(select(account_event))}


def give(connection: Connection, code: str, number: int | None) -> None:
    """The event is theirs from now on, or (None) the server's own."""
    connection.execute(account_event.delete().where(account_event.c.code == code))
    if number is not None:
        connection.execute(insert(account_event).values(code=code, account_id=number))


def take_room(connection: Connection, code: str, number: int) -> None:
    """A new event of the account, in the transaction that makes it. Raises NoRoom; deleted ones do not count. Of two at
    once one waits for the other."""
    found = connection.execute(select(account).where(account.c.id == number).with_for_update()).one()
    if connection.execute(select(account_event.c.code).where(account_event.c.code == code)).first() is not None:
        return  # the same request came before
    theirs = and_(of_account(number), ledger.c.deleted.is_not(True))
    count = connection.scalar(select(func.count()).select_from(ledger).where(theirs)) or 0
    if found.most_events is not None and count >= found.most_events:
        raise NoRoom(found.most_events)
    connection.execute(insert(account_event).values(code=code, account_id=number))


def _account(row: Any) -> Account:
    return Account(*(getattr(row, name) for name in Account.__slots__))
