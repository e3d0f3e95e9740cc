"""What a system is: its options, its scoring, its criteria and three functions. No base class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from ronda.book import Book, Scoring
from ronda.lots import Draw
from ronda.model import OptionValue, Player, Proposal, Result, Round, Setup
from ronda.standings import Standings
from ronda.verdicts import Finding, Refusal

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
    # The last round of which it is proved that it can be made without a repetition as long as nobody comes or goes (0:
    # none), and the article that says so.
    guarantee: Callable[[Book], tuple[int, str]] = lambda book: (0, "")  # noqa: ARG005
    # The round that only a director can allow, where `pair` refuses with the fact `last_resort`; it is forced until
    # somebody approves it (`Round.forced`).
    last_resort: Callable[[Book, Draw], Proposal | Refusal] | None = None
    doubt: Callable[[Result, Setup], Refusal | None] = lambda result, setup: None  # noqa: ARG005

    def option(self, setup: Setup, name: str) -> OptionValue:
        """The value in force: the set-up's or the default."""
        if name in setup.options:
            return setup.options[name]
        return next(option.default for option in self.options if option.name == name)

    def again(self, book: Book, draw: Draw, round_: Round) -> Proposal | Refusal:
        """The round made once more, in the way it was made."""
        return (self.last_resort if self.last_resort and round_.forced else self.pair)(book, draw)

    def seats(self, pool: int) -> tuple[int, int]:
        """How many tables a pool of that size fills, and how many players rest (D4, M3.1, R3, C4.3)."""
        return divmod(pool, 2 * self.side_size)
