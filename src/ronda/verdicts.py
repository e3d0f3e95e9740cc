"""What the program says, before it is put into words: a code, an article and the facts.

Sentences are made outside (`ronda.texts`); nothing here holds prose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Facts = Mapping[str, Any]  # values are JSON values: numbers, strings, booleans, lists, objects
Severity = Literal["violation", "relaxation", "note"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table, a bye or a round is as it is (S7)."""

    code: str
    article: str
    facts: Facts = field(default_factory=dict)
    table: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class InForce(Reason):
    """What holds in an event because of its settings and its field, for those who look on."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A rule that could not be kept, and for whom (S3)."""

    code: str
    article: str
    players: tuple[int, ...]
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of a round or of a set-up saw."""

    code: str
    article: str
    severity: Severity = "violation"
    round: int | None = None
    players: tuple[int, ...] = ()
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that a rule forbids, with the way out in its facts."""

    code: str
    article: str
    facts: Facts = field(default_factory=dict)
