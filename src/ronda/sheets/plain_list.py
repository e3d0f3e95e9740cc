"""A list on paper that belongs to no single event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ronda.sheets.typesetting import typeset
from ronda.texts import Speaker
from ronda.texts.languages import described


def listing_pdf(
    speaker: Speaker,
    *,
    event: str,
    title: str,
    day: date,
    statement: str,
    headings: Sequence[str],
    words: Sequence[bool],
    rows: Sequence[Sequence[str]],
) -> bytes:
    """A sheet with the head of every sheet, and one list. `words`: which columns are words and not figures."""
    head = {
        "title": title,
        "told": "",
        "event": event,
        "where": "",
        "logo": [],
        "logo_kind": "",
        "accent": "",
        "date": speaker.day(day),
        "seed": "",
        "code": "",
        "page": speaker.say("label.sheet.page", page="{page}", pages="{pages}"),
        "draft": "",
    }
    data = {
        "paper": "a4",
        "language": speaker.language,
        "direction": described(speaker.language).direction,
        "colon": described(speaker.language).colon,
        "head": head,
        "body": {
            "statement": statement,
            "headings": list(headings),
            "words": list(words),
            "widest": [max((row[at] for row in rows), key=len, default="") for at in range(len(headings))],
            "rows": [list(row) for row in rows],
        },
    }
    return typeset("start", data)
