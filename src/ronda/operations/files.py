"""An event as a file and on paper: what can be opened again, lists for spreadsheets, report files, sheets as PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal
from unicodedata import normalize

import msgspec

from ronda.core import Frozen, Refusal
from ronda.desk.fees import has_fees
from ronda.desk.permissions import Role
from ronda.formats.event_text import event_bytes
from ronda.formats.tournament.writing import write
from ronda.formats.workbooks import SHEETS as LISTS
from ronda.formats.workbooks import csv_bytes, workbook_bytes
from ronda.operations.appearance import IDENTITY, NO_LOGO, PICTURE
from ronda.operations.colours import accent_of
from ronda.operations.joining import needed_word, scanned_address
from ronda.operations.operation import Absent, EventCaller, FileAnswer, Needs, Operation, Outcome
from ronda.sheets import SHEETS, AuditLine, SheetOrder, pdf
from ronda.store.event_log import LogPages
from ronda.systems import rules_of
from ronda.systems.event_stages import begun_stages
from ronda.texts import LANGUAGES, Speaker
from ronda.views.seat import announced, as_published

OF_A_ROUND = ("tables", "names", "slips", "scores")
AFTER_A_ROUND = ("standings", "cross")
OPEN = frozenset(("start", "tables", "names", "standings", "cross", "rules"))  # for everybody, of what is published
FOR_PHONES = frozenset(("cards", "poster"))  # nothing without an address that phones can open
SECRET = frozenset(("cards", "audit"))  # personal links, and who did what
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

if TYPE_CHECKING:
    SheetName = str
else:
    SheetName = Literal[tuple(SHEETS)]  # whichever there are
Paper = Annotated[str, msgspec.Meta(extra_json_schema={"extra": {"enum": ["a4", "letter"]}})]
CsvList = Annotated[str, msgspec.Meta(description="Which list", extra_json_schema={"extra": {"enum": list(LISTS)}})]
ByteOrderMark = Annotated[
    bool, msgspec.Meta(description="Begin with the byte order mark, by which Excel knows that the file is UTF-8")
]


class SheetLine(Frozen):
    """A sheet that can be printed now; `of_round`: it is of one round, or (`after_round`) after one."""

    name: str
    of_round: bool
    after_round: bool


class SheetsState(Frozen):
    code: str
    version: int
    sheets: list[SheetLine]


# --- files -------------------------------------------------------------------------------------------------


def export_json(caller: EventCaller) -> Annotated[FileAnswer, "application/json"]:
    return _file(caller, write(caller.tournament), "application/json", "json")


def export_xlsx(caller: EventCaller) -> Annotated[FileAnswer, XLSX]:
    return _file(caller, workbook_bytes(caller.tournament), XLSX, "xlsx")


def export_csv(
    caller: EventCaller, what: CsvList = "standings", bom: ByteOrderMark = False
) -> Annotated[FileAnswer, "text/csv"] | Outcome:
    if what not in LISTS:
        return Outcome.MISSING
    return _file(caller, csv_bytes(caller.tournament, what, mark=bom), "text/csv", "csv", what)


def export_trf(caller: EventCaller) -> Annotated[FileAnswer, "text/plain"] | Absent:
    return _report(caller, "trf")


def export_trf16(caller: EventCaller) -> Annotated[FileAnswer, "text/plain"] | Absent:
    return _report(caller, "trf16")


def _report(caller: EventCaller, kind: Literal["trf", "trf16"]) -> FileAnswer | Absent:
    made = event_bytes(caller.tournament, kind)
    return Absent(made) if isinstance(made, Refusal) else _file(caller, made, "text/plain", "trf")


def _file(
    caller: EventCaller, data: bytes, media: str, ending: str, what: str = "", *, inline: bool = False
) -> FileAnswer:
    stem = "-".join(part for part in (safe_name(caller.tournament.setup.name), caller.code, what) if part)
    return FileAnswer(f"{stem}.{ending}", media, data, inline)


def safe_name(text: str) -> str:
    """A name that every file system and header takes: plain letters, digits and hyphens."""
    plain = normalize("NFKD", text.replace("ı", "i").replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:60].strip("-")


# --- sheets ------------------------------------------------------------------------------------------------


def list_sheets(caller: EventCaller) -> SheetsState:
    found = [name for name in SHEETS if offered(caller, name, len(caller.tournament.rounds))]
    lines = [SheetLine(name, name in OF_A_ROUND, name in AFTER_A_ROUND) for name in found]
    return SheetsState(caller.code, caller.version, lines)


def offered(caller: EventCaller, sheet: str, chosen: int) -> bool:
    """Whether the caller may have the sheet, and it can be made of the event as it is now."""
    tournament = caller.tournament
    if not caller.person.may(_role(sheet)) or (sheet in OF_A_ROUND and not chosen):
        return False
    match sheet:
        case "scores":
            return bool(rules_of(tournament.setup).results.form_for(tournament.setup).hands)
        case "bracket":
            return bool(begun_stages(tournament))
        case "fees":
            return has_fees(tournament)
        case "prizes":
            return tournament.prizes is not None
        case "certificates":
            return bool(tournament.rounds)
    return caller.reachable or sheet not in FOR_PHONES


def _role(sheet: str) -> Role:
    if sheet in OPEN:
        return "public"
    return "arbiter" if sheet in SECRET else "helper"


def print_sheet(
    caller: EventCaller, name: SheetName, round: int | None = None, language: str = "", paper: Paper = "a4"
) -> Annotated[FileAnswer, "application/pdf"] | Absent | Needs:
    """Who is not of the desk gets what hangs on the wall, with the names that the public sees."""
    if not caller.person.may(_role(name)):
        return Needs(_role(name))
    out = as_published(caller.tournament)
    tournament = out if name in AFTER_A_ROUND else caller.tournament
    if not caller.staff:
        tournament = announced(caller.tournament)
    if name in AFTER_A_ROUND and caller.staff and round == len(out.rounds) + 1:
        round = None  # a draft is chosen: standings are those before it
    naming = caller.naming
    order = SheetOrder(
        name,
        language=sheet_language(caller, language),
        paper="letter" if paper == "letter" else "a4",
        round=round,
        date=date.today(),
        names=naming.mode,
        year=naming.year,
        hidden=naming.own,
        **face_on_paper(caller),
    )
    if name in OPEN:  # a whole hall may ask for these
        audience = "desk" if caller.staff else f"public, {naming}"
        key = ("text", audience, (order.sheet, *_known_by(order)))
        made = caller.store.live.text(caller.event, key, lambda: pdf(tournament, order))
    else:
        made = pdf(tournament, _with_secrets(caller, order))
    return (
        Absent(made) if isinstance(made, Refusal) else _file(caller, made, "application/pdf", "pdf", name, inline=True)
    )


def _known_by(order: SheetOrder) -> tuple[object, ...]:
    face = (order.where, order.logo, order.accent)
    return order.language, order.paper, order.round, order.date, order.naming, face


def face_on_paper(caller: EventCaller) -> dict[str, Any]:
    """The face of the event as sheets show it; a colour only where one was chosen."""
    face = caller.settings.setting(caller.code, IDENTITY)
    picture = caller.settings.setting(caller.code, PICTURE) if face.logo else NO_LOGO
    days = " – ".join(caller.speaker.day(day) for day in face.days)
    return {
        "where": " · ".join(part for part in (days, face.place, face.organiser) if part),
        "logo": picture.data,
        "logo_kind": {"png": "png", "jpeg": "jpg"}.get(picture.kind, ""),
        "accent": accent_of(face.accent)["al"] if face.accent else "",
    }


def sheet_language(caller: EventCaller, wanted: str) -> str:
    """As asked, else that of the event, else the reader's own."""
    own = caller.settings.display(caller.code).language
    return next(tag for tag in (wanted, own, caller.speaker.language) if tag in LANGUAGES)


