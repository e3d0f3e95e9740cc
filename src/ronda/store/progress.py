"""Where a tournament stands, kept beside its end: a list of thousands of events reads no facts."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ronda.core.model import Tournament
from ronda.desk.decisions import missing_results
from ronda.desk.phases import Phase, phase
from ronda.store.values import Damaged, Stored
from ronda.systems import planned_rounds

FORM = 2  # another one for every change of what stands here or how it is found


class Progress(msgspec.Struct, frozen=True, array_like=True):
    """`rounds` that were made, of so many `planned`; results are `missing` in the last one."""

    form: int
    phase: Phase
    players: int
    rounds: int
    planned: int
    missing: int


_WRITE = msgspec.json.Encoder().encode
_READ = msgspec.json.Decoder(Progress).decode


def progress_of(tournament: Tournament) -> Progress:
    return Progress(
        FORM,
        phase(tournament),
        len(tournament.players),
        len(tournament.rounds),
        planned_rounds(tournament),
        len(missing_results(tournament)),
    )


def told_progress(stored: Stored, folded: Callable[[Stored], Tournament]) -> str | None:
    """As it is kept; None where the facts do not fit together: who opens the event is told so."""
    try:
        return progress_text(progress_of(folded(stored)))
    except (Damaged, ImportError):  # ... or are of a system that this release does not know
        return None


def progress_text(progress: Progress) -> str:
    return _WRITE(progress).decode("ascii")


def read_progress(text: object) -> Progress | None:
    """None where nothing of the kind stands there, or what another release found."""
    try:
        found = _READ(text) if isinstance(text, str) else None
    except msgspec.DecodeError:
        return None
    return found if found is not None and found.form == FORM else None
