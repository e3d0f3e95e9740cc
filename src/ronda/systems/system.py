"""What a system is: its options, its scoring, its criteria and three functions. No base class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from ronda.book import Book, Scoring
from ronda.lots import Draw
from ronda.model import OptionValue, Player, Proposal, Result, Round, Setup
from ronda.standings import Standings
from ronda.verdicts import Finding, Reason, Refusal

OptionKind = Literal["int", "halves", "bool", "choice"]


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. `halves` is a number with half points, kept as a whole number of halves. A default of
    None means that the system finds the value itself (by the size of the field)."""

    name: str
    kind: OptionKind
    default: OptionValue
    article: str
    low: int | None = None
    high: int | None = None
    choices: tuple[OptionValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """An option whose values are worth trying out on a field before the event, and what they are compared by: keys of
    the quality report, the most important first; less is better. Told by the texts `advice.SYSTEM.OPTION`."""

    option: str
    measures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class System:
    """One way to run an event."""

    id: str
    edition: str
    side_size: int
    options: tuple[Option, ...]
    scoring: Callable[[Setup], Scoring]
    rounds: Callable[[Setup, Sequence[Player]], int]
    validate: Callable[[Setup, Sequence[Player]], list[Finding]]
    read_result: Callable[[str, Setup], Result | Refusal]
    write_result: Callable[[Result], str]
    standings: Callable[[Book], Standings]
    pair: Callable[[Book, Draw], Proposal | Refusal]
    check: Callable[[Book, Round], list[Finding]]
    doubt: Callable[[Result, Setup], Refusal | None] = lambda result, setup: None  # noqa: ARG005
    # what follows from settings and field together and is worth showing; told by the texts `in_force.CODE`
    in_force: Callable[[Setup, Sequence[Player]], tuple[Reason, ...]] = lambda setup, players: ()  # noqa: ARG005
    comparison: Comparison | None = None

    def option(self, setup: Setup, name: str) -> OptionValue:
        """The value in force: the set-up's or the default."""
        if name in setup.options:
            return setup.options[name]
        return next(option.default for option in self.options if option.name == name)

    def seats(self, pool: int) -> tuple[int, int]:
        """How many tables a pool of that size fills, and how many players rest (D4, M3.1, R3, C4.3)."""
        return divmod(pool, 2 * self.side_size)
