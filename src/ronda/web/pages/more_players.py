"""More players from a list, for an event that is there already."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from ronda.store import Conflict, KeyReused
from ronda.verdicts import Refusal
from ronda.web.bounds import LIST, taking
from ronda.web.deeds import Listed, enter_all
from ronda.web.doing import do, seen_in
from ronda.web.lists import Looked, blamed, look, uploaded
from ronda.web.since import since
from ronda.web.visits import EventVisit


@get("/e/{code:str}/players/list", include_in_schema=False)
async def blank_list(event_visit: EventVisit) -> Template:
    event_visit.needs("arbiter")
    return event_visit.page("players_list.html", **_shown(event_visit, Looked(), secrets.token_urlsafe(16)))


@post("/e/{code:str}/players/list", include_in_schema=False, status_code=200, opt=taking(LIST, "arbiter"))
async def enter_list(event_visit: EventVisit) -> Response[Any]:
    """Looks at the list, or enters all of it, if it is the one that was looked at."""
    visit = event_visit
    visit.needs("arbiter")
    form = await visit.request.form()
    upload = await uploaded(form.get("file"))
    key = str(form.get("_key", ""))[:64]
    looked = await asyncio.to_thread(look, str(form.get("players", "")), upload, visit.words)
    trouble = looked.trouble
    if looked.players and "make" in form and form.get("seen") == looked.digest:
        trouble = await _entered(visit, looked, f"list-{key}-{looked.digest}", seen_in(form.get("_version")))
        if not trouble:
            return Redirect(f"/e/{visit.code}/players", status_code=303)
    elif looked.players:
        trouble = await asyncio.to_thread(_objection, visit, looked)
    facts = _shown(visit, looked, key, trouble=trouble, filled=bool(upload))
    page = visit.page("parts/list_preview.html" if visit.htmx else "players_list.html", **facts)
    page.status_code = 422 if trouble and "make" in form else 200
    return page


async def _entered(visit: EventVisit, looked: Looked, key: str, seen_at: int) -> str:
    """Enters them all; why not, if not."""
    try:
        ask = Listed(looked.text)
        answer = await do(visit.house, visit.code, "enter-list", ask, visit.person, seen_at=seen_at, key=key)
    except KeyReused:
        return visit.words("trouble.key_reused")
    if isinstance(answer, Refusal) and answer.code == "overtaken":
        return " ".join(
            [visit.words("trouble.conflict"), *await asyncio.to_thread(since, visit, answer.facts["versions"])]
        )
    if isinstance(answer, Refusal):
        return blamed(answer, visit.words)
    return visit.words("trouble.conflict") if isinstance(answer, Conflict) else ""


def _objection(visit: EventVisit, looked: Looked) -> str:
    """Why the event will not have them, before anybody tries."""
    found = enter_all(visit.tournament, Listed(looked.text), visit.person)
    return blamed(found, visit.words) if isinstance(found, Refusal) else ""


def _shown(visit: EventVisit, looked: Looked, key: str, *, trouble: str = "", filled: bool = False) -> dict[str, Any]:
    known = {player.name.casefold() for player in visit.tournament.players}
    again = sum(player.name.casefold() in known for player in looked.players)
    return {"looked": looked, "key": key, "trouble": trouble, "filled": filled, "known": known, "again": again}


ROUTES = [blank_list, enter_list]
