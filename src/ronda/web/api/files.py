"""An event on paper and as a file; its logo; once more; deleted ones and the way back."""

from __future__ import annotations

import base64
import binascii
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.exceptions import ClientException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, Parameter, PathParameter, QueryParameter

from ronda.core.chance import fresh_seed
from ronda.core.text_rules import unfit_text
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.actions.bodies import Deletion, NameText
from ronda.desk.settings import duplicate
from ronda.formats.tabular import SHEETS as LISTS
from ronda.operations.appearance import IDENTITY, LEAST_SIDE, MOST_BYTES, MOST_SIDE, NO_LOGO, PICTURE, picture_mark
from ronda.sheets import SHEETS
from ronda.store import Conflict
from ronda.web.api.desk import event_state, events_state
from ronda.web.api.schemas import (
    KEPT,
    MADE,
    SENT,
    UNKNOWN,
    Events,
    EventState,
    Version,
    expected_version,
    refused,
    said,
)
from ronda.web.context import GivenContext, GivenEvent
from ronda.web.http.request_bodies import Size, taking
from ronda.web.pages.appearance import usable
from ronda.web.pages.printing import AFTER_A_ROUND, OF_A_ROUND, XLSX, offered, printed
from ronda.web.pages.printing import exported as exported_file
from ronda.web.pages.settings import hand_on
from ronda.web.pages.sharing import shared
from ronda.web.pages.site import packed_site
from ronda.web.pages.start import owning
from ronda.web.perform import created, perform

_BASE64 = MOST_BYTES * 4 // 3 + 8

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


class CopyName(Body, frozen=True):
    """What the other event is called."""

    name: NameText


class Picture(Body, frozen=True):
    """A picture (PNG or JPEG) in base64; nothing takes the logo away."""

    content: Annotated[str, msgspec.Meta(max_length=_BASE64)] = ""


class LogoState(msgspec.Struct, frozen=True):
    """`mark` tells one picture from another, and is empty where there is none."""

    mark: str
    width: int
    height: int


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


# --- the logo ----------------------------------------------------------------------------------------------


@put(
    "/api/events/{code:str}/logo",
    opt=taking(Size(_BASE64 + 1_000), "arbiter"),
    operation_id="setLogo",
    response_description="What stands there afterwards",
    summary="Give the event a logo, or take it away (arbiter)",
    responses=KEPT | UNKNOWN | SENT | MADE,
    tags=["events"],
    sync_to_thread=True,
)
def set_logo(event_context: GivenEvent, data: JSONBody[Picture]) -> Response[LogoState]:
    event_context.needs("arbiter")
    try:
        content = base64.b64decode(data.content, validate=True)
    except (binascii.Error, ValueError):
        raise ClientException("bad_request") from None
    picture = usable(content) if content else NO_LOGO
    if picture is None:
        facts = {"most": MOST_BYTES // 1024, "least": LEAST_SIDE, "side": MOST_SIDE}
        return refused(event_context, Refusal("not_a_picture", "S4", facts))
    runtime, code = event_context.runtime, event_context.code
    runtime.amend(code, PICTURE, lambda _: picture)
    runtime.amend(code, IDENTITY, lambda standing: replace(standing, logo=picture_mark(picture)))
    return Response(LogoState(picture_mark(picture), picture.width, picture.height))


# --- once more, and back -----------------------------------------------------------------------------------


@post(
    "/api/events/{code:str}/duplicate",
    operation_id="duplicateEvent",
    response_description="The event that was made",
    summary="The same set-up and the same players once more, before the first round (owner)",
    responses=KEPT | UNKNOWN | MADE,
    tags=["events"],
    status_code=201,
    sync_to_thread=True,
)
def duplicate_event(event_context: GivenEvent, data: JSONBody[CopyName]) -> Response[EventState]:
    context = event_context
    context.needs("owner")
    name = " ".join(data.name.split())
    unfit = unfit_text(name)
    stored = unfit or created(context.runtime, context.person, duplicate(context.tournament, name, fresh_seed()))
    if isinstance(stored, Refusal):
        return refused(context, stored)
    hand_on(context, stored.code)
    event = context.runtime.store.live.of(stored)
    headers = {"location": f"/api/events/{event.code}", "etag": f'"{event.version}"'}
    return Response(event_state(context, event), headers=headers)


@get(
    "/api/deleted",
    operation_id="listDeleted",
    response_description="What was asked for",
    summary="Events that were deleted and can be brought back (owner)",
    responses=KEPT,
    tags=["events"],
    sync_to_thread=True,
)
def list_deleted(context: GivenContext) -> Events:
    context.needs("organiser")
    return events_state(context, deleted=True)


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
    context.person = owning(context, code)
    request = Request(
        ACTIONS["delete"], Deletion(gone=False), context.person, expected=expected_version(version), confirmed=True
    )
    answer = await perform(context.runtime, code, request)
    if isinstance(answer, Conflict):
        return said(context, "conflict", 409)
    if isinstance(answer, Refusal):
        return refused(context, answer, 404 if answer.code == "unknown_code" else 422)
    event = context.runtime.store.live.of(answer)
    return Response(event_state(context, event), headers={"etag": f'"{event.version}"'})


ROUTES: list[Any] = [
    *map(_export, _FILES),
    *(export_site, share, sheets, sheet, set_logo, duplicate_event, list_deleted, recover),
]
