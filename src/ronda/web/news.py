"""News: what facts change, by topic, so that an open page can tell whether it must be loaded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ronda.core.facts import (
    AvoidChanged,
    Fact,
    FeeSet,
    FeesPublished,
    Finished,
    OptionsChanged,
    Paid,
    PrizesPublished,
    Renamed,
    Reported,
    ResultEntered,
    RosterFact,
    RoundFact,
)
from ronda.core.model import Tournament

Topic = Literal["players", "round", "results", "reports", "phones", "settings", "clock"]
_AT_TABLES: frozenset[Topic] = frozenset(("results", "reports", "phones", "players"))
EVERYTHING: frozenset[Topic] = frozenset(get_args(Topic))


@dataclass(frozen=True, slots=True)
class News:
    """`tables` are those of the last round with a new result or report, `players` who sits there; other topics concern
    everybody. What is `beside_facts` changes no version: by that nobody would notice that it was missed."""

    version: int
    topics: frozenset[Topic]
    tables: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    beside_facts: bool = False

    def __add__(self, later: News) -> News:
        return News(
            max(self.version, later.version),
            self.topics | later.topics,
            self.tables | later.tables,
            self.players | later.players,
            self.beside_facts or later.beside_facts,
        )

    @property
    def for_everybody(self) -> bool:
        return not self.topics <= _AT_TABLES

    def concerns(self, player: int | None) -> bool:
        """None is somebody who looks at everything."""
        return player is None or self.for_everybody or player in self.players


def news_of(facts: Sequence[Fact], version: int, tournament: Tournament) -> News:
    """The news of facts that were appended, the last one at this version."""
    topics: set[Topic] = set()
    tables: set[int] = set()
    for fact in facts:
        topics |= _topics(fact)
        if isinstance(fact, ResultEntered | Reported) and fact.round == len(tournament.rounds):
            tables.add(fact.table)
    if _ends_or_opens(facts, tournament):
        topics.add("round")
    last = tournament.rounds[-1].tables if tables else ()
    players = (player for table in last if table.number in tables for player in table.players)
    return News(version, frozenset(topics), frozenset(tables), frozenset(players))


def _ends_or_opens(facts: Sequence[Fact], tournament: Tournament) -> bool:
    """Whether results were entered in a round that is over with them, or taken out: what follows is for everybody, not
    only for those who sat there."""
    entered = [fact for fact in facts if isinstance(fact, ResultEntered) and fact.round == len(tournament.rounds)]
    return bool(entered) and (tournament.rounds[-1].over or any(fact.result is None for fact in entered))


def _topics(fact: Fact) -> frozenset[Topic]:
    """Which pages a fact concerns; what is not named here may change every list."""
    if isinstance(fact, ResultEntered):
        return frozenset(("results",))
    if isinstance(fact, Reported):
        return frozenset(("reports",))
    if isinstance(fact, RosterFact | FeesPublished | FeeSet | Paid):
        return frozenset(("players",))
    if isinstance(fact, RoundFact | Finished):
        return frozenset(("round",))
    if isinstance(fact, Renamed | OptionsChanged | AvoidChanged | PrizesPublished):
        return frozenset(("settings",))
    return EVERYTHING
