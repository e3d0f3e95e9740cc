"""An event in the format that the name of a file asks for, and the facts of a large tournament file, read in a process
of its own (see `sandbox`) so that nobody waits while it is read."""

from __future__ import annotations

from ronda.core import Tournament
from ronda.core.facts import Fact
from ronda.core.verdicts import COUNT, PLAYER, TEXT, TEXTS, Codes, Refusal, citing
from ronda.formats.fact_text import fact_text, text_fact
from ronda.formats.sandbox import read_in_subprocess, serve
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.trf.events import report_text

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


CODES: Codes = {
    "refusal": {
        "form_has_formula": citing("PS4.5", cell=TEXT),
        "form_sheet_missing": citing("PS4.5", sheet=TEXT),
        "form_too_small": citing("PS4.5", players=COUNT, rounds=COUNT, most=COUNT, most_rounds=COUNT),
        "form_unreadable": citing("PS4.5"),
        "no_form": citing("PS4.5"),
        "trf_no_report": citing("T5", system=TEXT),
        "trf_too_many": citing("T2", number=COUNT, most=COUNT),
        "trf_too_many_points": citing("T2", player=PLAYER, most=TEXT),
        "trf_too_many_rounds": citing("T2", rounds=COUNT, most=COUNT),
        "unknown_format": citing("", found=TEXT, known=TEXTS),
    }
}


SMALL = 200_000  # bytes: up to here it is read at once


def event_facts(data: bytes) -> list[Fact]:
    """As `tournament.reading` has them; a large file is read in a process of its own. Raises Unreadable."""
    if len(data) <= SMALL:
        return read(data)
    return [text_fact(kind, body) for kind, body in read_in_subprocess(__name__, data)]


if __name__ == "__main__":
    serve(lambda data: [fact_text(fact) for fact in read(data)])
