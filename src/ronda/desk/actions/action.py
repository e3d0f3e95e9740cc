"""The types of an action and of a request to perform one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, get_type_hints

from ronda.core import Frozen, Refusal, Tournament
from ronda.core.facts import Fact
from ronda.desk.actions.bodies import Body
from ronda.desk.conflict_scope import Concerns
from ronda.desk.permissions import ActionKind, Actor, Role

Decided = Fact | Sequence[Fact] | Refusal


class Action(Frozen):
    """One thing that can be done: from which role on, as which row of the phase table, and how it is decided: from the
    tournament, or (`on_log`: undo, redo) from the log up to a version. `concerns` say what must not have changed since
    the person looked; `summary` describes it in the API, the reference and to programs; `why_not` may say more than
    that it is not the moment; `question` may ask whether it is meant, where the phase asks nothing."""

    name: str
    role: Role
    kind: ActionKind | Callable[[Tournament, Any], ActionKind]
    decide: Callable[..., Decided]  # of the tournament, the body and the person; on_log of the entries, version, body
    concerns: Callable[[Any, Actor], Concerns | None]
    summary: str
    slow: bool = False  # worked out beside the line of writers
    on_log: bool = False
    why_not: Callable[[Tournament], Refusal | None] | None = None
    question: Callable[[Tournament, Any], Refusal | None] | None = None

    @property
    def body(self) -> type[Body]:
        """What is said with a request, as the function that decides takes it."""
        return _body(self.decide)

    @property
    def phone(self) -> bool:
        """Whether only a phone does it, for its own player."""
        return self.role == "player"

    def kind_for(self, tournament: Tournament, body: Body) -> ActionKind:
        return self.kind(tournament, body) if callable(self.kind) else self.kind

    def allowed(self, person: Actor) -> bool:
        """Whether the role allows it at all; whether it can be done now is another question."""
        return person.may(self.role) and self.phone == (person.player is not None)


@cache
def _body(decide: Callable[..., Decided]) -> type[Body]:
    return next(kind for kind in get_type_hints(decide).values() if isinstance(kind, type) and issubclass(kind, Body))


class Request(Frozen):
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
