"""Events that are there at once: a demonstration, and those that come from a file."""

from __future__ import annotations

import asyncio
import secrets
from hashlib import blake2b
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from ronda.desk.new_event import taken_up
from ronda.facts import Fact
from ronda.formats.event_reader import event_facts
from ronda.formats.players_sheet import WORKBOOK
from ronda.formats.unreadable import Unreadable
from ronda.formats.workbook import read_workbook
from ronda.history import fold
from ronda.lab.demo import demo_facts
from ronda.lots import fresh_seed
from ronda.systems import NAMES, demonstrated
from ronda.web.bounds import FILE, taking
from ronda.web.lists import unreadable_text, uploaded
from ronda.web.visits import Visit


@get("/demo", include_in_schema=False)
async def choose_demo(visit: Visit) -> Template:
    visit.needs("owner")
    return visit.page("demo.html", systems=NAMES)


@post("/demo", include_in_schema=False)
async def make_demo(visit: Visit) -> Redirect:
    visit.needs("owner")
    wanted = (await visit.request.form()).get("system")
    name = str(wanted) if wanted in NAMES else demonstrated("browser")
    facts = await asyncio.to_thread(demo_facts, name, visit.words("web.demo.name"), fresh_seed())
    stored = await asyncio.to_thread(visit.house.store.create, facts, actor=visit.person.name)
    return Redirect(f"/e/{stored.code}", status_code=303)


@get("/open", include_in_schema=False)
async def choose_file(visit: Visit) -> Template:
    visit.needs("owner")
    return visit.page("open.html", trouble="", key=secrets.token_urlsafe(16))


@post("/open", include_in_schema=False, opt=taking(FILE, "owner"))
async def open_file(visit: Visit) -> Response[Any]:
    """The event that a file tells of; a fault is told with its place."""
    visit.needs("owner")
    form = await visit.request.form()
    key = str(form.get("_key", ""))[:64]
    data = await uploaded(form.get("file"))
    try:
        facts = await asyncio.to_thread(_facts, data)
    except Unreadable as trouble:
        message = unreadable_text(trouble, visit.words) if data else visit.words("web.open.nothing")
        page = visit.page("open.html", trouble=message, key=key)
        page.status_code = 422
        return page
    request = f"open-{key}-{blake2b(data, digest_size=8).hexdigest()}"
    stored = await asyncio.to_thread(visit.house.store.create, facts, actor=visit.person.name, key=request)
    return Redirect(f"/e/{stored.code}", status_code=303)


def _facts(data: bytes) -> list[Fact]:
    return taken_up(fold(read_workbook(data) if data.startswith(WORKBOOK) else event_facts(data)))


ROUTES = [choose_demo, make_demo, choose_file, open_file]
