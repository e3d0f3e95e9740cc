"""Webhooks of an event at its desk: add one, try it, look what came of it, remove it."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.store.webhooks import Webhook, deliveries_of, find_webhook, remove_webhook, switch_on, webhooks_of
from ronda.web.context import EventContext, GivenEvent
from ronda.web.webhooks import KINDS, make_webhook, put_test

SHOWN = 10  # deliveries of each


@get("/e/{code:str}/webhooks", include_in_schema=False)
async def webhooks(event_context: GivenEvent) -> Template:
    event_context.needs("owner")
    return _page(event_context)


def _page(context: EventContext, secret: str = "", trouble: str = "", url: str = "") -> Template:
    with context.runtime.store.reads() as connection:
        found = [(one, deliveries_of(connection, one.id, SHOWN)) for one in webhooks_of(connection, context.code)]
    made = context.page("webhooks.html", found=found, kinds=KINDS, secret=secret, trouble=trouble, url=url)
    made.status_code = 422 if trouble else 200
    return made


@post("/e/{code:str}/webhooks", include_in_schema=False, status_code=200)
async def add(event_context: GivenEvent) -> Template:
    """The secret is shown this once."""
    event_context.needs("owner")
    form = await event_context.request.form()
    url, kinds = str(form.get("url", "")), [str(kind) for kind in form.getall("kinds", [])]
    made = await asyncio.to_thread(make_webhook, event_context.runtime, event_context.event, url, kinds)
    if isinstance(made, Refusal):
        return _page(event_context, trouble=event_context.words.speaker.verdict("refusal", made), url=url[:500])
    return _page(event_context, secret=made[1])


def known_webhook(context: EventContext, number: int) -> Webhook:
    with context.runtime.store.reads() as connection:
        found = find_webhook(connection, context.code, number)
    if found is None:
        raise NotFoundException("no_such_page")
    return found


def done_to(context: EventContext, number: int, what: str) -> None:
    """Tried, switched on again, or removed."""
    found = known_webhook(context, number)
    match what:
        case "test":
            put_test(context.runtime, found)
        case "on":
            with context.runtime.store.writes() as connection:
                switch_on(connection, context.code, number, context.runtime.now())
        case "remove":
            with context.runtime.store.writes() as connection:
                remove_webhook(connection, context.code, number)
        case _:
            raise NotFoundException("no_such_page")


@post("/e/{code:str}/webhooks/{number:int}/{what:str}", include_in_schema=False, sync_to_thread=True)
def change(event_context: GivenEvent, number: FromPath[int], what: FromPath[str]) -> Response[Any]:
    event_context.needs("owner")
    done_to(event_context, number, what)
    return Redirect(f"/e/{event_context.code}/webhooks", status_code=303)


ROUTES = [webhooks, add, change]
