"""The types of an action and of a request to perform one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import Body
from ronda.desk.concerns import Concerns
from ronda.desk.permissions import ActionKind, Actor, Role

Decided = Fact | Sequence[Fact] | Refusal


class Action(Frozen, frozen=True):
    """One thing that can be done: from which role on, with which body, as which row of the phase table, and how it is
    decided: from the tournament, or (`on_log`: undo, redo) from the log up to a version. `concerns` say what must not
    have changed since the person looked; `why_not` may say more than that it is not the moment; `question` may ask
    whether it is meant, where the phase asks nothing."""

    name: str
    role: Role
    body: type[Body]
    kind: ActionKind | Callable[[Tournament, Any], ActionKind]
    decide: Callable[..., Decided]  # of the tournament, the body and the person; on_log of the entries, version, body
    concerns: Callable[[Any, Actor], Concerns | None]
    slow: bool = False  # worked out beside the line of writers
    phone: bool = False  # what only a phone does, for its own player
    on_log: bool = False
    why_not: Callable[[Tournament], Refusal | None] | None = None
    question: Callable[[Tournament, Any], Refusal | None] | None = None

    def kind_for(self, tournament: Tournament, body: Body) -> ActionKind:
        return self.kind(tournament, body) if callable(self.kind) else self.kind

    def allowed(self, person: Actor) -> bool:
        """Whether the role allows it at all; whether it can be done now is another question."""
        return person.may(self.role) and self.phone == (person.player is not None)


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