def _with_secrets(caller: EventCaller, order: SheetOrder) -> SheetOrder:
    """What only this sheet needs to know. A code that leads nowhere is worse than none."""
    settings, code, address = caller.settings, caller.code, caller.address
    match order.sheet:
        case "cards" if caller.reachable:
            players = [player.id for player in caller.tournament.players if not player.removed]
            return replace(order, links={one: f"{address}/p/{code}/{settings.mark(code, one)}" for one in players})
        case "poster" if caller.reachable:
            word = needed_word(caller, code, settings.display(code).joining)
            scan = scanned_address(caller, code, word)
            return replace(order, join=f"{address}/join", scan=scan, code=code, word=word.word if word else "")
        case "audit":
            return replace(order, log=_log_lines(caller, order.language))
    return order


def _log_lines(caller: EventCaller, language: str) -> list[AuditLine]:
    own = caller.speaker
    speaker = Speaker(language, own.names, own.bare, system=own.system, where=own.where)
    lines = []
    pages = LogPages(caller.store, caller.event, speaker.removed)
    for entry in pages.newest(len(pages)):
        text = speaker.say(f"log.{entry.code}", **entry.facts)
        told = text if entry.counts else speaker.say("say.undone_entry", text=text)
        at = entry.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
        lines.append(AuditLine(entry.version, at, speaker.actor(entry.actor), told))
    return lines


EXPORTS: Mapping[str, tuple[Callable[..., Any], str]] = {
    "json": (export_json, "The event as a file that can be opened again"),
    "xlsx": (export_xlsx, "The event as a workbook"),
    "csv": (export_csv, f"One of its lists as CSV: {', '.join(LISTS)}"),
    "trf": (export_trf, "The event as a report file, where the system has one"),
    "trf16": (export_trf16, "The same in the older form"),
}
OPERATIONS = (
    *(
        Operation(f"export{kind.capitalize()}", f"GET /export/{kind}", "helper", *row, answers="The file")
        for kind, row in EXPORTS.items()
    ),
    Operation("listSheets", "GET /sheets", "helper", list_sheets, "The sheets that can be printed now"),
    Operation(
        "printSheet",
        "GET /sheets/{name}",
        "public",
        print_sheet,
        "A sheet as PDF; what hangs on the wall is for everybody",
        answers="The sheet",
    ),
)
