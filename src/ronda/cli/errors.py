"""What ends a command early: a refusal by a rule, or input that cannot be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from ronda.core.model import Tournament
from ronda.core.text_rules import hidden_text
from ronda.core.verdicts import Refusal
from ronda.formats.errors import Unreadable
from ronda.formats.json_types import MOST_SEED
from ronda.systems.labels import names
from ronda.texts.speaker import nearest

V = TypeVar("V")

# The refusals that an option of the command line overcomes: which one, says `way.CODE`.
WAYS = frozenset(
    (
        "appeals_open",
        "approval_needed",
        "confirm_correction",
        "confirm_first",
        "conflict",
        "has_left",
        "no_round_exists",
        "score_needs_confirmation",
    )
)
# Refusals that are not about a rule: something was named that is not there, or cannot be read. So is what is unknown,
# but for what may have been there: a penalty that was lifted, an appeal that was decided.
_NOT_UNDERSTOOD = frozenset(("bad_option", "bad_particular", "tiebreak_modifier", "tiebreak_unknown"))
_NO_LONGER = frozenset(("unknown_appeal", "unknown_penalty"))


def not_understood(refusal: Refusal) -> bool:
    """Whether what was named is not there, or cannot be read (status 2); else a rule forbids it (status 1)."""
    code = refusal.code
    return code in _NOT_UNDERSTOOD or (code.startswith("unknown_") and code not in _NO_LONGER)


class Refused(Exception):
    """The desk refuses it: exit status 1, or 2 (`not_understood`). `tournament` has the players it speaks of."""

    def __init__(self, refusal: Refusal, tournament: Tournament | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.names = {} if tournament is None else names(tournament)


def granted(answer: V | Refusal, tournament: Tournament | None = None) -> V:
    """What was asked for. Raises Refused."""
    if isinstance(answer, Refusal):
        raise Refused(answer, tournament)
    return answer


class Misused(Exception):
    """Wrong usage, or a file that cannot be used: exit status 2. The text is `say.KEY`, and more sentences may follow
    (`ways`: their keys and facts)."""

    def __init__(self, key: str, /, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts
        self.ways: list[tuple[str, Mapping[str, Any]]] = []

    def meant(self, found: str, known: Iterable[str]) -> Misused:
        """With the name that was perhaps meant."""
        near = nearest(found, known)
        if near:
            self.ways.append(("say.did_you_mean", {"meant": near}))
        return self


class UnreadableFile(Exception):
    """A file that cannot be read, and why."""

    def __init__(self, path: Path, trouble: Unreadable) -> None:
        super().__init__(str(path))
        self.path = path
        self.trouble = trouble


def seen_only(text: str, *more: str) -> str:
    """The text as it was typed, if one can see all of it; so with the others."""
    hidden = hidden_text(text, *more)
    if hidden is not None:
        raise Refused(hidden)
    return text


def checked_seed(seed: int) -> int:
    """A seed as it was typed, if it is one."""
    if not 0 <= seed <= MOST_SEED:
        raise Misused("bad_seed", found=seed, most=MOST_SEED)
    return seed
