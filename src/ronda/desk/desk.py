"""The desk: performs every action over a ledger, with one way to decide, append and report conflicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from ronda.core import Frozen, Refusal, Tournament, fold, in_force
from ronda.core.facts import Fact
from ronda.desk.actions.action import Action, Decided, Request
from ronda.desk.conflict_scope import Concerns, overtaken
from ronda.desk.ledger import Ledger, LedgerState
from ronda.desk.permissions import asks_for_appeals, permission, phase

QUESTIONS = ("confirm_first", "appeals_open", "has_left")  # who says that it is meant has it done

S = TypeVar("S", bound=LedgerState)
C = TypeVar("C")


class Desk(Frozen, Generic[S, C]):
    """Performs actions on an event, wherever the event is kept."""

    ledger: Ledger[S, C]

    def act(self, code: str, request: Request) -> S | C | Refusal:
        """Load, check the phase, decide, append. With `expected`, it is decided on what stood there at that version: if
        something has happened since, the ledger answers with a conflict."""
        stored = self.ledger.load(code)
        if stored is None:
            return Refusal("unknown_code", "S4", {"code": code})
        action = request.action
        version, again = self._version(code, len(stored.facts), request)
        seen = self.ledger.tournament(stored)
        if version != len(stored.facts):
            seen = fold(in_force(stored.facts[: max(version, 1)]))  # before the first there is nothing to decide on
        if request.seen_at is not None and not again:
            late = _late(stored.facts, request.seen_at, action.concerns(request.body, request.person))
            if late is not None:
                return late
        refused = not_now(seen, request)
        if refused is not None and not _decided_first(action, refused):
            return refused
        if action.on_log:
            answer = action.decide(self.ledger.log(code) or (), max(version, 1), request.body)
        else:
            answer = action.decide(seen, request.body, request.person)
        facts = facts_of_answer(answer)
        if isinstance(facts, Refusal):
            return facts
        if not facts:
            return stored
        if refused is not None:
            return refused
        actor = request.person.actor
        return self.ledger.append(code, facts, expected=version, actor=actor, key=request.key)

    def _version(self, code: str, current: int, request: Request) -> tuple[int, bool]:
        """The version to decide on, and whether the same request came before."""
        if request.expected is not None:
            return request.expected, False
        before = None if request.key is None else self.ledger.decided_on(code, request.key)
        return (current, False) if before is None else (before, True)


def decided(tournament: Tournament, request: Request) -> Sequence[Fact] | Refusal:
    """The facts that the request leads to, for whoever keeps a tournament as a value; nothing is written."""
    refused = not_now(tournament, request)
    if refused is not None and not _decided_first(request.action, refused):
        return refused
    facts = facts_of_answer(request.action.decide(tournament, request.body, request.person))
    return facts if refused is None or isinstance(facts, Refusal) else refused


def _decided_first(action: Action, refused: Refusal) -> bool:
    """Nobody is asked about what cannot be, unless it takes long to find that out."""
    return refused.code in QUESTIONS and not action.slow


def not_now(tournament: Tournament, request: Request) -> Refusal | None:
    """Why the phase of the event does not allow the action. (Whether the role does is asked where requests come in.)"""
    action = request.action
    kind = action.kind_for(tournament, request.body)
    found = permission(kind, tournament)
    if found == "safe" or (found == "confirm" and request.confirmed):
        return None if request.confirmed or action.question is None else action.question(tournament, request.body)
    if found == "confirm" and asks_for_appeals(kind, tournament):
        return Refusal("appeals_open", "PE8.2", {"n": sum(not one.outcome for one in tournament.appeals)})
    if found == "confirm":
        return Refusal("confirm_first", "S4", {"action": kind, "phase": phase(tournament)})
    why = action.why_not and action.why_not(tournament)
    return why or Refusal("not_now", "S4", {"action": kind, "phase": phase(tournament)})


def facts_of_answer(answer: Decided) -> Sequence[Fact] | Refusal:
    return answer if isinstance(answer, Refusal | Sequence) else (answer,)


def _late(facts: Sequence[Fact], seen_at: int, concerns: Concerns | None) -> Refusal | None:
    """That something has happened since, and what: the versions. What nobody can have seen is no better."""
    versions = overtaken(facts, seen_at, concerns)
    if versions or not 1 <= seen_at <= len(facts):
        return Refusal("overtaken", "S4", {"versions": versions, "current": len(facts)})
    return None
