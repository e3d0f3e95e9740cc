"""What the program says, before it is put into words: a code, an article and the facts.

Sentences are made outside (`ronda.texts`); nothing here holds prose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import field

from ronda.core.values import Value

Facts = Mapping[str, Any]  # values are JSON values: numbers, strings, booleans, lists, objects
Severity = Literal["violation", "relaxation", "note"]
RECORDED = "recorded"  # the code of a reason that is known by its text only


class Reason(Value, frozen=True):
    """Why a table, a bye or a round is as it is (S7)."""

    code: str
    article: str
    facts: Facts = field(default_factory=dict)
    table: int | None = None
    player: int | None = None


class InForce(Reason, frozen=True):
    """What holds in an event because of its settings and its field, for those who look on."""


class PlayerNote(Reason, frozen=True):
    """Something worth telling about one player's event."""


class Relaxation(Value, frozen=True):
    """A rule that could not be kept, and for whom (S3)."""

    code: str
    article: str
    players: tuple[int, ...]
    facts: Facts = field(default_factory=dict)


class Finding(Value, frozen=True):
    """What a check of a round or of a set-up saw."""

    code: str
    article: str
    severity: Severity = "violation"
    round: int | None = None
    players: tuple[int, ...] = ()
    facts: Facts = field(default_factory=dict)


class Refusal(Value, frozen=True):
    """A request that a rule forbids, with the way out in its facts."""

    code: str
    article: str
    facts: Facts = field(default_factory=dict)
