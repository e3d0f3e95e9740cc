"""An event in the format that the name of a file asks for."""

from __future__ import annotations

from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.formats.tournament.writing import write
from ronda.formats.trf.from_event import report_text

KINDS = {".json": "json", ".trf": "trf"}  # by how the name ends


def kind_of(suffix: str) -> str:
    """The kind of a file by the end of its name; a tournament file where nothing else is known."""
    return KINDS.get(suffix.lower(), "json")


def event_bytes(tournament: Tournament, kind: str) -> bytes | Refusal:
    """The content of the file: `json`, `trf` (TRF26) or `trf16`. Refused where the event does not fit the format."""
    if kind == "json":
        return write(tournament)
    text = report_text(tournament, "trf16" if kind == "trf16" else "trf26")
    return text if isinstance(text, Refusal) else text.encode()
