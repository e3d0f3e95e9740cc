"""Sheets as PDF, and the event as JSON, CSV or a workbook."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from unicodedata import normalize

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda import registry
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.fees import has_fees
from ronda.desk.roles import Role
from ronda.formats.event_text import event_bytes
from ronda.formats.tournament.writing import write
from ronda.formats.workbooks import SHEETS as LISTS
from ronda.formats.workbooks import csv_bytes, workbook_bytes
from ronda.operations.appearance import NO_LOGO, PICTURE
from ronda.operations.colours import accent_of
from ronda.operations.joining import scanned_address
from ronda.sheets import SHEETS, AuditLine, SheetOrder, pdf
from ronda.systems.event_stages import begun_stages
from ronda.texts import LANGUAGES
from ronda.views.seat import announced, as_published
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import log_pages, text_of
from ronda.web.forms import said
from ronda.web.http.request_bodies import get_page
from ronda.web.joining import shown_hall_word
from ronda.web.language import NAMES, Words

OF_A_ROUND = ("tables", "names", "slips", "scores")
AFTER_A_ROUND = ("standings", "cross")
OPEN = frozenset(("start", "tables", "names", "standings", "cross", "rules"))  # for everybody, of what is published
FOR_PHONES = frozenset(("cards", "poster"))  # nothing without an address that phones can open
SECRET = frozenset(("cards", "audit"))  # personal links, and who did what
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


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
        language=_language(event_context, language),
        paper="letter" if paper == "letter" else "a4",
        language_names=NAMES,
        sheets=[sheet for sheet in SHEETS if offered(event_context, sheet, chosen)],
        with_round=(*OF_A_ROUND, *AFTER_A_ROUND),
        lists=list(LISTS),
        reports=event_context.tournament.setup.system in registry.reporting(),
    )


def offered(context: EventContext, sheet: str, chosen: int) -> bool:
    """Whether this person may have the sheet, and it can be made of the event as it is now."""
    if not context.person.may(sheet_role(sheet)) or (sheet in OF_A_ROUND and not chosen):
        return False
    if sheet == "scores":
        return bool(context.system.rules.results.form.hands)
    if sheet == "bracket":
        return bool(begun_stages(context.tournament))
    if sheet == "fees":
        return has_fees(context.tournament)
    if sheet == "prizes":
        return context.tournament.prizes is not None
    if sheet == "certificates":
        return bool(context.tournament.rounds)
    return context.reachable or sheet not in FOR_PHONES


@get_page("/e/{code:str}/print/{file:str}", lambda path: sheet_role(path["file"].rpartition(".")[0]))
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
    made = printed(event_context, name, round, language, paper)
    if isinstance(made, Refusal):
        return said(event_context, "refused", event_context.words.speaker.verdict("refusal", made), status=404)
    return made


def printed(
    event_context: EventContext, name: str, round: int | None, language: str, paper: str
) -> Response[bytes] | Refusal:
    """Who is not of the desk gets what hangs on the wall, with the names that the public sees."""
    out = as_published(event_context.tournament)
    tournament = out if name in AFTER_A_ROUND else event_context.tournament
    if not event_context.staff:
        tournament = announced(event_context.tournament)
    if name in AFTER_A_ROUND and event_context.staff and round == len(out.rounds) + 1:
        round = None  # a draft is chosen: standings are those before it
    naming = event_context.naming
    order = SheetOrder(
        name,
        language=_language(event_context, language),
        paper="letter" if paper == "letter" else "a4",
        round=round,
        date=date.today(),
        names=naming.mode,
        year=naming.year,
        hidden=naming.own,
        **face_on_paper(event_context),
    )
    if name in OPEN:  # a whole hall may ask for these
        made = text_of(event_context, (order.sheet, *_known_by(order)), lambda: pdf(tournament, order))
    else:
        made = pdf(tournament, _with_secrets(event_context, order))
    if isinstance(made, Refusal):
        return made
    return _file(event_context, made, "application/pdf", name, "pdf", inline=True)


def _known_by(order: SheetOrder) -> tuple[object, ...]:
    face = (order.where, order.logo, order.accent)
    return order.language, order.paper, order.round, order.date, order.naming, face


def face_on_paper(context: EventContext) -> dict[str, Any]:
    """The face of the event as sheets show it; a colour only where one was chosen."""
    face = context.identity
    picture = context.runtime.setting(context.code, PICTURE) if face.logo else NO_LOGO
    days = " – ".join(context.words.speaker.day(day) for day in face.days)
    return {
        "where": " · ".join(part for part in (days, face.place, face.organiser) if part),
        "logo": picture.data,
        "logo_kind": {"png": "png", "jpeg": "jpg"}.get(picture.kind, ""),
        "accent": accent_of(face.accent)["al"] if face.accent else "",
    }


def sheet_role(sheet: str) -> Role:
    """From which role on it may be printed."""
    if sheet not in SHEETS:
        raise NotFoundException("no_such_page")
    if sheet in OPEN:
        return "public"
    return "arbiter" if sheet in SECRET else "helper"


def _language(context: EventContext, wanted: str) -> str:
    """As asked, else that of the event, else the reader's own."""
    return next(tag for tag in (wanted, context.display.language, context.words.language) if tag in LANGUAGES)


