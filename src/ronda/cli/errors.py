"""What ends a command early: a refusal by a rule, or input that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.core.text_rules import hidden_text
from ronda.core.verdicts import Refusal
from ronda.formats.strict_json.shape import MOST_SEED

# The refusals that an option of the command line overcomes: which one, says `way.CODE`.
WAYS = frozenset(
    (
        *("appeals_open", "approval_needed", "confirm_correction", "confirm_first", "conflict", "no_round_exists"),
        "score_needs_confirmation",
    )
)


class Refused(Exception):
    """A rule forbids it: exit status 1. `names` are those of the players it speaks of."""

    def __init__(self, refusal: Refusal, names: Mapping[int, str] | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.names = names or {}


class Misused(Exception):
    """Wrong usage, or a file that cannot be used: exit status 2. The text is `say.KEY`, and more sentences may follow
    (`ways`: their keys and facts)."""

    def __init__(self, key: str, /, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts
        self.ways: list[tuple[str, Mapping[str, Any]]] = []


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
