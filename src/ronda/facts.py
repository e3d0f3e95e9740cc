"""What can happen to a tournament, as values. Facts are appended; nothing else is ever stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ronda.model import OptionValue, Player, Result, Round, Setup


@dataclass(frozen=True, slots=True)
class Created:
    setup: Setup


@dataclass(frozen=True, slots=True)
class Entered:
    player: Player


@dataclass(frozen=True, slots=True)
class Left:
    """The player takes part up to and including round `after` (R5.2)."""

    player: int
    after: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left is in the pool again from this round on."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A round was made; `numbers` are the start numbers that were fixed with it."""

    round: Round
    numbers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A result, or a later one that corrects it."""

    round: int
    table: int
    result: Result | None
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    options: Mapping[str, OptionValue]


Fact = Created | Entered | Left | Returned | Paired | ResultEntered | OptionsChanged
