"""The desk: every use case over a store, with one way to decide, append, conflict, undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Generic, Literal, Protocol, TypeVar

from ronda.core.facts import Erased, Fact, Redone, Reported, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.concerns import EVERYTHING, Concerns, overtaken
from ronda.desk.phases import Action, leave_for, phase

Decided = Fact | Sequence[Fact] | Refusal


class Stored(Protocol):
    """A tournament as a store knows it: all its facts, also those undone."""

    @property
    def code(self) -> str: ...

    @property
    def facts(self) -> Sequence[Fact]: ...


class Record(Protocol):
    """A fact with its time; facts that were appended together have the same one."""

    @property
    def fact(self) -> Fact: ...

    @property
    def at(self) -> datetime: ...


S = TypeVar("S", bound=Stored)
C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


class Store(Protocol[S, C_co]):
    """Where facts are kept. An append on an old version is answered with a conflict that has the current state."""

    def load(self, code: str) -> S | None: ...

    def tournament(self, stored: S) -> Tournament: ...

    def log(self, code: str) -> Sequence[Record] | None: ...

    def decided_on(self, code: str, key: str) -> int | None: ...

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> S | C_co: ...


@dataclass(frozen=True, slots=True)
class Desk(Generic[S, C]):
    """One person at the desk."""

    store: Store[S, C]
    actor: str

    def tournament(self, code: str) -> Tournament | None:
        stored = self.store.load(code)
        return None if stored is None else self.store.tournament(stored)

    def act(
        self,
        code: str,
        action: Action | Callable[[Tournament], Action],
        decide: Callable[[Tournament], Decided],
        *,
        expected: int | None = None,
        seen_at: int | None = None,
        concerns: Concerns | None = EVERYTHING,
        confirmed: bool = False,
        key: str | None = None,
    ) -> S | C | Refusal:
        """Load, look whether the action may be done now, decide, append. With `expected`, it is decided on what
        stood there at that version: if something has happened since, the store answers with a conflict. `seen_at` is
        the version that the person saw: only what touches the `concerns` of the decision must not have happened since.
        A request that comes again with its `key` is decided on what stood there the first time, and answered as
        then."""
        stored = self.store.load(code)
        if stored is None:
            return Refusal("unknown_code", "S4", {"code": code})
        version, again = self._version(code, len(stored.facts), expected, key)
        seen = self.store.tournament(stored)
        if version != len(stored.facts):
            seen = fold(in_force(stored.facts[: max(version, 1)]))
        if seen_at is not None and not again:
            late = self._late(stored.facts, seen_at, concerns)
            if late is not None:
                return late
        meant = action(seen) if callable(action) else action
        facts = decided(seen, meant, decide, confirmed=confirmed)
        if isinstance(facts, Refusal):
            return facts
        if not facts:
            return stored
        return self.store.append(code, facts, expected=version, actor=self.actor, key=key)

    def _version(self, code: str, current: int, expected: int | None, key: str | None) -> tuple[int, bool]:
        """The version to decide on, and whether the same request came before."""
        if expected is not None:
            return expected, False
        before = None if key is None else self.store.decided_on(code, key)
        return (current, False) if before is None else (before, True)

    def _late(self, facts: Sequence[Fact], seen_at: int, concerns: Concerns | None) -> Refusal | None:
        """That something has happened since, and what: the versions. What nobody can have seen is no better."""
        versions = overtaken(facts, seen_at, concerns)
        if versions or not 1 <= seen_at <= len(facts):
            return Refusal("overtaken", "S4", {"versions": versions, "current": len(facts)})
        return None

    def undo(
        self,
        code: str,
        *,
        expected: int | None = None,
        seen_at: int | None = None,
        of: int | None = None,
        confirmed: bool = False,
        key: str | None = None,
    ) -> S | C | Refusal:
        """Take back the last action that counts; it must be the one `of` this version, if one is named."""
        return self._step(code, "undo", expected, seen_at, of, confirmed=confirmed, key=key)

    def redo(
        self,
        code: str,
        *,
        expected: int | None = None,
        seen_at: int | None = None,
        of: int | None = None,
        confirmed: bool = False,
        key: str | None = None,
    ) -> S | C | Refusal:
        """Do again what was undone last, as long as nothing else happened since."""
        return self._step(code, "redo", expected, seen_at, of, confirmed=confirmed, key=key)

    def _step(
        self,
        code: str,
        action: Literal["undo", "redo"],
        expected: int | None,
        seen_at: int | None,
        of: int | None,
        *,
        confirmed: bool,
        key: str | None,
    ) -> S | C | Refusal:
        records = self.store.log(code)
        if records is None:
            return Refusal("unknown_code", "S4", {"code": code})
        version, again = self._version(code, len(records), expected, key)
        if seen_at is not None and not again:
            late = self._late([record.fact for record in records], seen_at, EVERYTHING)
            if late is not None:
                return late
        done, undone = steps(records[: max(version, 0)])
        versions = (done if action == "undo" else undone)[-1:]
        if of in (erased := erasures(records)) or (action == "undo" and of is None and _last(records, erased)):
            return Refusal("erasure_is_final", "PP6")
        if not versions:
            return Refusal("nothing_to_undo" if action == "undo" else "nothing_to_redo", "S4")
        if of not in (None, versions[0][-1]):
            return Refusal("overtaken", "S4", {"versions": list(versions[0]), "current": len(records)})
        fact = Undone(versions[0]) if action == "undo" else Redone(versions[0])
        return self.act(code, action, lambda _: fact, expected=version, confirmed=confirmed, key=key)


def decided(
    tournament: Tournament, action: Action, decide: Callable[[Tournament], Decided], *, confirmed: bool
) -> Sequence[Fact] | Refusal:
    """What is decided, if the table allows the action now: for stores and files alike."""
    leave = leave_for(action, tournament)
    if leave == "forbidden":
        return Refusal("not_now", "S4", {"action": action, "phase": phase(tournament)})
    if leave == "confirm" and not confirmed:
        return Refusal("confirm_first", "S4", {"action": action, "phase": phase(tournament)})
    answer = decide(tournament)
    return answer if isinstance(answer, Refusal | Sequence) else (answer,)


def erasures(records: Sequence[Record]) -> set[int]:
    """The versions at which somebody was erased: that is never undone (PP6)."""
    return {version for version, record in enumerate(records, start=1) if isinstance(record.fact, Erased)}


def _last(records: Sequence[Record], erased: set[int]) -> bool:
    """Whether the desk did nothing since somebody was erased. Who names an earlier action can still undo that."""
    own = (version for version in range(len(records), 0, -1) if not isinstance(records[version - 1].fact, Reported))
    return next(own, None) in erased


def steps(records: Sequence[Record]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
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
