"""What stands on a printed sheet."""

from __future__ import annotations

import datetime
import io
import re
from typing import Any

from pypdf import PdfReader

from ronda.core.model import Tournament
from ronda.sheets import AuditLine, SheetOrder, pdf

DATE = datetime.date(2026, 3, 14)
LOG = (AuditLine(1, "2026-03-14 10:00", "Dora", "Event made"), AuditLine(2, "2026-03-14 10:05", "Ana", "Ben entered"))
SIZES = {"a4": (595, 842), "letter": (612, 792)}


def order(tournament: Tournament, sheet: str, **wishes: Any) -> SheetOrder:
    """An order with all that the sheet could need."""
    links = {player.id: f"https://ronda.example/p/{player.id}-token" for player in tournament.players}
    usual = {"date": DATE, "links": links, "join": "https://ronda.example/7K3M9Q", "code": "7K3M9Q", "log": LOG}
    return SheetOrder(sheet, **{**usual, **wishes})


def printed(tournament: Tournament, sheet: str, **wishes: Any) -> PdfReader:
    made = pdf(tournament, order(tournament, sheet, **wishes))
    assert isinstance(made, bytes), made
    return PdfReader(io.BytesIO(made))


def pages(tournament: Tournament, sheet: str, **wishes: Any) -> list[str]:
    """The text of each page, on one line, without the places where a long word may break."""
    found = (page.extract_text() for page in printed(tournament, sheet, **wishes).pages)
    return [plain(text) for text in found]


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\u200b", "")).strip()


def stands(words: str, text: str) -> bool:
    """Whether the words are in the text, on however many lines."""
    return re.sub(r"\s", "", words) in re.sub(r"\s", "", text)


def size(reader: PdfReader) -> tuple[int, int]:
    box = reader.pages[0].mediabox
    return round(box.width), round(box.height)
