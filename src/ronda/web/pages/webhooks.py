"""Webhooks of an event at its desk: add one, try it, look what came of it, remove it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar.response import Template

from ronda.operations.webhooks import KINDS, NewWebhook
from ronda.store.webhooks import deliveries_of, webhooks_of
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import Form, form_route
from ronda.web.http.admission import get_page

SHOWN = 10  # deliveries of each


@get_page("/e/{code:str}/webhooks", "owner")
async def webhooks(event_context: GivenEvent) -> Template:
    return _page(event_context)


def _page(
    context: EventContext,
    made: NewWebhook | None = None,
    trouble: str = "",
    typed: Mapping[str, Any] | None = None,
    **_: Any,
) -> Template:
    """The secret of what was made is shown this once."""
    with context.store.reads() as connection:
        found = [(one, deliveries_of(connection, one.id, SHOWN)) for one in webhooks_of(connection, context.code)]
    url = str((typed or {}).get("url", ""))[:500]
    return context.page("webhooks.html", found=found, kinds=KINDS, made=made, trouble=trouble, url=url)


_FORMS = (
    Form("addWebhook", _page),
    Form("removeWebhook", _page, "/webhooks", path="/webhooks/{number}/remove"),
    Form("tryWebhook", _page, "/webhooks"),
)

ROUTES = [webhooks, *map(form_route, _FORMS)]
