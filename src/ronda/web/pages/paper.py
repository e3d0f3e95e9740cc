"""Paper and files: every sheet as PDF, and the event as JSON, CSV or a workbook."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from unicodedata import normalize

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Template

from ronda.formats.lists_csv import csv_bytes
from ronda.formats.tabular import SHEETS as LISTS
from ronda.formats.tournament_text import write
from ronda.formats.workbook import workbook_bytes
from ronda.labels import Naming
from ronda.model import Tournament
from ronda.sheets import SHEETS, LogLine, Order, pdf
from ronda.texts import LANGUAGES
from ronda.verdicts import Refusal
from ronda.web import looking
from ronda.web.cached import log_of, page_of
from ronda.web.pages.acting import said
from ronda.web.people import Role
from ronda.web.visits import EventVisit
from ronda.web.words import NAMES, Words

OF_A_ROUND = ("tables", "names", "slips", "scores")
AFTER_A_ROUND = ("standings", "cross")
OPEN = frozenset(("start", "tables", "names", "standings", "cross", "rules"))  # for everybody, of what is published
SECRET = frozenset(("cards", "audit"))  # personal links, and who did what
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@get("/e/{code:str}/print", include_in_schema=False)
async def paper(event_visit: EventVisit, round: int | None = None, language: str = "", paper: str = "a4") -> Template:
    event_visit.needs("helper")
    made = len(event_visit.tournament.rounds)
    chosen = made if round is None else round
    if not 0 <= chosen <= made:
        raise NotFoundException("no_such_page")
    return event_visit.page(
        "print.html",
        round=chosen,
        language=_language(event_visit, language),
        paper="letter" if paper == "letter" else "a4",
        language_names=NAMES,
        sheets=[sheet for sheet in SHEETS if event_visit.person.may(_role(sheet))],
        of_a_round=OF_A_ROUND,
        after_a_round=AFTER_A_ROUND,
        lists=list(LISTS),
    )


@get("/e/{code:str}/print/{file:str}", include_in_schema=False, sync_to_thread=True)
def sheet(
    event_visit: EventVisit, file: str, round: int | None = None, language: str = "", paper: str = "a4"
) -> Response[Any]:
    """One sheet. Who is not of the desk gets what hangs on the wall, with the names that the public sees."""
    name, dot, ending = file.rpartition(".")
    if name not in SHEETS or ending != "pdf" or not dot:
        raise NotFoundException("no_such_page")
    event_visit.needs(_role(name))
    out = looking.published(event_visit.tournament)
    tournament = out if name in AFTER_A_ROUND else event_visit.tournament
    if not event_visit.staff:
        tournament = looking.announced(event_visit.tournament)
    if name in AFTER_A_ROUND and event_visit.staff and round == len(out.rounds) + 1:
        round = None  # a draft is chosen: standings are those before it
    order = Order(
        name,
        language=_language(event_visit, language),
        paper="letter" if paper == "letter" else "a4",
        round=round,
        date=date.today(),
        names=_naming(event_visit),
    )
    if name in OPEN:  # a whole hall may ask for these
        made = page_of(event_visit, (order.sheet, *_known_by(order)), lambda: pdf(tournament, order))
    else:
        made = pdf(tournament, _with_secrets(event_visit, order))
    if isinstance(made, Refusal):
        return said(event_visit, "refused", event_visit.words.speaker.verdict("refusal", made), status=404)
    return _file(event_visit, made, "application/pdf", name, "pdf", inline=True)


def _known_by(order: Order) -> tuple[object, ...]:
    return order.language, order.paper, order.round, order.date, order.names


def _role(sheet: str) -> Role:
    if sheet in OPEN:
        return "public"
    return "arbiter" if sheet in SECRET else "helper"


def _naming(visit: EventVisit) -> Naming:
    return "full" if visit.staff else visit.display.naming


def _language(visit: EventVisit, wanted: str) -> str:
    """As asked, else that of the event, else the reader's own."""
    return next(tag for tag in (wanted, visit.display.language, visit.words.language) if tag in LANGUAGES)


def _with_secrets(visit: EventVisit, order: Order) -> Order:
    """What only this sheet needs to know."""
    house, code, display = visit.house, visit.code, visit.display
    match order.sheet:
        case "cards":
            players = [player.id for player in visit.tournament.players if not player.removed]
            links = {player: f"{visit.address}/p/{code}/{house.mark(code, player, display)}" for player in players}
            return replace(order, links=links)
        case "poster":
            return replace(order, join=f"{visit.address}/join/{code}", code=code)
        case "audit":
            words = Words(order.language, visit.words.known)
            return replace(order, log=_log_lines(visit, words))
        case _:
            return order


def _log_lines(visit: EventVisit, words: Words) -> list[LogLine]:
    lines = []
    for entry in log_of(visit, words=words):
        text = words(f"log.{entry.code}", **entry.facts)
        told = text if entry.counts else words("say.undone_entry", text=text)
        lines.append(LogLine(entry.version, entry.at.astimezone().strftime("%Y-%m-%d %H:%M:%S"), entry.actor, told))
    return lines


# --- files -------------------------------------------------------------------------------------------------

_EXPORTS: dict[str, tuple[str, Callable[[Tournament], bytes]]] = {
    "json": ("application/json", write),
    "xlsx": (XLSX, workbook_bytes),
}


@get("/e/{code:str}/export/{kind:str}", include_in_schema=False, sync_to_thread=True)
def export(event_visit: EventVisit, kind: str, what: str = "standings") -> Response[Any]:
    """The whole event as a file that can be opened again, or one of its lists."""
    event_visit.needs("helper")
    if kind == "csv" and what in LISTS:
        data = csv_bytes(event_visit.tournament, what)
        return _file(event_visit, data, "text/csv; charset=utf-8", what, "csv", inline=False)
    if kind not in _EXPORTS:
        raise NotFoundException("no_such_page")
    media_type, make = _EXPORTS[kind]
    return _file(event_visit, make(event_visit.tournament), media_type, "", kind, inline=False)


def _file(visit: EventVisit, data: bytes, media_type: str, what: str, ending: str, *, inline: bool) -> Response[bytes]:
    stem = "-".join(part for part in (safe_name(visit.tournament.setup.name), visit.code, what) if part)
    disposition = f'{"inline" if inline else "attachment"}; filename="{stem}.{ending}"'
    return Response(data, media_type=media_type, headers={"content-disposition": disposition})


def safe_name(text: str) -> str:
    """A name that every file system and header takes: plain letters, digits and hyphens."""
    plain = normalize("NFKD", text.replace("ı", "i").replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:60].strip("-")


ROUTES = [paper, sheet, export]
