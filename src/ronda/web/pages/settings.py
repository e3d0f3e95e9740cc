"""The settings of an event: its name, its options, how it shows itself, and what becomes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from litestar import Response
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.phases import permission
from ronda.lab.advice import rounds_advice
from ronda.operations.appearance import MOST_BYTES
from ronda.operations.colours import OFFERED
from ronda.operations.event_settings import JOININGS, Display
from ronda.operations.events import CopyName, duplicate_event
from ronda.operations.privacy import retention
from ronda.systems.labels import NAME_MODES
from ronda.texts import LANGUAGES
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.http.request_bodies import get_page, post_form
from ronda.web.option_fields import settled_fields
from ronda.web.pages.appearance import face_seen
from ronda.web.perform import version_needed


@get_page("/e/{code:str}/settings", "arbiter")
def settings(event_context: GivenEvent) -> Template:
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


@post_form("/e/{code:str}/display", "arbiter")
async def show(event_context: GivenEvent) -> Response[Any]:
    """Language of wall and paper, names for the public, joining and reporting on phones, search engines."""
    context = event_context
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


@post_form("/e/{code:str}/duplicate", "owner")
async def copy(event_context: GivenEvent) -> Response[Any]:
    """The same set-up and the same players once more, before the first round."""
    context = event_context
    form = await context.request.form()
    made = await asyncio.to_thread(duplicate_event, context, CopyName(str(form.get("name", ""))))
    if isinstance(made, Refusal):
        return said(context, "refused", context.speaker.verdict("refusal", made), status=422)
    return Redirect(f"/e/{made.code}", status_code=303)


ROUTES = [settings, show, copy]
