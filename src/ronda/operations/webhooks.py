"""Webhooks of an event: who is told of what happens. How a message is sent is in `web/webhooks.py`."""

from __future__ import annotations

import json
from base64 import b64encode
from secrets import token_bytes
from typing import Annotated, Any, Literal, get_args
from urllib.parse import SplitResult, urlsplit

import msgspec

from ronda.core import Frozen, Refusal
from ronda.desk.actions import Body
from ronda.operations.event_settings import new_secret
from ronda.operations.operation import EventCaller, Operation, Outcome
from ronda.store import webhooks as kept
from ronda.store.webhooks import MOST_OF_AN_EVENT, Delivery, Message, deliveries_of, find_webhook, webhooks_of

Kind = Literal[
    "players", "draft", "published", "closed", "result", "report", "penalty", "stage", "settings", "finished", "undone"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
TEST = "test"
MOST_DELIVERIES = 50
LONGEST_URL = 500
WHSEC = "whsec_"  # in front of a key, as Standard Webhooks has it
KEY_BYTES = 32
_WELL_KNOWN = (80, 443)
_OF_USERS = 1024  # ports from here on may be anybody's; those below are of mail and the like


class WebhookLine(Frozen):
    """Where messages are sent. `kinds`: of what (none: of everything); `failures`: how often in a row nothing came
    through; `off_at`: since when it is given up, else null."""

    id: int
    url: str
    kinds: list[str]
    failures: int
    created_at: str
    off_at: str | None


class WebhooksState(Frozen):
    webhooks: list[WebhookLine]


class NewWebhook(Frozen):
    """The `secret` with which messages are signed is told this once."""

    id: int
    secret: str
    url: str
    kinds: list[str]


class WebhookWish(Body):
    """Where to, and of what: none of the kinds means everything."""

    url: Annotated[str, msgspec.Meta(max_length=LONGEST_URL)]
    kinds: Annotated[list[Kind], msgspec.Meta(max_length=20)] = []


class DeliveryLine(Frozen):
    """A message: `answer` is the status of the last answer, or `no_answer`, `no_trust` (of the certificate) or
    `not_allowed` (it leads to a private address); `next_at` is when it is tried again, null when it is over."""

    id: int
    kind: str
    state: Literal["waiting", "arrived", "given_up"]
    attempts: int
    answer: str
    created_at: str
    next_at: str | None
    body: Any


class DeliveriesState(Frozen):
    deliveries: list[DeliveryLine]


def list_webhooks(caller: EventCaller) -> WebhooksState:
    with caller.store.reads() as connection:
        return WebhooksState(
            [
                WebhookLine(one.id, one.url, list(one.kinds), one.failures, one.created_at, one.off_at)
                for one in webhooks_of(connection, caller.code)
            ]
        )


def add_webhook(caller: EventCaller, body: WebhookWish) -> NewWebhook | Refusal:
    """It hears of what happens from now on."""
    url = body.url.strip()
    if parts_of(url) is None:
        return Refusal("bad_webhook", "S4", {"most": LONGEST_URL})
    secret = WHSEC + b64encode(token_bytes(KEY_BYTES)).decode()
    wanted = [kind for kind in KINDS if kind in body.kinds]
    with caller.store.writes() as connection:
        number = kept.add_webhook(connection, caller.code, url, secret, wanted, caller.version, caller.now())
    if number is None:
        return Refusal("webhooks_full", "S4", {"most": MOST_OF_AN_EVENT})
    return NewWebhook(number, secret, url, list(body.kinds))


def parts_of(url: str) -> SplitResult | None:
    """The parts of an address that messages may be sent to, as far as can be seen without asking anybody: where the
    name leads to is looked at whenever something is sent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url and len(url) <= LONGEST_URL
    known = parts.scheme in ("http", "https") and bool(parts.hostname)
    fit = port is None or port in _WELL_KNOWN or port >= _OF_USERS
    return parts if plain and known and fit and parts.username is None and parts.password is None else None


def remove_webhook(caller: EventCaller, number: int) -> Outcome | None:
    with caller.store.writes() as connection:
        if find_webhook(connection, caller.code, number) is None:
            return Outcome.MISSING
        kept.remove_webhook(connection, caller.code, number)
    return None


def try_webhook(caller: EventCaller, number: int, what: Literal["test", "on"]) -> Outcome | None:
    with caller.store.writes() as connection:
        found = find_webhook(connection, caller.code, number)
        if found is None:
            return Outcome.MISSING
        if what == "on":
            kept.switch_on(connection, caller.code, number, caller.now())
        elif kept.room_left(connection, found.id) > 0:
            told = {"id": f"{caller.code}-test-{new_secret()[:8]}", "kind": TEST, "event": caller.code}
            told["at"] = caller.now().isoformat()
            kept.put(connection, found.id, [Message(TEST, json.dumps(told))], caller.now())
    return None


def list_deliveries(caller: EventCaller, number: int) -> DeliveriesState | Outcome:
    with caller.store.reads() as connection:
        if find_webhook(connection, caller.code, number) is None:
            return Outcome.MISSING
        return DeliveriesState([_delivery(one) for one in deliveries_of(connection, number, MOST_DELIVERIES)])


def _delivery(one: Delivery) -> DeliveryLine:
    body = msgspec.json.decode(one.body)
    return DeliveryLine(one.id, one.kind, one.state, one.attempts, one.answer, one.created_at, one.next_at, body)


OPERATIONS = (
    Operation("listWebhooks", "GET /webhooks", "owner", list_webhooks, "Who is told of what happens"),
    Operation(
        "addWebhook",
        "POST /webhooks",
        "owner",
        add_webhook,
        "Be told of what happens from now on",
        answers="What was made, with its secret",
        status=201,
    ),
    Operation(
        "removeWebhook",
        "DELETE /webhooks/{number}",
        "owner",
        remove_webhook,
        "Tell this one no more",
        then=list_webhooks,
        answers="What is left",
    ),
    Operation(
        "tryWebhook",
        "POST /webhooks/{number}/{what}",
        "owner",
        try_webhook,
        "Send a message that tells of nothing (`test`), or begin again after it was given up (`on`)",
        then=list_webhooks,
        answers="What there is",
    ),
    Operation(
        "listDeliveries",
        "GET /webhooks/{number}/deliveries",
        "owner",
        list_deliveries,
        "What was sent there and what came of it, the newest first",
    ),
)
