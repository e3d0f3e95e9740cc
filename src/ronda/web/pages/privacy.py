"""Personal data: what is known of somebody, how much of the name is shown, how it is removed, and until when it is kept
(PP5, PP6)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.facts import ResultEntered
from ronda.core.model import PERSONAL, Player
from ronda.desk.erasure import mentions
from ronda.operations.event_settings import DISPLAY, Display
from ronda.store.backup.copies import copies_of
from ronda.store.privacy import all_known_of, is_due, keep, keep_as_usual, retention_of
from ronda.systems.labels import NAME_MODES, NameMode
from ronda.views.events import retention_mode
from ronda.views.people import person_value
from ronda.web.context import EventContext, GivenEvent
from ronda.web.pages.actions import amended, said
from ronda.web.perform import changes_seen, version_needed
from ronda.web.visibility import announced, hides_names, known_player

MOST_COPIES = 12  # that are named one by one
MODES = ("usual", "date", "never")


# --- removing it -------------------------------------------------------------------------------------------


@get("/e/{code:str}/players/{player:int}/forget", include_in_schema=False, sync_to_thread=True)
def forget_one(event_context: GivenEvent, player: FromPath[int]) -> Template:
    """What goes and what stays, before it is done."""
    event_context.needs("arbiter")
    who = known_player(event_context, player)
    return event_context.page("forget.html", who=who, **_preview(event_context, [who]))


@get("/e/{code:str}/forget", include_in_schema=False, sync_to_thread=True)
def forget_everybody(event_context: GivenEvent) -> Template:
    """The same for all players at once."""
    event_context.needs("owner")
    return event_context.page("forget.html", who=None, **_preview(event_context, event_context.tournament.players))


def _preview(context: EventContext, players: Sequence[Player]) -> dict[str, Any]:
    named = [player for player in players if not player.removed]
    copies = copies_of(context.runtime.settings.db)
    return {
        "named": named,
        "personal": PERSONAL,
        "mentions": mentions(context.event.stored.facts, named),
        "copies": [Path(copy).name for copy in copies[-MOST_COPIES:]],
        "more_copies": max(len(copies) - MOST_COPIES, 0),
        "results": sum(table.result is not None for round_ in context.tournament.rounds for table in round_.tables),
        **retention_values(context),
    }


# --- what is known -----------------------------------------------------------------------------------------


@get("/e/{code:str}/players/{player:int}/known", include_in_schema=False, sync_to_thread=True)
def known(event_context: GivenEvent, player: FromPath[int]) -> Template:
    """All that is stored about a player, to read."""
    event_context.needs("arbiter")
    value = everything(event_context, player)
    who, display = known_player(event_context, player), event_context.display
    usual = replace(event_context.public_naming, own=())
    return event_context.page(
        "known.html",
        who=who,
        known=value,
        own_mode=display.own.get(str(player), ""),
        own_modes=stricter(usual.of(who)),
    )


@get("/e/{code:str}/players/{player:int}/known.json", include_in_schema=False, sync_to_thread=True)
def known_file(event_context: GivenEvent, player: FromPath[int]) -> Response[bytes]:
    """The same to be taken along."""
    event_context.needs("arbiter")
    return _file(event_context, player, everything(event_context, player))


@get("/p/{code:str}/{mark:str}/known", include_in_schema=False, sync_to_thread=True)
def own(phone_context: GivenEvent, mark: FromPath[str]) -> Template:
    """What is stored about me: for who has the link of the card. Who joined with the public code proved nothing."""
    value = own_known(phone_context, mark)
    return phone_context.page("known_own.html", known=value, mark=mark, player=phone_context.person.player)


@get("/p/{code:str}/{mark:str}/known.json", include_in_schema=False, sync_to_thread=True)
def own_file(phone_context: GivenEvent, mark: FromPath[str]) -> Response[bytes]:
    value = own_known(phone_context, mark)
    return _file(phone_context, phone_context.person.player or 0, value)


def own_known(context: EventContext, mark: str) -> dict[str, Any]:
    """What the desk wrote in words may be about others as well: that is handed out by the desk."""
    if context.runtime.marked(context.code, mark, context.display) is None:
        raise NotFoundException("no_such_link")
    return {**everything(context, context.person.player or 0), "texts": []}


def everything(context: EventContext, number: int) -> dict[str, Any]:
    """As this person may know it: a player knows of no draft, and where names are hidden of no names. (The results
    stand with the rounds; the log tells them with the names of all.)"""
    speaker, shown = context.words.speaker, context.tournament if context.staff else announced(context.tournament)
    who = next((player for player in shown.players if player.id == number), None)
    if who is None:
        raise NotFoundException("no_such_page")
    report = all_known_of(context.runtime.store, context.event.stored, shown, who, speaker.removed)
    if hides_names(context):
        kept = tuple(entry for entry in report.entries if not isinstance(entry.fact, ResultEntered))
        report = replace(report, entries=kept)
    return person_value(report, speaker)


def _file(context: EventContext, player: int, value: dict[str, Any]) -> Response[bytes]:
    data = json.dumps(value, ensure_ascii=False, indent=2).encode()
    disposition = f'attachment; filename="{context.code}-{player}.json"'
    return Response(data, media_type="application/json", headers={"content-disposition": disposition})


# --- how much of the name is shown -------------------------------------------------------------------------


def stricter(mode: NameMode) -> tuple[NameMode, ...]:
    """What shows less of a name than this."""
    return NAME_MODES[NAME_MODES.index(mode) + 1 :] if mode != "full" else ("short", "initials", "number")


@post("/e/{code:str}/players/{player:int}/public-name", include_in_schema=False, status_code=200)
async def public_name(event_context: GivenEvent, player: FromPath[int]) -> Response[Any]:
    """Of this player the public sees less than of others (PP5.1); nothing chosen: as much."""
    event_context.needs("arbiter")
    known_player(event_context, player)
    form = await event_context.request.form()
    mode, seen = str(form.get("names", "")), form.get("seen")
    if not isinstance(seen, str) or not seen:
        raise version_needed()
    if mode not in ("", *NAME_MODES):
        raise ClientException("bad_request")

    def change(standing: Display) -> Display | None:
        return shown_less(standing, player, mode) if standing.own.get(str(player), "-") == seen else None

    return await amended(event_context, DISPLAY, change, f"/players/{player}/known")


def shown_less(display: Display, player: int, mode: str) -> Display:
    others = {whose: own for whose, own in display.own.items() if whose != str(player)}
    return replace(display, own=others | ({str(player): mode} if mode else {}))


# --- until when --------------------------------------------------------------------------------------------


def retention_values(context: EventContext) -> dict[str, Any]:
    today = date.today()
    with context.runtime.store.reads() as connection:
        found = retention_of(connection, context.code)
        due = is_due(connection, context.code, today)
    return {"retention": found, "kept_mode": retention_mode(found), "kept_modes": MODES, "due": due}


def is_due_event(context: EventContext) -> bool:
    with context.runtime.store.reads() as connection:
        return is_due(connection, context.code, date.today())


@post("/e/{code:str}/retention", include_in_schema=False, status_code=200)
async def set_retention(event_context: GivenEvent) -> Response[Any]:
    """Until when personal data are kept; when that is over the desk says so, and nothing else happens."""
    context = event_context
    context.needs("arbiter")
    form = await context.request.form()
    seen, mode = changes_seen(form.get("seen")), str(form.get("mode", ""))
    day = _day(str(form.get("until", "")))
    if mode not in MODES or (mode == "date" and day is None):
        return said(context, "refused", context.words("web.privacy.bad_date"), status=422)
    if not await asyncio.to_thread(change_retention, context, mode, day, seen):
        return said(context, "conflict", context.words("trouble.conflict"), status=409)
    return Redirect(f"/e/{context.code}/settings", status_code=303)


def change_retention(context: EventContext, mode: str, day: date | None, seen: int | None) -> bool:
    with context.runtime.store.writes() as connection:
        if mode == "usual":
            return keep_as_usual(connection, context.code, expected=seen)
        return keep(connection, context.code, day if mode == "date" else None, expected=seen)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


ROUTES = [forget_one, forget_everybody, known, known_file, own, own_file, public_name, set_retention]