def _with_secrets(context: EventContext, order: SheetOrder) -> SheetOrder:
    """What only this sheet needs to know."""
    runtime, code, display = context.runtime, context.code, context.display
    match order.sheet:
        case "cards":
            if not context.reachable:  # a code that leads nowhere is worse than none
                return order
            players = [player.id for player in context.tournament.players if not player.removed]
            links = {player: f"{context.address}/p/{code}/{runtime.mark(code, player)}" for player in players}
            return replace(order, links=links)
        case "poster":
            if not context.reachable:
                return order
            word = shown_hall_word(context, code, display.joining)
            scan = scanned_address(context, code, word)
            return replace(order, join=f"{context.address}/join", scan=scan, code=code, word=word.word if word else "")
        case "audit":
            words = Words(order.language, context.words.known)
            return replace(order, log=_log_lines(context, words))
        case _:
            return order


def _log_lines(context: EventContext, words: Words) -> list[AuditLine]:
    lines = []
    pages = log_pages(context, words=words)
    for entry in pages.newest(len(pages)):
        text = words(f"log.{entry.code}", **entry.facts)
        told = text if entry.counts else words("say.undone_entry", text=text)
        lines.append(
            AuditLine(
                entry.version, entry.at.astimezone().strftime("%Y-%m-%d %H:%M:%S"), words.actor(entry.actor), told
            )
        )
    return lines


# --- files -------------------------------------------------------------------------------------------------

_EXPORTS: dict[str, tuple[str, Callable[[Tournament], bytes]]] = {
    "json": ("application/json", write),
    "xlsx": (XLSX, workbook_bytes),
}


@get_page("/e/{code:str}/export/{kind:str}", "helper")
def export(event_context: GivenEvent, kind: FromPath[str], what: FromQuery[str] = "standings") -> Response[Any]:
    """The whole event as a file that can be opened again, or one of its lists."""
    made = exported(event_context, kind, what)
    if isinstance(made, Refusal):
        return said(event_context, "refused", event_context.words.speaker.verdict("refusal", made), status=404)
    return made


def exported(event_context: EventContext, kind: str, what: str, *, mark: bool = True) -> Response[bytes] | Refusal:
    """`mark`: whether CSV begins with the byte order mark that spreadsheets need."""
    if kind == "csv" and what in LISTS:
        data = csv_bytes(event_context.tournament, what, mark=mark)
        return _file(event_context, data, "text/csv", what, "csv", inline=False)
    if kind in ("trf", "trf16"):
        report = event_bytes(event_context.tournament, kind)
        if isinstance(report, Refusal):
            return report
        return _file(event_context, report, "text/plain", "", "trf", inline=False)
    if kind not in _EXPORTS:
        raise NotFoundException("no_such_page")
    media_type, make = _EXPORTS[kind]
    return _file(event_context, make(event_context.tournament), media_type, "", kind, inline=False)


def _file(
    context: EventContext, data: bytes, media_type: str, what: str, ending: str, *, inline: bool
) -> Response[bytes]:
    stem = "-".join(part for part in (safe_name(context.tournament.setup.name), context.code, what) if part)
    disposition = f'{"inline" if inline else "attachment"}; filename="{stem}.{ending}"'
    return Response(data, media_type=media_type, headers={"content-disposition": disposition})


def safe_name(text: str) -> str:
    """A name that every file system and header takes: plain letters, digits and hyphens."""
    plain = normalize("NFKD", text.replace("ı", "i").replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:60].strip("-")


ROUTES = [paper, sheet, export]
