"""A list of players, pasted or from a file: looked at, then entered as a whole."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Any

from litestar import Response
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import PlayerList
from ronda.desk.settings import enter_all
from ronda.store import Conflict, KeyReused
from ronda.store.people_histories import recognised
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import since
from ronda.web.http.admission import LIST, get_page, post_form
from ronda.web.list_upload import UploadedList, blamed, filled_in, look, uploaded
from ronda.web.perform import perform, seen_in

NOTHING = UploadedList()


@get_page("/e/{code:str}/players/list", "arbiter")
async def blank_list(event_context: GivenEvent) -> Template:
    return event_context.page("players_list.html", **shown_list(event_context))


@post_form("/e/{code:str}/players/list", "arbiter", LIST)
async def enter_list(event_context: GivenEvent) -> Response[Any]:
    """Looks at the list, or enters all of it, if it is the one that was looked at."""
    context, form = event_context, event_context.texts
    upload = await uploaded(context.form.get("file"))
    key = form.get("_key", "")[:64]
    looked = await asyncio.to_thread(look, form, upload, context.words)
    if "known" in form and looked.players:
        looked = await asyncio.to_thread(_with_known, context, looked)
    trouble = looked.trouble
    if looked.players and "make" in form and form.get("seen") == looked.digest:
        trouble = await _entered(context, looked, f"list-{key}-{looked.digest}", seen_in(form.get("_version")))
        if not trouble:
            return Redirect(f"/e/{context.code}/players", status_code=303)
    elif looked.players:
        trouble = await asyncio.to_thread(_objection, context, looked)
    facts = shown_list(context, looked, key, trouble=trouble, filled=bool(upload) or looked.mended)
    template = "parts/list_preview.html" if context.htmx else "players_list.html"
    return context.page(template, 422 if trouble and "make" in form else 200, **facts)


async def _entered(context: EventContext, looked: UploadedList, key: str, seen_at: int) -> str:
    """Enters them all; why not, if not."""
    try:
        body = PlayerList(looked.text, lenient=True)
        request = Request(ACTIONS["enter-list"], body, context.person, seen_at=seen_at, key=key)
        answer = await perform(context.runtime, context.code, request)
    except KeyReused:
        return context.words("trouble.key_reused")
    if isinstance(answer, Refusal) and answer.code == "overtaken":
        return " ".join(
            [context.words("trouble.conflict"), *await asyncio.to_thread(since, context, answer.facts["versions"])]
        )
    if isinstance(answer, Refusal):
        return blamed(answer, context.words)
    return context.words("trouble.conflict") if isinstance(answer, Conflict) else ""


def _objection(context: EventContext, looked: UploadedList) -> str:
    """Why the event will not have them, before anybody tries."""
    found = enter_all(context.tournament, PlayerList(looked.text, lenient=True))
    return blamed(found, context.words) if isinstance(found, Refusal) else ""


def _with_known(context: EventContext, looked: UploadedList) -> UploadedList:
    """The list with what the list of people knows, as somebody asked for."""
    found = recognised(context.store, looked.players) if context.knows_people else {}
    text = filled_in(looked, {number: replace(one.person, key=one.key) for number, one in found.items()})
    return replace(look({"players": text}, b"", context.words), mended=True)


def shown_list(
    context: EventContext,
    looked: UploadedList = NOTHING,
    key: str = "",
    *,
    trouble: str = "",
    filled: bool = False,
) -> dict[str, Any]:
    known = {player.name.casefold() for player in context.tournament.players}
    again = sum(player.name.casefold() in known for player in looked.players)
    people = recognised(context.store, looked.players) if looked.players and context.knows_people else {}
    return {
        "people": people,
        "looked": looked,
        "key": key or secrets.token_urlsafe(16),
        "trouble": trouble,
        "filled": filled,
        "known": known,
        "again": again,
    }


ROUTES = [blank_list, enter_list]
