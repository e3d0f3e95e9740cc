"""Events that are there at once: a demonstration, and those that come from a file."""

from __future__ import annotations

import asyncio
import secrets
from hashlib import blake2b
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from ronda.core.chance import fresh_seed
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.desk.new_event import taken_up
from ronda.formats.errors import Unreadable
from ronda.formats.event_reader import event_facts
from ronda.formats.players_file import WORKBOOKS
from ronda.formats.workbook import read_workbook
from ronda.lab.demo import demo_facts
from ronda.systems import demonstrated, names
from ronda.web.body_limits import FILE, taking
from ronda.web.context import GivenContext
from ronda.web.list_upload import unreadable_text, uploaded


@get("/demo", include_in_schema=False)
async def choose_demo(context: GivenContext) -> Template:
    context.needs("owner")
    return context.page("demo.html", systems=names())


@post("/demo", include_in_schema=False)
async def make_demo(context: GivenContext) -> Redirect:
    context.needs("owner")
    wanted = (await context.request.form()).get("system")
    name = str(wanted) if wanted in names() else demonstrated("browser")
    facts = await asyncio.to_thread(demo_facts, name, context.words("web.demo.name"), fresh_seed())
    stored = await asyncio.to_thread(context.runtime.store.create, facts, actor=context.person.name)
    return Redirect(f"/e/{stored.code}", status_code=303)


@get("/open", include_in_schema=False)
async def choose_file(context: GivenContext) -> Template:
    context.needs("owner")
    return context.page("open.html", trouble="", key=secrets.token_urlsafe(16))


@post("/open", include_in_schema=False, opt=taking(FILE, "owner"))
async def open_file(context: GivenContext) -> Response[Any]:
    """The event that a file tells of; a fault is told with its place."""
    context.needs("owner")
    form = await context.request.form()
    key = str(form.get("_key", ""))[:64]
    data = await uploaded(form.get("file"))
    try:
        facts = await asyncio.to_thread(_facts, data)
    except Unreadable as trouble:
        message = unreadable_text(trouble, context.words) if data else context.words("web.open.nothing")
        page = context.page("open.html", trouble=message, key=key)
        page.status_code = 422
        return page
    request = f"open-{key}-{blake2b(data, digest_size=8).hexdigest()}"
    stored = await asyncio.to_thread(context.runtime.store.create, facts, actor=context.person.name, key=request)
    return Redirect(f"/e/{stored.code}", status_code=303)


def _facts(data: bytes) -> list[Fact]:
    return taken_up(fold(read_workbook(data) if data.startswith(WORKBOOKS) else event_facts(data)))


ROUTES = [choose_demo, make_demo, choose_file, open_file]
