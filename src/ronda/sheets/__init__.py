"""Printed sheets as PDF: pairings, slips, standings, cards and more, each readable after photocopying.

    pdf(tournament, Order("tables", language="es", round=3, date=date(2026, 3, 14)))

gives the bytes of the PDF, or a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ronda.core.model import Round, Tournament
from ronda.core.verdicts import Refusal
from ronda.sheets.context import SHEETS, AuditLine, Data, SheetJob, SheetOrder, job_of
from ronda.sheets.event_sheets import (
    audit_sheet,
    bracket_sheet,
    cards_sheet,
    certificates_sheet,
    fees_sheet,
    poster_sheet,
    prizes_sheet,
    rules_sheet,
)
from ronda.sheets.round_sheets import names_sheet, scores_sheet, slips_sheet, tables_sheet
from ronda.sheets.standings_sheets import cross_sheet, standings_sheet, standings_title, start_sheet
from ronda.sheets.typesetting import check_code, typeset
from ronda.texts.catalogue import described
from ronda.views.verdicts import in_force_text

__all__ = ["AFTER_A_ROUND", "OF_A_ROUND", "SHEETS", "AuditLine", "SheetOrder", "check_code", "composed", "pdf"]

# The title of each sheet, and who makes it.
OF_A_ROUND: dict[str, tuple[str, Callable[[SheetJob, Round], Data | Refusal]]] = {
    "tables": ("label.pairing_list", tables_sheet),
    "names": ("label.sheet.names", names_sheet),
    "slips": ("label.sheet.slips", slips_sheet),
    "scores": ("label.sheet.scores", scores_sheet),
}
POSTED = ("tables", "names")  # of a round; the others are cut up
AFTER_A_ROUND: dict[str, tuple[Callable[[SheetJob, int], str], Callable[[SheetJob, int], Data]]] = {
    "standings": (standings_title, standings_sheet),
    "cross": (lambda job, after: job.say("label.sheet.cross", round=after, after=after), cross_sheet),
}
OF_THE_EVENT: dict[str, tuple[str, Callable[[SheetJob], Data | Refusal]]] = {
    "start": ("label.start_list", start_sheet),
    "bracket": ("label.sheet.bracket", bracket_sheet),
    "fees": ("label.sheet.fees", fees_sheet),
    "prizes": ("web.prizes.title", prizes_sheet),
    "certificates": ("label.sheet.certificates", certificates_sheet),
    "cards": ("label.sheet.cards", cards_sheet),
    "rules": ("label.sheet.rules", rules_sheet),
    "audit": ("label.sheet.audit", audit_sheet),
    "poster": ("label.sheet.poster", poster_sheet),
}


def pdf(tournament: Tournament, order: SheetOrder) -> bytes | Refusal:
    """The sheet as a PDF, or why there is none."""
    data = composed(tournament, order)
    return data if isinstance(data, Refusal) else typeset(order.sheet, data)


def composed(tournament: Tournament, order: SheetOrder) -> Data | Refusal:
    """Everything that stands on the sheet, in words, as the template takes it."""
    job = job_of(tournament, order)
    made = len(tournament.rounds)
    number = made if order.round is None else order.round
    if order.sheet in OF_A_ROUND:
        if not 1 <= number <= made:
            return _no_round(number or 1, made)
        title, of_a_round = OF_A_ROUND[order.sheet]
        told = in_force_text(tournament, job.speaker) if order.sheet in POSTED else ()
        said = job.say(title, round=number, after=number)
        return _whole(job, said, number, of_a_round(job, tournament.rounds[number - 1]), told)
    if order.sheet in AFTER_A_ROUND:
        if not 0 <= number <= made:
            return _no_round(number, made)
        titled, after_a_round = AFTER_A_ROUND[order.sheet]
        return _whole(job, titled(job, number), number, after_a_round(job, number))
    if order.sheet in OF_THE_EVENT:
        title, of_the_event = OF_THE_EVENT[order.sheet]
        return _whole(job, job.say(title, round=0, after=0), 0, of_the_event(job))
    return Refusal("unknown_sheet", "S4", {"found": order.sheet, "known": list(SHEETS)})


def _no_round(number: int, made: int) -> Refusal:
    return Refusal("unknown_round", "S4", {"round": number, "rounds": made})


def _whole(job: SheetJob, title: str, number: int, body: Data | Refusal, told: Sequence[str] = ()) -> Data | Refusal:
    """The sheet with its head; round 0 is none. `told` stands under the title."""
    if isinstance(body, Refusal):
        return body
    round_ = job.tournament.rounds[number - 1] if number else None
    return {
        "paper": "us-letter" if job.order.paper == "letter" else "a4",
        "language": job.speaker.language,
        "direction": described(job.speaker.language).direction,
        "colon": described(job.speaker.language).colon,
        "head": {"title": title, "told": " ".join(told), **_head(job, round_)},
        "body": body,
    }


def _head(job: SheetJob, round_: Round | None) -> dict[str, Any]:
    """What stands on top of every page. Page numbers are filled in by the typesetter, who alone knows them."""
    setup = job.tournament.setup
    draft = round_ is not None and round_.status == "draft"
    return {
        "event": setup.name or job.say(f"system.{job.system}.name"),
        "where": job.order.where,
        "logo": list(job.order.logo),
        "logo_kind": job.order.logo_kind,
        "accent": job.order.accent,
        "date": "" if job.order.date is None else job.day(job.order.date),
        "seed": job.say("label.sheet.seed", seed=setup.seed if round_ is None else round_.seed),
        "code": "" if round_ is None else job.say("label.sheet.check_code", code=check_code(round_)),
        "page": job.say("label.sheet.page", page="{page}", pages="{pages}"),
        "draft": job.say("label.sheet.draft") if draft else "",
    }
