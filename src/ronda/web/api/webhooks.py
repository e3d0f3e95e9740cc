"""Webhooks of an event, for programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.store.webhooks import Delivery, Webhook, deliveries_of, webhooks_of
from ronda.web.api.schemas import KEPT, MADE, UNKNOWN, refused
from ronda.web.context import EventContext, GivenEvent
from ronda.web.pages.webhooks import done_to, known_webhook
from ronda.web.webhooks import LONGEST_URL, Kind, make_webhook

MOST_DELIVERIES = 50
WebhookTry = Annotated[str, PathParameter(schema_extra={"enum": ["test", "on"]})]


class WebhookLine(msgspec.Struct, frozen=True):
    """Where messages are sent. `kinds`: of what (none: of everything); `failures`: how often in a row nothing came
    through; `off_at`: since when it is given up, else null."""

    id: int
    url: str
    kinds: list[str]
    failures: int
    created_at: str
    off_at: str | None


class WebhooksState(msgspec.Struct, frozen=True):
    webhooks: list[WebhookLine]


class NewWebhook(msgspec.Struct, frozen=True):
    """The `secret` with which messages are signed is told this once."""

    id: int
    secret: str
    url: str
    kinds: list[str]


class WebhookWish(Body, frozen=True):
    """Where to, and of what: none of the kinds means everything."""

    url: Annotated[str, msgspec.Meta(max_length=LONGEST_URL)]
    kinds: Annotated[list[Kind], msgspec.Meta(max_length=20)] = msgspec.field(default_factory=list)


class DeliveryLine(msgspec.Struct, frozen=True):
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


class DeliveriesState(msgspec.Struct, frozen=True):
    deliveries: list[DeliveryLine]


@get(
    "/api/events/{code:str}/webhooks",
    operation_id="listWebhooks",
    response_description="What was asked for",
    summary="Who is told of what happens (owner)",
    responses=KEPT | UNKNOWN,
    tags=["webhooks"],
    sync_to_thread=True,
)
def list_webhooks(event_context: GivenEvent) -> WebhooksState:
    event_context.needs("owner")
    return _all(event_context)


def _all(context: EventContext) -> WebhooksState:
    with context.runtime.store.reads() as connection:
        return WebhooksState([_line(one) for one in webhooks_of(connection, context.code)])


def _line(one: Webhook) -> WebhookLine:
    return WebhookLine(one.id, one.url, list(one.kinds), one.failures, one.created_at, one.off_at)


@post(
    "/api/events/{code:str}/webhooks",
    operation_id="addWebhook",
    response_description="What was made, with its secret",
    summary="Be told of what happens from now on (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["webhooks"],
    status_code=201,
    sync_to_thread=True,
)
def add_webhook(event_context: GivenEvent, data: JSONBody[WebhookWish]) -> Response[NewWebhook]:
    event_context.needs("owner")
    made = make_webhook(event_context.runtime, event_context.event, data.url, data.kinds)
    if isinstance(made, Refusal):
        return refused(event_context, made)
    return Response(NewWebhook(*made, data.url.strip(), list(data.kinds)))


@delete(
    "/api/events/{code:str}/webhooks/{number:int}",
    operation_id="removeWebhook",
    response_description="What is left",
    summary="Tell this one no more (owner)",
    responses=KEPT | UNKNOWN,
    tags=["webhooks"],
    status_code=200,
    sync_to_thread=True,
)
def remove_webhook(event_context: GivenEvent, number: FromPath[int]) -> WebhooksState:
    event_context.needs("owner")
    done_to(event_context, number, "remove")
    return _all(event_context)


@post(
    "/api/events/{code:str}/webhooks/{number:int}/{what:str}",
    operation_id="tryWebhook",
    response_description="What there is",
    summary="Send a message that tells of nothing (`test`), or begin again after it was given up (`on`) (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["webhooks"],
    status_code=200,
    sync_to_thread=True,
)
def try_webhook(event_context: GivenEvent, number: FromPath[int], what: WebhookTry) -> WebhooksState:
    event_context.needs("owner")
    done_to(event_context, number, "" if what == "remove" else what)
    return _all(event_context)


@get(
    "/api/events/{code:str}/webhooks/{number:int}/deliveries",
    operation_id="listDeliveries",
    response_description="What was asked for",
    summary="What was sent there and what came of it, the newest first (owner)",
    responses=KEPT | UNKNOWN,
    tags=["webhooks"],
    sync_to_thread=True,
)
def list_deliveries(event_context: GivenEvent, number: FromPath[int]) -> DeliveriesState:
    event_context.needs("owner")
    known_webhook(event_context, number)
    with event_context.runtime.store.reads() as connection:
        return DeliveriesState([_delivered(one) for one in deliveries_of(connection, number, MOST_DELIVERIES)])


def _delivered(one: Delivery) -> DeliveryLine:
    body = msgspec.json.decode(one.body)
    return DeliveryLine(one.id, one.kind, one.state, one.attempts, one.answer, one.created_at, one.next_at, body)


ROUTES: list[Any] = [list_webhooks, add_webhook, remove_webhook, try_webhook, list_deliveries]
