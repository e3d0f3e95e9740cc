"""A director at any ledger: what the table has no name for is done as an action made up for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ronda.core.model import Tournament
from ronda.desk.actions import ACTIONS, Action, Body, Decided, Request
from ronda.desk.bodies import Step
from ronda.desk.conflict_scope import EVERYTHING, Concerns
from ronda.desk.desk import Desk
from ronda.desk.permissions import ActionKind, Actor


@dataclass(frozen=True, slots=True)
class Director:
    """`act` decides by a function of the tournament, as the row of the phase table that is named."""

    ledger: Any
    name: str = "dora"

    @property
    def person(self) -> Actor:
        return Actor("owner", self.name)

    def tournament(self, code: str) -> Tournament | None:
        stored = self.ledger.load(code)
        found: Tournament | None = None if stored is None else self.ledger.tournament(stored)
        return found

    def act(
        self,
        code: str,
        kind: ActionKind | Callable[[Tournament], ActionKind],
        decide: Callable[[Tournament], Decided],
        *,
        concerns: Concerns | None = EVERYTHING,
        **more: Any,
    ) -> Any:
        row: Any = (lambda seen, _: kind(seen)) if callable(kind) else kind
        action = Action("made up", "owner", row, lambda tournament: decide(tournament), lambda *_: concerns, "Made up")
        return Desk(self.ledger).act(code, Request(action, Body(), self.person, **more))

    def do(self, code: str, name: str, body: Body, **more: Any) -> Any:
        """An action of the table."""
        return Desk(self.ledger).act(code, Request(ACTIONS[name], body, self.person, **more))

    def undo(self, code: str, *, of: int | None = None, **more: Any) -> Any:
        return self.do(code, "undo", Step(of), **more)

    def redo(self, code: str, *, of: int | None = None, **more: Any) -> Any:
        return self.do(code, "redo", Step(of), **more)
