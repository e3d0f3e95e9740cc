"""The start page: the events on this machine, those that were deleted, and the language."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Redirect, Template

from ronda.desk import missing_results
from ronda.desk.phases import Phase, phase
from ronda.store import Damage, Stored, Summary
from ronda.store.privacy.retention import due_codes
from ronda.systems import demonstrated, names, system
from ronda.texts import LANGUAGES
from ronda.web import cookies
from ronda.web.context import RequestContext, own_path
from ronda.web.deeds import Gone
from ronda.web.doing import do, seen_in
from ronda.web.runtime import Event, Runtime

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listed:
    """An event in the list; one whose facts cannot be read has no more than its summary."""

    summary: Summary
    event: Event | None = None
    phase: Phase | None = None
    planned: int = 0
    missing: int = 0
    due: bool = False

    @property
    def running(self) -> bool:
        return not self.summary.archived and self.phase not in ("finished", None)


@get("/", include_in_schema=False, sync_to_thread=True)
def start(context: RequestContext) -> Template:
    """Running events first, each with where it stands and what comes next."""
    context.needs("owner")
    summaries = context.runtime.store.summaries()
    with context.runtime.store.reads() as connection:
        due = due_codes(connection, date.today())
    found = [_listed(context.runtime, summary) for summary in summaries if not summary.deleted]
    events = [replace(one, due=one.summary.code in due) for one in found]
    events.sort(key=lambda one: (not one.running, -one.summary.updated_at.timestamp()))
    return context.page(
        "start.html",
        events=[one for one in events if not one.summary.archived],
        archived=[one for one in events if one.summary.archived],
        deleted=sum(summary.deleted for summary in summaries),
        systems=names(),
        demonstrated=demonstrated("browser"),
    )


def _listed(runtime: Runtime, summary: Summary) -> Listed:
    if summary.damage is not None:
        return Listed(summary)
    try:
        event = runtime.event(summary.code)
    except Damage as damage:  # it must not hide the others
        _log.warning("%s", damage)
        return Listed(summary)
    if event is None:
        return Listed(summary)
    tournament = event.tournament
    planned = system(tournament.setup.system).rounds(tournament.setup, tournament.players)
    return Listed(summary, event, phase(tournament), planned, len(missing_results(tournament)))


@get("/deleted", include_in_schema=False)
async def deleted(context: RequestContext) -> Template:
    context.needs("owner")
    gone = [summary for summary in context.runtime.store.summaries() if summary.deleted]
    return context.page("deleted.html", gone=sorted(gone, key=lambda one: one.updated_at, reverse=True))


@post("/deleted/{code:str}/recover", include_in_schema=False)
async def recover(context: RequestContext, code: str) -> Redirect:
    context.needs("owner")
    form = await context.request.form()
    answer = await do(
        context.runtime,
        code,
        "delete",
        Gone(gone=False),
        context.person,
        seen_at=seen_in(form.get("_version")),
        confirmed=True,
    )
    if not isinstance(answer, Stored):
        raise NotFoundException("no_such_event")
    return Redirect(f"/e/{answer.code}", status_code=303)


class Chosen(msgspec.Struct):
    language: str = ""
    next: str = "/"


@post("/language", include_in_schema=False)
async def choose_language(
    context: RequestContext, data: Annotated[Chosen, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Response[Any]:
    language = data.language if data.language in LANGUAGES else "en"
    cookie = cookies.made(context.request, cookies.LANGUAGE, language)
    return Redirect(own_path(data.next), status_code=303, cookies=[cookie])


ROUTES = [start, deleted, recover, choose_language]
