"""The desk: performs every action over a ledger, with one way to decide, append and report conflicts. A ledger keeps
the facts of events in memory, in a file or in a database; its log is what undo and redo are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from inspect import signature
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar, get_type_hints

from ronda.core import Frozen, Refusal, Tournament, fold, in_force
from ronda.core.facts import Erased, Fact, Redone, Reported, Undone
from ronda.desk.bodies import Body, Step
from ronda.desk.conflict_scope import Concerns, overtaken
from ronda.desk.permissions import ActionKind, Actor, Role, asks_for_appeals, permission, phase

QUESTIONS = ("confirm_first", "appeals_open", "has_left")  # who says that it is meant has it done

Decided = Fact | Sequence[Fact] | Refusal


# --- actions -----------------------------------------------------------------------------------------------


class Action(Frozen):
    """One thing that can be done: from which role on, as which row of the phase table, and how it is decided: `decide`
    is handed what its parameters name, the `tournament`, the `body` and the `person` of the request, or the `log` up to
    a `version`. `concerns` say what must not have changed since the person looked; `summary` describes it in the API,
    the reference and to programs; `why_not` may say more than that it is not the moment; `question` may ask whether it
    is meant, where the phase asks nothing."""

    name: str
    role: Role
    kind: ActionKind | Callable[[Tournament, Any], ActionKind]
    decide: Callable[..., Decided]
    concerns: Callable[[Any, Actor], Concerns | None]
    summary: str
    slow: bool = False  # worked out beside the line of writers
    why_not: Callable[[Tournament], Refusal | None] | None = None
    question: Callable[[Tournament, Any], Refusal | None] | None = None

    @property
    def body(self) -> type[Body]:
        """What is said with a request, as the function that decides takes it."""
        return _body(self.decide)

    @property
    def on_log(self) -> bool:
        """Whether it is decided from the log: so are undo and redo."""
        return "log" in signature(self.decide).parameters

    def decided(self, **known: object) -> Sequence[Fact] | Refusal:
        answer = self.decide(**{name: known[name] for name in signature(self.decide).parameters})
        return answer if isinstance(answer, Refusal | Sequence) else (answer,)

    @property
    def phone(self) -> bool:
        """Whether only a phone does it, for its own player."""
        return self.role == "player"

    def kind_for(self, tournament: Tournament, body: Body | None = None) -> ActionKind:
        return self.kind(tournament, body) if callable(self.kind) else self.kind

    def allowed(self, person: Actor) -> bool:
        """Whether the role allows it at all; whether it can be done now is another question."""
        return person.may(self.role) and self.phone == (person.player is not None)


@cache
def _body(decide: Callable[..., Decided]) -> type[Body]:
    kind: type[Body] = get_type_hints(decide).get("body", Body)
    return kind


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


# --- ledgers -----------------------------------------------------------------------------------------------

MOMENT = timedelta(microseconds=1)  # no two requests to an event are at the same time


def now() -> datetime:
    return datetime.now(UTC)


class LedgerState(Protocol):
    """A tournament as a ledger knows it: all its facts, also those undone."""

    @property
    def code(self) -> str: ...

    @property
    def facts(self) -> Sequence[Fact]: ...


class LedgerEntry(Frozen):
    """One fact with who, when and where in the chain; facts that were appended together have the same time."""

    version: int
    fact: Fact
    actor: str
    at: datetime
    key: str | None = None
    hash: str = ""


class KeyReused(Exception):
    """The key of an earlier request came with other content."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} was used for another request")
        self.key = key


S = TypeVar("S", bound=LedgerState)
C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


class Ledger(Protocol[S, C_co]):
    """Facts are appended, all of a request or none. An append on an old version is answered with a conflict that has
    the current state; a key that came before, with what it was answered then."""

    def load(self, code: str) -> S | None: ...

    def tournament(self, stored: S) -> Tournament: ...

    def log(self, code: str) -> Sequence[LedgerEntry] | None: ...

    def decided_on(self, code: str, key: str) -> int | None: ...

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> S | C_co: ...


