"""The protocol of ledgers, which keep the facts of events in memory, in a file or in a database; and the log in it:
what undo and redo are about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Protocol, TypeVar

from ronda.core import Frozen, Refusal, Tournament
from ronda.core.facts import Erased, Fact, Redone, Reported, Undone

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


class Timed(Protocol):
    """A fact with its time; facts that were appended together have the same one."""

    @property
    def fact(self) -> Fact: ...

    @property
    def at(self) -> datetime: ...


def undo(records: Sequence[LedgerEntry], version: int, of: int | None) -> Undone | Refusal:
    """Take back the last action that counts; it must be the one `of` this version, if one is named."""
    erased = erasures(records)
    if of in erased or (of is None and _last(records, erased)):
        return Refusal("erasure_is_final", "PP6")
    done, _ = steps(records[: max(version, 0)])
    meant = _meant(done, of, len(records), "nothing_to_undo")
    return meant if isinstance(meant, Refusal) else Undone(meant)


def redo(records: Sequence[LedgerEntry], version: int, of: int | None) -> Redone | Refusal:
    """Do again what was undone last, as long as nothing else happened since."""
    if of in erasures(records):
        return Refusal("erasure_is_final", "PP6")
    _, undone = steps(records[: max(version, 0)])
    meant = _meant(undone, of, len(records), "nothing_to_redo")
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
