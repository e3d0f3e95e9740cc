"""What a system is: its options, its scoring, its criteria and three functions. No base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


Values = Mapping[int, str | int]


@dataclass(frozen=True, slots=True)
class Particular:
    """Something about players that lists show in a column: what it is called in files (`key`) and in lists
    (`heading`: the key of a text, or the word itself), and everybody's value. `personal`: it tells who somebody is, so
    it is hidden with the names; `words`: it is set to the left."""

    key: str
    heading: str
    values: Callable[[Mapping[int, Player]], Values]
    personal: bool = False
    words: bool = False


def attribute(key: str, heading: str, *, personal: bool = False, words: bool = False) -> Particular:
    """A particular that a player simply has; where it is missing, nothing is shown."""

    def values(players: Mapping[int, Player]) -> Values:
        return {pid: getattr(player, key) or "" for pid, player in players.items()}

    return Particular(key, heading, values, personal, words)


NAME = attribute("name", "label.name", words=True)
PLAIN_START_LIST = (
    attribute("number", "label.lot"),  # a lot, where the system draws one (R4.1); people are known by their entry
    attribute("id", "label.number"),
    NAME,
    attribute("rating", "label.rating", personal=True),
    attribute("club", "label.club", personal=True, words=True),
)


@dataclass(frozen=True, slots=True)
class System:
    """One way to run an event. `start_numbers`: the numbers that people are known by from round 1 on, where there are
    such; `beside`: what stands beside every name in pairings and cross table; `start_list`: the columns of the start
    list, ordered by the first of them."""

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
    start_numbers: Callable[[Mapping[int, Player]], Mapping[int, int]] | None = None
    beside: tuple[Particular, ...] = ()
    start_list: tuple[Particular, ...] = PLAIN_START_LIST

    def option(self, setup: Setup, name: str) -> OptionValue:
        """The value in force: the set-up's or the default."""
        if name in setup.options:
            return setup.options[name]
        return next(option.default for option in self.options if option.name == name)

    def seats(self, pool: int) -> tuple[int, int]:
        """How many tables a pool of that size fills, and how many players rest (D4, M3.1, R3, C4.3)."""
        return divmod(pool, 2 * self.side_size)
