"""Who signed up before the day. It is no history: who became a player, withdrew or was declined has nothing personal
left here."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from ronda.desk.sign_up import Applicant, Listed, Status
from ronda.store.database.tables import sign_up
from ronda.store.values import Damaged

_KEPT = ("asked", "confirmed")  # of whom something is still wanted


class SignUp(NamedTuple):
    """A row; `applicant` is None for whom nothing is kept any more, `players` who they are in the tournaments."""

    number: int
    status: Status
    events: tuple[str, ...]
    applicant: Applicant | None
    players: dict[str, int]
    created_at: str

    @property
    def listed(self) -> Listed:
        return Listed(self.number, self.status, self.events)


class _Body(msgspec.Struct):
    events: tuple[str, ...] = ()
    applicant: Applicant | None = None
    players: dict[str, int] = {}


def add_sign_up(connection: Connection, scope: str, secret: str, applicant: Applicant, device: str, at: str) -> int:
    row = insert(sign_up).values(
        scope=scope,
        status="asked",
        body=_written(_Body(applicant.events, applicant)),
        hash=_hash(secret),
        device=device,
        created_at=at,
        updated_at=at,
    )
    number: int = connection.execute(row.returning(sign_up.c.id)).scalar_one()
    return number


def sign_ups(connection: Connection, scope: str) -> list[SignUp]:
    """In the order in which they came."""
    return [
        _read(row) for row in connection.execute(select(sign_up).where(sign_up.c.scope == scope).order_by(sign_up.c.id))
    ]


def find_sign_up(connection: Connection, scope: str, secret: str) -> SignUp | None:
    wanted = select(sign_up).where(sign_up.c.scope == scope, sign_up.c.hash == _hash(secret))
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _read(row)


def how_many(connection: Connection, scope: str, device: str | None = None) -> int:
    """Of whom something is still kept: all, or those of one browser."""
    wanted = select(func.count()).select_from(sign_up).where(sign_up.c.scope == scope, sign_up.c.status.in_(_KEPT))
    if device is not None:
        wanted = wanted.where(sign_up.c.device == device)
    return connection.execute(wanted).scalar_one()


def set_status(
    connection: Connection, one: SignUp, status: Status, at: str, players: dict[str, int] | None = None
) -> bool:
    """False if somebody else was faster. Whoever is not to become a player any more is forgotten at once."""
    kept = one.applicant if status in _KEPT else None
    body = _written(_Body(one.events, kept, {**one.players, **(players or {})}))
    here = (sign_up.c.id == one.number) & (sign_up.c.status == one.status)
    written = connection.execute(update(sign_up).where(here).values(status=status, body=body, updated_at=at))
    return written.rowcount == 1


def _written(body: _Body) -> str:
    return msgspec.json.encode(body).decode()


def _read(row: Any) -> SignUp:
    try:
        body = msgspec.json.decode(row.body, type=_Body)
    except msgspec.MsgspecError as error:
        raise Damaged(row.scope, 0, f"sign-up {row.id}") from error
    return SignUp(row.id, row.status, body.events, body.applicant, body.players, row.created_at)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
