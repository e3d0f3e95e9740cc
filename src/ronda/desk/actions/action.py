"""The types of an action and of a request to perform one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.actions.round_bodies import Body
from ronda.desk.concerns import Concerns
from ronda.desk.ledger import LedgerEntry
from ronda.desk.phases import ActionKind
from ronda.desk.roles import Actor, Role

Decided = Fact | Sequence[Fact] | Refusal


class Action(Frozen, frozen=True):
    """One thing that can be done: from which role on, with which body, as which row of the phase table, and how it is
    decided: from the tournament, or (`on_log`: undo, redo) from the log up to a version. `concerns` say what must not
    have changed since the person looked; `reason_name`, a function that may say more than that it is not the moment;
    `question_name`, one that may ask whether it is meant, where the phase asks nothing.
    Bodies are named (`bodies.py`), and so are functions (`decide/MODULE.py`, as "MODULE.function"): they take a while
    to import, and a command needs one of them."""

    name: str
    role: Role
    body_name: str
    kind: ActionKind | Callable[[Tournament, Any], ActionKind]
    decision_name: str
    concerns: Callable[[Any, Actor], Concerns | None]
    slow: bool = False  # worked out beside the line of writers
    phone: bool = False  # what only a phone does, for its own player
    on_log: bool = False
    reason_name: str = ""
    question_name: str = ""

    @property
    def body(self) -> type[Body]:
        from ronda.desk.actions import bodies

        found: type[Body] = getattr(bodies, self.body_name)
        return found

    @property
    def decide(self) -> Callable[[Tournament, Any, Actor], Decided]:
        assert not self.on_log, "it is decided from the log"
        return _function(self.decision_name)

    @property
    def decide_on_log(self) -> Callable[[Sequence[LedgerEntry], int, Any], Decided]:
        assert self.on_log, "it is decided from the tournament"
        return _function(self.decision_name)

    def why_not(self, tournament: Tournament) -> Refusal | None:
        """More than that it is not the moment, where there is more to say."""
        return _function(self.reason_name)(tournament) if self.reason_name else None

    def question(self, tournament: Tournament, body: Body) -> Refusal | None:
        """What is asked before it is done, whatever the phase."""
        return _function(self.question_name)(tournament, body) if self.question_name else None

    def kind_for(self, tournament: Tournament, body: Body) -> ActionKind:
        return self.kind(tournament, body) if callable(self.kind) else self.kind

    def allowed(self, person: Actor) -> bool:
        """Whether the role allows it at all; whether it can be done now is another question."""
        return person.may(self.role) and self.phone == (person.player is not None)


def _function(name: str) -> Callable[..., Any]:
    module, function = name.split(".")
    found: Callable[..., Any] = getattr(import_module(f"{__package__}.decide.{module}"), function)
    return found


class Request(Frozen, frozen=True):
    """Somebody wants something done. `seen_at` is the version that the person looked at, None where nobody looked at
    anything: only what touches the concerns of the action must not have happened since. A program insists on a version
    with `expected`. A request that comes again with its `key` is decided on what stood there the first time, and
    answered as then."""

    action: Action
    body: Body
    person: Actor
    seen_at: int | None = None
    expected: int | None = None
    confirmed: bool = False
    key: str | None = None
