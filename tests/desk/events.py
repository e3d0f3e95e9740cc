"""Events at a desk with a store in memory, in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ronda.core.facts import Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Round, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import record_result, rounds
from ronda.desk.actions import Decided
from ronda.desk.bodies import ApprovalInput
from ronda.desk.permissions import ActionKind
from tests.desk.director import Director
from tests.desk.memory import Clash, MemoryEvent, MemoryStore


@dataclass
class Evening:
    """One tournament at one desk; `do` insists that it is done."""

    system: str = "redemption"
    players: int = 6
    options: dict[str, OptionValue] = field(default_factory=lambda: {"rounds": 4})
    seed: int = 1

    def __post_init__(self) -> None:
        self.store = MemoryStore()
        self.desk = Director(self.store)
        people = [Player(n, f"P{n}", rating=2000 - n) for n in range(1, self.players + 1)]
        facts: list[Fact] = [Created(Setup(self.system, "Club night", self.options, self.seed))]
        self.code = self.store.create([*facts, *map(Entered, people)], actor="dora").code

    @property
    def tournament(self) -> Tournament:
        found = self.desk.tournament(self.code)
        assert found is not None
        return found

    @property
    def facts(self) -> tuple[Fact, ...]:
        stored = self.store.load(self.code)
        assert stored is not None
        return stored.facts

    @property
    def last(self) -> Round:
        return self.tournament.rounds[-1]

    def player(self, player: int) -> Player:
        return next(known for known in self.tournament.players if known.id == player)

    def ask(
        self, action: ActionKind, decide: Callable[[Tournament], Decided], *, confirmed: bool = False
    ) -> MemoryEvent | Clash | Refusal:
        answer: MemoryEvent | Clash | Refusal = self.desk.act(self.code, action, decide, confirmed=confirmed)
        return answer

    def do(self, action: ActionKind, decide: Callable[[Tournament], Decided]) -> None:
        answer = self.ask(action, decide, confirmed=True)
        assert isinstance(answer, MemoryEvent), answer

    def refused(self, action: ActionKind, decide: Callable[[Tournament], Decided]) -> Refusal:
        before = self.facts
        answer = self.ask(action, decide, confirmed=True)
        assert isinstance(answer, Refusal), answer
        assert self.facts == before
        return answer

    def undo(self) -> None:
        assert isinstance(self.desk.undo(self.code, confirmed=True), MemoryEvent)

    def redo(self) -> None:
        assert isinstance(self.desk.redo(self.code, confirmed=True), MemoryEvent)

    # --- rounds ---------------------------------------------------------------------------------------------

    def draft(self) -> Round:
        self.do("pair", rounds.draft)
        return self.last

    def publish(self) -> Round:
        if self.last.forced:
            self.do("approve", lambda t: rounds.approve(t, ApprovalInput("Dora", "few players")))
        self.do("publish", rounds.publish)
        return self.last

    def result(self, number: int, table: int, text: str) -> None:
        action: ActionKind = "result" if self.table(number, table).result is None else "correct"
        self.do(action, lambda t: record_result(t, number, table, text))

    def table(self, number: int, table: int) -> Table:
        return next(known for known in self.tournament.rounds[number - 1].tables if known.number == table)

    def results(self, text: str) -> None:
        for table in self.last.tables:
            self.result(self.last.number, table.number, text)

    def play(self, text: str) -> None:
        """A whole round, all tables with the same result; it is not closed yet."""
        self.draft()
        self.publish()
        self.results(text)


def after(tournament: Tournament, facts: Fact | Sequence[Fact] | Refusal) -> Tournament:
    """The tournament with what was decided."""
    assert not isinstance(facts, Refusal), facts
    return fold(facts if isinstance(facts, Sequence) else [facts], tournament)
