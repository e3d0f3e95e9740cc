"""Sheets as PDF, and the event as JSON, CSV or a workbook."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda import registry
from ronda.formats.workbooks import SHEETS as LISTS
from ronda.operations.files import AFTER_A_ROUND, EXPORTS, OF_A_ROUND, offered, sheet_language
from ronda.operations.operation import Absent, FileAnswer, Needs, Outcome, decided
from ronda.operations.table import BY_NAME
from ronda.sheets import SHEETS
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import end_without, said, sent_file
from ronda.web.http.admission import get_page
from ronda.web.language import NAMES


@get_page("/e/{code:str}/print", "helper")
async def paper(
    event_context: GivenEvent,
    round: FromQuery[int | None] = None,
    language: FromQuery[str] = "",
    paper: FromQuery[str] = "a4",
) -> Template:
    made = len(event_context.tournament.rounds)
    chosen = made if round is None else round
    if not 0 <= chosen <= made:
        raise NotFoundException("no_such_page")
    return event_context.page(
        "print.html",
        round=chosen,
        language=sheet_language(event_context, language),
        paper="letter" if paper == "letter" else "a4",
        language_names=NAMES,
        sheets=[sheet for sheet in SHEETS if offered(event_context, sheet, chosen)],
        with_round=(*OF_A_ROUND, *AFTER_A_ROUND),
        lists=list(LISTS),
        reports=event_context.tournament.setup.system in registry.reporting(),
    )


@get_page("/e/{code:str}/print/{file:str}")
def sheet(
    event_context: GivenEvent,
    file: FromPath[str],
    round: FromQuery[int | None] = None,
    language: FromQuery[str] = "",
    paper: FromQuery[str] = "a4",
) -> Response[Any]:
    """One sheet."""
    name, dot, ending = file.rpartition(".")
    if ending != "pdf" or not dot:
        raise NotFoundException("no_such_page")
    return _shown(
        event_context,
        decided(BY_NAME["printSheet"], event_context, name=name, round=round, language=language, paper=paper),
    )


@get_page("/e/{code:str}/export/{kind:str}", "helper")
def export(event_context: GivenEvent, kind: FromPath[str], what: FromQuery[str] = "standings") -> Response[Any]:
    """The whole event as a file that can be opened again, or one of its lists."""
    if kind not in EXPORTS:
        raise NotFoundException("no_such_page")
    asked: dict[str, Any] = {"what": what, "bom": True} if kind == "csv" else {}  # spreadsheets need the mark
    return _shown(event_context, EXPORTS[kind][0](event_context, **asked))


def _shown(context: EventContext, found: FileAnswer | Absent | Needs | Outcome) -> Response[Any]:
    """The file, or why there is none."""
    end_without(found)
    if isinstance(found, Needs):
        context.needs(found.role)
    if isinstance(found, Absent):
        return said(context, "refused", context.speaker.verdict("refusal", found.reason), status=404)
    assert isinstance(found, FileAnswer)
    return sent_file(found)


ROUTES = [paper, sheet, export]
