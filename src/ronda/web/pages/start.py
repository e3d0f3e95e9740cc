"""The start page: the events on this machine, those that were deleted, and the language."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import date
from time import time
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Response
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect, Template
from sqlalchemy import Connection

from ronda import registry
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import Deletion
from ronda.operations.appearance import IDENTITY, Identity
from ronda.operations.clock import clock_of
from ronda.operations.events import own_events, owning
from ronda.store import Damaged, Stored, Summary
from ronda.store.access import has_accounts
from ronda.store.collections import collections
from ronda.store.notes import read_note
from ronda.store.people_list import find as people
from ronda.store.privacy import due_codes
from ronda.store.reading import Progress
from ronda.systems import names, system
from ronda.systems.presets import find_preset
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import known
from ronda.web.auth import cookies
from ronda.web.context import GivenContext, RequestContext, own_path
from ronda.web.http.admission import get_page, post_form
from ronda.web.next_step import State, monogram, table_states
from ronda.web.perform import perform, seen_in
from ronda.web.rendering import HERE
from ronda.web.visibility import PageOfRows, matches

_log = logging.getLogger(__name__)


SHOWN = 30  # events on a page
MOST_PAGES = 1_000_000  # a number beyond is nobody's page


class EventWithState(NamedTuple):
    """An event in the list; one whose facts cannot be read has no more than its summary."""

    summary: Summary
    progress: Progress | None
    due: bool
    face: Identity

    @property
    def phase(self) -> str:
        return self.progress.phase if self.progress else "damaged"


@get_page("/", "organiser")
def start(context: GivenContext, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    """Running events first, each with where it stands and what comes next."""
    return _listing(context, page, find, archived=False)


@get_page("/archived", "organiser")
def archive(context: GivenContext, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    return _listing(context, page, find, archived=True)


@get_page("/picture/{name:str}")
def picture(name: FromPath[str], preset: FromQuery[str] = "") -> Response[bytes]:
    """The drawing of a system, or of house rules that have one of their own; of one that has none, a table."""
    house = find_preset(name, preset)
    drawing = registry.picture(name, house.picture if house else "") if registry.known(name) else None
    if drawing is None:
        drawing = (HERE / "static" / "picture.svg").read_bytes()
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


def _listing(context: RequestContext, page: int, find: str, *, archived: bool) -> Template:
    """From the summaries alone: whatever was played in these events, and however many there are, costs nothing."""
    store, find = context.runtime.store, find.strip()
    number = min(max(page, 1), MOST_PAGES)
    meant = (lambda code, name: matches(find, code, name)) if find else None
    found = store.listing(
        archived=archived, start=(number - 1) * SHOWN, size=SHOWN, meant=meant, account=context.person.account
    )
    pages = max(-(-found.total // SHOWN), 1)
    if number > pages:
        return _listing(context, pages, find, archived=archived)
    with store.reads() as connection:
        organised = has_accounts(connection) or bool(collections(connection) or people(connection, "", size=1).rows)
        due = due_codes(connection, date.today(), [one.code for one in found.rows])
        faces = {one.code: _face(connection, one.code) for one in found.rows}
    rows = [EventWithState(one, store.standing(one), one.code in due, faces[one.code]) for one in found.rows]
    on_top = rows if number == 1 and not (find or archived) else []
    running = next((row for row in on_top if row.phase in ("draft", "playing", "played")), None)
    return context.page(
        "archived.html" if archived else "start.html",
        running=running,
        room=_room(context, running.summary.code) if running else [],
        organised=organised,
        page=PageOfRows(rows, number, pages, found.total),
        find=find,
        archived=found.archived,
        deleted=found.deleted,
        searched=bool(find) or pages > 1,
        systems=sorted(names(), key=lambda name: system(name).order),
        any_game=next((name for name in names() if known(f"system.{name}.any_game", name)), None),
        monogram=monogram,
    )


def _room(context: RequestContext, code: str) -> list[State]:
    """The states of the tables of the last round; nothing where it cannot be read."""
    with suppress(Damaged):
        event = context.runtime.event(code)
        if event is not None and event.tournament.rounds:
            last, clock = event.tournament.rounds[-1], clock_of(context.store, event)
            return [one.state for one in table_states(event.tournament, last, clock, time())]
    return []


def _face(connection: Connection, code: str) -> Identity:
    """One that cannot be read must not hide the others."""
    try:
        return IDENTITY.read(read_note(connection, code, IDENTITY.name).value)
    except Damaged as damage:
        _log.warning("%s", damage)
        return Identity()


@get_page("/deleted", "organiser")
async def deleted(context: GivenContext) -> Template:
    gone = [summary for summary in own_events(context) if summary.deleted]
    return context.page("deleted.html", gone=sorted(gone, key=lambda one: one.updated_at, reverse=True))


@post_form("/deleted/{code:str}/recover", "organiser")
async def recover(context: GivenContext, code: FromPath[str]) -> Redirect:
    form = await context.request.form()
    seen_at = seen_in(form.get("_version"))
    person = owning(context, code)
    if person is None:
        raise NotFoundException("no_such_event")
    request = Request(ACTIONS["delete"], Deletion(gone=False), person, seen_at=seen_at, confirmed=True)
    answer = await perform(context.runtime, code, request)
    if not isinstance(answer, Stored):
        raise NotFoundException("no_such_event")
    return Redirect(f"/e/{answer.code}", status_code=303)


class Chosen(msgspec.Struct):
    language: str = ""
    next: str = "/"


@post_form("/language")
async def choose_language(
    context: GivenContext, data: Annotated[Chosen, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Response[Any]:
    language = data.language if data.language in LANGUAGES else "en"
    cookie = cookies.make_cookie(context.request, cookies.LANGUAGE, language)
    return Redirect(own_path(data.next), status_code=303, cookies=[cookie])


ROUTES = [start, picture, archive, deleted, recover, choose_language]
