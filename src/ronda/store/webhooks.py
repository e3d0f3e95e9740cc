"""Who is told of what happens in an event, and what is still to be sent.

Nothing is put aside when something happens: each webhook knows up to which version of its event it has looked, and the
facts are there. So a restart loses nothing, a queue that is full fills itself later, and who writes to the event need
not know of any of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from ronda.core import Frozen
from ronda.store.database.tables import LARGEST, delivery, ledger, webhook

MOST_OF_AN_EVENT = 10
MOST_WAITING = 200  # of one webhook; what comes later waits in the facts
KEPT = 50  # deliveries that are over, to be looked at
DELAYS = (10, 30, 120, 600, 3600, 6 * 3600, 12 * 3600)  # seconds before each further try
OFF_AFTER = 25  # tries in a row that came to nothing
LEASE = timedelta(seconds=90)  # for who is sending; should that process end, another one tries again


class Webhook(Frozen):
    """`kinds` are what it wants to be told of; none means everything. `seen` is the version it has looked up to."""

    id: int
    scope: str
    url: str
    secret: str
    kinds: tuple[str, ...]
    seen: int
    failures: int
    created_at: str
    off_at: str | None

    def wants(self, kind: str) -> bool:
        return not self.kinds or kind in self.kinds


class Delivery(Frozen):
    """One message. `answer` is what came of the last try, in a word; `next_at` nothing when it is over."""

    id: int
    webhook_id: int
    kind: str
    body: str
    attempts: int
    answer: str
    created_at: str
    next_at: str | None
    done_at: str | None

    @property
    def state(self) -> Literal["waiting", "arrived", "given_up"]:
        if self.done_at is not None:
            return "arrived"
        return "given_up" if self.next_at is None else "waiting"


class Message(Frozen):
    kind: str
    body: str


def add_webhook(
    connection: Connection, scope: str, url: str, secret: str, kinds: Sequence[str], seen: int, now: datetime
) -> int | None:
    """Its number; None if the event has as many as it may."""
    count = connection.scalar(select(func.count()).select_from(webhook).where(webhook.c.scope == scope)) or 0
    if count >= MOST_OF_AN_EVENT:
        return None
    row = {"scope": scope, "url": url, "secret": secret, "kinds": json.dumps(list(kinds)), "seen": seen}
    query = insert(webhook).values(**row, failures=0, created_at=now.isoformat(), off_at=None)
    made: int = connection.execute(query.returning(webhook.c.id)).scalar_one()
    return made


def webhooks_of(connection: Connection, scope: str) -> list[Webhook]:
    rows = connection.execute(select(webhook).where(webhook.c.scope == scope).order_by(webhook.c.id))
    return [_webhook(row) for row in rows]


def find_webhook(connection: Connection, scope: str, number: int) -> Webhook | None:
    if not 0 < number <= LARGEST:
        return None
    row = connection.execute(select(webhook).where(webhook.c.scope == scope, webhook.c.id == number)).one_or_none()
    return None if row is None else _webhook(row)


def remove_webhook(connection: Connection, scope: str, number: int) -> bool:
    if find_webhook(connection, scope, number) is None:
        return False
    connection.execute(delete(delivery).where(delivery.c.webhook_id == number))
    return connection.execute(delete(webhook).where(webhook.c.id == number)).rowcount > 0


def switch_on(connection: Connection, scope: str, number: int, now: datetime) -> bool:
    """One that was off begins again where it stopped; what waits is tried at once."""
    own = (webhook.c.scope == scope) & (webhook.c.id == number)
    found = connection.execute(update(webhook).where(own).values(off_at=None, failures=0)).rowcount > 0
    if found:
        waiting = (delivery.c.webhook_id == number) & delivery.c.next_at.is_not(None)
        connection.execute(update(delivery).where(waiting).values(next_at=now.isoformat()))
    return found


def behind(connection: Connection) -> list[Webhook]:
    """Those that are on and have not looked at all of their event yet."""
    query = select(webhook).join(ledger, ledger.c.code == webhook.c.scope)
    rows = connection.execute(query.where(webhook.c.off_at.is_(None), webhook.c.seen < ledger.c.version))
    return [_webhook(row) for row in rows]


def room_left(connection: Connection, number: int) -> int:
    waiting = and_(delivery.c.webhook_id == number, delivery.c.next_at.is_not(None))
    return MOST_WAITING - (connection.scalar(select(func.count()).select_from(delivery).where(waiting)) or 0)


def enqueue(connection: Connection, found: Webhook, seen: int, messages: Sequence[Message], now: datetime) -> bool:
    """These are to be sent, and it has looked so far; False if another worker was faster."""
    own = (webhook.c.id == found.id) & (webhook.c.seen == found.seen)
    if connection.execute(update(webhook).where(own).values(seen=seen)).rowcount != 1:
        return False
    put(connection, found.id, messages, now)
    return True


def put(connection: Connection, number: int, messages: Sequence[Message], now: datetime) -> None:
    at = now.isoformat()
    row = {"webhook_id": number, "attempts": 0, "answer": "", "created_at": at, "next_at": at, "done_at": None}
    if messages:
        connection.execute(insert(delivery), [{**row, "kind": one.kind, "body": one.body} for one in messages])


def due(connection: Connection, now: datetime, most: int) -> list[tuple[Webhook, Delivery]]:
    """What is to be sent now, the oldest first."""
    query = select(webhook, delivery).join(delivery, delivery.c.webhook_id == webhook.c.id)
    wanted = query.where(webhook.c.off_at.is_(None), delivery.c.next_at <= now.isoformat()).order_by(delivery.c.id)
    size = len(webhook.columns)
    return [(_webhook(row[:size]), Delivery(*row[size:])) for row in connection.execute(wanted.limit(most))]


def claim(connection: Connection, one: Delivery, now: datetime) -> bool:
    """Whether it is ours to send; the others leave it alone for a while."""
    own = (delivery.c.id == one.id) & (delivery.c.next_at == one.next_at)
    until = (now + LEASE).isoformat()
    return connection.execute(update(delivery).where(own).values(next_at=until)).rowcount == 1


def sent(connection: Connection, hook: Webhook, one: Delivery, answer: str, now: datetime, *, arrived: bool) -> None:
    """What came of it. After so many tries it is given up, and after so many in a row so is the webhook."""
    attempts = one.attempts + 1
    again = None if arrived or attempts > len(DELAYS) else now + timedelta(seconds=DELAYS[attempts - 1])
    values = {"attempts": attempts, "answer": answer, "next_at": again and again.isoformat()}
    values["done_at"] = now.isoformat() if arrived else None
    connection.execute(update(delivery).where(delivery.c.id == one.id).values(values))
    failures = webhook.c.failures + 1
    connection.execute(update(webhook).where(webhook.c.id == hook.id).values(failures=0 if arrived else failures))
    tired = (webhook.c.id == hook.id) & (webhook.c.failures >= OFF_AFTER) & webhook.c.off_at.is_(None)
    connection.execute(update(webhook).where(tired).values(off_at=now.isoformat()))
    _tidy(connection, hook.id)


def deliveries_of(connection: Connection, number: int, most: int) -> list[Delivery]:
    """The newest first."""
    query = select(delivery).where(delivery.c.webhook_id == number).order_by(delivery.c.id.desc()).limit(most)
    return [Delivery(*row) for row in connection.execute(query)]


def _tidy(connection: Connection, number: int) -> None:
    """Of what is over only the last are kept."""
    over = (delivery.c.webhook_id == number) & delivery.c.next_at.is_(None)
    query = select(delivery.c.id).where(over).order_by(delivery.c.id.desc()).offset(KEPT)
    old = connection.execute(query).scalars().all()
    if old:
        connection.execute(delete(delivery).where(delivery.c.id.in_(old)))


def _webhook(row: Sequence[Any]) -> Webhook:
    """From all columns of its table."""
    found = dict(zip(Webhook.__struct_fields__, row, strict=True))
    return Webhook(**found | {"kinds": tuple(json.loads(found["kinds"]))})
