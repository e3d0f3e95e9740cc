"""Whole events in a few lines, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.core.facts import Created, Entered, Fact, Paired
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Round, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import enter, next_round, record_result


class Event:
    """A tournament that grows by facts."""

    def __init__(
        self,
        system: str,
        players: Sequence[Player],
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 1,
        setup: Setup | None = None,
    ) -> None:
        made = setup or Setup(system=system, options=options or {}, seed=seed)
        self.facts: list[Fact] = [Created(made), *(Entered(player) for player in players)]

    @property
    def tournament(self) -> Tournament:
        return fold(self.facts)

    def pair(self) -> Round:
        fact = next_round(self.tournament)
        assert not isinstance(fact, Refusal), fact
        self.facts.append(fact)
        return fact.round

    def refuse(self) -> Refusal:
        fact = next_round(self.tournament)
        assert isinstance(fact, Refusal), fact
        return fact

    def given(self, round_: Round, numbers: Mapping[int, int] | None = None) -> None:
        self.facts.append(Paired(round_, numbers or {}))

    def enter(self, player: Player) -> Player:
        fact = enter(self.tournament, player)
        assert not isinstance(fact, Refusal), fact
        self.facts.append(fact)
        return fact.player

    def result(self, round_number: int, table: int, text: str) -> None:
        fact = record_result(self.tournament, round_number, table, text)
        assert not isinstance(fact, Refusal), fact
        self.facts.append(fact)

    def results(self, *texts: str) -> None:
        """The results of the last round, table by table."""
        number = len(self.tournament.rounds)
        for table, text in zip(self.tournament.rounds[-1].tables, texts, strict=True):
            self.result(number, table.number, text)


def tables(round_: Round) -> list[tuple[int, ...]]:
    return [table.players for table in round_.tables]


def byes(round_: Round) -> list[int]:
    return [bye.player for bye in round_.byes]


def hand_made(number: int, *seats: tuple[int, int], bye: Sequence[int] = ()) -> Round:
    """A round of one-against-one tables that somebody made without the program."""
    from ronda.core.model import Bye

    made = tuple(Table(n, (first,), (second,)) for n, (first, second) in enumerate(seats, start=1))
    return Round(number, made, tuple(Bye(player) for player in bye))
