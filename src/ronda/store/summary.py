"""What a list of tournaments shows, taken from the facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ronda.core.facts import Archived, Created, Deleted, Fact, Finished, Redone, Renamed, Undone
from ronda.core.history import fold, in_force

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
