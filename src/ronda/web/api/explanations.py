"""What a change by hand would mean; lists; the log verified; and the stream of news."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get
from litestar.exceptions import ClientException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import ASGIApp

from ronda.core.verdicts import Refusal
from ronda.store.seal import head_text
from ronda.systems import system
from ronda.views.rounds import ByeLine, TableLine, bye_line, table_line
from ronda.views.standings import ColumnLine, column_lines
from ronda.views.verdicts import FindingLine, finding_line
from ronda.web.api.schemas import KEPT, UNKNOWN, refused
from ronda.web.context import EventContext, GivenEvent
from ronda.web.pages.log import LEAST as LOG_ROLE
from ronda.web.pages.public import start_values
from ronda.web.pages.rounds import changed_by_hand
from ronda.web.pages.standings import cross_values
from ronda.web.pages.streams import open_stream
from ronda.web.verification import Checked, verify_fully, verify_on

Player = Annotated[int | None, QueryParameter(ge=1, le=1_000_000_000)]


class SwapState(msgspec.Struct, frozen=True):
    """What a change by hand would mean: the tables and byes that would be others, and what the check would find that it
    does not find now. Nothing is stored."""

    tables: list[TableLine]
    byes: list[ByeLine]
    findings: list[FindingLine]


class ListState(msgspec.Struct, frozen=True):
    """A list as it is posted: headings and rows in words; `players` says whose row each is, `columns` what the columns
    are, in the order of the headings."""

    code: str
    version: int
    headings: list[str]
    players: list[int]
    rows: list[list[str]]
    columns: list[ColumnLine]


class VerifiedState(msgspec.Struct, frozen=True):
    """Whether everything is as it was written and every round can be made again. `full_at`: when all of it was looked
    at; `before`: up to which version it was not looked at again this time. `head`: where the log ends, to be noted."""

    code: str
    version: int
    holds: bool
    full_at: str
    before: int
    problems: int
    head: str


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


@get(
    "/api/events/{code:str}/rounds/{number:int}/swap",
    operation_id="previewSwap",
    response_description="What was asked for",
    summary="What a change by hand would mean (arbiter)",
    responses=KEPT | UNKNOWN | {422: KEPT[400]},
    tags=["insight"],
    sync_to_thread=True,
)
def swap(
    event_context: GivenEvent,
    number: FromPath[int],
    one: Player,
    other: Player,
    kind: FromQuery[Literal["players", "tables"]] = "players",
) -> Response[SwapState]:
    context = event_context
    context.needs("arbiter")
    if one is None or other is None:
        raise ClientException("bad_request")
    made = changed_by_hand(context, number, one, other, tables=kind == "tables")
    if isinstance(made, Refusal):
        return refused(context, made)
    setup, speaker = context.tournament.setup, context.words.speaker
    rules = system(setup.system).rules
    return Response(
        SwapState(
            [table_line(table, rules, speaker, blank=None) for table in made.after],
            [bye_line(bye, setup, rules, speaker, blank=None) for bye in made.rests],
            [finding_line(finding, speaker) for finding in made.findings],
        )
    )


@get(
    "/api/events/{code:str}/start-list",
    operation_id="getStartList",
    response_description="What was asked for",
    summary="The start list",
    responses=KEPT | UNKNOWN,
    tags=["insight"],
    sync_to_thread=True,
)
def start(event_context: GivenEvent, page: FromQuery[int] = 1) -> ListState:
    return _listed(event_context, start_values(event_context, page, public=not event_context.staff))


@get(
    "/api/events/{code:str}/cross-table",
    operation_id="getCrossTable",
    response_description="What was asked for",
    summary="The cross table: everybody's rounds side by side",
    responses=KEPT | UNKNOWN,
    tags=["insight"],
    sync_to_thread=True,
)
def cross(event_context: GivenEvent, page: FromQuery[int] = 1) -> ListState:
    return _listed(event_context, cross_values(event_context, page, public=not event_context.staff))


def _listed(context: EventContext, facts: dict[str, Any]) -> ListState:
    rows, named = facts["page"].rows, facts["named"]
    name = context.words.speaker.name  # as the asker may know it
    cells = [[name(who) if at == named else str(cell) for at, cell in enumerate(row)] for who, row in rows]
    return ListState(
        context.code,
        context.event.version,
        list(facts["headings"]),
        [who for who, _ in rows],
        cells,
        column_lines(facts["columns"], context.words.speaker),
    )


@get(
    "/api/events/{code:str}/log/verify",
    operation_id="verifyLog",
    response_description="What was asked for",
    summary="Whether the log is as it was written and leads to what stands there (arbiter)",
    responses=KEPT | UNKNOWN,
    tags=["insight"],
    sync_to_thread=True,
)
def verify(event_context: GivenEvent, full: FromQuery[bool] = False) -> VerifiedState:
    """All of it, or what happened since it was verified last."""
    event_context.needs(LOG_ROLE)
    runtime, event = event_context.runtime, event_context.event
    known: Checked | None = None if full else verify_on(runtime, event)
    checked = known or verify_fully(runtime, event)
    found = checked.found
    return VerifiedState(
        event.code,
        found.version,
        checked.holds,
        checked.full_at.isoformat(timespec="seconds"),
        checked.before,
        len(found.problems),
        head_text(found.version, found.hash),
    )


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
    *(swap, start, cross, verify),
    *(stream, phone_stream),
]
