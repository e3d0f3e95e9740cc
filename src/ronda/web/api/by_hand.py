"""What no row of the table of operations tells: an event on paper and as a file, deleted events and the way back, and
the streams of news."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, Parameter, PathParameter, QueryParameter
from litestar.types import ASGIApp

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.actions.bodies import Deletion
from ronda.formats.workbooks import SHEETS as LISTS
from ronda.operations.event import EventState, event_state
from ronda.operations.events import owning
from ronda.sheets import SHEETS
from ronda.store import Conflict
from ronda.web.api.schemas import (
    KEPT,
    MADE,
    UNKNOWN,
    Version,
    expected_version,
    refused,
    said,
)
from ronda.web.context import GivenContext, GivenEvent
from ronda.web.http.request_bodies import SMALL, taking
from ronda.web.pages.printing import AFTER_A_ROUND, OF_A_ROUND, XLSX, offered, printed, sheet_role
from ronda.web.pages.printing import exported as exported_file
from ronda.web.pages.sharing import shared
from ronda.web.perform import perform
from ronda.web.site import packed_site
from ronda.web.streams import open_stream

CsvList = Annotated[str, QueryParameter(description="Which list", schema_extra={"enum": list(LISTS)})]
ByteOrderMark = Annotated[
    bool, QueryParameter(description="Begin with the byte order mark, by which Excel knows that the file is UTF-8")
]
SheetName = Annotated[str, PathParameter(schema_extra={"enum": list(SHEETS)})]
Paper = Annotated[str, QueryParameter(schema_extra={"enum": ["a4", "letter"]})]


class SheetLine(msgspec.Struct, frozen=True):
    """A sheet that can be printed now; `of_round`: it is of one round, or (`after_round`) after one."""

    name: str
    of_round: bool
    after_round: bool


class SheetsState(msgspec.Struct, frozen=True):
    code: str
    version: int
    sheets: list[SheetLine]


# --- files -------------------------------------------------------------------------------------------------

_FILES = {
    "json": ("application/json", "The event as a file that can be opened again (helper)"),
    "xlsx": (XLSX, "The event as a workbook (helper)"),
    "csv": ("text/csv", f"One of its lists as CSV: {', '.join(LISTS)} (helper)"),
    "trf": ("text/plain", "The event as a report file, where the system has one (helper)"),
    "trf16": ("text/plain", "The same in the older form (helper)"),
}


_Bytes = Annotated[bytes, Parameter(schema_extra={"format": "binary"})]


def _file(content: Any, media_type: str) -> dict[int, ResponseSpec]:
    return {200: ResponseSpec(content, generate_examples=False, description="The file", media_type=media_type)}


def _export(kind: str) -> HTTPRouteHandler:
    media_type, summary = _FILES[kind]

    def export(event_context: GivenEvent, what: CsvList = "standings", bom: ByteOrderMark = False) -> Response[Any]:
        event_context.needs("helper")
        made = exported_file(event_context, kind, what, mark=bom)
        return refused(event_context, made, 404) if isinstance(made, Refusal) else made

    def whole(event_context: GivenEvent) -> Response[Any]:
        return export(event_context)

    return get(
        f"/api/events/{{code:str}}/export/{kind}",
        operation_id=f"export{kind.capitalize()}",
        response_description="The file",
        summary=summary,
        responses=KEPT | UNKNOWN | _file(dict[str, Any] if kind == "json" else _Bytes, media_type),
        tags=["events"],
        name=f"api export {kind}",
        sync_to_thread=True,
    )(export if kind == "csv" else whole)


@get(
    "/api/events/{code:str}/export/zip",
    opt=taking(SMALL, "helper"),
    operation_id="exportZip",
    response_description="The file",
    summary="The event as a web site of plain files, packed (helper)",
    responses=KEPT | UNKNOWN | _file(_Bytes, "application/zip"),
    tags=["events"],
    sync_to_thread=True,
)
def export_site(event_context: GivenEvent) -> Response[Any]:
    return packed_site(event_context)


class ShareState(msgspec.Struct, frozen=True):
    """A text for messengers, with the public address as its last line; `picture` is the path of a picture of it."""

    title: str
    text: str
    address: str
    picture: str


@get(
    "/api/events/{code:str}/share",
    operation_id="getShare",
    response_description="What was asked for",
    summary="A round, a player, or the standings as a text to be sent",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def share(
    event_context: GivenEvent,
    round: FromQuery[int | None] = None,
    after: FromQuery[int | None] = None,
    player: FromQuery[int | None] = None,
) -> ShareState:
    made = shared(event_context, round, after, player)
    return ShareState(made.title, made.text, made.address, made.picture)


@get(
    "/api/events/{code:str}/sheets",
    operation_id="listSheets",
    response_description="What was asked for",
    summary="The sheets that can be printed now (helper)",
    responses=KEPT | UNKNOWN,
    tags=["events"],
    sync_to_thread=True,
)
def sheets(event_context: GivenEvent) -> SheetsState:
    event_context.needs("helper")
    last = len(event_context.tournament.rounds)
    found = [name for name in SHEETS if offered(event_context, name, last)]
    lines = [SheetLine(name, name in OF_A_ROUND, name in AFTER_A_ROUND) for name in found]
    return SheetsState(event_context.code, event_context.event.version, lines)


@get(
    "/api/events/{code:str}/sheets/{name:str}",
    opt=taking(SMALL, lambda path: sheet_role(path["name"])),
    operation_id="printSheet",
    response_description="The sheet",
    summary="A sheet as PDF; what hangs on the wall is for everybody",
    responses=KEPT | UNKNOWN | _file(_Bytes, "application/pdf"),
    tags=["events"],
    sync_to_thread=True,
)
def sheet(
    event_context: GivenEvent,
    name: SheetName,
    round: FromQuery[int | None] = None,
    language: FromQuery[str] = "",
    paper: Paper = "a4",
) -> Response[Any]:
    made = printed(event_context, name, round, language, paper)
    return refused(event_context, made, 404) if isinstance(made, Refusal) else made


# --- and back ---------------------------------------------------------------------------------------------


@post(
    "/api/deleted/{code:str}/recover",
    operation_id="recoverEvent",
    response_description="The event as it stands afterwards",
    summary="Bring a deleted event back (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["events"],
    status_code=200,
)
async def recover(context: GivenContext, code: FromPath[str], version: Version = None) -> Response[EventState]:
    context.needs("organiser")
    owner = owning(context, code)
    if owner is None:
        raise NotFoundException("no_such_event")
    expected = expected_version(version)
    request = Request(ACTIONS["delete"], Deletion(gone=False), owner, expected=expected, confirmed=True)
    answer = await perform(context.runtime, code, request)
    if isinstance(answer, Conflict):
        return said(context, "conflict", 409)
    if isinstance(answer, Refusal):
        return refused(context, answer, 404 if answer.code == "unknown_code" else 422)
    event = context.runtime.store.live.of(answer)
    return Response(event_state(context, event, owner), headers={"etag": f'"{event.version}"'})


class StreamNews(msgspec.Struct, frozen=True):
    """The data of an event of the stream: `hello` first, with the version; `news` whenever something is new, with
    `topics` (players, round, results, reports, phones, settings, clock) and the `tables` with a new result; `going`
    before the server stops. Over `pace` seconds those who are in no hurry should spread their looking again. `missed`
    is said by `hello` to who sent `Last-Event-ID`: so much has happened meanwhile that everything should be asked
    again."""

    version: int
    topics: list[str] = []
    tables: list[int] = []
    pace: float = 0.0
    missed: bool = False


# --- the stream --------------------------------------------------------------------------------------------

_STREAM = {
    200: ResponseSpec(
        StreamNews,
        generate_examples=False,
        description="Server-sent events that never end: `hello`, `news`, `going`; their data is JSON of this shape. "
        "A line that begins with a colon is a sign of life. Who was away compares the version, and sends the last `id` "
        "as `Last-Event-ID` to hear what has no version (browsers do so).",
        media_type="text/event-stream",
    )
}


@get(
    "/api/events/{code:str}/stream",
    operation_id="streamEvent",
    response_description="Server-sent events",
    summary="What is new, as it happens (server-sent events)",
    responses=KEPT | UNKNOWN | _STREAM,
    tags=["events"],
)
async def stream(event_context: GivenEvent) -> ASGIApp:
    return open_stream(event_context)


@get(
    "/api/phones/{code:str}/{mark:str}/stream",
    operation_id="streamPhone",
    response_description="Server-sent events",
    summary="What is new at the player's own table, and for everybody (server-sent events)",
    responses=KEPT | UNKNOWN | _STREAM,
    tags=["phone"],
)
async def phone_stream(phone_context: GivenEvent) -> ASGIApp:
    return open_stream(phone_context)


ROUTES: list[Any] = [
    *map(_export, _FILES),
    *(export_site, share, sheets, sheet, recover, stream, phone_stream),
]
