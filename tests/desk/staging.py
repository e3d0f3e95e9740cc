"""Events with stages, played at the desk by somebody who asks for nothing unusual."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import Player, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import bodies
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.desk import decided
from ronda.desk.permissions import Actor
from ronda.desk.prizes import played_out
from ronda.systems import system

OWNER = Actor("owner", "dora")
Played = Callable[[Table], str]


class Event:
    """The facts so far, and what can be done."""

    def __init__(self, name: str, players: int, stages: list[dict[str, Any]], *, seed: int = 1, **options: Any) -> None:
        people = [Player(n, f"PLAYER {n}", rating=2400 - 10 * n) for n in range(1, players + 1)]
        self.facts: list[Fact] = [Created(Setup(name, "Open", options, seed)), *map(Entered, people)]
        self.lots = Draw(seed, "results")
        if stages:
            self.do("stages", bodies.Stages([bodies.StageInput(**stage) for stage in stages]))

    @property
    def now(self) -> Tournament:
        return fold(self.facts)

    def ask(self, name: str, body: Body | None = None) -> list[Fact] | Refusal:
        answer = decided(self.now, Request(ACTIONS[name], body or ACTIONS[name].body(), OWNER, confirmed=True))
        return answer if isinstance(answer, Refusal) else list(answer)

    def do(self, name: str, body: Body | None = None) -> None:
        answer = self.ask(name, body)
        assert not isinstance(answer, Refusal), (name, answer)
        self.facts += answer

    def refused(self, name: str, body: Body | None = None) -> str:
        answer = self.ask(name, body)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def lot(self, table: Table) -> str:
        return system(self.now.setup.system).trial.play(500, self.now.setup, self.lots)

    def round(self, played: Played | None = None) -> None:
        """The next round with all its results."""
        self.do("pair", bodies.NextRound(publish=True))
        now = self.now
        for table in now.rounds[-1].tables:
            text = (played or self.lot)(table)
            self.do("result", bodies.ResultEntry(len(now.rounds), table.number, text, sure=True))

    def rounds(self, count: int, played: Played | None = None) -> None:
        for _ in range(count):
            self.round(played)

    def begin(self, **said: Any) -> None:
        self.do("begin-stage", bodies.StageBeginning(**said))

    def to_the_end(self, played: Played | None = None) -> Tournament:
        """Every round of every stage; a stage begins when nothing else can be done."""
        while not played_out(self.now):
            answer = self.ask("pair", bodies.NextRound(publish=True))
            if isinstance(answer, Refusal):
                assert answer.code == "stage_to_begin", answer
                self.begin()
            else:
                self.round(played)
        return self.now


def lower_wins(table: Table) -> str:
    """Of one against one, whoever entered earlier wins."""
    return "5-2" if table.first < table.second else "2-5"
