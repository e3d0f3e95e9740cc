"""Who may come in: accounts, sessions, and wrong tries of late.

Sessions, invitations and API keys are kept as hashes of their secrets. Wrong tries are counted where all workers see
them; who tries is kept as a hash only, and for a day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from hashlib import blake2b, sha256
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError

from ronda.core import Frozen, replace
from ronda.store.database.tables import LARGEST, account, account_event, desk_pass, ledger, note
from ronda.store.notes import notes_of, read_note, write_note

AccountRole = Literal["organiser", "administrator"]


class Account(Frozen):
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


class Belonging(Frozen):
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
    return next(_accounts(connection, account.c.key == name_key(name)), None)


def account_of_id(connection: Connection, number: int) -> Account | None:
    return next(_accounts(connection, account.c.id == number), None) if 0 < number <= LARGEST else None


def all_accounts(connection: Connection) -> list[Account]:
    return list(_accounts(connection))


def _accounts(connection: Connection, *which: ColumnElement[bool]) -> Iterator[Account]:
    columns = [account.c[name] for name in Account.__struct_fields__]
    rows = connection.execute(select(*columns).where(*which).order_by(account.c.key)).all()
    return (Account(*row) for row in rows)


def has_accounts(connection: Connection) -> bool:
    return connection.execute(select(account.c.id).limit(1)).first() is not None


def keep_password(connection: Connection, number: int, hashed: str) -> None:
    _change(connection, number, password=hashed)


def set_limits(connection: Connection, number: int, most_events: int | None, most_players: int | None) -> bool:
    known = account_of_id(connection, number) is not None
    return known and _change(connection, number, most_events=most_events, most_players=most_players)


def suspend(connection: Connection, number: int, now: datetime | None) -> bool:
    """From now on, or (None) no more."""
    return _change(connection, number, suspended_at=None if now is None else now.isoformat())


def _change(connection: Connection, number: int, **values: str | int | None) -> bool:
    return connection.execute(update(account).where(account.c.id == number).values(values)).rowcount > 0


def end_passes(connection: Connection, number: int, now: datetime) -> int:
    """Everything that was opened with the account ends: sessions, keys, known browsers and links."""
    own = (desk_pass.c.account == number) & desk_pass.c.revoked_at.is_(None)
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


_ALL = select(desk_pass, account.c.role.label("of"), account.c.suspended_at).outerjoin(
    account, account.c.id == desk_pass.c.account
)
_FIND = _ALL.where(desk_pass.c.hash == bindparam("wanted"))
_FIELDS = ("id", "scope", "role", "name", "parent", "created_at", "expires_at", "revoked_at", "account")


class Pass(Frozen):
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


FORGOTTEN_AFTER = timedelta(days=1)
_PREFIX = "tries:"
_LOCK = 0x5452494553  # "TRIES"


class Count(Frozen):
    """Who is counted, how many wrong tries are free, and how long it may take at most until the next one."""

    whom: str
    free: int
    most_seconds: int

    @property
    def name(self) -> str:
        return f"{_PREFIX}{blake2b(self.whom.encode('utf-8', 'replace'), digest_size=16).hexdigest()}"

    def pause(self, wrong: int) -> timedelta:
        """Doubled with each wrong try that is not free any more."""
        beyond = wrong - self.free
        seconds = 0 if beyond < 0 else min(2 ** min(beyond, 30), self.most_seconds)
        return timedelta(seconds=seconds)


def begin_try(connection: Connection, counts: Sequence[Count], now: datetime) -> timedelta:
    """How long to wait. If not at all, a try is counted for each, as a wrong one until it is forgiven: so many at the
    same moment do not come through. The transaction must be one that writes."""
    if connection.dialect.name == "postgresql":  # elsewhere a transaction that writes is alone
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    wait = pause_left(connection, counts, now)
    if wait:
        return wait
    old = [name for name, kept in notes_of(connection, "", _PREFIX) if _is_old(kept.value, now)]
    if old:
        connection.execute(delete(note).where(note.c.scope == "", note.c.name.in_(old)))
    for count in counts:
        wrong, _ = _read(connection, count, now)
        write_note(connection, "", count.name, {"wrong": wrong + 1, "at": now.isoformat()}, quiet=True)
    return timedelta()


def pause_left(connection: Connection, counts: Sequence[Count], now: datetime) -> timedelta:
    """How long to wait before the next try, without one. It only reads: whoever has to wait keeps no writer waiting."""
    found = [(count, *_read(connection, count, now)) for count in counts]
    return max(timedelta(), *(last + count.pause(wrong) - now for count, wrong, last in found))


def forgive(connection: Connection, own: Iterable[Count], shared: Iterable[Count]) -> None:
    """It was right after all. Whoever tries there alone begins anew; where others tried too, it was one try less."""
    for count in own:
        connection.execute(delete(note).where(note.c.scope == "", note.c.name == count.name))
    for count in shared:
        found = read_note(connection, "", count.name).value
        if found:
            left = {**found, "wrong": max(found["wrong"] - 1, 0)}
            write_note(connection, "", count.name, left, quiet=True)


def forget_all(connection: Connection) -> None:
    """There is another password: what was tried before says nothing."""
    connection.execute(delete(note).where(note.c.scope == "", note.c.name.startswith(_PREFIX, autoescape=True)))


def _read(connection: Connection, count: Count, now: datetime) -> tuple[int, datetime]:
    """The wrong tries, and the last of them; a clock that was set back makes nobody wait longer."""
    value = read_note(connection, "", count.name).value
    if not value or _is_old(value, now):
        return 0, now
    return int(value["wrong"]), min(datetime.fromisoformat(value["at"]), now)


def _is_old(value: dict[str, str], now: datetime) -> bool:
    return datetime.fromisoformat(value["at"]) <= now - FORGOTTEN_AFTER
