"""The settings of an event: its name, its options, how it shows itself, and what becomes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from ronda.core.chance import fresh_seed
from ronda.core.text_rules import unfit_text
from ronda.core.verdicts import Refusal
from ronda.desk.phases import permission
from ronda.desk.settings import duplicate
from ronda.lab.advice import rounds_advice
from ronda.operations.appearance import IDENTITY, MOST_BYTES, PICTURE
from ronda.operations.colours import OFFERED
from ronda.operations.event_settings import JOININGS, Display
from ronda.operations.privacy import retention
from ronda.systems.labels import NAME_MODES
from ronda.texts import LANGUAGES
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.option_fields import settled_fields
from ronda.web.pages.appearance import face_seen
from ronda.web.perform import created, version_needed


@get("/e/{code:str}/settings", include_in_schema=False, sync_to_thread=True)
def settings(event_context: GivenEvent) -> Template:
    event_context.needs("arbiter")
    return event_context.page("settings.html", **_values(event_context))


def _values(context: EventContext) -> dict[str, Any]:
    tournament = context.tournament
    return {
        "display_seen": as_shown(context.display),
        "face_seen": face_seen(context.identity),
        "presets": OFFERED,
        "logo_kilobytes": MOST_BYTES // 1024,
        "fields": settled_fields(tournament, context.words),
        "open": permission("options", tournament) != "forbidden",
        "planned": context.planned_rounds if tournament.players else None,
        "rounds_advice": rounds_advice(tournament.setup.system, tournament.players, context.planned_rounds)
        if tournament.players
        else None,
        "modes": NAME_MODES,
        "joinings": JOININGS,
        "retention": retention(context),
        "results": sum(table.result is not None for round_ in tournament.rounds for table in round_.tables),
    }


@post("/e/{code:str}/display", include_in_schema=False, status_code=200)
async def show(event_context: GivenEvent) -> Response[Any]:
    """Language of wall and paper, names for the public, joining and reporting on phones, search engines."""
    context = event_context
    context.needs("arbiter")
    form = await context.request.form()
    language, names = str(form.get("language", "")), str(form.get("names", ""))

    seen = form.get("seen")
    if not isinstance(seen, str) or not seen:
        raise version_needed()

    def changed(standing: Display) -> Display | None:
        if as_shown(standing) != seen:  # somebody else has changed it since
            return None
        return replace(
            standing,
            language=language if language in LANGUAGES else "",
            names=names if names in NAME_MODES else standing.names,
            joining=next((mode for mode in JOININGS if mode == form.get("joining")), standing.joining),
            reports=form.get("reports") == "true",
            found=form.get("found") == "true",
            calls=form.get("calls") == "true",
            leaving=form.get("leaving") == "true",
        )

    if not await asyncio.to_thread(context.runtime.amend_display, context.code, changed):
        return said(context, "conflict", context.words("trouble.conflict"), status=409)
    if not context.htmx:
        return Redirect(f"/e/{context.code}/settings", status_code=303)
    made = said(context, "done", context.words("say.saved"))
    made.headers["ronda-seen"] = as_shown(context.runtime.display(context.code))
    return made


def as_shown(display: Display) -> str:
    """What the form has of it: joining changes the rest, and nobody decides on that."""
    switches = f"{display.joining} {display.reports} {display.found} {display.calls} {display.leaving}"
    return f"{display.language or '-'} {display.names} {switches}"


@post("/e/{code:str}/duplicate", include_in_schema=False, status_code=200)
async def copy(event_context: GivenEvent) -> Response[Any]:
    """The same set-up and the same players once more, before the first round."""
    context = event_context
    context.needs("owner")
    form = await context.request.form()
    name = " ".join(str(form.get("name", "")).split())
    unfit = unfit_text(name)
    if unfit is not None:
        return said(context, "refused", context.words.speaker.verdict("refusal", unfit), status=422)
    facts = duplicate(context.tournament, name, fresh_seed())
    stored = await asyncio.to_thread(created, context.runtime, context.person, facts)
    if isinstance(stored, Refusal):
        return said(context, "refused", context.words.speaker.verdict("refusal", stored), status=422)
    await asyncio.to_thread(hand_on, context, stored.code)
    return Redirect(f"/e/{stored.code}", status_code=303)


def hand_on(context: EventContext, code: str) -> None:
    """The same club in the same place on another day: its face goes along."""
    face, picture = context.identity, context.runtime.setting(context.code, PICTURE)
    context.runtime.amend(code, PICTURE, lambda _: picture)
    context.runtime.amend(code, IDENTITY, lambda _: replace(face, date="", until=""))


ROUTES = [settings, show, copy]