# --- the desk ----------------------------------------------------------------------------------------------


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
        known: dict[str, object] = {"tournament": seen, "body": request.body, "person": request.person}
        if action.on_log:
            known |= {"log": self.ledger.log(code) or (), "version": max(version, 1)}
        facts = action.decided(**known)
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
    facts = request.action.decided(tournament=tournament, body=request.body, person=request.person)
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


def _late(facts: Sequence[Fact], seen_at: int, concerns: Concerns | None) -> Refusal | None:
    """That something has happened since, and what: the versions. What nobody can have seen is no better."""
    versions = overtaken(facts, seen_at, concerns)
    if versions or not 1 <= seen_at <= len(facts):
        return Refusal("overtaken", "S4", {"versions": versions, "current": len(facts)})
    return None


# --- undo and redo -----------------------------------------------------------------------------------------


class Timed(Protocol):
    """A fact with its time; facts that were appended together have the same one."""

    @property
    def fact(self) -> Fact: ...

    @property
    def at(self) -> datetime: ...


def undo(log: Sequence[LedgerEntry], version: int, body: Step) -> Undone | Refusal:
    """Take back the last action that counts; it must be the one of the version that the body names, if it does."""
    erased = erasures(log)
    if body.of in erased or (body.of is None and _last(log, erased)):
        return Refusal("erasure_is_final", "PP6")
    done, _ = steps(log[:version])
    meant = _meant(done, body.of, len(log), "nothing_to_undo")
    return meant if isinstance(meant, Refusal) else Undone(meant)


def redo(log: Sequence[LedgerEntry], version: int, body: Step) -> Redone | Refusal:
    """Do again what was undone last, as long as nothing else happened since."""
    if body.of in erasures(log):
        return Refusal("erasure_is_final", "PP6")
    _, undone = steps(log[:version])
    meant = _meant(undone, body.of, len(log), "nothing_to_redo")
    return meant if isinstance(meant, Refusal) else Redone(meant)


def _meant(groups: Sequence[tuple[int, ...]], of: int | None, current: int, none: str) -> tuple[int, ...] | Refusal:
    if not groups:
        return Refusal(none, "S4")
    if of not in (None, groups[-1][-1]):
        return Refusal("overtaken", "S4", {"versions": list(groups[-1]), "current": current})
    return groups[-1]


def erasures(records: Sequence[LedgerEntry]) -> set[int]:
    """The versions at which somebody was erased: that is never undone (PP6)."""
    return {version for version, record in enumerate(records, start=1) if isinstance(record.fact, Erased)}


def _last(records: Sequence[LedgerEntry], erased: set[int]) -> bool:
    """Whether the desk did nothing since somebody was erased. Who names an earlier action can still undo that."""
    own = (version for version in range(len(records), 0, -1) if not isinstance(records[version - 1].fact, Reported))
    return next(own, None) in erased


def steps(records: Sequence[Timed]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The actions that count, and those undone that can be redone, oldest first, as the versions of their facts.
    Creating the tournament is not undone, nor is an erasure; that ends what could be redone, as every action does."""
    done: list[tuple[int, ...]] = []
    undone: list[tuple[int, ...]] = []
    groups = groupby(enumerate(records, start=1), key=lambda numbered: numbered[1].at)
    for number, (_, group) in enumerate(groups):
        members = list(group)
        match members[0][1].fact:
            case Undone(versions=taken):
                done.remove(taken)
                undone.append(taken)
            case Redone(versions=given):
                undone.remove(given)
                done.append(given)
            case _ if all(isinstance(record.fact, Reported) for _, record in members):
                continue  # what players say is no action of the desk: it is answered, not undone
            case Erased():
                undone.clear()
            case _ if number > 0:
                done.append(tuple(version for version, _ in members))
                undone.clear()
    return done, undone
