"""The facts of a large tournament file. Run apart (see `sandbox`), so that nobody waits while it is read."""

from __future__ import annotations

import gc
import json
import sys

from ronda.core.facts import Fact
from ronda.formats.errors import Unreadable
from ronda.formats.fact_text import fact_text, text_fact
from ronda.formats.sandbox import confine, read_apart, told
from ronda.formats.tournament.reading import read

SMALL = 200_000  # bytes: up to here it is read at once


def event_facts(data: bytes) -> list[Fact]:
    """As `tournament.reading` has them; a large file is read in a process of its own. Raises Unreadable."""
    if len(data) <= SMALL:
        return read(data)
    return [text_fact(kind, body) for kind, body in read_apart(__name__, data)]


def main() -> None:
    confine()
    gc.disable()  # the process ends with its answer
    try:
        answer = {"read": [fact_text(fact) for fact in read(sys.stdin.buffer.read())]}
    except Unreadable as trouble:
        answer = told(trouble)
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
