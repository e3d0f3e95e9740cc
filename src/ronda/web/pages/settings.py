"""The settings of an event: its name, its options, how it shows itself, and what becomes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from ronda.desk.phases import leave_for
from ronda.desk.settings import duplicate
from ronda.lots import fresh_seed
from ronda.text_rules import unfit_text
from ronda.texts import LANGUAGES
from ronda.web.doing import version_needed
from ronda.web.house import JOININGS, NAME_MODES, Display
from ronda.web.option_fields import settled_fields
from ronda.web.pages.acting import said
from ronda.web.pages.privacy import retention_facts
from ronda.web.visits import EventVisit


@get("/e/{code:str}/settings", include_in_schema=False, sync_to_thread=True)
def settings(event_visit: EventVisit) -> Template:
    event_visit.needs("arbiter")
    return event_visit.page("settings.html", **_facts(event_visit))


def _facts(visit: EventVisit) -> dict[str, Any]:
    tournament = visit.tournament
    return {
        "display_seen": as_shown(visit.display),
        "fields": settled_fields(tournament, visit.words),
        "open": leave_for("options", tournament) != "forbidden",
        "planned": visit.planned_rounds if tournament.players else None,
        "modes": NAME_MODES,
        "joinings": JOININGS,
        **retention_facts(visit),
        "results": sum(table.result is not None for round_ in tournament.rounds for table in round_.tables),
    }


@post("/e/{code:str}/display", include_in_schema=False, status_code=200)
async def show(event_visit: EventVisit) -> Response[Any]:
    """Language of wall and paper, names for the public, joining and reporting on phones, search engines."""
    visit = event_visit
    visit.needs("arbiter")
    form = await visit.request.form()
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
        )

    if not await asyncio.to_thread(visit.house.amend_display, visit.code, changed):
        return said(visit, "conflict", visit.words("trouble.conflict"), status=409)
    if not visit.htmx:
        return Redirect(f"/e/{visit.code}/settings", status_code=303)
    made = said(visit, "done", visit.words("say.saved"))
    made.headers["ronda-seen"] = as_shown(visit.house.display(visit.code))
    return made


def as_shown(display: Display) -> str:
    """What the form has of it: joining changes the rest, and nobody decides on that."""
    return f"{display.language or '-'} {display.names} {display.join} {display.reports} {display.found}"


@post("/e/{code:str}/duplicate", include_in_schema=False, status_code=200)
async def copy(event_visit: EventVisit) -> Response[Any]:
    """The same set-up and the same players once more, before the first round."""
    visit = event_visit
    visit.needs("owner")
    form = await visit.request.form()
    name = " ".join(str(form.get("name", "")).split())
    unfit = unfit_text(name)
    if unfit is not None:
        return said(visit, "refused", visit.words.speaker.verdict("refusal", unfit), status=422)
    facts = duplicate(visit.tournament, name, fresh_seed())
    stored = await asyncio.to_thread(visit.house.store.create, facts, actor=visit.person.actor)
    return Redirect(f"/e/{stored.code}", status_code=303)


ROUTES = [settings, show, copy]
