"""What a list of tournaments shows, kept beside the end of each: a list of thousands of events reads no facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from ronda.core.facts import Archived, Created, Deleted, Fact, Finished, Redone, Renamed, Undone
from ronda.core.history import fold, in_force
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


_TELLING = (Created, Renamed, Finished, Archived, Deleted)


@dataclass(frozen=True, slots=True)
class Outline:
    name: str
    system: str
    finished: bool
    archived: bool
    deleted: bool


def may_change_outline(facts: Iterable[Fact]) -> bool:
    return any(isinstance(fact, (*_TELLING, Undone, Redone)) for fact in facts)


def outline(facts: Sequence[Fact]) -> Outline:
    """Folds only the few facts that tell it: a list of tournaments does not need their rounds."""
    tournament = fold(fact for fact in in_force(facts) if isinstance(fact, _TELLING))
    return Outline(
        name=_plain(tournament.setup.name),
        system=_plain(tournament.setup.system),
        finished=tournament.finished,
        archived=tournament.archived,
        deleted=tournament.deleted,
    )


def _plain(text: str) -> str:
    """Text that every database takes: no NUL, no half of a surrogate pair."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
